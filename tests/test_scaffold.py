"""`vault-tools new-handler NAME` writes a package that passes its own tests at once."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib

import pytest

from vault_tools.cli import main
from vault_tools.errors import ConfigError
from vault_tools.handlers import GROUP
from vault_tools.scaffold import scaffold, write_package


def test_the_package_passes_its_own_tests(tmp_path, capsys) -> None:
    assert main(["new-handler", "soft_sign", "--into", str(tmp_path)]) == 0
    target = tmp_path / "vault-tools-soft-sign"
    assert str(target) in capsys.readouterr().out
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(target)]
    done = subprocess.run(run, cwd=target, env={**os.environ, "PYTHONPATH": str(target)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_entry_point_leads_to_the_handler() -> None:
    files = scaffold("soft_sign")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    module, _, name = project["entry-points"][GROUP]["soft_sign"].partition(":")
    namespace: dict[str, object] = {}
    exec(files[f"{module}/__init__.py"], namespace)
    assert namespace[name].name == "soft_sign"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["Soft", "2x", "a-b", "a__b", "", "class", "../x", "x y", "ä"])
def test_only_plain_names(name: str) -> None:
    with pytest.raises(ConfigError):
        scaffold(name)


def test_nothing_is_overwritten(tmp_path) -> None:
    write_package("mine", tmp_path)
    with pytest.raises(ConfigError, match="exists"):
        write_package("mine", tmp_path)
