"""Cards -> the page of a vault: overview with counts, filters, and the notes with their formulas. One file; only pictures lie beside it."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from vault_tools.compiler.lexing.macros import Macros
from vault_tools.notes.writing.whitelist import plain, say, term, words
from vault_tools.share.card import MARKS, card, prose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.model import Status
    from vault_tools.share.gather import JudgedNote

GENERATOR = '<meta name="generator" content="vault-tools report">'
"""By this line a page of ours is known again, and may be replaced."""
ORDER: tuple[Status, ...] = ("refuted", "malformed", "failed", "verified", "unsupported", "skipped")


def section(note: JudgedNote, language: str) -> str:
    """One note: its name, what stands against it, a card per formula. "" where there is nothing to show."""
    if note.problem is None and not note.judgements:
        return ""
    macros = Macros.read(note.math.preamble)
    own = note.language or language
    problem = f'<p class="finding">{prose(say(note.problem.message, own))}</p>' if note.problem else ""
    cards = "".join(card(judgement, own, macros) for judgement in note.judgements)
    folder, slash, name = plain(note.name).rpartition("/")
    heading = f'<h2><span class="folder">{escape(folder + slash)}</span>{escape(name.removesuffix(".md"))}</h2>'
    return (
        f'<section class="note" lang="{escape(own)}" data-note="{escape(plain(note.name).lower())}">{heading}{problem}{cards}</section>\n'
    )


def head(title: str, language: str, counts: Mapping[Status, int], families: Mapping[str, int], notes: int) -> str:
    """The page up to its first note."""
    style, script = (files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    policy = f"default-src 'none'; img-src 'self' file: data:; style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    told = {key: escape(words(f"share.{key}", language)) for key in ("search", "family", "any", "filters", "none", "copied")}
    overview = escape(words("share.overview", language, formulas=sum(counts.values()), notes=notes))
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=True)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
{GENERATOR}
<title>{escape(plain(title))}</title>
<style>{style}</style>
</head>
<body data-copied="{told["copied"]}">
<header class="top"><h1>{escape(plain(title))}</h1><p>{overview}</p></header>
<form class="filters" role="search" aria-label="{told["filters"]}">
<div class="chips">{_chips(counts, language)}</div>
<input type="search" name="text" placeholder="{told["search"]}" aria-label="{told["search"]}" autocomplete="off" spellcheck="false">
<select name="family" aria-label="{told["family"]}"><option value="">{told["any"]}</option>{_options(families, language)}</select>
<output aria-live="polite"></output>
</form>
<p class="nothing" hidden>{told["none"]}</p>
<main>
"""


def tail() -> str:
    """The page behind its last note."""
    script = files(__package__).joinpath("page.js").read_text(encoding="utf-8")
    return f"</main>\n<script>{script}</script>\n</body>\n</html>\n"


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _chips(counts: Mapping[Status, int], language: str) -> str:
    """A checkbox per status that occurs; what was skipped is hidden at first."""
    return "".join(
        f'<label class="chip {status}"><input type="checkbox" name="status" value="{status}"{"" if status == "skipped" else " checked"}>'
        f"<span>{MARKS[status]} <b>{counts[status]}</b> {escape(words(f'cli.{status}', language))}</span></label>"
        for status in ORDER
        if counts.get(status)
    )


def _options(families: Mapping[str, int], language: str) -> str:
    named = [(term("block.family", family, language), family, count) for family, count in families.items()]
    options = sorted(named, key=lambda option: option[0].casefold())
    return "".join(f'<option value="{escape(family)}">{escape(name)} ({count})</option>' for name, family, count in options)
