"""What several test modules share: a judge without mathematics, a vault in a folder, and a state folder that is not the user's."""

from __future__ import annotations

import pytest
from hypothesis import settings as hypothesis_settings

from vault_tools.model import Check, Exhibit, Judgement, Picture, Problem, Span, Verdict, message

hypothesis_settings.register_profile("untimed", deadline=None)  # a busy machine is no fault of an example
hypothesis_settings.load_profile("untimed")

# An invented hash: names of pictures are a family, a hash and a style number.
PICTURE = "attention-0123456789ab-1.png"


@pytest.fixture
def judge():
    """See judge_by_words."""
    return judge_by_words


def judge_by_words(note, settings):
    """Judge formulas by the words in them: `good`, `drawn`, `refuted`, `malformed`, `failed`; all others are skipped."""
    return [_judged(formula, settings) for formula in note.formulas]


def _judged(formula, settings):
    def verdict(status, **more):
        return Verdict(formula.latex, formula.line, formula.display, status, **more)

    exhibit = Exhibit(f"title of {formula.latex}", latex=formula.latex)
    checked = Check("reference", True, message("check.agrees", digits=12, worst_error=0.0))
    if "drawn" in formula.latex and settings.pictures:
        exhibit = Exhibit("drawn", formula.latex, pictures=(Picture(PICTURE, message("cli.number")),))
        return Judgement(verdict("verified", value=1.5, checks=(checked,), images=(PICTURE,)), True, exhibit, {PICTURE: b"PNG"})
    if "good" in formula.latex or "drawn" in formula.latex:
        return Judgement(verdict("verified", value=1.5, checks=(checked,)), True, exhibit)
    if "refuted" in formula.latex:
        return Judgement(verdict("refuted", value=1.5), True, exhibit)
    if "malformed" in formula.latex:
        start = formula.latex.index("malformed")
        problem = Problem(message("cli.no_block"), None, Span(start, start + 9))
        return Judgement(verdict("malformed", problem=problem), True, Exhibit("broken"))
    if "failed" in formula.latex:
        return Judgement(verdict("failed", problem=Problem(message("failed.memory"))))
    return Judgement(verdict("skipped"))


@pytest.fixture
def vault(tmp_path):
    """An empty Obsidian vault."""
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    (tmp_path / "vault" / ".obsidian" / "app.json").write_text("{}")
    return tmp_path / "vault"


@pytest.fixture
def write(vault):
    """Write a note into the vault; returns its path."""

    def write_note(name, text):
        path = vault / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_note


@pytest.fixture(autouse=True, scope="session")
def own_state_folder(tmp_path_factory):
    """Locks of the tests are no business of the user's watcher; subprocesses inherit it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
