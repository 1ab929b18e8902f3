"""`vault-tools new-handler NAME`: a package with one handler and its test, ready to install."""

from __future__ import annotations

import keyword
import re
import sys
from typing import TYPE_CHECKING

from vault_tools.errors import ConfigError
from vault_tools.model import message

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping
    from pathlib import Path

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "vault-tools-{dashed}"
version = "0.1.0"
description = "The function {name} for vault-tools."
requires-python = ">=3.11"
dependencies = ["vault-tools"]

[project.entry-points."vault_tools.handlers"]
{name} = "vault_tools_{name}:HANDLER"

[tool.hatch.build.targets.wheel]
packages = ["vault_tools_{name}"]
"""

PACKAGE = '''\
"""The function {name}: replace x/(1 + |x|), an example, by your own."""

import numpy as np

from vault_tools.handler import Function, Invariant


def {name}(x):
    """x/(1 + |x|), between -1 and 1."""
    return x / (1 + np.abs(x))


def is_odd(values, output):
    """{name}(-x) = -{name}(x)"""
    return float(np.max(np.abs({name}(-values["x"]) + output)))


HANDLER = Function(
    name="{name}",  # \\mathrm{{{name}}} and \\text{{{name}}} in a note, in capitals or not
    spellings=(),  # other words for it
    signature="()->()",  # entry by entry; (n)->(n) along an axis and (n)->() for a reduction take axis=-1
    numpy={name},
    exact=lambda mp, x: x / (1 + abs(x)),  # the same from the definition, at 50 digits
    invariants=(Invariant("is_odd", is_odd),),  # how far a property is from holding
)
'''

TEST = '''\
"""Everything that the handler declares is tested."""

from vault_tools.testing import check_handler

from vault_tools_{name} import HANDLER


def test_the_handler() -> None:
    check_handler(HANDLER)
'''


def new_handler(options: Namespace) -> int:
    """`new-handler NAME`: write the package and say what to do with it."""
    target = write_package(options.name, options.into)
    sys.stdout.write(f"{message('cli.handler_written', path=target)}\n")
    return 0


def scaffold(name: str) -> Mapping[str, str]:
    """The files of a package for the handler `name`, by path. ConfigError: no plain lower-case name."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise ConfigError(str(message("cli.handler_name", name=name)))
    fill = {"name": name, "dashed": name.replace("_", "-")}
    return {
        "pyproject.toml": PYPROJECT.format(**fill),
        f"vault_tools_{name}/__init__.py": PACKAGE.format(**fill),
        f"tests/test_{name}.py": TEST.format(**fill),
    }


def write_package(name: str, folder: Path) -> Path:
    """Write the package into a new folder `vault-tools-NAME` and return that. ConfigError: the name, or the folder exists already."""
    files = scaffold(name)
    target = folder / f"vault-tools-{name.replace('_', '-')}"
    try:
        target.mkdir(parents=True)
    except FileExistsError as error:
        raise ConfigError(str(message("cli.exists", path=target))) from error
    for path, text in files.items():
        (target / path).parent.mkdir(exist_ok=True)
        (target / path).write_text(text, encoding="utf-8")
    return target
