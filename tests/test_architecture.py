"""The shape of the package: imports run one way, modules and functions stay small, every module says where it stands in the flow."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from importlinter.application.use_cases import read_user_options
from importlinter.cli import lint_imports

import vault_tools

PACKAGE = Path(vault_tools.__file__).parent
PROJECT = PACKAGE.parent
MODULES = sorted(PACKAGE.rglob("*.py"))
TESTS = Path(__file__).parent
TABLES = {"messages/en.py", "messages/zh.py"}
TESTED_TOGETHER = {
    "__main__ commands errors handler_commands model session teller": "test_cli",
    "catalogue": "handlers/test_page",
    "exchange": "test_atomic",
    "last_words nursery pool question": "test_worker",
    "handler": "testing/test_check_handler",
    "messages/": "test_architecture",
    "testing/": "testing/test_check_handler",
    "compiler/grammar/expressions compiler/grammar/fences compiler/grammar/juxtaposition compiler/grammar/lists": "compiler/test_syntax",
    "compiler/grammar/literals compiler/grammar/operands compiler/grammar/scripts compiler/syntax_tree": "compiler/test_syntax",
    "compiler/lexing/brackets compiler/lexing/cursor compiler/lexing/environments": "compiler/test_syntax",
    "compiler/lexing/layout compiler/notation": "compiler/test_syntax",
    "compiler/decimals": "compiler/test_syntax",
    "compiler/resolve/reading/names/inputs": "compiler/resolve/reading/names/test_symbols",
    "compiler/resolve/reading/functions/undefined": "compiler/resolve/reading/functions/test_usual",
    "compiler/resolve/writing/names/rotations": "compiler/resolve/reading/functions/test_rotation",
    "compiler/recognition/conditions compiler/recognition/expanded compiler/recognition/forms": "compiler/recognition/test_matching",
    "compiler/recognition/normal compiler/recognition/pointwise compiler/recognition/quotients": "compiler/recognition/test_matching",
    "compiler/recognition/roles": "compiler/recognition/test_matching",
    "compiler/prose": "compiler/test_tokens",
    "compiler/algebra": "compiler/test_lower",
    "compiler/translate/": "compiler/test_source",
    "compiler/latex_names": "compiler/test_latex",
    "compiler/dims": "compiler/test_unify",
    "compiler/tree": "compiler/test_two_roads",
    "compiler/vocabulary": "handlers/test_faults",
    "compiler/resolve/assembling compiler/resolve/build": "compiler/resolve/test_attention",
    "compiler/resolve/values": "compiler/resolve/test_attention",
    "compiler/resolve/tracing": "compiler/resolve/test_refusals",
    "compiler/resolve/reading/bodies compiler/resolve/reading/sheet": "compiler/resolve/reading/names/test_definitions",
    "compiler/resolve/reading/factors compiler/resolve/reading/reader compiler/resolve/reading/rules": "compiler/resolve/test_reading",
    "compiler/resolve/reading/sizing compiler/resolve/reading/indices/entries": "compiler/resolve/test_indices",
    "compiler/resolve/writing/indices/free": "compiler/resolve/writing/indices/test_scopes",
    "handlers/families/": "handlers/families/test_families",
    "handlers/functions/": "handlers/functions/test_functions",
    "handlers/example": "handlers/test_page",
    "handlers/invariants": "handlers/families/test_families",
    "handlers/keep": "verify/test_patterns",
    "notes/reading/blocks notes/writing/callouts notes/reading/footnotes notes/reading/held notes/reading/markdown": "notes/test_scan",
    "notes/writing/finding notes/writing/links notes/writing/receipt notes/writing/sizes": "notes/test_block",
    "notes/recall notes/writing/whitelist": "notes/test_block",
    "share/card share/gather share/site": "share/test_page",
    "share/index_note": "share/test_index",
    "share/notebook": "share/test_export",
    "verify/plot/": "verify/test_plot",
    "verify/exact/": "verify/exact/test_evaluation",
    "verify/claims/equated verify/claims/slips": "verify/claims/test_stated",
    "verify/beside/chance": "verify/inputs/test_examples",
    "verify/beside/shapes": "verify/claims/test_stated",
    "verify/voices/case verify/voices/checks verify/run verify/inputs/work": "verify/voices/test_agreement",
    "verify/claims/differentiation": "verify/claims/test_derivatives",
    "verify/domains verify/inputs/sizes": "verify/inputs/test_examples",
    "verify/telling/notation verify/inputs/options": "verify/test_judge",
    "verify/wording/plain_signs": "verify/wording/test_plain",
    "verify/recognise": "handlers/families/test_recognition",
    "verify/under_way": "test_worker",
}
"""Modules and folders that have no test file of their own, and the test of what they make together."""


def name(path):
    return path.relative_to(PACKAGE).as_posix()


def test_imports_run_one_way():
    assert lint_imports(config_filename=str(PROJECT / "pyproject.toml"), no_cache=True) == 0


def _name(path: Path) -> str:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, names: set[str]) -> set[str]:
    """The modules that are imported when this one is: what stands at the top, not what only types need."""
    nodes = ast.parse(path.read_text(encoding="utf-8")).body
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    pairs = [(node.module or "", alias.name) for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    return (plain | {f"{module}.{name}" if f"{module}.{name}" in names else module for module, name in pairs}) & names


def test_no_module_imports_itself_by_way_of_others():
    names = {_name(path) for path in MODULES}
    graph = {_name(path): _imported(path, names) - {_name(path)} for path in MODULES}
    order = tuple(TopologicalSorter(graph).static_order())  # CycleError: names the way round
    assert set(order) == names


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


def place_of_tests(path):
    """The test file at the same place, else the one that `TESTED_TOGETHER` names."""
    module = name(path).removesuffix(".py")
    own = TESTS / path.relative_to(PACKAGE).with_name(f"test_{path.stem}.py")
    places = {place: test for listed, test in TESTED_TOGETHER.items() for place in listed.split()}
    named = next((test for place, test in places.items() if module == place or (place.endswith("/") and module.startswith(place))), None)
    return own if own.is_file() or named is None else TESTS / f"{named}.py"


@pytest.mark.parametrize("path", [path for path in MODULES if path.stem != "__init__"], ids=name)
def test_a_module_has_tests_at_the_same_place_or_is_tested_with_others(path):
    assert place_of_tests(path).is_file()


def test_what_is_tested_together_exists_and_has_no_tests_of_its_own():
    places = [place for listed in TESTED_TOGETHER for place in listed.split()]
    assert [place for place in places if not (PACKAGE / place).is_dir() and not (PACKAGE / f"{place}.py").is_file()] == []
    assert [place for place in places if (TESTS / place).with_name(f"test_{place.rpartition('/')[2]}.py").is_file()] == []


def test_every_language_says_the_same_things():
    from string import Formatter

    from vault_tools.messages import LANGUAGES, sentences

    def fields(table):
        return {key: {field for _, field, _, _ in Formatter().parse(text) if field is not None} for key, text in table.items()}

    english = fields(sentences("en"))
    for language in LANGUAGES:
        assert fields(sentences(language)) == english
