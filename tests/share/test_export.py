"""The code of a note as module and notebook: names of their own, helpers once, and every example holds in a fresh interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from vault_tools.model import Exhibit, InputUsed, Judgement, Verdict, message
from vault_tools.share.export import definitions, literal, module_of, python_module
from vault_tools.share.notebook import notebook

GIVEN = message("input.note")


def verified(source, value=1.0, *, title="t", handler=None, **inputs):
    """A judgement with this source and example."""
    used = {name: InputUsed((), given, GIVEN) for name, given in inputs.items()}
    verdict = Verdict("x", 7, True, "verified", handler=handler, source=source, value=value, inputs=used)
    return Judgement(verdict, True, Exhibit(title, "x"))


def execute(code):
    """Run code in a fresh interpreter; what it prints."""
    run = subprocess.run([sys.executable, "-I", "-W", "error", "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    return run.stdout


# ---------------------------------------------------------------- a whole note


def test_a_module_runs_in_a_fresh_interpreter_and_its_examples_agree(judgements):
    module = module_of(judgements)
    assert [formula.name for formula in module.formulas] == ["Attention", "self_attention_without_weights", "y", "y_2"]
    assert execute(python_module(module, "a.md")) == "4 of 4 examples agree\n"


def test_a_helper_that_several_formulas_use_stands_once(judgements):
    assert python_module(module_of(judgements), "a.md").count("def softmax(") == 1


def test_a_wrong_value_is_found_by_the_example(judgements):
    wrong = [replace(one, verdict=replace(one.verdict, value=99.0)) for one in judgements]
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        execute(python_module(module_of(wrong), "a.md"))


def test_only_verified_formulas_are_taken(judgements):
    statuses = {one.verdict.status for one in judgements}
    assert {"verified", "refuted", "malformed"} <= statuses
    assert "= 3" not in python_module(module_of(judgements), "a.md")


RUN_NOTEBOOK = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
print(*(cell.execution_count for cell in notebook.cells if cell.cell_type == "code"))
"""


def run_notebook(text, folder):
    """Run a notebook with a kernel of its own, as Jupyter's "Run all" does."""
    file = folder / "a.ipynb"
    file.write_text(text, encoding="utf-8")
    environment = {**os.environ, "JUPYTER_PLATFORM_DIRS": "1", "HOME": str(folder)}
    return subprocess.run([sys.executable, "-c", RUN_NOTEBOOK, str(file)], capture_output=True, text=True, timeout=110, env=environment)


def test_a_notebook_runs_from_top_to_bottom(judgements, tmp_path):
    text = notebook(module_of(judgements), "a.md")
    document = json.loads(text)
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    cells = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    run = run_notebook(text, tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == [str(number) for number in range(1, len(cells) + 1)]


def test_a_notebook_with_a_wrong_value_stops_there(judgements, tmp_path):
    wrong = [replace(one, verdict=replace(one.verdict, value=99.0)) for one in judgements]
    run = run_notebook(notebook(module_of(wrong), "a.md"), tmp_path)
    assert "Not equal to tolerance" in run.stderr


def test_the_same_note_gives_the_same_bytes(judgements):
    assert notebook(module_of(judgements), "a.md") == notebook(module_of(judgements), "a.md")


def test_a_note_without_verified_formulas_is_a_module_all_the_same():
    assert execute(python_module(module_of([]), "a.md")) == "0 of 0 examples agree\n"


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("sources", "names"),
    [
        (["def f(x):\n    return x", "def f(y):\n    return y"], ["f", "f_2"]),
        (["def formula(x):\n    return x"], ["formula_line_7"]),
        (["def f_2(x):\n    return x", "def f(x):\n    return 0 * x", "def f(y):\n    return y"], ["f_2", "f", "f_3"]),
        (["def g(x):\n    return x\n\n\ndef f(x):\n    return g(x)", "def g(a):\n    return a"], ["f", "g_2"]),
        (["def test_f(x):\n    return x", "def f(x):\n    return x"], ["test_f", "f_2"]),
        ([f"def g(x):\n    return x\n\n\ndef g_2({name}):\n    return g({name})" for name in "xyz"], ["g_2", "g_3", "g_4"]),
        (["def q(x):\n    return x", "def q_2(x):\n    return x + 1", "def q_2(y):\n    return y"], ["q", "q_2", "q_2_2"]),
        (["def np(x):\n    return x"], ["formula_line_7"]),
    ],
)
def test_every_function_has_a_name_of_its_own(sources, names):
    assert [formula.name for formula in module_of(verified(source) for source in sources).formulas] == names


