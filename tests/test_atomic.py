"""Replacing a file: all or nothing, only over what was read, and with everything else about the file as it was."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from vault_tools import atomic, exchange
from vault_tools.atomic import ChangedMeanwhileError, KeptCopyError, create_file, read_file, remove_file, replace_file, sweep

if TYPE_CHECKING:
    from collections.abc import Callable

OLD, NEW, THEIRS = b"old\r\ntext", b"new " * 50_000, b"saved by an editor"
linux = pytest.mark.skipif(sys.platform != "linux", reason="renameat2")


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.md"
    path.write_bytes(OLD)
    return path


@pytest.fixture(params=["exchange", "replace"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the system's exchange, and without."""
    if request.param == "replace":
        monkeypatch.setattr(exchange, "_renameat2", lambda: None)
    return str(request.param)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_replaced_and_nothing_left_behind(note: Path, way: str) -> None:
    replace_file(note, OLD, NEW)

    assert note.read_bytes() == NEW
    assert names(note.parent) == ["note.md"]


def test_removed_and_nothing_left_behind(note: Path) -> None:
    remove_file(note, OLD)
    assert names(note.parent) == []


def test_a_changed_file_is_not_removed(note: Path) -> None:
    note.write_bytes(THEIRS)

    with pytest.raises(ChangedMeanwhileError):
        remove_file(note, OLD)

    assert note.read_bytes() == THEIRS
    assert names(note.parent) == ["note.md"]


def test_a_file_that_is_gone_needs_no_removal(note: Path) -> None:
    note.unlink()
    with pytest.raises(ChangedMeanwhileError):
        remove_file(note, OLD)


