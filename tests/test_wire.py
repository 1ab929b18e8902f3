"""What one process sends, the other has: every model value survives the wire unchanged, and nothing else gets through."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_tools import wire
from vault_tools.model import (
    Check,
    Claim,
    Exhibit,
    Formula,
    InputUsed,
    Judgement,
    Message,
    NoteMath,
    Options,
    Passage,
    Picture,
    Problem,
    Span,
    Step,
    Table,
    Verdict,
)

inner = Message("reading.inner", {"n": 2}, "inner")
sentence = Message("check.outer", {"digits": 12, "shape": (3, "d_k"), "why": inner, "rows": [[1.0, 2.0]]}, "agree to 12 digits")

NOTE = NoteMath(
    formulas=(Formula("QK^T", 3, False, Span(10, 16), (11, 12, 13, 14)), Formula("x", 9, True, Span(40, 45))),
    tables=(Table(("$a$", "b"), (("1", "2"),), 5, 1),),
    passages=(Passage("see $0$", 3, "paragraph"),),
    options=Options(inputs={"X": [[1, 0.5]], "k": 3}, causal=True, narrowed={"A": Options(softmax_axis="columns")}),
    language="zh",
)

JUDGEMENT = Judgement(
    Verdict(
        "QK^T",
        3,
        True,
        "refuted",
        handler="gram",
        inputs={"Q": InputUsed((3, 4), [[1, 2.5]], sentence), "scale": InputUsed((), 0.5, sentence)},
        shape=("n", 4),
        value=[[math.inf, -0.0]],
        source="def f(Q):\n    return Q\n",
        readings=(sentence,),
        checks=(Check("rows_sum_to_one", None, sentence), Check("reference", True, sentence)),
        claims=(Claim("= 0.06", 0.06, [0.061], False, inner), Claim("x", None, None, None)),
        problem=Problem(sentence, None, Span(2, 5)),
        images=("a.png",),
    ),
    reported=True,
    exhibit=Exhibit("title", None, (Step("scores", "S", ("n", 2), (3, 2), [[1.0]]),), (sentence,), (Picture("a.png", inner),)),
    images={"a.png": b"\x89PNG\x00", "b.png": b""},
)


@pytest.mark.parametrize(("kind", "value"), [(NoteMath, NOTE), (Verdict, JUDGEMENT.verdict), (Options, NOTE.options), (Message, sentence)])
def test_a_value_comes_back_as_it_was(kind, value):
    assert wire.loads(kind, wire.dumps(value)) == value


def test_a_judgement_travels_with_its_pictures():
    header, *pictures = wire.pack(JUDGEMENT)
    judgement, names = wire.unpack(header)
    assert names == ["a.png", "b.png"]
    assert pictures == [b"\x89PNG\x00", b""]
    assert judgement.verdict == JUDGEMENT.verdict
    assert judgement.exhibit == JUDGEMENT.exhibit


def test_tuples_in_a_message_stay_tuples_because_sentences_are_rendered_from_them():
    there = wire.loads(Message, wire.dumps(sentence))
    assert there.values["shape"] == (3, "d_k")
    assert isinstance(there.values["why"], Message)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inside: st.lists(inside) | st.lists(inside).map(tuple) | st.dictionaries(st.text(), inside),
    max_leaves=8,
)


@given(anything)
def test_any_value_of_an_option_comes_back(value):
    options = Options(inputs={"X": value}, extra={"y": value})
    assert wire.loads(Options, wire.dumps(options)) == options


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe",
        pickle.dumps(JUDGEMENT.verdict),
        b'[{"Judgement": []}, []]',
        b'[{"Verdict": ["x", 1, true, "verified"]}, []]',
        b"[1, [2]]",
        b"[" * 100_000,
        wire.dumps(NOTE),
        wire.pack(JUDGEMENT)[0].replace(b'"refuted"', b'"proved"'),
        wire.pack(JUDGEMENT)[0].replace(b'"QK^T",3,', b'"QK^T","3",'),
        wire.pack(JUDGEMENT)[0].replace(b'["a.png","b.png"]', b'["a.png",7]'),
    ],
)
def test_a_reply_that_is_no_judgement_is_refused(data):
    with pytest.raises(wire.WireError):
        wire.unpack(data)


@pytest.mark.parametrize("value", [{1: 2}, {"a": b"x"}, {"a": {1}}, {"a": object()}])
def test_what_json_cannot_carry_is_refused_at_the_sender(value):
    with pytest.raises(TypeError):
        wire.dumps(Options(inputs=value))
