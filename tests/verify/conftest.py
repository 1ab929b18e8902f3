"""What the tests of judging share: the built-in vocabulary, and short ways from text to programs and judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin
from vault_tools.notes.scan import scan
from vault_tools.verify.judge import judge
from vault_tools.verify.scope import NoteScope

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.compiler.tree import Program
    from vault_tools.model import Judgement


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return Vocabulary.of(builtin())


@pytest.fixture(scope="session")
def program(vocabulary: Vocabulary) -> Callable[..., Program]:
    """program(latex, *context): the resolved tree."""

    def build(latex: str, *context: str) -> Program:
        return resolve(parse(latex), Context.read(context), vocabulary)

    return build


@pytest.fixture(scope="session")
def judged(vocabulary: Vocabulary) -> Callable[[str], list[Judgement]]:
    """judged(text): the judgements of all formulas of a note, without pictures."""

    def build(text: str) -> list[Judgement]:
        math = scan(text).math
        return [judge(math, position, vocabulary, pictures=False) for position in range(len(math.formulas))]

    return build


@pytest.fixture(scope="session")
def scope(vocabulary: Vocabulary) -> Callable[[str], NoteScope]:
    """scope(text): what judging the formulas of a note has in common."""
    return lambda text: NoteScope(scan(text).math, vocabulary)
