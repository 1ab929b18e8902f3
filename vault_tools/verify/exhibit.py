"""What the callout of a reported formula shows beside its verdict: title, shape story, sentences and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.latex import print_latex
from vault_tools.model import Exhibit, Message, Picture, Step
from vault_tools.verify.examples import shown
from vault_tools.verify.plot import draw, picture_name
from vault_tools.verify.spread import spread_figure, spread_sentence
from vault_tools.verify.title import plain_title
from vault_tools.verify.tokens import labelled

if TYPE_CHECKING:
    from vault_tools.handler import Explanation, Figure
    from vault_tools.verify.recognise import Recognition
    from vault_tools.verify.run import Run


@dataclass(frozen=True, slots=True)
class Shown:
    """An exhibit with the pictures that it embeds."""

    exhibit: Exhibit
    images: Mapping[str, bytes] = field(default_factory=dict)


def broken_exhibit(latex: str) -> Exhibit:
    """Of a formula that could not be read or run: the title alone."""
    return Exhibit(plain_title(latex))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the note adds to a callout: remarks, the words it attends over, and whether it asks why the scores are divided by √d_k."""

    remarks: tuple[Message, ...] = ()
    tokens: tuple[str, ...] = ()
    spread: bool = False


def exhibit(heard: Run, recognition: Recognition | None, latex: str, around: Surroundings, *, pictures: bool) -> Shown:
    """Everything that is told about one run."""
    explained = _explained(heard, recognition)
    figures = (*_figures(heard, recognition, around.tokens), *([spread_figure()] if around.spread else [])) if pictures else ()
    drawn = [(picture_name(recognition.family.name if recognition else "formula", figure), figure) for figure in figures]
    images = {name: draw(figure) for name, figure in drawn}
    told = Exhibit(
        title=plain_title(latex),
        latex=print_latex(heard.formula.program),
        story=(*_given(heard), *(explained.steps if explained else _steps(heard))),
        notes=(*around.remarks, *(explained.sentences if explained else ()), *([spread_sentence()] if around.spread else [])),
        pictures=tuple(Picture(name, figure.alt) for name, figure in drawn),
    )
    return Shown(told, images)


def _explained(heard: Run, recognition: Recognition | None) -> Explanation | None:
    if recognition is None or recognition.family.explain is None or heard.values is None:
        return None
    if not set(recognition.family.roles) <= set(heard.values):
        return None
    return recognition.family.explain(heard.values, heard.value)


def _figures(heard: Run, recognition: Recognition | None, tokens: tuple[str, ...]) -> tuple[Figure, ...]:
    """The family's figures. A KeyError of it means: this run lacks what it would draw."""
    if recognition is None or recognition.family.figure is None or heard.values is None:
        return ()
    if np.isnan(heard.value).any() or np.isposinf(heard.value).any():  # -inf is drawn: a masked place
        return ()
    try:
        drawn = recognition.family.figure(heard.values, heard.value)
    except KeyError:
        return ()
    return tuple(labelled(figure, tokens) for figure in (drawn if isinstance(drawn, tuple) else (drawn,)))


def _given(heard: Run) -> tuple[Step, ...]:
    """The arrays among the inputs as the beginning of the shape story."""
    symbolic = heard.formula.inputs
    written = {parameter.name: parameter.written for parameter in heard.formula.program.inputs}
    return tuple(
        Step(name, written[name], symbolic[name], used.shape, used.value) for name, used in heard.example.used.items() if used.shape
    )


def _steps(heard: Run) -> tuple[Step, ...]:
    """The steps of the generated source, where no family explains them."""
    traced: Mapping[str, Any] = heard.formula.trace(**heard.example.values)
    symbolic = {"output": heard.formula.shape}
    return tuple(Step(name, "", symbolic.get(name, ()), np.shape(value), shown(value)) for name, value in traced.items())
