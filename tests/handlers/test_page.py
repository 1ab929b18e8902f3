"""The page of a handler says everything that the handler says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vault_tools.catalogue import collect
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin
from vault_tools.handlers.page import page_lines

if TYPE_CHECKING:
    from vault_tools.handler import Handler

VOCABULARY = Vocabulary.of(builtin())


@pytest.mark.parametrize("handler", builtin(), ids=lambda handler: handler.name)
def test_every_handler_has_a_page(handler: Handler) -> None:
    lines = page_lines(handler, VOCABULARY)
    assert all(any(invariant.name in line for line in lines) for invariant in handler.invariants)
    assert lines


def test_the_page_of_attention() -> None:
    (family,) = [handler for handler in builtin() if handler.name == "scaled_dot_product_attention"]
    lines = page_lines(family, VOCABULARY)
    assert lines[:4] == ("Input Q n×d_k: query", "Input K m×d_k: key", "Input V m×d_v: value", "Result: n×d_v")
    assert "Convention: Softmax runs over each row." in lines
    assert any(line.startswith("Reference: The weighted mean") for line in lines)


def test_only_the_handlers_that_are_asked_for_get_a_page() -> None:
    with_page = {entry.name for entry in collect("SoftMax").entries if entry.page}
    assert with_page == {"softmax"}
    assert not any(entry.page for entry in collect().entries)
