"""What the callout of a reported formula shows beside its verdict: title, shape story, sentences and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.latex_names import print_name
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.syntax_tree import Display
from vault_tools.handler import Explanation
from vault_tools.messages import sentences
from vault_tools.model import Exhibit, Message, Picture, Step, message
from vault_tools.verify.beside.spread import spread_figure, spread_sentence
from vault_tools.verify.guarded import guarded
from vault_tools.verify.inputs.examples import shown
from vault_tools.verify.plot import draw as png
from vault_tools.verify.plot import picture_name
from vault_tools.verify.telling.own_letters import entry_in_own_letters, in_own_letters, steps_in_own_letters
from vault_tools.verify.telling.shape_names import in_sizes_of
from vault_tools.verify.telling.tokens import labelled
from vault_tools.verify.telling.whole_display import print_display
from vault_tools.verify.wording.figure_words import in_language
from vault_tools.verify.wording.title import plain_title

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from vault_tools.handler import Family, Figure
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


def chance_exhibit(family: Family, latex: str, language: str, *, pictures: bool, draw: bool = True, drawn: Collection[str] = ()) -> Shown:
    """Of a statement about chance, which has no run: what its family tells and draws."""
    told = guarded(family.name, "explain", lambda: family.explain({}, None) if family.explain is not None else Explanation())
    figures = guarded(family.name, "figure", lambda: family.figure({}, None) if family.figure is not None and pictures else ())
    shown = () if isinstance(figures, Message) else figures if isinstance(figures, tuple) else (figures,)
    pictured, images = _drawn(family.name, shown, language, drawn if draw else None)
    notes = [part for part in (told, figures) if isinstance(part, Message)]
    sentences = told.sentences if isinstance(told, Explanation) else ()
    title = Exhibit(plain_title(latex), latex, notes=(*notes, *sentences), pictures=pictured)
    return Shown(title, images)


def _drawn(
    family: str, figures: Iterable[Figure], language: str, drawn: Collection[str] | None
) -> tuple[tuple[Picture, ...], dict[str, bytes]]:
    """Pictures with their words in `language`; the name tells what is shown, not which fonts this machine has. None: draw nothing."""
    named = [(picture_name(family, told), told, figure) for figure in figures if (told := in_language(figure, language))]
    images = {name: png(told, figure) for name, told, figure in named if name not in drawn} if drawn is not None else {}
    return tuple(Picture(name, figure.alt) for name, _, figure in named), images


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the note adds to a callout: remarks, the words it attends over, whether it asks why scores are divided by √d_k, its language."""

    remarks: tuple[Message, ...] = ()
    tokens: tuple[str, ...] = ()
    spread: bool = False
    language: str = "en"
    """Of the words in pictures."""
    display: Display | None = None
    """The formula as it is written."""
    others: tuple[tree.Program, ...] = ()
    """What else the display states."""


def beside(main: Run, others: Iterable[Run]) -> tuple[Message, ...]:
    """What else a display defines that has no part in the value that is told: K and V beside Q."""
    used = {None, main.formula.name, *(binding.name for binding in main.formula.program.bindings)}
    named = {run.formula.name or "": np.shape(run.value) for run in others if run.formula.name not in used}
    told = [" ".join(filter(None, (plain_title(print_name(name)), "×".join(map(str, shape))))) for name, shape in named.items()]
    return (message("family.beside", names=", ".join(told)),) if told else ()


def exhibit(
    heard: Run,
    recognition: Recognition | None,
    latex: str,
    around: Surroundings,
    *,
    pictures: bool,
    draw: bool = True,
    drawn: Collection[str] = (),
) -> Shown:
    """Everything that is told about one run."""
    explained = _explained(heard, recognition)
    figures, failed = _figures(heard, recognition, around.tokens) if pictures else ((), ())
    figures = (*figures, *([spread_figure()] if around.spread and pictures else []))
    pictured, images = _drawn(recognition.family.name if recognition else "formula", figures, around.language, drawn if draw else None)
    printed = print_display((heard.formula.program,), around.display)
    callout = Exhibit(
        title=plain_title(printed if _is_told_later(heard, around.display) else latex),
        latex=print_display((heard.formula.program, *around.others), around.display),
        story=(*_given(heard), *(explained.steps if explained else _steps(heard))),
        notes=(*around.remarks, *failed, *(explained.sentences if explained else ()), *([spread_sentence()] if around.spread else [])),
        pictures=pictured,
    )
    return Shown(callout, images)