def test_a_formula_without_a_left_hand_side_is_named_after_its_family():
    module = module_of([verified("def formula(x):\n    return x", handler="plain_scores")])
    assert module.formulas[0].name == "plain_scores"


def test_what_has_no_block_is_called_by_what_is_written():
    judgement = verified("def formula(x):\n    return x")
    untold = replace(judgement, verdict=replace(judgement.verdict, latex=r"\sqrt{d_k}"), exhibit=None)
    assert module_of([untold]).formulas[0].title == "√dₖ"


def test_what_a_note_says_twice_stands_once():
    source = "def f(x):\n    return x"
    assert len(module_of([verified(source, x=1.0), verified(source, x=1.0)]).formulas) == 1
    assert len(module_of([verified(source, x=1.0), verified(source, x=2.0)]).formulas) == 2


def test_the_functions_of_a_source_without_its_import():
    assert definitions("import numpy as np\n\n\ndef g():\n    return 1\n\n\ndef f():\n    return g()\n") == [
        "def g():\n    return 1",
        "def f():\n    return g()",
    ]


# ---------------------------------------------------------------- examples


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (3.0, "3"),
        (0.5, "0.5"),
        (-2.0, "np.float64(-2.0)"),
        (0.0, "np.float64(0.0)"),
        ("-inf", "np.float64(-np.inf)"),
        ([1.0, "inf"], "np.array([1.0, np.inf])"),
        ([[1, 2], [3, 4]], "np.array([[1.0, 2.0], [3.0, 4.0]])"),
    ],
)
def test_numbers_as_code(value, code):
    assert literal(value) == code


@pytest.mark.parametrize(
    "judgement",
    [
        verified("def f(x):\n    return x", None, x=1.0),
        verified("def f(x):\n    return x", "nan", x=1.0),
        verified("def f(x):\n    return x", x=None),
        verified("def f(x, y):\n    return x", x=1.0),
    ],
    ids=["value too long", "no number", "input too long", "input unknown"],
)
def test_an_example_that_cannot_be_written_down_is_left_out(judgement):
    module = module_of([judgement])
    assert module.formulas[0].example == ""
    assert execute(python_module(module, "a.md")) == "0 of 0 examples agree\n"


def test_sizes_are_passed_as_whole_numbers():
    assert (
        execute(python_module(module_of([verified("def f(n):\n    return np.arange(n)[-1]", 2.0, n=3.0)]), "a.md"))
        == "1 of 1 examples agree\n"
    )


# ---------------------------------------------------------------- nothing of the note becomes code


@pytest.mark.parametrize("text", ['"""\nraise SystemExit(9)\n"""', "a\nraise SystemExit(9)", "a\u2028raise SystemExit(9)", "a\\", 'a"'])
def test_titles_and_names_of_notes_stay_text(text):
    judgement = verified("def f(x):\n    return x", x=1.0, title=text)
    assert execute(python_module(module_of([judgement]), text)) == "1 of 1 examples agree\n"


def test_a_heading_of_the_notebook_holds_no_markup():
    judgement = verified("def f(x):\n    return x", x=1.0, title="<img src=x onerror=alert(1)> [a](javascript:b)")
    headings = "".join("".join(cell["source"]) for cell in json.loads(notebook(module_of([judgement]), "<b>.md"))["cells"])
    assert "<" not in headings
    assert "](" not in headings
