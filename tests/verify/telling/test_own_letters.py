"""Pictures name what the note names."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vault_tools.compiler.tree import Dim, Input, Local, Number, Size
from vault_tools.handler import Family, Figure, Panel
from vault_tools.model import Step, message
from vault_tools.verify.recognise import Recognition
from vault_tools.verify.telling.own_letters import entry_in_own_letters, in_own_letters, steps_in_own_letters


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
        ({"x": "x_1", "y": "y_hat"}, "(x, y)", "(x₁, y\u0302)"),
        ({"x": "W_Q"}, "x", "W_Q"),
        ({"x": "u6743u91cd"}, "x", "权重"),
    ],
)
def test_titles_are_in_the_letters_of_the_note(roles, title, wanted):
    matched = {role: Input(name=name, shape=()) for role, name in roles.items()}
    figure = Figure("bars", (Panel(title, [1.0]),), message("block.shapes"))
    (panel,) = in_own_letters(figure, Recognition(Family("f", "x"), matched)).panels
    assert panel.title == wanted


@pytest.mark.parametrize(
    ("title", "wanted"),
    [("Q", "Q = XW_Q"), ("Qᵀ", "Qᵀ, Q = XW_Q"), ("QKᵀ", "QKᵀ")],
)
def test_titles_say_what_a_longer_role_is(program, title, wanted):
    roles = {"Q": program("X W_Q").result, "K": Input(name="B", shape=())}
    (panel,) = in_own_letters(Figure("strip", (Panel(title, [1.0]),), message("block.shapes")), Recognition(Family("f", "x"), roles)).panels
    assert panel.title == wanted


def test_what_the_note_defines_is_a_name_too() -> None:
    roles = {"Q": Local(name="A", shape=()), "K": Local(name="B", shape=())}
    recognition = Recognition(Family("f", "x"), roles)
    figure = Figure("strip", (Panel("Q", [1.0]), Panel("Kᵀ", [1.0]), Panel("QKᵀ", [1.0])), message("block.shapes"))
    assert [panel.title for panel in in_own_letters(figure, recognition).panels] == ["A", "Bᵀ", "ABᵀ"]
    (step,) = steps_in_own_letters((Step("scores", r"QK^{\top}", (), (), None),), recognition)
    assert step.latex == r"AB^{\top}"


@pytest.mark.parametrize(
    ("roles", "latex", "wanted"),
    [
        ({"x": "z", "gamma": "g"}, r"\gamma \odot \frac{x}{\mathrm{max}(x)}", r"g \odot \frac{z}{\mathrm{max}(z)}"),
        ({"x": "z"}, r"e^{x_i - \max_j x_j}", r"e^{z_{i} - \max_j z_{j}}"),
        ({"x": "z_hat"}, r"x_i", r"\hat{z}_{i}"),
        ({"W_1": "A", "x": "h"}, r"xW_1 + b_1", r"hA + b_1"),
        ({"V": "A"}, "AV", "AV"),
        ({"x": "x"}, "x_i", "x_i"),
        ({"Q": "X", "K": "X"}, r"QK^{\top}", r"XX^{\top}"),
    ],
)
def test_steps_are_in_the_letters_of_the_note(roles, latex, wanted):
    matched = {role: Input(name=name, shape=()) for role, name in roles.items()}
    (step,) = steps_in_own_letters([Step("output", latex, (), ())], Recognition(Family("f", "x"), matched))
    assert step.latex == wanted


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"\mathrm{softmax}(X)", r"\mathrm{softmax}(S D)"),
        (r"\frac{X}{2} + X", r"\frac{\left(S D\right)}{2} + \left(S D\right)"),
        (r"e^{X_i}", r"e^{\left(S D\right)_{i}}"),
    ],
)
def test_steps_say_in_full_what_a_longer_role_is(program, latex, wanted):
    (step,) = steps_in_own_letters([Step("output", latex, (), ())], Recognition(Family("f", "x"), {"X": program("S D").result}))
    assert step.latex == wanted


def test_a_size_of_one_letter_needs_no_brackets():
    width = Size(dim=Dim.of("d_z"))
    (step,) = steps_in_own_letters([Step("output", r"\frac{x}{\sqrt{d_k}}", (), ())], Recognition(Family("f", "x"), {"d_k": width}))
    assert step.latex == r"\frac{x}{\sqrt{d_{z}}}"


def test_a_letter_that_the_note_uses_otherwise_is_no_title(program):
    """The family's x is 2x + b of the note: `x = 2x + b` would say something else."""
    panels = (Panel("x", [1.0]), Panel("softmax(x)", [1.0]))
    figure = in_own_letters(
        Figure("bars", panels, message("block.shapes")), Recognition(Family("f", "x"), {"x": program("2 x + b").result})
    )
    assert [panel.title for panel in figure.panels] == ["2x + b", "softmax(2x + b)"]


