"""The page of a handler says everything that the handler says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vault_tools.catalogue import collect
from vault_tools.cli import main
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Family
from vault_tools.handlers import builtin
from vault_tools.handlers.page import page

if TYPE_CHECKING:
    from pathlib import Path

    from vault_tools.handler import Handler

VOCABULARY = Vocabulary.of(builtin())


@pytest.mark.parametrize("handler", builtin(), ids=lambda handler: handler.name)
def test_every_handler_has_a_page(handler: Handler) -> None:
    lines = page(handler, VOCABULARY).lines
    assert all(any(invariant.name in line for line in lines) for invariant in handler.invariants)
    assert lines


def test_the_page_of_attention() -> None:
    (family,) = [handler for handler in builtin() if handler.name == "scaled_dot_product_attention"]
    lines = page(family, VOCABULARY).lines
    assert lines[:4] == ("Input Q n×d_k: query", "Input K m×d_k: key", "Input V m×d_v: value", "Result: n×d_v")
    assert "Convention: Softmax runs over each row." in lines
    assert any(line.startswith("Reference: The weighted mean") for line in lines)


def test_a_function_of_numpy_is_described_in_words() -> None:
    (largest,) = [handler for handler in builtin() if handler.name == "max" and not isinstance(handler, Family)]
    assert "What it does: Element-wise maximum of array elements." in page(largest, VOCABULARY).lines


def test_only_the_handlers_that_are_asked_for_get_a_page() -> None:
    with_page = {entry.name for entry in collect("SoftMax").entries if entry.page}
    assert with_page == {"softmax"}
    assert not any(entry.page for entry in collect().entries)


@pytest.mark.parametrize("handler", builtin(), ids=lambda handler: handler.name)
def test_every_page_has_an_example_without_a_failing_voice(handler: Handler) -> None:
    made = page(handler, VOCABULARY)
    assert any(line.startswith("Example: ") for line in made.lines) or isinstance(handler, Family)
    assert not any("✗" in line or "failed in" in line for line in made.lines)
    if isinstance(handler, Family) and handler.figure is not None:
        assert made.picture.startswith(b"\x89PNG")


def test_the_example_of_top_k_keeps_what_it_says() -> None:
    (handler,) = [one for one in builtin() if one.name == "top_k"]
    (line,) = [line for line in page(handler, VOCABULARY).lines if line.startswith("Example: ")]
    kept, value = int(line.partition("], ")[2].partition(")")[0]), line.partition(" = ")[2]
    assert value.count("-inf") == 4 - kept


def test_the_picture_is_written_where_one_asks_for_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "page.png"
    assert main(["handlers", "softcap", "--picture", str(target)]) == 0
    assert target.read_bytes().startswith(b"\x89PNG")
    assert str(target) in capsys.readouterr().out
