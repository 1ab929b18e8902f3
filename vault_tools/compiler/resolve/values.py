"""What reading a piece of a formula gives: a resolved expression, and how it stands (a row, a column, entry by entry)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

from vault_tools.compiler.records import record
from vault_tools.compiler.tree import Expression, Index

Form = Literal["", "row", "column", "rows", "outer"]


@record(frozen=True, slots=True)
class Value:
    """`form` of a vector: a row (a transposed vector, x W), a column (W x), rows (one number for each row of a matrix), or "" for a plain
    one. Of a matrix: outer, where `x^T y` of vectors that no dot product fits was read as the outer product of two rows.
    """

    expression: Expression
    form: Form = ""
    pointwise: bool = False
    """Made entry by entry from the argument of a function of one number: products with it are entry by entry too."""
    activated: bool = False
    """The value of a function of numbers, as gates are."""
    plain: bool = False
    """A symbol as it stands, so that two of them side by side do not say how they are multiplied."""
    entries: Expression | None = None
    """Of a dot product: the product entry by entry, which is meant where it is added to a vector; of a vector times a matrix: each row of
    the matrix times its entry, which is meant where it is added to a matrix.
    """

    @property
    def rank(self) -> int:
        """Axes of the shape."""
        return len(self.expression.shape)

    def derived(self, expression: Expression) -> Value:
        """The same standing, another expression (not a lone symbol any more)."""
        return replace(self, expression=expression, plain=False, activated=False, entries=None)


@record(frozen=True, slots=True)
class Parameter:
    """What stands for a parameter in the body of a function: its value at the indices `letters` of its pattern."""

    value: Value
    letters: tuple[str, ...] = ()
    indices: tuple[Index, ...] = ()
    whole: tuple[Fraction, Value] | None = None
    r"""Of a parameter that is written as a power (`\sigma^2`): the exponent, and the argument that stands for the whole power."""
