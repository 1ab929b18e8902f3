"""A handler file runs after an explicit command, as it was then, in a child; anything else about it ends that."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from vault_tools.cli import main
from vault_tools.errors import ConfigError
from vault_tools.handlers import from_elsewhere
from vault_tools.state import state_folder
from vault_tools.trust import FILE, revoke, trust, trusted_files

HANDLER = """
import os, pathlib
import numpy as np
from vault_tools.handler import Function

with pathlib.Path(__file__).with_name("ran.txt").open("a") as file:
    file.write(f"{os.getpid()} ")
print("noise on standard output")

def zigzag(x):
    return np.sin(5 * x)

HANDLERS = (Function("zigzag", ("zigzag",), "()->()", zigzag, exact=lambda mp, x: mp.sin(5 * x)),)
"""


@pytest.fixture
def handler(tmp_path, monkeypatch):
    """A handler file in a folder of its own, and an empty list of trusted files."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "handlers" / "zigzag.py"
    path.parent.mkdir()
    path.write_text(HANDLER)
    return path


def ran(handler):
    log = handler.with_name("ran.txt")
    return log.read_text().split() if log.exists() else []


def test_nothing_is_trusted_by_itself(handler):
    assert trusted_files() == ((), ())


def test_a_trusted_file_gives_its_handlers_and_says_where_they_come_from(handler, capsys):
    assert main(["trust", str(handler)]) == 0
    assert ran(handler) == []
    assert main(["handlers"]) == 0
    printed = capsys.readouterr().out
    assert f"From: {handler}\n  zigzag" in printed
    assert "From: vault_tools\n" in printed
    assert "noise" not in printed


def test_it_runs_in_a_child_that_judges_and_not_here(handler, tmp_path):
    trust(handler)
    script = "import os; from vault_tools.cli import main; main(['run', r'\\operatorname{zigzag}(2)', '--json']); print(os.getpid())"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    document, process = run.stdout.rsplit("\n", 2)[:2]
    verdict = json.loads(document)
    assert verdict["status"] == "verified"
    assert verdict["value"] == pytest.approx(-0.5440211108893698)
    assert ran(handler)
    assert process not in ran(handler)


@pytest.mark.parametrize("place", range(0, len(HANDLER), 97))
def test_one_changed_byte_revokes(handler, place):
    trust(handler)
    content = bytearray(handler.read_bytes())
    content[place] ^= 1
    handler.write_bytes(content)
    files, problems = trusted_files()
    assert files == ()
    assert [problem.key for problem in problems] == ["trust.changed"]


def append(path):
    path.write_text(HANDLER + "\n")


def move(path):
    path.rename(path.with_name("other.py"))


def link_the_file(path):
    path.rename(path.with_name("other.py"))
    path.symlink_to("other.py")


def link_the_folder(path):
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.symlink_to("elsewhere")


@pytest.mark.parametrize("change", [append, move, link_the_file, link_the_folder])
def test_what_is_not_as_it_was_is_trusted_no_more_and_said(handler, change):
    trust(handler)
    change(handler)
    files, problems = trusted_files()
    assert files == ()
    assert [str(handler) in str(problem) for problem in problems] == [True]


def test_a_file_that_changed_is_not_run(handler, capsys):
    trust(handler)
    append(handler)
    assert main(["handlers", "softmax"]) == 0
    assert str(handler) in capsys.readouterr().err
    assert ran(handler) == []


def test_a_copy_is_not_the_file(handler):
    trust(handler)
    (handler.parent / "copy.py").write_text(HANDLER)
    assert [file.path for file in trusted_files()[0]] == [str(handler)]


def test_revoking(handler, capsys):
    trust(handler)
    assert main(["trust"]) == 0
    assert capsys.readouterr().out == f"{handler}\n"
    assert main(["trust", "--revoke", str(handler)]) == 0
    assert trusted_files() == ((), ())
    with pytest.raises(ConfigError, match="is not trusted"):
        revoke(handler)


@pytest.mark.parametrize("what", ["missing", "folder", "link"])
def test_what_cannot_be_trusted(handler, what):
    path = handler.with_name("other.py")
    if what == "folder":
        path.mkdir()
    if what == "link":
        path.symlink_to(handler)
    with pytest.raises(ConfigError, match="link" if what == "link" else "no ordinary file"):
        trust(path)


def test_a_broken_list_trusts_nothing_and_says_so(handler):
    trust(handler)
    (state_folder() / FILE).write_text("{")
    with pytest.raises(ConfigError, match="cannot be read"):
        trusted_files()


@pytest.mark.skipif(os.name != "posix", reason="modes")
def test_the_list_is_its_owners_alone(handler):
    trust(handler)
    assert (state_folder() / FILE).stat().st_mode & 0o77 == 0
    assert state_folder().stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    ("source", "says"), [("1/0", "ZeroDivisionError"), ("HANDLERS = 3", "int"), ("x = 1", "HANDLERS"), ("(", "SyntaxError")]
)
def test_a_broken_file_is_said_and_the_others_stay(handler, source, says):
    files = [
        ("/broken.py", source.encode()),
        ("/good.py", HANDLER.partition("with")[0].encode() + HANDLER.partition('output")')[2].encode()),
    ]
    found, problems = from_elsewhere(files)
    assert [origin for origin, _ in found] == ["/good.py"]
    assert [("/broken.py" in str(problem), says in str(problem)) for problem in problems] == [(True, True)]


def test_a_file_may_give_one_handler_as_a_package_does():
    source = HANDLER.partition("with")[0] + HANDLER.partition('output")')[2].replace("HANDLERS = (", "HANDLER = (").replace("),)", "))")
    found, problems = from_elsewhere([("/one.py", source.encode())])
    assert [(origin, handler.name) for origin, handler in found] == [("/one.py", "zigzag")]
    assert problems == ()


def test_a_name_that_two_have_is_an_error_that_names_both(handler, capsys):
    handler.write_text(HANDLER.replace('"zigzag"', '"softmax"'))
    trust(handler)
    assert main(["handlers"]) == 2
    error = capsys.readouterr().err
    assert "vault_tools" in error
    assert str(handler) in error


def test_without_a_place_for_the_list_nothing_is_trusted_and_who_trusts_is_told(handler, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert trusted_files() == ((), ())
    with pytest.raises(ConfigError, match="XDG_STATE_HOME"):
        trust(handler)
