"""The index as the block of a note of its own, in the language and with the links of its vault."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256
from posixpath import relpath
from typing import TYPE_CHECKING
from urllib.parse import quote

from vault_tools.model import Problem, message
from vault_tools.notes.plan import Plan, plan
from vault_tools.notes.scan import scan
from vault_tools.notes.writing.links import LinkStyle, fits_wikilink
from vault_tools.notes.writing.sizes import symbol
from vault_tools.notes.writing.whitelist import fenced, harmless, math, say, term, words
from vault_tools.share.index import Clash, Place, status, variants
from vault_tools.verify.wording.title import plain_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vault_tools.model import Status

MOST_VARIANTS = 8
MOST_CLASHES = 50
MOST_LINKS = 30
MOST_LINES = 10


@dataclass(frozen=True, slots=True)
class Links:
    """How the index links to notes; `names`: the paths of all notes, to see which file names are unique."""

    style: LinkStyle
    names: Counter[str]

    @staticmethod
    def of(style: LinkStyle, paths: Iterable[str]) -> Links:
        """Links of a note with this style in a vault with these notes."""
        return Links(style, Counter(_file(path) for path in paths))

    def to(self, path: str) -> str:
        """`[[name]]`, or a Markdown link in a vault that uses those."""
        if self.style.markdown or not fits_wikilink(path):
            return f"[{harmless(_file(path))}]({quote(self._target(path, short=False))}.md)"
        return f"[[{self._target(path, short=True)}]]"

    def _target(self, path: str, *, short: bool) -> str:
        whole = path.removesuffix(".md")
        match self.style.form:
            case "relative":
                return relpath("/" + whole, "/" + self.style.note_folder)
            case "shortest" if short and self.names[_file(path)] == 1:
                return _file(path)
        return whole


def _file(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


# ---------------------------------------------------------------- the text


def index_text(formulas: Sequence[Sequence[Place]], clashing: Sequence[Clash], links: Links, language: str) -> str:
    """The lines between the markers. The same formulas give the same text."""
    places = sum(map(len, formulas))
    summary = words("share.index_summary", language, formulas=len(formulas), places=places, clashes=len(clashing))
    parts = [[f"# {words('share.index_title', language)}"], [summary], *_sections(formulas, links, language)]
    if clashing:
        parts.append([f"## {words('share.index_clashes', language)}"])
        parts.append([line for clash in clashing[:MOST_CLASHES] for line in _clash(clash, links, language)])
    return "\n\n".join("\n".join(part) for part in parts)


def _sections(formulas: Sequence[Sequence[Place]], links: Links, language: str) -> Iterator[list[str]]:
    before = None
    for places in formulas:
        now = status(places)
        if now != before:
            count = sum(status(others) == now for others in formulas)
            yield [f"## {words(f'block.count_{now}', language, count=count)}"]
        before = now
        yield from _formula(places, links, language)


def _formula(places: Sequence[Place], links: Links, language: str) -> Iterator[list[str]]:
    first = next((place for place in places if place.judgement.verdict.status == status(places)), places[0])
    verdict = first.judgement.verdict
    yield [f"### {_title(first, language)}"]
    written = variants(places)
    yield [f"$${math(written[0])}$$"] if written else fenced(verdict.latex.strip("\n"), "text")
    if verdict.problem is not None:
        yield [say(verdict.problem.message, language)]
    yield [_where(places, links, language), *_variants(written[1:], language)]


def _title(place: Place, language: str) -> str:
    """As its block calls it, else its left side or all of it; and its family, because many formulas are called `y`."""
    verdict, exhibit = place.judgement.verdict, place.judgement.exhibit
    title = exhibit.title if exhibit and exhibit.latex else plain_title(place.latex or verdict.latex)
    family = term("block.family", verdict.handler, language) if verdict.handler else ""
    told = dict.fromkeys(filter(None, (harmless(title), family)))
    return " · ".join(told) or words("block.a_formula", language)


def _where(places: Sequence[Place], links: Links, language: str) -> str:
    """Links to the notes with the lines in them; the status at each place where it is not the same at all of them."""
    lines: dict[tuple[str, Status], list[int]] = {}
    for place in places:
        lines.setdefault((place.note, place.judgement.verdict.status), []).append(place.judgement.verdict.line)
    differ = len({own for _, own in lines}) > 1
    told = [
        f"{links.to(note)} {_lines(found, language)}" + (f" ({words(f'cli.{own}', language)})" if differ else "")
        for (note, own), found in list(lines.items())[:MOST_LINKS]
    ]
    return "- " + " · ".join([*told, *(["…"] if len(lines) > MOST_LINKS else [])])


def _lines(lines: Sequence[int], language: str) -> str:
    shown = [*map(str, lines[:MOST_LINES]), *(["…"] if len(lines) > MOST_LINES else [])]
    return words("share.index_line" if len(lines) == 1 else "share.index_lines", language, lines=", ".join(shown))


def _variants(written: Sequence[str], language: str) -> list[str]:
    if not written:
        return []
    shown = [f"${math(latex)}$" for latex in written[:MOST_VARIANTS]]
    return [f"- {words('share.index_variants', language)} {' · '.join([*shown, *(['…'] if len(written) > MOST_VARIANTS else [])])}"]


def _clash(clash: Clash, links: Links, language: str) -> Iterator[str]:
    yield f"- ${symbol(clash.name)}$"
    for meaning, notes in clash.meanings:
        told = f"${math(meaning)}$" if clash.kind == "formula" else _shape(meaning, language)
        yield f"    - {told}: {' · '.join(map(links.to, notes[:MOST_LINKS]))}"


def _shape(sizes: str, language: str) -> str:
    r"""`n×d_k` as `$n \times d_{k}$`."""
    product = r" \times ".join(map(symbol, sizes.split("×")))
    return f"${product}$" if sizes else words("cli.number", language)


# ---------------------------------------------------------------- the note


def plan_index(text: str, body: str, *, force: bool = False) -> Plan:
    """What is to become of the index note's text: the rules of every block; a note that is not turned off is not taken for an index."""
    note = scan(text)
    if not note.off:
        return Plan("problem", text, Problem(message("share.index_not_off")))
    return plan(replace(note, off=False), body, sha256(body.encode()).hexdigest()[:16], force=force)
