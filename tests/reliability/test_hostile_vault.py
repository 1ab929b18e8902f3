"""Bar 11: a vault is no place for code. Shadowing modules, settings of other tools, links and paths out of it: nothing runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and strace")

SHADOWS = (
    "numpy", "sympy", "mpmath", "matplotlib", "watchdog", "rich", "markdown_it", "vault_tools", "sitecustomize", "usercustomize", "conftest",
    "handlers", "json", "os", "re", "io", "abc", "enum", "ast", "typing", "random", "logging", "tomllib", "argparse", "hashlib", "socket",
    "signal", "select", "tempfile", "subprocess", "multiprocessing", "dataclasses", "contextlib", "functools", "inspect", "threading", "queue",
    "decimal", "fractions", "linkify_it", "mdurl", "PIL", "encodings", "codecs", "__future__", "importlib",
)  # fmt: skip
NOTE = "# Note\n\n$$\\mathrm{softmax}(XX^T)X$$\n\n"


@pytest.fixture
def hostile(vault):
    """A vault full of traps; whatever runs leaves a file beside it."""
    bite = f"open({str(vault.parent / 'bitten')!r}, 'a').write(__file__ + '\\n')\n"
    for name in SHADOWS:
        (vault / f"{name}.py").write_text(bite)
        package = vault / "src" / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(bite)
    (vault / "evil.pth").write_text(f"import os; {bite}")
    (vault / "matplotlibrc").write_text("backend: module://conftest\nsavefig.dpi: 1000000000\ntext.usetex: True\n")
    (vault / "setup.cfg").write_text("[options]\n")
    (vault / "pyproject.toml").write_text('[project.entry-points."vault_tools.handlers"]\nevil = "handlers:H"\n')
    (vault / ".env").write_text("PYTHONPATH=.\n")
    return vault


@pytest.fixture
def secret(hostile):
    """A folder beside the vault that the vault points at in every way it can."""
    folder = hostile.parent / "secret"
    folder.mkdir()
    (folder / "secret.md").write_text(NOTE + "secret")
    (folder / "preamble.sty").write_text("secret")
    (hostile / "link").symlink_to(folder)
    (hostile / "linked.md").symlink_to(folder / "secret.md")
    (hostile / "preamble.sty").symlink_to(folder / "preamble.sty")
    (hostile / ".obsidian" / "app.json").write_text('{"attachmentFolderPath": "../secret"}')
    (hostile / "note.md").write_text(NOTE + "\n".join(f"![[{path}]] [a]({path}) {path}" for path in paths(folder)))
    return folder


def paths(folder):
    """Two hundred ways to name a file outside."""
    ends = (
        "secret.md",
        "secret.png",
        "preamble.sty",
        "x.py",
        "",
        ".",
        "attention-0123456789ab-1.png",
        "secret.md#head",
        "secret.md|640",
        "%2e",
    )
    starts = (
        "../secret",
        str(folder),
        f"file://{folder}",
        "link",
        "./link/../../secret",
        "..\\secret",
        "%2e%2e/secret",
        "//../secret",
        "~/secret",
        "a/../../secret",
        "/etc",
        "/proc/self",
        "\u202e../secret",
        "..;/secret",
        "....//secret",
        "link/./",
        "C:\\secret",
        "\\\\host\\secret",
        "/dev",
        "../secret/\x7f",
    )
    return [f"{start}/{end}" for start in starts for end in ends]


SCRIPT = str(Path(sys.executable).with_name("vault-tools"))
WAYS = {
    "module": [sys.executable, "-m", "vault_tools", "verify-vault", "--yes"],
    "safe module": [sys.executable, "-P", "-m", "vault_tools", "verify-vault", "--yes"],
    "script": [SCRIPT, "verify-vault", "--yes"],
    "watcher": [SCRIPT, "watch", "--once", "--yes"],
}
BEFORE_US = ("vault_tools", "importlib", "contextlib", "functools")
"""With `-m` and without `-P` Python itself imports these from the current folder, before the first line of ours."""


def run(way, vault, *before):
    if not Path(WAYS[way][0]).exists():
        pytest.skip("not installed as a script")
    if way == "module":
        for name in BEFORE_US:
            (vault / f"{name}.py").unlink(missing_ok=True)
    (vault / "vault-tools.toml").write_text("quiet_seconds = 0\n")
    return subprocess.run([*before, *WAYS[way], "."], cwd=vault, capture_output=True, text=True, timeout=100)


def test_two_hundred_paths():
    assert len(set(paths(Path("/tmp/secret")))) == 200


@pytest.mark.parametrize("way", ["module", *(pytest.param(way, marks=pytest.mark.soak) for way in WAYS if way != "module")])
def test_nothing_in_a_vault_runs_and_nothing_outside_changes(hostile, secret, way):
    check_unbitten(hostile, secret, run(way, hostile))


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
@pytest.mark.parametrize("way", WAYS)
def test_nothing_outside_is_opened(hostile, secret, tmp_path, way):
    log = tmp_path / "opened"
    check_unbitten(hostile, secret, run(way, hostile, "strace", "-f", "-qq", "-e", "trace=open,openat,execve", "-o", str(log)))
    check_opened(log.read_text(errors="replace"), hostile)


def check_unbitten(vault, secret, done):
    assert (vault / "note.md").read_text().count("vault-tools:end") == 1, done.stderr
    assert not (vault.parent / "bitten").exists()
    assert (secret / "secret.md").read_text() == NOTE + "secret"
    assert sorted(path.name for path in secret.iterdir()) == ["preamble.sty", "secret.md"]


def check_opened(log, vault):
    """No file of the vault that is code was opened, nothing outside through the vault's paths, and only Python was started."""
    assert log.count("openat(") > 100
    opened = re.findall(r'open(?:at)?\([^"]*"([^"]*)".*\) = \d', log)
    assert not [path for path in opened if "secret" in path.partition(str(vault.parent))[2] and "vault-tools" not in Path(path).name]
    assert not [
        path for path in opened if path.startswith((str(vault), "./")) and path.endswith((".py", ".pyc", ".pth", "matplotlibrc", ".env"))
    ]
    started = set(re.findall(r'execve\("([^"]*)".* = 0', log))
    assert {Path(path).name.rstrip("0123456789.") for path in started} <= {"python", "vault-tools"}
    assert "conftest.py" not in log


@pytest.mark.soak
def test_pictures_are_the_same_in_a_vault_with_a_matplotlibrc(hostile, tmp_path):
    plain = tmp_path / "plain"
    (plain / ".obsidian").mkdir(parents=True)
    pictures = []
    for vault in (hostile, plain):
        (vault / "note.md").write_text(NOTE)
        done = run("safe module", vault)
        pictures.append({path.name: path.read_bytes() for path in vault.rglob("*.png")})
        assert pictures[-1], done.stderr
    assert pictures[0] == pictures[1]


RAISED = (
    "formula_seconds = 1000",
    "formula_bytes = 1000000000000",
    "note_seconds = 100000",
    "everything = true",
    'handlers = ["handlers.py"]',
    "trust = true",
)


@pytest.mark.parametrize("line", RAISED)
def test_a_vault_cannot_raise_limits_or_bring_handlers(hostile, line, capsys):
    from vault_tools.cli import main

    (hostile / "vault-tools.toml").write_text(line + "\n")
    assert main(["verify-vault", "--yes", str(hostile)]) == 2
    assert line.split()[0] in capsys.readouterr().err
