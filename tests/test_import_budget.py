"""What is heavy is loaded only when it is needed; measured in processes of their own."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys

import pytest

HEAVY = ("sympy", "numpy", "mpmath", "matplotlib", "watchdog", "rich", "markdown_it", "multiprocessing", "argparse")


def loaded_after(code, *arguments):
    """The heavy packages (and our handlers) in sys.modules at the end of `code`."""
    watched = (*HEAVY, "vault_tools.handlers", "vault_tools.compiler")
    code += f"\nimport sys; print('LOADED', *(name for name in {watched!r} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split()[1:])


def test_importing_the_package_loads_nothing():
    assert loaded_after("import vault_tools") == set()


def test_everything_public_is_there_all_the_same():
    code = "import vault_tools; [getattr(vault_tools, name) for name in vault_tools.__all__]"
    assert "sympy" not in loaded_after(code)


def test_help_loads_only_argparse():
    code = "from vault_tools.cli import main; main(['--help'])"
    assert loaded_after(code) == {"argparse"}


def test_judging_without_pictures_loads_no_matplotlib():
    code = "from vault_tools.pipeline import prepare_judge; prepare_judge()"
    assert "matplotlib" not in loaded_after(code)


@pytest.fixture
def current_note(tmp_path):
    """A note whose block is up to date."""
    note = tmp_path / "note.md"
    note.write_text("$$\n\\mathrm{softmax}(XX^T)X\n$$\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "vault_tools", "verify-note", note], check=True, capture_output=True)
    assert "vault-tools:begin" in note.read_text(encoding="utf-8")
    return note


def test_a_current_note_is_recognised_without_mathematics(current_note):
    before = current_note.read_bytes()
    code = "import sys; from vault_tools.cli import main; assert main(['verify-note', sys.argv[1]]) == 0"
    assert loaded_after(code, str(current_note)) <= {"argparse", "markdown_it"}
    assert current_note.read_bytes() == before


def test_a_current_note_costs_at_most_twice_an_import_of_numpy(current_note):
    ours = [sys.executable, "-m", "vault_tools", "verify-note", str(current_note)]
    numpy = [sys.executable, "-c", "import numpy"]
    pairs = [(_seconds(ours), _seconds(numpy)) for _ in range(7)]
    assert statistics.median(a / b for a, b in pairs) <= 2


def _seconds(command):
    """Processor time of a whole process: the clock would measure what else the machine is doing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