def test_of_two_saves_round_a_removal_both_are_kept(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note.write_bytes(THEIRS)

    def look(displaced: Path, ours: tuple[bytes, ...]) -> bool:
        note.write_bytes(NEW)  # a second save, while the first is looked at
        return False

    monkeypatch.setattr(atomic, "_is_ours", look)
    with pytest.raises(KeptCopyError) as kept:
        remove_file(note, OLD)

    assert note.read_bytes() == NEW
    assert kept.value.path.read_bytes() == THEIRS


def test_a_changed_file_is_left_alone(note: Path, way: str) -> None:
    note.write_bytes(THEIRS)

    with pytest.raises(ChangedMeanwhileError):
        replace_file(note, OLD, NEW)

    assert note.read_bytes() == THEIRS
    assert names(note.parent) == ["note.md"]


@linux
def test_a_removed_file_stays_removed(note: Path) -> None:
    def remove_then_exchange(one: Path, other: Path) -> None:
        other.unlink(missing_ok=True)
        exchange.exchange(one, other)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(atomic, "exchange", remove_then_exchange)
        with pytest.raises(ChangedMeanwhileError):
            replace_file(note, OLD, NEW)

    assert names(note.parent) == []


def saved_before(step: int, save: Callable[[Path], None]) -> Callable[[Path, Path], None]:
    """An exchange before whose call number `step` an editor saves."""
    calls = 0

    def exchange_after_save(one: Path, other: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == step:
            save(other)
        exchange.exchange(one, other)

    return exchange_after_save


def in_place(path: Path) -> None:
    path.write_bytes(THEIRS)


def by_rename(path: Path) -> None:
    other = path.with_name("editor.tmp")
    other.write_bytes(THEIRS)
    other.replace(path)


@linux
@pytest.mark.parametrize("save", [in_place, by_rename])
def test_a_save_just_before_the_exchange_is_given_back(note: Path, save: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "exchange", saved_before(1, save))

    with pytest.raises(ChangedMeanwhileError):
        replace_file(note, OLD, NEW)

    assert note.read_bytes() == THEIRS
    assert names(note.parent) == ["note.md"]


@linux
@pytest.mark.parametrize("save", [in_place, by_rename])
def test_of_two_saves_that_cross_ours_the_later_stays_and_the_other_is_kept(
    note: Path, save: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0

    def crossed_twice(one: Path, other: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            other.write_bytes(b"first save")
        if calls == 2:
            save(other)
        exchange.exchange(one, other)

    monkeypatch.setattr(atomic, "exchange", crossed_twice)

    with pytest.raises(KeptCopyError) as raised:
        replace_file(note, OLD, NEW)

    assert note.read_bytes() == THEIRS
    assert raised.value.path.read_bytes() == b"first save"
    assert "(conflicted copy vault-tools" in raised.value.path.name
    assert len(names(note.parent)) == 2


def by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "inside.md").write_bytes(THEIRS)


def by_a_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("elsewhere.md")


def by_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@linux
@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize(("put", "is_there"), [(by_a_folder, Path.is_dir), (by_a_link, Path.is_symlink), (by_a_pipe, Path.is_fifo)])
def test_what_somebody_put_in_the_place_of_the_note_stays_there(
    note: Path, put: Callable[[Path], None], is_there: Callable[[Path], bool], step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`step` 2: the note was saved before our exchange, and replaced before it was given back."""
    put_now = saved_before(step, put)

    def exchange_with_both(one: Path, other: Path) -> None:
        if step == 2 and other.read_bytes() == OLD:
            other.write_bytes(THEIRS)
        put_now(one, other)

    monkeypatch.setattr(atomic, "exchange", exchange_with_both)

    with pytest.raises(ChangedMeanwhileError if step == 1 else KeptCopyError):
        replace_file(note, OLD, NEW)

    assert is_there(note)
    assert not [name for name in names(note.parent) if name.startswith(".")]
    if step == 2:
        assert [path.read_bytes() for path in note.parent.glob("*conflicted*")] == [THEIRS]


SLOW_EDITOR = """
import sys, time
file = open(sys.argv[1], "r+b")
print("open", flush=True)
time.sleep(0.3)
file.seek(0)
file.truncate()
file.write(b"saved by an editor")
file.close()
"""


@linux
def test_an_editor_that_is_still_writing_is_waited_for(note: Path) -> None:
    editor = subprocess.Popen(
        [
            sys.executable,
            "-c",
            SLOW_EDITOR,
            str(note),
        ],
        stdout=subprocess.PIPE,
    )
    assert editor.stdout is not None
    editor.stdout.readline()

    with pytest.raises(ChangedMeanwhileError):
        replace_file(note, OLD, NEW)

    assert editor.wait() == 0
    editor.stdout.close()
    assert note.read_bytes() == THEIRS


# ---------------------------------------------------------------- what belongs to the file


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o640, 0o755])
def test_the_mode_stays(note: Path, way: str, mode: int) -> None:
    note.chmod(mode)
    replace_file(note, OLD, NEW)

    assert note.stat().st_mode & 0o7777 == mode


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_the_owner_stays(note: Path, way: str) -> None:
    os.chown(note, 12_345, 23_456)
    replace_file(note, OLD, NEW)

    assert (note.stat().st_uid, note.stat().st_gid) == (12_345, 23_456)


@linux
def test_extended_attributes_stay(note: Path, way: str) -> None:
    try:
        os.setxattr(note, "user.tag", b"blue")
    except OSError:
        pytest.skip("no extended attributes here")
    replace_file(note, OLD, NEW)

    assert os.getxattr(note, "user.tag") == b"blue"


def test_an_owner_that_cannot_be_kept_is_an_error(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = note.stat()
    monkeypatch.setattr(os, "fstat", lambda _: os.stat_result((status.st_mode, 0, 0, 1, status.st_uid + 1, status.st_gid, 0, 0, 0, 0)))
    monkeypatch.setattr(os, "fchown", refuse(errno.EPERM))

    with pytest.raises(PermissionError):
        replace_file(note, OLD, NEW)

    assert note.read_bytes() == OLD
    assert names(note.parent) == ["note.md"]


def test_a_name_of_255_bytes(tmp_path: Path, way: str) -> None:
    note = tmp_path / ("字" * 84 + ".md")
    note.write_bytes(OLD)
    replace_file(note, OLD, NEW)

    assert names(tmp_path) == [note.name]


# ---------------------------------------------------------------- faults


def refuse(number: int) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


CALLS = ("open", "read", "write", "fsync", "fchmod", "rename", "replace", "close", "listxattr", "stat", "fstat", "unlink")


class Faults:
    """Lets call number `at` (and, if `for_ever`, every later one) of the file system fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, number: int, *, for_ever: bool) -> None:
        self.at, self.number, self.for_ever, self.calls = at, number, for_ever, 0
        for name in CALLS:
            monkeypatch.setattr(os, name, self.wrap(name, getattr(os, name)))
        monkeypatch.setattr(atomic, "exchange", self.wrap("exchange", exchange.exchange))

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if self.calls == self.at or (self.for_ever and self.calls > self.at):
                if name == "close":
                    function(*args)
                raise OSError(self.number, os.strerror(self.number))
            return function(*args, **kwargs)

        return call


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EACCES])
@pytest.mark.parametrize("for_ever", [False, True], ids=["once", "for ever"])
def test_a_fault_at_any_call_leaves_a_whole_note(tmp_path: Path, way: str, number: int, for_ever: bool) -> None:
    for at in range(1, 200):
        folder = tmp_path / str(at)
        folder.mkdir()
        note = folder / "note.md"
        note.write_bytes(OLD)
        failed = False
        with pytest.MonkeyPatch.context() as patch:
            faults = Faults(patch, at, number, for_ever=for_ever)
            try:
                replace_file(note, OLD, NEW)
            except (OSError, ChangedMeanwhileError):
                failed = True
            made = faults.calls
        assert note.read_bytes() in (OLD, NEW)
        assert failed or note.read_bytes() == NEW
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "getpid", lambda: 1 << 22)
            patch.setattr(os, "kill", refuse(errno.ESRCH))
            assert sweep(folder) == []
        assert names(folder) == ["note.md"]
        if made < at:
            return
    pytest.fail("the replacement never came through")


