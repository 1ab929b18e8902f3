r"""Macro definitions that a note brings along."""

from __future__ import annotations

import time

import pytest

from vault_tools.notes.reading.macros import preamble_of, used_definitions


@pytest.mark.parametrize(
    ("latex", "preamble"),
    [
        (r"\newcommand{\R}{\mathbb{R}}", r"\newcommand{\R}{\mathbb{R}}"),
        (r"\newcommand\R{\mathbb{R}} x", r"\newcommand\R{\mathbb{R}}"),
        (r"\renewcommand*{\v}[1]{\vec{#1}}", r"\renewcommand*{\v}[1]{\vec{#1}}"),
        (r"\newcommand{\v}[2][x]{#1 #2}", r"\newcommand{\v}[2][x]{#1 #2}"),
        (r"\def\v#1#2{#1{#2}}", r"\def\v#1#2{#1{#2}}"),
        (r"\DeclareMathOperator{\softmax}{softmax}", r"\DeclareMathOperator{\softmax}{softmax}"),
        ("\\newcommand{\\a}\n  {b\n  c}", r"\newcommand{\a} {b c}"),
        (r"\def\a{\}}", r"\def\a{\}}"),
        (r"\def\a{1}\def\b{2}", "\\def\\a{1}\n\\def\\b{2}"),
        (r"\def\a{\def\b{1}}", r"\def\a{\def\b{1}}"),
    ],
)
def test_definitions(latex: str, preamble: str) -> None:
    assert preamble_of([latex]) == preamble


@pytest.mark.parametrize("latex", ["x", r"\default", r"\newcommand", r"\newcommand{\a}", r"\def\a{b", r"\def\a b", r"\definecolor{a}{b}"])
def test_left_alone(latex: str) -> None:
    assert preamble_of([latex]) == ""


@pytest.mark.parametrize(
    ("formula", "used"),
    [
        (r"x \in \R", r"\def\R{\mathbb{R}}"),
        (r"\v x", "\\newcommand{\\v}[1]{\\w{#1}}\n\\def\\w#1{\\vec{#1}}"),
        (r"\Rx", ""),
        ("R", ""),
    ],
)
def test_of_a_vault_s_macros_only_those_that_are_used(formula: str, used: str) -> None:
    preamble = "% mine\n\\def\\R{\\mathbb{R}}\n\\newcommand{\\v}[1]{\\w{#1}}\n\\def\\w#1{\\vec{#1}}\n"

    assert used_definitions(preamble, [formula]) == used


@pytest.mark.parametrize("piece", [r"\def\a{", r"\newcommand{\a}[", r"\def\a#1", r"\def\a{}"])
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    started = time.process_time()
    preamble_of([piece * 10_000])

    assert time.process_time() - started < 2
