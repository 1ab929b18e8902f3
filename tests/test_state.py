"""The state folder: replaced whole, readable by its owner only; bombs remembered by all runs, and forgotten without harm."""

from __future__ import annotations

import pytest

from vault_tools.errors import ConfigError
from vault_tools.state import Bombs, read_state, replace_state, state_folder, watch_lock

ONE, OTHER = b"\1" * 32, b"\2" * 32


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "vault-tools"


def test_a_file_is_replaced_and_nothing_is_left_beside_it(state):
    replace_state("x", b"one")
    replace_state("x", b"two")
    assert [(path.name, path.read_bytes()) for path in state.iterdir()] == [("x", b"two")]


def test_the_next_run_remembers():
    Bombs().add(ONE)
    assert ONE in Bombs()
    assert OTHER not in Bombs()


def test_a_run_anew_forgets_and_still_tells_the_next():
    Bombs().add(ONE)
    anew = Bombs(anew=True)
    assert ONE not in anew
    anew.add(OTHER)
    assert OTHER in Bombs()


def test_the_file_may_be_deleted_or_hold_anything(state):
    Bombs().add(ONE)
    (state / Bombs.FILE).unlink()
    assert ONE not in Bombs()
    (state / Bombs.FILE).write_bytes(b"\xff\n" + ONE.hex().encode() + b"\njunk\n")
    assert ONE in Bombs()


def test_where_nothing_can_be_written_this_run_remembers(state):
    (state_folder() / Bombs.FILE).mkdir()
    bombs = Bombs()
    bombs.add(ONE)
    assert ONE in bombs
    assert ONE not in Bombs()


def test_the_file_does_not_grow_for_ever(state):
    marks = [number.to_bytes(32, "big") for number in range(3 * Bombs.MOST)]
    replace_state(Bombs.FILE, b"".join(mark.hex().encode() + b"\n" for mark in marks))
    remembered = Bombs()
    assert marks[-1] in remembered
    assert marks[0] not in remembered
    assert (state / Bombs.FILE).stat().st_size == 65 * Bombs.MOST


# ---------------------------------------------------------------- no place for a state folder


def in_a_file(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))


def without_a_home(tmp_path, monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr("pathlib.Path.home", no_home)


@pytest.mark.parametrize("place", [in_a_file, without_a_home])
def test_without_a_place_nothing_is_remembered_and_only_what_needs_one_says_so(tmp_path, monkeypatch, place):
    place(tmp_path, monkeypatch)
    assert read_state("x") is None
    bombs = Bombs()
    bombs.add(ONE)
    assert ONE in bombs
    with pytest.raises(ConfigError, match="XDG_STATE_HOME"), watch_lock(tmp_path):
        pass


def test_what_is_there_and_cannot_be_read_is_an_error(state):
    state_folder().joinpath("x").mkdir()
    with pytest.raises(OSError, match="x"):
        read_state("x")