@linux
def test_a_kill_at_any_call_leaves_a_whole_note_and_the_next_start_tidies_up(tmp_path: Path, way: str) -> None:
    for at in range(1, 200):
        folder = tmp_path / str(at)
        folder.mkdir()
        note = folder / "note.md"
        note.write_bytes(OLD)
        child = os.fork()
        if child == 0:
            killed_at_call(at, note)
        _, status = os.waitpid(child, 0)
        assert note.read_bytes() in (OLD, NEW)
        assert sweep(folder) == []
        assert names(folder) == ["note.md"]
        if os.WIFEXITED(status):
            assert note.read_bytes() == NEW
            return
    pytest.fail("the replacement never came through")


def killed_at_call(at: int, note: Path) -> None:
    """In a child: replace the note, and die at call number `at` of the file system."""
    calls = 0

    def dying(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == at:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **kwargs)

        return call

    for name in CALLS:
        setattr(os, name, dying(getattr(os, name)))
    atomic.exchange = dying(exchange.exchange)
    replace_file(note, OLD, NEW)
    os._exit(0)


def kill_at_random(folder: Path, rounds: int) -> None:
    chance = random.Random(rounds)
    note = folder / "note.md"
    note.write_bytes(OLD)
    for _ in range(rounds):
        child = os.fork()
        if child == 0:
            while True:
                now = note.read_bytes()
                replace_file(note, now, OLD if now == NEW else NEW)
        time.sleep(chance.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert note.read_bytes() in (OLD, NEW)
        assert sweep(folder) == []
        assert names(folder) == ["note.md"]


@linux
def test_a_kill_at_a_random_moment(tmp_path: Path) -> None:
    kill_at_random(tmp_path, 30)


@linux
@pytest.mark.soak
@pytest.mark.timeout(600)
def test_a_thousand_kills_at_random_moments(tmp_path: Path) -> None:
    kill_at_random(tmp_path, 1_000)


def test_a_short_write_goes_on(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:1000]))
    replace_file(note, OLD, NEW)

    assert note.read_bytes() == NEW


