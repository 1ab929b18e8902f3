"""Notes on disk: what is refused in one line, what is written, and that nothing else changes."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from vault_tools import atomic, files
from vault_tools.commands import Manner, _verify
from vault_tools.errors import ConfigError, NoteError, UnfinishedMergeError
from vault_tools.files import clean_note, decode, has_block, locate, may_concern_us, read_note, verify_note
from vault_tools.model import Exhibit, Judgement, NoteMath, Picture, Settings, Verdict, message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

NOTE = "# 笔记\n\n$$softmax(XX^T)X$$\n"
PICTURE = "bars-0123456789ab-1.png"


def judge(math: NoteMath, settings: Settings) -> Sequence[Judgement]:
    """Every formula verified, with one picture each, named by its length."""
    return [judged(formula.latex, formula.line, f"bars-{len(formula.latex):012x}-1.png") for formula in math.formulas]


def judged(latex: str, line: int, picture: str) -> Judgement:
    exhibit = Exhibit(title="softmax", latex="x", pictures=(Picture(picture, message("input.note")),))
    return Judgement(Verdict(latex, line, True, "verified", images=(picture,)), True, exhibit, {picture: b"PNG " + picture.encode()})


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / ".obsidian").mkdir(parents=True)
    (folder / ".obsidian" / "app.json").write_text("{}")
    return folder


@pytest.fixture
def note(vault: Path) -> Path:
    path = vault / "笔记.md"
    path.write_bytes(NOTE.encode())
    return path


def everything(folder: Path) -> dict[str, bytes | None]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


# ---------------------------------------------------------------- what is refused


def make_link_out(path: Path) -> None:
    target = path.parent.parent / "outside.md"
    target.write_text(NOTE)
    path.symlink_to(target)


def make_hard_link(path: Path) -> None:
    path.write_text(NOTE)
    path.with_suffix(".txt").hardlink_to(path)


def make_read_only(path: Path) -> None:
    path.write_text(NOTE)
    path.chmod(0o444)


def make_ring(path: Path) -> None:
    path.symlink_to(path.name)


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: None, "no such file"),
    "folder": (lambda path: path.mkdir(), "a folder"),
    "pipe": (os.mkfifo, "no ordinary file"),
    "link out of the vault": (make_link_out, "out of the vault"),
    "links in a ring": (make_ring, "cannot be read"),
    "dangling link": (lambda path: path.symlink_to("nothing.md"), "no such file"),
    "hard link": (make_hard_link, "2 names"),
    "read-only": (make_read_only, "read-only"),
    "not UTF-8": (lambda path: path.write_bytes(b"$x$\n\n\xff"), "Line 3: not UTF-8"),
    "UTF-16": (lambda path: path.write_bytes(NOTE.encode("utf-16")), "Line 1: a NUL byte"),
    "NUL bytes": (lambda path: path.write_bytes(b"$x$\n\0"), "Line 2: a NUL byte"),
    "AppleDouble": (lambda path: path.write_bytes(b"\x00\x05\x16\x07" * 10), "NUL"),
    "far too long": (lambda path: path.write_bytes(b"$x$\n" * (1 << 20) + b"end"), "longer than"),
    "bad TOML": (lambda path: path.write_text("$x$\n```vault-tools\nQ = \n```\n"), "Line 3"),
    "unknown option": (lambda path: path.write_text("$x$\n```vault-tools\ncasual = true\n```\n"), "casual"),
}


def test_a_folder_that_must_not_be_read_says_so(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(NoteError, match="must not be read"):
        verify_note(vault)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(vault: Path) -> None:
    os.mkfifo(vault / "pipe.md")
    assert not has_block(vault / "pipe.md")
    assert not may_concern_us(vault / "pipe.md")
    with pytest.raises(NoteError, match="no ordinary file"):
        verify_note(vault / "pipe.md")


@pytest.mark.parametrize(
    ("text", "concerns"), [("plain", False), ("$x$", True), ("<!-- vault-tools:begin 2 -->", True), ("x" * 5_000_000, False)]
)
def test_a_look_at_the_bytes_tells_which_notes_may_concern_us(vault: Path, text: str, concerns: bool) -> None:
    (vault / "x.md").write_text(text)
    assert may_concern_us(vault / "x.md") == concerns
    assert has_block(vault / "x.md") == ("begin" in text)


def test_an_unfinished_merge_is_a_problem_of_the_note(vault: Path) -> None:
    note = vault / "merged.md"
    before = b"$x$\r\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n"
    note.write_bytes(before)
    outcome = verify_note(note)
    assert str(outcome.problem.message).startswith("Line 2: an unfinished merge")
    assert not outcome.changed
    assert outcome.text.encode() == note.read_bytes() == before


def test_an_unfinished_merge_that_goes_while_it_is_looked_at(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = vault / "merge.md"
    path.write_text(f"<<<<<<< HEAD\n{NOTE}=======\n>>>>>>> other\n")
    look = files.unfinished_merge

    def last_look(data: bytes) -> int | None:
        path.unlink()
        return look(data)

    monkeypatch.setattr(files, "unfinished_merge", last_look)
    outcome = verify_note(path, judge=judge)
    assert outcome.problem is not None
    assert outcome.text.startswith("<<<<<<<")


MERGES = {
    "git": "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n",
    "the base as well": "a\n<<<<<<< HEAD\nb\n||||||| 1a2b3c\nd\n=======\nc\n>>>>>>> other\n",
    "no names": "a\n<<<<<<<\nb\n=======\nc\n>>>>>>>\n",
    "old line ends": "a\r<<<<<<< HEAD\rb\r=======\rc\r>>>>>>> other\r",
    "longer marks": "a\n<<<<<<<<<< HEAD\nb\n==========\nc\n>>>>>>>>>> other\n",
    "Jujutsu": "a\n<<<<<<< Conflict 1 of 1\n%%%%%%% Changes\n-b\n+++++++ Contents\nc\n>>>>>>> Conflict 1 of 1 ends\n",
    "Fossil": "a\n<<<<<<< BEGIN MERGE CONFLICT: local copy shown first <<<<\nb\n======= MERGED IN content follows ==\nc\n>>>>>>> END >>\n",
    "Perforce": "a\n>>>> ORIGINAL //a#1\nb\n==== THEIRS //a#2\nc\n<<<<\n",
    "its end taken out": "a\n<<<<<<< HEAD\nb\n",
    "its beginning taken out": "a\nb\n=======\nc\n>>>>>>> other\n",
}
WHOLE = {
    "a heading": "a\n=======\nb\n",
    "a deep quote": "a\n\n>>>>>>> b\n",
    "a quote before a heading": ">>>>>>> b\n\na\n=======\n",
    "in a line": "a <<<<<<< b\n",
    "quoted": "> <<<<<<< HEAD\n",
    "shifts": "<<<<<<<x\n",
}


@pytest.mark.parametrize("text", MERGES.values(), ids=MERGES)
def test_marks_of_a_merge_are_seen_whoever_left_them(text: str) -> None:
    with pytest.raises(UnfinishedMergeError):
        decode(text.encode())


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_what_only_looks_like_a_mark_is_text(text: str) -> None:
    assert decode(text.encode()) == text


def test_a_note_of_nothing_but_underlines_is_looked_at_once() -> None:
    text = "=======\n" * 400_000
    assert decode(text.encode()) == text


@pytest.mark.parametrize(("make", "sentence"), REFUSED.values(), ids=REFUSED)
def test_refused_in_one_line_and_left_as_it_is(vault: Path, make: Callable[[Path], object], sentence: str) -> None:
    path = vault / "n.md"
    make(path)
    before = everything(vault.parent) if sentence != "no ordinary file" else {}

    with pytest.raises(NoteError, match=sentence) as raised:
        verify_note(path, judge=judge)

    assert "\n" not in str(raised.value)
    assert before == {} or everything(vault.parent) == before


@pytest.mark.parametrize("make", [make_hard_link, make_read_only])
def test_a_note_that_must_not_be_written_is_judged_all_the_same(vault: Path, make: Callable[[Path], object]) -> None:
    path = vault / "n.md"
    make(path)
    before = everything(vault)

    outcome = verify_note(path, judge=judge, check=True)
    told = _verify(path, judge, Manner(trust=False))

    assert outcome.formulas
    assert outcome.changed
    assert told.formulas == outcome.formulas
    assert told.problem is not None
    assert told.problem.message.key in ("note.linked", "note.read_only")
    assert everything(vault) == before


def test_a_path_with_a_nul_byte() -> None:
    with pytest.raises(NoteError, match="no such file"):
        locate("a\0b.md")


# ---------------------------------------------------------------- what is written


def test_block_and_picture_go_in_once_and_come_out_again(vault: Path, note: Path) -> None:
    before = everything(vault)
    first = verify_note(note, judge=judge)
    written = everything(vault)
    second = verify_note(note, judge=judge)

    assert first.changed
    assert first.block == "none"
    assert first.name == "笔记.md"
    assert note.read_text() == first.text
    assert first.text.startswith(NOTE)
    assert f"vault-tools/bars-{len('softmax(XX^T)X'):012x}-1.png" in written
    assert (second.changed, second.block) == (False, "current")
    assert everything(vault) == written
    assert clean_note(note).changed
    assert everything(vault) == before


def test_check_writes_nothing(vault: Path, note: Path) -> None:
    before = everything(vault)

    assert verify_note(note, judge=judge, check=True).changed
    verify_note(note, judge=judge)
    written = everything(vault)
    assert clean_note(note, check=True).changed
    assert everything(vault) == written
    assert before != written


def test_an_unchanged_file_is_not_written(note: Path) -> None:
    verify_note(note, judge=judge)
    before = note.stat()
    verify_note(note, judge=judge, force=True)

    assert (note.stat().st_ino, note.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_trusting_a_current_block_judges_nothing(note: Path) -> None:
    verify_note(note, judge=judge)

    def refuse(math: NoteMath, settings: Settings) -> Sequence[Judgement]:
        pytest.fail("judged")

    assert verify_note(note, judge=refuse, trust=True).block == "current"


def test_an_edited_block_is_left_alone_until_force(note: Path) -> None:
    good = verify_note(note, judge=judge).text
    note.write_text(good.replace("softmax —", "softmax by me —"))
    edited = note.read_text()

    assert verify_note(note, judge=judge).problem is not None
    assert clean_note(note).problem is not None
    assert note.read_text() == edited != good
    assert verify_note(note, judge=judge, force=True).text == good
    assert note.read_text() == good


def test_a_damaged_block_is_left_alone_until_force(note: Path) -> None:
    good = verify_note(note, judge=judge).text
    note.write_text(good.replace("<!-- vault-tools:begin 1 -->\n", "") + "text of mine\n")
    damaged = note.read_text()

    assert verify_note(note, judge=judge).problem is not None
    assert clean_note(note).problem is not None
    assert note.read_text() == damaged
    outcome = verify_note(note, judge=judge, force=True)
    assert (outcome.block, outcome.problem) == ("damaged", None)
    assert note.read_text() == outcome.text
    assert clean_note(note).text == NOTE + "text of mine\n"


ODD = {
    "CRLF": NOTE.replace("\n", "\r\n").encode(),
    "mixed endings": b"# a\r\n$x$\nb\rc\n",
    "no final ending": b"# a\n$x$",
    "byte order mark": b"\xef\xbb\xbf# a\n$x$\n",
    "form feed and line separator": "$x$\x0c\u2028\x85\n".encode(),
    "blanks at the end": b"$x$\n\n\n  \n",
    "emoji and combining signs": "$x$ 👩‍🔬 e\u0301\n".encode(),
}


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_odd_bytes_stay(vault: Path, data: bytes) -> None:
    note = vault / "odd.md"
    note.write_bytes(data)

    verify_note(note, judge=judge)
    assert note.read_bytes().startswith(data)
    assert len(note.read_bytes()) > len(data)
    clean_note(note)
    assert note.read_bytes() == data


def there_and_back(folder: Path, rounds: int) -> None:
    """Notes of odd bytes, modes and attributes get a block and lose it again."""
    chance = random.Random(rounds)
    written = 0
    for number in range(rounds):
        note = folder / f"{number}.md"
        data = "".join(chance.choice(SCRAPS) for _ in range(chance.randrange(40))).encode()
        note.write_bytes(data)
        note.chmod(chance.choice((0o600, 0o644, 0o664, 0o755)))
        mode = note.stat().st_mode
        written += verify_note(note, judge=judge).changed
        assert clean_note(note).problem is None
        assert note.read_bytes() == data
        assert note.stat().st_mode == mode
    assert written > rounds / 10


SCRAPS = (
    "$x$",
    "$$y$$",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "> ",
    "- ",
    "  ",
    "\t",
    "\ufeff",
    "\x0c",
    "\u2028",
    "\x85",
    "其中",
    "e\u0301",
    "| a |",
    "`",
    "\\",
    "#",
)


def test_odd_notes_come_back_byte_for_byte(vault: Path) -> None:
    there_and_back(vault, 60)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_two_thousand_odd_notes_come_back_byte_for_byte(vault: Path) -> None:
    there_and_back(vault, 2_000)


def test_a_link_inside_the_vault_is_written_through(vault: Path, note: Path) -> None:
    link = vault / "link.md"
    link.symlink_to(note.name)

    assert verify_note(link, judge=judge).changed
    assert link.is_symlink()
    assert "vault-tools:begin" in note.read_text()


def test_a_note_reached_through_a_linked_folder_that_leaves_the_vault(vault: Path) -> None:
    outside = vault.parent / "outside"
    outside.mkdir()
    (outside / "n.md").write_text(NOTE)
    (vault / "folder").symlink_to(outside)

    with pytest.raises(NoteError, match="out of the vault"):
        verify_note(vault / "folder" / "n.md", judge=judge)


def test_a_save_during_judging_is_read_again(note: Path) -> None:
    rounds = 0

    def slow(math: NoteMath, settings: Settings) -> Sequence[Judgement]:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            note.write_text(NOTE + "one more line, $y$\n")
        return judge(math, settings)

    outcome = verify_note(note, judge=slow)

    assert rounds == 2
    assert len(outcome.formulas) == 2
    assert note.read_text().startswith(NOTE + "one more line, $y$\n")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_two_of_us_at_once_make_one_block(vault: Path) -> None:
    notes = [vault / f"{number}.md" for number in range(40)]
    for note in notes:
        note.write_text(NOTE)
    child = os.fork()
    if child == 0:
        try:
            for note in notes:
                verify_note(note, judge=judge)
        finally:
            os._exit(0)
    for note in notes:
        verify_note(note, judge=judge)
    os.waitpid(child, 0)

    texts = {note.read_text() for note in notes}
    assert len(texts) == 1
    assert texts.pop().count("vault-tools:begin") == 1
    assert [path.name for path in vault.iterdir() if path.name.startswith(".vault-tools")] == []
    assert len(list((vault / "vault-tools").iterdir())) == 1


def test_a_note_that_never_rests_is_reported(note: Path) -> None:
    def restless(math: NoteMath, settings: Settings) -> Sequence[Judgement]:
        note.write_text(note.read_text() + "x\n")
        return judge(math, settings)

    with pytest.raises(NoteError, match="saved by somebody else"):
        verify_note(note, judge=restless)

    assert "vault-tools:begin" not in note.read_text()


@pytest.mark.parametrize("place", ["./", "./assets", "assets"])
@pytest.mark.parametrize("leave", [lambda note: note.unlink(), lambda note: note.parent.rename(note.parent.with_name("elsewhere"))])
def test_a_note_that_goes_while_it_is_judged_leaves_nothing_of_ours(vault: Path, place: str, leave: Callable[[Path], object]) -> None:
    (vault / ".obsidian" / "app.json").write_text(json.dumps({"attachmentFolderPath": place}))
    (vault / "lectures").mkdir()
    note = vault / "lectures" / "note.md"
    note.write_text(NOTE)
    gone: list[dict[str, bytes | None]] = []

    def leaving(math: NoteMath, settings: Settings) -> Sequence[Judgement]:
        leave(note)
        gone.append(everything(vault))
        return judge(math, settings)

    with pytest.raises(NoteError):
        verify_note(note, judge=leaving)
    assert [everything(vault)] == gone


def test_pictures_of_a_save_that_was_overtaken_go(vault: Path, note: Path) -> None:
    saves = iter(["# Without formulas\n"])

    def overtaken(math: NoteMath, settings: Settings) -> Sequence[Judgement]:
        for text in saves:
            note.write_text(text)
        return judge(math, settings)

    verify_note(note, judge=overtaken)
    assert list(vault.rglob("*.png")) == []


def test_a_disk_error_is_one_line_and_the_note_stays(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NoteError, match="No space left on device"):
        verify_note(note, judge=judge)

    assert note.read_text() == NOTE


def test_what_a_killed_run_left_is_swept(note: Path) -> None:
    leftover = note.with_name(f".vault-tools-4194303-0-w-{'0' * 16}-{'0' * 16}.tmp")
    leftover.write_bytes(b"half")
    subprocess.run(
        [sys.executable, "-c", "import sys; from vault_tools.files import clean_note; clean_note(sys.argv[1])", str(note)], check=True
    )

    assert not leftover.exists()


def test_the_settings_of_the_vault_hold(vault: Path, note: Path) -> None:
    (vault / "vault-tools.toml").write_text('language = "en"\n')
    text = verify_note(note, judge=judge).text
    (vault / "vault-tools.toml").write_text('langage = "en"\n')

    assert "1 verified" in text
    with pytest.raises(ConfigError, match="langage"):
        verify_note(note, judge=judge)


@pytest.mark.parametrize("place", ["preamble.sty", ".obsidian/preamble.sty"])
def test_macros_of_the_vault_reach_the_judge(vault: Path, note: Path, place: str) -> None:
    (vault / place).write_text("% macros\n\\newcommand{\\att}{softmax}\n\\def\\other{1}\n")
    note.write_text("$\\att(X)$")
    seen: list[str] = []

    def listen(math: NoteMath, settings: Settings) -> Sequence[Judgement]:
        seen.append(math.preamble)
        return judge(math, settings)

    verify_note(note, judge=listen)

    assert seen == [r"\newcommand{\att}{softmax}"]
    assert verify_note(note, judge=listen).block == "current"


def test_outside_a_vault_pictures_lie_beside_the_note(tmp_path: Path) -> None:
    note = tmp_path / "n.md"
    note.write_text(NOTE)
    verify_note(note, judge=judge)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["n.md", "vault-tools"]
    clean_note(note)
    assert everything(tmp_path) == {"n.md": NOTE.encode()}


# ---------------------------------------------------------------- pictures


def test_an_old_picture_goes_unless_another_note_names_it(vault: Path, note: Path) -> None:
    other = vault / "deep" / "other.md"
    other.parent.mkdir()
    other.write_text(NOTE)
    verify_note(note, judge=judge)
    verify_note(other, judge=judge)
    shared = vault / "vault-tools" / f"bars-{len('softmax(XX^T)X'):012x}-1.png"

    note.write_text(note.read_text().replace("softmax(XX^T)X", "QK^T"))
    verify_note(note, judge=judge)
    assert shared.exists()
    assert (vault / "vault-tools" / f"bars-{4:012x}-1.png").exists()

    clean_note(other)
    assert not shared.exists()


def test_only_pictures_of_ours_are_ever_deleted(vault: Path, note: Path) -> None:
    (vault / "vault-tools").mkdir()
    (vault / "vault-tools" / "holiday.png").write_bytes(b"mine")
    (vault / PICTURE).write_bytes(b"mine")
    body = f"![[holiday.png]] ![[../{PICTURE}]] ![[{PICTURE}]]"
    forged = f"<!-- vault-tools:begin 1 -->\n\n{body}\n\n<!-- vault-tools:end 0123456789abcdef 0123456789abcdef -->\n"
    note.write_text(NOTE + "\n" + forged)
    clean_note(note, force=True)

    assert note.read_text() == NOTE
    assert (vault / "vault-tools" / "holiday.png").exists()
    assert (vault / PICTURE).exists()


def test_an_existing_picture_is_kept_and_a_missing_one_comes_back_by_force(vault: Path, note: Path) -> None:
    verify_note(note, judge=judge)
    (picture,) = (vault / "vault-tools").iterdir()
    picture.write_bytes(b"another drawing")
    verify_note(note, judge=judge, force=True)
    assert picture.read_bytes() == b"another drawing"

    picture.unlink()
    verify_note(note, judge=judge, force=True)
    assert picture.read_bytes().startswith(b"PNG")


def test_a_picture_folder_that_leads_out_of_the_vault_is_refused(vault: Path, note: Path) -> None:
    outside = vault.parent / "outside"
    outside.mkdir()
    (vault / "vault-tools").symlink_to(outside)

    with pytest.raises(NoteError, match="leads out of the vault"):
        verify_note(note, judge=judge)

    assert note.read_text() == NOTE
    assert list(outside.iterdir()) == []


def test_the_attachment_place_of_the_vault_holds_the_pictures(vault: Path) -> None:
    (vault / ".obsidian" / "app.json").write_text(json.dumps({"attachmentFolderPath": "./媒体", "useMarkdownLinks": True}))
    note = vault / "a b" / "n.md"
    note.parent.mkdir()
    note.write_text(NOTE)
    text = verify_note(note, judge=judge).text

    assert len(list((vault / "a b" / "媒体" / "vault-tools").iterdir())) == 1
    assert "](bars-" in text


def test_reading_keeps_the_bytes_for_comparison(note: Path) -> None:
    read = read_note(note)

    assert read.data == NOTE.encode()
    assert read.text == NOTE
    assert atomic.read_file(read.place.path) == read.data


def test_pictures_that_are_there_are_not_drawn_again(vault: Path) -> None:
    note = vault / "a.md"
    note.write_text("$$\\mathrm{softmax}(XX^\\top)X$$\n\n$$\\mathrm{softmax}(z)$$\n")
    first = verify_note(note)
    again = verify_note(note, force=True)
    assert len(first.images) > 1
    assert again.images == {}
    assert (again.text, again.formulas) == (first.text, first.formulas)
    lost, *_ = first.images
    (vault / "vault-tools" / lost).unlink()
    assert verify_note(note, check=True).text == first.text
    assert verify_note(note, force=True).images == {lost: first.images[lost]}
    assert (vault / "vault-tools" / lost).is_file()
