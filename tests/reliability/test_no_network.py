"""Bar 12: no network at all; a note's text stays in the note, its pictures and the state folder; blocks hold nothing but our Markdown."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys

import pytest
from markdown_it import MarkdownIt

from vault_tools.errors import NoteError
from vault_tools.model import Settings
from vault_tools.notes.scan import scan
from vault_tools.pipeline import verify_text

NOTE = "# {canary}\n\n$$\\mathrm{{softmax}}(XX^T)X$$\n\n$$\\text{{{canary}}} = \\frac{{1}}{{$$\n\n$${canary} = 2 + 2 = 5$$\n"
CANARY = "Canary7f3a"


def private_environment(folder):
    """A home and a place for temporary files in which nothing lies yet."""
    for name in ("home", "tmp", "state"):
        (folder / name).mkdir()
    places = {
        "HOME": folder / "home",
        "TMPDIR": folder / "tmp",
        "XDG_STATE_HOME": folder / "state",
        "XDG_CACHE_HOME": folder / "home" / "cache",
    }
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH") if name in os.environ}
    return {**kept, **{name: str(path) for name, path in places.items()}}


def run(vault, folder, *before):
    command = [*before, sys.executable, "-P", "-m", "vault_tools", "verify-vault", "--yes", str(vault)]
    return subprocess.run(command, env=private_environment(folder), capture_output=True, text=True, timeout=110)


def without_network():
    """The command that runs another one in an empty network namespace; skips the test where there is none."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rn", "true"], capture_output=True).returncode != 0:
        pytest.skip("needs unshare -rn (Linux, with user namespaces)")
    return unshare, "-rn"


def check_canary(vault, folder, notes):
    before = without_network()
    for k in range(notes):
        (vault / f"{k}.md").write_text(NOTE.format(canary=CANARY))
    done = run(vault, folder, *before)
    assert done.returncode == 1, done.stderr
    assert all("vault-tools:end" in path.read_text() for path in vault.glob("*.md"))
    places = {path.relative_to(folder).parts[0] for path in folder.rglob("*") if path.is_file() and CANARY.encode() in path.read_bytes()}
    assert places <= {"vault", "state"}
    assert not [path for path in folder.rglob("*") if CANARY in path.name]
    assert not list((folder / "tmp").iterdir())


def test_without_a_network_all_works_and_text_stays_where_it_is(vault, tmp_path):
    check_canary(vault, tmp_path, 1)


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_the_text_of_a_hundred_notes_stays_where_it_is(vault, tmp_path):
    check_canary(vault, tmp_path, 100)


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
def test_no_socket_but_between_our_own_processes(vault, tmp_path):
    (vault / "note.md").write_text(NOTE.format(canary="x"))
    log = tmp_path / "network"
    done = run(vault, tmp_path, "strace", "-f", "-qq", "-e", "trace=socket,socketpair,connect,bind,listen,sendto", "-o", str(log))
    assert done.returncode == 1, done.stderr
    calls = log.read_text()
    assert "socketpair(AF_UNIX" in calls
    assert set(re.findall(r"AF_[A-Z0-9]+", calls)) <= {"AF_UNIX"}
    assert "connect(" not in calls


# ---------------------------------------------------------------- what a block may hold

