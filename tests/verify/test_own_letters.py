"""Pictures name what the note names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.tree import Input, Local
from vault_tools.handler import Family, Figure, Panel
from vault_tools.model import Step, message
from vault_tools.verify.own_letters import in_own_letters, in_own_power, steps_in_own_letters
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
    [("Q", "Q = X W_Q"), ("Qᵀ", "Qᵀ, Q = X W_Q"), ("QKᵀ", "QKᵀ")],
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
        (r"e^{X_i}", r"e^{X_i}"),
    ],
)
def test_steps_say_in_full_what_a_longer_role_is(program, latex, wanted):
    (step,) = steps_in_own_letters([Step("output", latex, (), ())], Recognition(Family("f", "x"), {"X": program("S D").result}))
    assert step.latex == wanted


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (r"\sigma^2 = a + 1", r"\sigma^{2} = a + 1"),
        (r"\sigma_B^{2} = a + 1", r"\sigma_{B}^{2} = a + 1"),
        (r"\sigma = a^2 + 1", r"\sigma = a^{2} + 1"),
        (r"y = b, \quad b = a^2", r"\begin{aligned}y &= b"),
    ],
)
def test_a_defined_power_is_printed_with_it(program, latex, printed):
    resolved = replace(program(latex), latex=latex)
    assert in_own_power(print_latex(resolved), resolved).startswith(printed)
