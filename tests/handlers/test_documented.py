"""The handlers that README and CONTRIBUTING show are complete: they run as they stand there, and pass the kit."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt

from vault_tools.handler import Family, Function
from vault_tools.testing import check_handler

if TYPE_CHECKING:
    from vault_tools.handler import Handler

ROOT = Path(__file__).parent.parent.parent


def shown(page: str) -> list[str]:
    """The Python blocks of a page that give handlers."""
    fences = MarkdownIt().parse((ROOT / page).read_text(encoding="utf-8"))
    return [token.content for token in fences if token.type == "fence" and token.info == "python" and "HANDLERS" in token.content]


EXAMPLES = [pytest.param(code, id=f"{page}-{k}") for page in ("README.md", "CONTRIBUTING.md") for k, code in enumerate(shown(page))]


def handlers_of(code: str, name: str) -> tuple[Handler, ...]:
    """Run an example; the kit and the compiler read its source again, as from a file."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    namespace: dict[str, object] = {"__name__": name}
    exec(compile(code, name, "exec"), namespace)
    found = namespace["HANDLERS"]
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize("code", EXAMPLES)
def test_every_example_passes_the_kit(code: str, request: pytest.FixtureRequest) -> None:
    handlers = handlers_of(code, f"<{request.node.callspec.id}>")
    for handler in handlers:
        check_handler(handler, *(other for other in handlers if other is not handler))


def test_there_is_one_of_each_kind() -> None:
    kinds = {type(handler) for page in ("README.md", "CONTRIBUTING.md") for code in shown(page) for handler in handlers_of(code, "<kinds>")}
    assert kinds == {Function, Family}


def test_a_newcomer_needs_twenty_lines() -> None:
    """A function, two properties and a picture; blank lines and imports are not counted, docstrings are."""
    code = shown("CONTRIBUTING.md")[0]
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith(("import ", "from "))]
    assert len(lines) <= 20
    function, family = handlers_of(code, "<newcomer>")
    assert isinstance(function, Function)
    assert isinstance(family, Family)
    assert len(function.invariants) == 2
    assert family.figure is not None