@pytest.mark.parametrize(("kind", "labels"), [("vectors", ("q", "k")), ("strip", ("a", "b"))])
def test_arrows_are_called_as_the_note_calls_them_and_words_are_left_alone(kind, labels):
    own = Recognition(Family("f", "x"), {"a": Input(name="q", shape=()), "b": Input(name="k", shape=())})
    (panel,) = in_own_letters(Figure(kind, (Panel("a · b", [[1.0], [2.0]], row_labels=("a", "b")),), message("block.shapes")), own).panels
    assert (panel.title, panel.row_labels) == ("q · k", labels)


def test_a_role_that_is_a_number_is_told_by_it(program):
    roles = {"x": Input(name="z", shape=()), "T": Number(value=Fraction(1, 2))}
    (panel,) = in_own_letters(Figure("bars", (Panel("x/T", [1.0]),), message("block.shapes")), Recognition(Family("f", "x"), roles)).panels
    assert panel.title == "z/0.5"


@pytest.mark.parametrize(
    ("roles", "entry", "wanted"),
    [
        ({"X": "A", "W": "V"}, "XW(1, 2)", "AV(1, 2)"),
        ({"x": "z"}, "softmax(x)₁", "softmax(z)₁"),
        ({"Q": "A"}, "score(1, 2)", "score(1, 2)"),
    ],
)
def test_an_entry_by_hand_is_one_of_the_notes_arrays(roles, entry, wanted):
    own = Recognition(Family("f", "x"), {role: Input(name=name, shape=()) for role, name in roles.items()})
    told = entry_in_own_letters(message("family.by_hand", entry=entry, sum="1·2", value="2"), own)
    assert told.values == {"entry": wanted, "sum": "1·2", "value": "2"}
    plain = message("family.no_scale")
    assert entry_in_own_letters(plain, own) is plain


def test_a_long_role_is_not_told(program):
    roles = {"Q": program("A B + C D + E F + G H + 2").result}
    (panel,) = in_own_letters(Figure("strip", (Panel("Q", [1.0]),), message("block.shapes")), Recognition(Family("f", "x"), roles)).panels
    assert panel.title == "Q"


def test_a_step_that_would_mislead_is_told_by_its_numbers(program):
    long = program(r"x + \sqrt{x} + \frac{x}{3} + \frac{x}{5} + \frac{x}{7} + \frac{x}{9}").result
    (step,) = steps_in_own_letters([Step("output", r"\frac{x}{2}", (), ())], Recognition(Family("f", "x"), {"x": long}))
    assert step.latex == ""


@pytest.mark.parametrize(
    ("written", "latex", "wanted"),
    [
        (r"y = (1, 0, 1)", "x_i / 2", r"\left(1, 0, 1\right)_{i} / 2"),
        (r"y = \sqrt{2}", "a / x", r"a / \sqrt{2}"),
        (r"S D", r"\sqrt{x}", r"\sqrt{S D}"),
    ],
)
def test_lists_and_roots_need_no_brackets_of_their_own(program, written, latex, wanted):
    (step,) = steps_in_own_letters([Step("output", latex, (), ())], Recognition(Family("f", "x"), {"x": program(written).result}))
    assert step.latex == wanted
