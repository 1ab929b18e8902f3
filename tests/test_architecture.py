"""The shape of the package: imports run one way, modules and functions stay small, every module says where it stands in the flow."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from importlinter.application.use_cases import read_user_options
from importlinter.cli import lint_imports

import vault_tools

PACKAGE = Path(vault_tools.__file__).parent
PROJECT = PACKAGE.parent
MODULES = sorted(PACKAGE.rglob("*.py"))
TABLES = {"messages/en.py", "messages/zh.py"}


def name(path):
    return path.relative_to(PACKAGE).as_posix()


def test_imports_run_one_way():
    assert lint_imports(config_filename=str(PROJECT / "pyproject.toml"), no_cache=True) == 0


def test_every_top_module_has_its_layer():
    options = read_user_options(config_filename=str(PROJECT / "pyproject.toml"))
    layers = next(contract["layers"] for contract in options.contracts_options if contract["type"] == "layers")
    layered = {part.strip() for layer in layers for part in layer.split("|")}
    present = {f"vault_tools.{path.stem}" for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert present - {"vault_tools.__init__"} == layered


@pytest.mark.parametrize("path", [path for path in MODULES if name(path).startswith("compiler/")], ids=name)
def test_the_compiler_imports_at_the_top(path):
    """No import of ours inside a function: none is needed, because no two modules of the compiler need each other."""
    functions = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)]
    inner = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.ImportFrom)]
    assert [node.module for node in inner if (node.module or "").startswith("vault_tools")] == []


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_says_in_its_first_line_what_it_is(path):
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring
    assert len(docstring.splitlines()[0]) > 10


@pytest.mark.parametrize("path", [path for path in MODULES if name(path) not in TABLES], ids=name)
def test_modules_and_functions_are_small(path):
    source = path.read_text(encoding="utf-8")
    long = [
        f"{node.name} ({length} lines)"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and (length := node.end_lineno - node.lineno + 1) > 50
    ]
    assert not long
    assert source.count("\n") <= 400


def test_every_language_says_the_same_things():
    from string import Formatter

    from vault_tools.messages import LANGUAGES, sentences

    def fields(table):
        return {key: {field for _, field, _, _ in Formatter().parse(text) if field is not None} for key, text in table.items()}

    english = fields(sentences("en"))
    for language in LANGUAGES:
        assert fields(sentences(language)) == english
