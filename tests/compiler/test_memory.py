"""Answers kept at tree nodes: asked once, and no part of what a node is."""

from __future__ import annotations

from dataclasses import replace

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.syntax_tree import Number, Span

NOWHERE = Span(0, 0)
asked = []


@remembered
def doubled(node):
    """What a node's text is twice."""
    asked.append(node.text)
    return node.text * 2


@remembered
def tripled(node):
    return node.text * 3


def number(text):
    return Number(NOWHERE, text, text)


def test_a_question_is_computed_once_for_each_node():
    asked.clear()
    one, other = number("1"), number("1")
    assert [doubled(one), doubled(one), doubled(other)] == ["11", "11", "11"]
    assert asked == ["1", "1"]


def test_each_question_has_its_own_answer():
    node = number("2")
    assert (doubled(node), tripled(node), doubled(node)) == ("22", "222", "22")


def test_answers_are_neither_compared_nor_printed_nor_copied():
    told, untold = number("3"), number("3")
    doubled(told)
    assert told == untold
    assert hash(told) == hash(untold)
    assert repr(told) == repr(untold)
    asked.clear()
    assert doubled(replace(told, text="4")) == "44"
    assert asked == ["4"]


def test_a_question_keeps_its_name_and_what_it_says():
    assert (doubled.__name__, doubled.__doc__) == ("doubled", "What a node's text is twice.")
