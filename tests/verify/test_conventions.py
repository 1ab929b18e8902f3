"""Conventions that sources differ on, as options of the note's block: from TOML to the numbers, the receipt and the fingerprint."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import verify_text
from vault_tools.errors import NoteError
from vault_tools.notes.fingerprint import fingerprint
from vault_tools.notes.scan import scan

Q, K, V = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), np.array([[1.0], [2.0], [4.0]])
GIVEN = f"Q = {Q.tolist()}\nK = {K.tolist()}\nV = {V.tolist()}\n"
ATTENTION = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"
MASKED = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)V"
CAPPED = r"\mathrm{softmax}\left(c \tanh\left(\frac{S}{c}\right)\right)"
ROPE = r"\mathrm{RoPE}(x, m)"


def note(block: str, latex: str) -> str:
    return f"```vault-tools\n{block}\n```\n\n$${latex}$$\n"


def verdict(block: str, latex: str):
    outcome = verify_text(note(block, latex))
    return outcome.formulas[0], outcome.text


def softmax(scores):
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return weights / np.sum(weights, axis=-1, keepdims=True)


@pytest.mark.parametrize(
    ("option", "ahead", "said"),
    [("", 0, "top-left"), ('causal_alignment = "top-left"', 0, "top-left"), ('causal_alignment = "bottom-right"', 1, "bottom-right")],
)
def test_the_corner_of_a_causal_mask(option: str, ahead: int, said: str) -> None:
    found, text = verdict(f"{GIVEN}causal = true\n{option}", ATTENTION)
    later = np.arange(3) > np.arange(2)[:, None] + ahead
    np.testing.assert_allclose(found.value, softmax(np.where(later, -np.inf, Q @ K.T / 2**0.5)) @ V, rtol=1e-12)
    assert found.status == "verified"
    assert said in text


def test_a_query_without_keys_is_undefined_unless_the_note_says_zero() -> None:
    mask = f"{GIVEN}M = [[0, 0, -inf], [-inf, -inf, -inf]]\n"
    assert verdict(mask, MASKED)[0].value is None
    found, text = verdict(f'{mask}masked_rows = "zero"', MASKED)
    assert (found.status, found.handler) == ("verified", "masked_attention_zero_rows")
    assert found.value[1] == [0.0]
    assert "weights 0" in text


@pytest.mark.parametrize("after", [False, True])
def test_the_softcap_before_or_after_the_mask(after: bool) -> None:
    S = np.arange(1.0, 10.0).reshape(3, 3)
    found, text = verdict(f"S = {S.tolist()}\nc = 2\ncausal = true\n" + ('softcap = "after-mask"' if after else ""), CAPPED)
    mask = np.where(np.triu(np.ones((3, 3)), 1) > 0, -np.inf, 0.0)
    wanted = softmax(2 * np.tanh((S + mask) / 2)) if after else softmax(2 * np.tanh(S / 2) + mask)
    np.testing.assert_allclose(found.value, wanted, rtol=1e-12)
    assert found.status == "verified"
    assert ("bends the masked scores" if after else "added after the softcap") in text


@pytest.mark.parametrize(("option", "said"), [("", "interleaved"), ('rope = "half-split"', "half-split")])
def test_the_pairs_of_rope(option: str, said: str) -> None:
    """labml's row 4 … 7 at position 1: half-split gives its published numbers, interleaved turns neighbours."""
    found, text = verdict(f"x = [4, 5, 6, 7]\nm = 1\n{option}", ROPE)
    published = [-2.887617, 4.929751, 6.607698, 7.049649]
    turned = complex(4, 5) * np.exp(1j)
    assert found.status == "verified"
    assert said in text
    if option:
        np.testing.assert_allclose(found.value, published, atol=5.1e-7)
    else:
        np.testing.assert_allclose(found.value[:2], [turned.real, turned.imag], rtol=1e-12)


def test_an_option_narrowed_to_one_left_side() -> None:
    block = 'x = [4, 5, 6, 7]\nm = 1\n[y]\nrope = "half-split"'
    outcome = verify_text(f"```vault-tools\n{block}\n```\n\n$$y = {ROPE}$$\n\n$$z = {ROPE}$$\n")
    assert [formula.handler for formula in outcome.formulas] == ["rotary_position_half_split", "rotary_position"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('ropes = "half-split"', "did you mean rope"),
        ('causal_aligment = "top-left"', "did you mean causal_alignment"),
        ('rope = "halves"', '"interleaved" | "half-split"'),
        ('weather = "fine"', "Options are"),
    ],
)
def test_a_wrong_option_is_told_kindly_with_its_line(line: str, told: str) -> None:
    with pytest.raises(NoteError, match="Line 3") as caught:
        verify_text(note(f"x = [1, 2]\n{line}", ROPE))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "option", ['rope = "half-split"', 'causal_alignment = "bottom-right"', 'masked_rows = "zero"', 'softcap = "after-mask"']
)
def test_an_option_is_part_of_the_fingerprint(option: str) -> None:
    before, after = (scan(note(f"m = 1\n{text}", ROPE)).math for text in ("", option))
    assert fingerprint(before) != fingerprint(after)


def test_a_changed_option_makes_the_block_stale_and_writes_it_anew() -> None:
    text = verify_text(note("x = [4, 5, 6, 7]\nm = 1", ROPE)).text
    again = verify_text(text)
    assert again.text == text
    changed = verify_text(text.replace("m = 1\n", 'm = 1\nrope = "half-split"\n'))
    assert "def rope_half_split" in changed.text
    assert "def rope_half_split" not in text
