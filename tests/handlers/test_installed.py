"""Handlers of other packages: found by entry point, a broken one reported, a name that two have refused."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

import vault_tools.handlers as handlers
from vault_tools.errors import HandlerError
from vault_tools.handler import Family, Function
from vault_tools.handlers import builtin, from_elsewhere

EXAMPLE = Path(__file__).parent.parent / "data" / "example_handler"
DOUBLE = Function("double", (), "()->()", np.positive)
SOFTMAX_AGAIN = Function("Softmax", (), "(n)->(n)", np.positive)


def installed():
    found, problems = from_elsewhere()
    return tuple(handler for _, handler in found), problems


def entries(monkeypatch: pytest.MonkeyPatch, **loaded: object) -> None:
    """Entry points that load to the given objects; an exception is raised instead."""

    class Entry(EntryPoint):
        def load(self) -> object:
            found = loaded[self.name]
            if isinstance(found, BaseException):
                raise found
            return found

    found = [Entry(name=name, value=f"{name}_package:HANDLERS", group=handlers.GROUP) for name in loaded]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [entry for entry in found if entry.group == group])


def test_builtin_handlers_are_one_tuple_of_functions_and_families() -> None:
    assert {type(handler) for handler in builtin()} == {Function, Family}
    assert builtin()[0] is builtin()[0]


def test_one_handler_or_a_tuple_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    entries(monkeypatch, single=DOUBLE, several=(Function("treble", (), "()->()", np.positive),))
    found, problems = installed()
    assert [handler.name for handler in found] == ["treble", "double"]
    assert not problems


@pytest.mark.parametrize(
    ("loaded", "key", "says"),
    [
        (ImportError("no module named torch"), "handler.broken", "no module named torch"),
        (ZeroDivisionError("while importing"), "handler.broken", "ZeroDivisionError"),
        (SystemExit(3), "handler.broken", "SystemExit: 3"),
        (print, "handler.no_handler", "builtin_function_or_method"),
        ((DOUBLE, 7), "handler.no_handler", "int"),
        (Function("thrice", (), "()->()", lambda x: 3 * x), "handler.lambda", "thrice"),
    ],
)
def test_a_broken_plugin_is_reported_and_the_others_stay(monkeypatch: pytest.MonkeyPatch, loaded: object, key: str, says: str) -> None:
    entries(monkeypatch, good=DOUBLE, bad=loaded)
    found, problems = installed()
    assert found == (DOUBLE,)
    assert [problem.key for problem in problems] == [key]
    assert says in str(problems[0])
    assert "bad_package" in str(problems[0])


@pytest.mark.parametrize(
    ("plugins", "names"),
    [({"mine": SOFTMAX_AGAIN}, ("vault_tools", "mine_package")), ({"a": DOUBLE, "b": DOUBLE}, ("a_package", "b_package"))],
)
def test_a_name_that_two_have_is_an_error_naming_both(
    monkeypatch: pytest.MonkeyPatch, plugins: dict[str, object], names: tuple[str, str]
) -> None:
    entries(monkeypatch, **plugins)
    with pytest.raises(HandlerError) as refused:
        installed()
    for name in names:
        assert name in str(refused.value)


def test_the_example_package_is_installed_and_used(tmp_path: Path) -> None:
    """As CONTRIBUTING shows it: install the package, and its function and family are there."""
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", str(tmp_path), str(EXAMPLE)],
        check=True,
    )
    script = """
import json
from vault_tools.handlers import builtin, from_elsewhere
from vault_tools.compiler.vocabulary import Vocabulary
found, problems = from_elsewhere()
found = [handler for _, handler in found]
vocabulary = Vocabulary.of((*builtin(), *found))
value = vocabulary.function("squash").numpy([3.0, 4.0]).tolist()
print(json.dumps({"names": [handler.name for handler in found], "problems": len(problems), "value": value}))
"""
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path)})
    told = json.loads(run.stdout)
    assert told["names"] == ["squash", "squashing"]
    assert told["problems"] == 0
    np.testing.assert_allclose(told["value"], np.array([3.0, 4.0]) * 5 / 26)