HOSTILE = (
    "<img src=http://evil/x>", "<script>alert(1)</script>", "```dataviewjs\nx\n```", "`= this.x`", "`$= dv.x`", "<% tp.x %>", "[[secret]]", "![[secret.png]]",
    "[a](http://evil)", "![a](http://evil/x.png)", "%%", "-->", "<!-- vault-tools:end 0123456789abcdef 0123456789abcdef -->", "<!-- vault-tools:begin 1 -->", "$$", "\\$", "~~~",
    "````", "> [!danger] x", "# head", "- [ ] task", "| a | b |", "#tag", "^block-id", "==mark==", "field:: value", "http://evil.example", "\u202egnp", "\u2028", "\x0c",
    "javascript:alert(1)", "<iframe src=x>", "{{x}}", "[^1]", "[^1]: x", "<!ENTITY x>", "&lt;img&gt;", "**bold**", "***", "---", "\\href{javascript:x}{y}", "obsidian://open",
    "://x", "www.evil.example", "a@evil.example", "<https://evil>", "\\htmlClass{x}{y}", "\\url{http://evil}", "`", "\t", "    code", "</div>",
)  # fmt: skip
FORMULAS = (
    "$$\\mathrm{{softmax}}(XX^T)X = {0}$$", "$$\\text{{{0}}} = \\mathrm{{softmax}}(QK^T)V$$", "$$\\operatorname{{{0}}}(QK^T)V$$", "$$\\mathrm{{Attention}}(Q,K,V)=\\mathrm{{softmax}}(QK^T)V \\text{{{0}}}$$",
    "$$\\mathrm{{softmax}}(Q_{{\\text{{{0}}}}}K^T)V$$", "| X | {0} |\n|---|---|\n| 1 | 2 |\n\n$$\\mathrm{{softmax}}(XX^T)X$$", "```vault-tools\n[\"{0}\"]\nX = [[1]]\n```\n\n$$\\mathrm{{softmax}}(XX^T)X$$",
    "$$\\mathrm{{softmax}}(XX^T)X$$\n\nThe rows sum to {0}; $\\text{{{0}}} = 3$.", "$$\\mathrm{{softmax}}(X X^T) X \\tag{{{0}}}$$", "$$\\frac{{\\mathrm{{softmax}}(QK^T)V}}{{{0}}} {0}$$",
)  # fmt: skip
ALLOWED = {
    "paragraph", "blockquote", "text", "softbreak", "hardbreak", "code_inline", "strong", "em", "bullet_list", "ordered_list", "list_item", "fence", "table", "thead", "tbody", "tr", "th", "td", "inline", "html_block",
}  # fmt: skip
INFOS = {"", "python", "latex", "text", "tex"}


def hostile_note(seed):
    chance = random.Random(seed)
    evil = "".join(chance.choice((*HOSTILE, " ", "x")) for _ in range(chance.choice((1, 1, 2, 3))))
    return chance.choice(FORMULAS).format(evil) + "\n\n" + chance.choice(("", evil + "\n"))


def check_block(text):
    """The block of a note, read by a Markdown reader that knows HTML and links."""
    try:
        outcome = verify_text(text, settings=Settings(pictures=False))
    except NoteError:
        return 0
    if not outcome.changed:
        return 0
    region = scan(outcome.text).regions[-1]
    block = outcome.text[region.span.start : region.span.end]
    assert outcome.text.startswith(text)
    tokens = MarkdownIt("commonmark").enable("table").parse(block)
    check_tokens([inner for token in tokens for inner in (token, *(token.children or ()))])
    prose = "\n".join(inner.content for token in tokens for inner in (token.children or ()) if inner.type == "text")
    outside_math = re.sub(r"\$\$?[^$]*\$\$?", "", prose)
    for mark in ("[[", "%%", "::", "://", "<%", "{{"):
        assert mark not in outside_math, (mark, prose)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u2028\x0c]", block)
    return 1


def check_tokens(tokens):
    for token in tokens:
        kind = re.sub("_(open|close)$", "", token.type)
        assert kind in ALLOWED, (kind, token.content)
        if token.type == "html_block":
            assert re.fullmatch(r"<!-- vault-tools:(begin \d+|end [0-9a-f]{16} [0-9a-f]{16}) -->\n?", token.content), token.content
        if token.type == "fence":
            assert token.info in INFOS, token.info


def test_hostile_notes_give_only_our_markdown():
    assert sum(check_block(hostile_note(seed)) for seed in range(16)) > 4


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_thousand_hostile_notes_give_only_our_markdown():
    assert sum(check_block(hostile_note(seed)) for seed in range(1_000)) > 250