@linux
@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.ENOTSUP])
def test_a_file_system_without_exchange_falls_back(note: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "exchange", refuse(number))
    replace_file(note, OLD, NEW)

    assert note.read_bytes() == NEW


@linux
@pytest.mark.parametrize("received", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_the_middle_takes_effect_at_the_end(note: Path, received: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    before = signal.signal(received, lambda number, _: seen.append(number))

    def interrupted(one: Path, other: Path) -> None:
        signal.raise_signal(received)
        assert seen == []
        exchange.exchange(one, other)

    monkeypatch.setattr(atomic, "exchange", interrupted)
    try:
        replace_file(note, OLD, NEW)
    finally:
        signal.signal(received, before)

    assert seen == [received]
    assert note.read_bytes() == NEW
    assert names(note.parent) == ["note.md"]


# ---------------------------------------------------------------- sweeping


def temporary(folder: Path, pid: int, stage: str, content: bytes) -> Path:
    path = folder / f".vault-tools-{pid}-7-{stage}-{atomic._digest(OLD)}-{atomic._digest(NEW)}.tmp"
    path.write_bytes(content)
    return path


DEAD = 4_194_303


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    temporary(tmp_path, DEAD, "w", NEW[:100])
    temporary(tmp_path, DEAD - 1, "s", NEW)
    temporary(tmp_path, DEAD - 2, "s", OLD)

    assert sweep(tmp_path) == []
    assert names(tmp_path) == []


def test_what_somebody_saved_is_kept_by_a_visible_name(tmp_path: Path) -> None:
    temporary(tmp_path, DEAD, "s", THEIRS)
    kept = sweep(tmp_path)

    assert [path.read_bytes() for path in kept] == [THEIRS]
    assert names(tmp_path) == [kept[0].name]
    assert not kept[0].name.startswith(".")


@pytest.mark.parametrize("put", [by_a_folder, by_a_link])
def test_what_is_no_file_is_kept_too_and_does_not_stop_the_sweep(tmp_path: Path, put: Callable[[Path], None]) -> None:
    """A folder may have been displaced; and somebody else's folder may have a name like those of ours."""
    put(temporary(tmp_path, DEAD, "s", b""))
    by_a_folder(temporary(tmp_path, DEAD - 1, "w", b""))
    temporary(tmp_path, DEAD - 2, "w", b"")

    assert [path.name.startswith("recovered (conflicted copy") for path in sweep(tmp_path)] == [True]
    assert len(names(tmp_path)) == 2


def test_files_of_a_living_process_and_of_others_stay(tmp_path: Path) -> None:
    living = temporary(tmp_path, os.getppid(), "w", b"")
    own = temporary(tmp_path, os.getpid(), "w", b"")
    foreign = tmp_path / ".vault-tools-cache.tmp"
    foreign.write_bytes(b"")

    sweep(tmp_path)

    assert names(tmp_path) == sorted(path.name for path in (living, own, foreign))


# ---------------------------------------------------------------- reading and creating


def test_a_link_is_not_read(tmp_path: Path, note: Path) -> None:
    link = tmp_path / "link.md"
    link.symlink_to(note)

    with pytest.raises(OSError, match="symbolic link"):
        read_file(link)


@pytest.mark.parametrize(("most", "expected"), [(None, NEW), (3, NEW[:4]), (len(NEW), NEW), (1 << 22, NEW)])
def test_reading_stops_one_byte_behind_the_limit(tmp_path: Path, most: int | None, expected: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(NEW)

    assert read_file(path, most) == expected


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"

    assert create_file(path, b"one")
    assert not create_file(path, b"two")
    assert path.read_bytes() == b"one"
    assert names(tmp_path) == ["picture.png"]