def _is_told_later(heard: Run, display: Display | None) -> bool:
    """Of several statements another than the first is told, which the title would name."""
    heads = [entry.head for entry in Context.alone(display).entries] if display is not None else []
    named = [head.symbol is not None and heard.formula.name in {canonical(head.symbol), head.base} for head in heads]
    return any(named) and not named[0]


def _explained(heard: Run, recognition: Recognition | None) -> Explanation | None:
    """What the family tells, its sizes named as in the formula; of a family that failed, the sentence that says so."""
    if recognition is None or recognition.family.explain is None or heard.values is None:
        return None
    if not set(recognition.family.roles) <= set(heard.values):
        return None
    family, tell, values = recognition.family, recognition.family.explain, heard.values
    try:
        told = guarded(family.name, "explain", lambda: tell(values, heard.output), may_lack=True)
    except KeyError:  # this run lacks what it would tell
        return None
    if isinstance(told, Message):
        return Explanation(_steps(heard), (told,))
    steps = in_sizes_of(heard.formula.program, heard.example.sizes, told.steps)
    sentences = (*_of_first(recognition, heard), *(entry_in_own_letters(sentence, recognition) for sentence in told.sentences))
    return replace(told, steps=steps_in_own_letters(steps, recognition), sentences=sentences)


def _of_first(recognition: Recognition, heard: Run) -> tuple[Message, ...]:
    """Of several heads the first is told and drawn."""
    if not recognition.batch:
        return ()
    sizes = np.shape(heard.value)[: len(recognition.batch)]
    return (message("family.first_of", index=", ".join(index.name for index in recognition.batch), count=int(np.prod(sizes))),)


def _figures(heard: Run, recognition: Recognition | None, tokens: tuple[str, ...]) -> tuple[tuple[Figure, ...], tuple[Message, ...]]:
    """The family's figures, and what is wrong with them. A KeyError of it means: this run lacks what it would draw."""
    if recognition is None or recognition.family.figure is None or heard.values is None:
        return (), ()
    if np.isnan(heard.value).any() or np.isposinf(heard.value).any():  # -inf is drawn: a masked place
        return (), ()
    family, figure, values = recognition.family, recognition.family.figure, heard.values
    try:
        drawn = guarded(family.name, "figure", lambda: figure(values, heard.output), may_lack=True)
    except KeyError:
        return (), ()
    if isinstance(drawn, Message):
        return (), (drawn,)
    return tuple(in_own_letters(labelled(one, tokens), recognition) for one in (drawn if isinstance(drawn, tuple) else (drawn,))), ()


def _given(heard: Run) -> tuple[Step, ...]:
    """The arrays among the inputs as the beginning of the shape story."""
    symbolic = heard.formula.inputs
    written = {parameter.name: parameter.written for parameter in heard.formula.program.inputs}
    return tuple(
        Step(name, written[name], symbolic[name], used.shape, used.value) for name, used in heard.example.used.items() if used.shape
    )


def _steps(heard: Run) -> tuple[Step, ...]:
    """The steps of the generated source, where no family explains them: definitions of the note, and what has a word of its own.

    Helpers of the source (`term`, `cosine_2`) mean nothing to a reader of the note.
    """
    traced: Mapping[str, Any] = heard.formula.trace(**heard.example.values)
    symbolic = {"output": heard.formula.shape}
    defined = {binding.name for binding in heard.formula.program.bindings}
    told = {name: value for name, value in traced.items() if name in defined or f"block.step.{name}" in sentences("en")}
    return tuple(Step(name, "", symbolic.get(name, ()), np.shape(value), shown(value)) for name, value in told.items())
