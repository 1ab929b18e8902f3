"""Bar 6: a note that is being written is never read as a note."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.conftest import judge_by_words
from tests.reliability.conftest import has_block, wait_until

PIECES = 13
SHORT, LONG = 20 << 10, 200 << 10


def text_of(number, length):
    """Formulas at the head, in the middle and at the end that name the save."""
    line = "filler of the note, line after line\n"
    part = line * (length // 2 // len(line))
    return f"$$good first {number}$$\n\n{part}\n$$good middle {number}$$\n\n{part}\n$$good last {number}$$\n"


def save_slowly(note, text, chance):
    """As a slow disk or a network drive does: piece by piece, the file open all the time."""
    data = text.encode()
    piece = len(data) // PIECES + 1
    with note.open("wb", buffering=0) as file:
        for start in range(0, len(data), piece):
            file.write(data[start : start + piece])
            time.sleep(chance.random() * 0.03)


def is_torn(note):
    """Whether these are not the three formulas of one save."""
    words = [formula.latex.split() for formula in note.formulas]
    return [word[1] for word in words] != ["first", "middle", "last"] or len({word[2] for word in words}) != 1


def check_slow_saves(vault, watch, notes, rounds, length):
    judged, torn = [], []

    def judge(note, settings):
        judged.append(note)
        if is_torn(note):
            torn.append([formula.latex for formula in note.formulas])
        return judge_by_words(note, settings)

    watcher = watch(judge, quiet=2.0)  # much longer than the pause between two pieces, also on a busy machine
    paths = [vault / f"{k}.md" for k in range(notes)]

    def save_again_and_again(position):
        chance = random.Random(position)
        for number in range(rounds):
            save_slowly(paths[position], text_of(number, length), chance)
            time.sleep(chance.random() * 0.6)  # about the quiet time: now and then the next save begins while the last is judged

    with ThreadPoolExecutor(notes) as editors:
        list(editors.map(save_again_and_again, range(notes)))
    assert wait_until(lambda: all(map(has_block, paths)) and watcher.has_seen(paths), 300)
    assert torn == []
    assert len(judged) >= notes
    assert all(path.read_text().startswith(text_of(rounds - 1, length)) for path in paths)


def test_slow_saves_are_never_read_torn(vault, watch):
    check_slow_saves(vault, watch, notes=4, rounds=3, length=SHORT)


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_a_thousand_slow_saves_are_never_read_torn(vault, watch):
    check_slow_saves(vault, watch, notes=20, rounds=50, length=LONG)
