"""Pictures name what the note names."""

from __future__ import annotations

import pytest

from vault_tools.compiler.tree import Input
from vault_tools.handler import Family, Figure, Panel
from vault_tools.model import message
from vault_tools.verify.exhibit import in_own_letters
from vault_tools.verify.recognise import Recognition


@pytest.mark.parametrize(
    ("roles", "title", "wanted"),
    [
        ({"x": "z"}, "softmax(x/T)", "softmax(z/T)"),
        ({"p": "y", "y": "p"}, "p", "y"),
        ({"K": "B"}, "Kᵀ", "Bᵀ"),
        ({"Q": "A", "K": "B"}, "QKᵀ/√d_k", "ABᵀ/√d_k"),
        ({"X": "A"}, "XW", "XW"),
        ({"x": "z"}, "max", "max"),
        ({}, "x", "x"),
    ],
)
def test_titles_are_in_the_letters_of_the_note(roles, title, wanted):
    matched = {role: Input(name=name, shape=()) for role, name in roles.items()}
    figure = Figure("bars", (Panel(title, [1.0]),), message("block.shapes"))
    (panel,) = in_own_letters(figure, Recognition(Family("f", "x"), matched)).panels
    assert panel.title == wanted
