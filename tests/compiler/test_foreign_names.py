"""Words of other scripts: ASCII in code, the note's own word everywhere else."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula, verify_text
from vault_tools.messages.spelling import encoded, spelled
from vault_tools.model import message

SPELLED = [
    ("u6743u91cd", "权重"),
    ("u6743u91cd_2", "权重_2"),
    ("W_u952e", "W_键"),
    ("u0412u0435u0441u0430", "Веса"),
    ("update_u", "update_u"),
    ("menu1234", "menu1234"),
    ("u0041", "u0041"),
    ("u2014", "u2014"),
]


@pytest.mark.parametrize(("name", "wanted"), SPELLED)
def test_code_names_are_spelled_in_the_letters_of_the_note(name: str, wanted: str) -> None:
    assert spelled(name) == wanted


def test_what_is_encoded_is_spelled_again() -> None:
    assert spelled("".join(map(encoded, "查询向量"))) == "查询向量"


def test_sentences_and_latex_have_the_word_of_the_note() -> None:
    assert "权重" in message("reading.product", name="u6743u91cd").text
    f = compile_formula(r"\text{输出} = \text{权重} \times V")
    assert set(f.inputs) == {"u6743u91cd", "V"}
    assert "# u8f93u51fa: 输出, u6743u91cd: 权重\ndef u8f93u51fa(" in f.source


def test_inputs_may_be_given_by_the_word_of_the_note() -> None:
    f = compile_formula(r"\text{输出} = \text{权重} \times V", shapes={"权重": (1, 2), "V": (2, 1)})
    assert f(权重=[[1.0, 2.0]], V=[[3.0], [4.0]]).tolist() == [[11.0]]


def test_a_block_shows_code_names_in_code_only() -> None:
    text = verify_text(
        "# 注意力\n\n$$\\text{输出} = \\text{softmax}\\left(\\frac{\\text{查询}\\,\\text{键}^\\top}{\\sqrt{d_k}}\\right)V$$\n"
    ).text
    before, code = text.split("```python", 1)
    code, behind = code.split("```", 1)
    assert "u67e5u8be2" in code
    assert not any(spelled(line) != line for line in (before + behind).splitlines())
