"""What the README claims is run: its Python example, its handler, its note example, its commands."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from vault_tools import cli
from vault_tools.notes.scan import scan

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCES = [token for token in MarkdownIt().parse(README) if token.type == "fence"]


def blocks(language: str) -> list[str]:
    return [fence.content for fence in FENCES if fence.info == language]


def test_python_example_prints_what_its_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    example = next(body for body in blocks("python") if "compile_formula" in body)
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    expected = [comment.strip() for comment in re.findall(r"^print\(.*\)  # (.*)$", example, re.M)]
    assert len(expected) >= 4
    for comment in expected:
        assert comment in printed or comment.startswith("complete")


def test_handler_is_the_package_that_the_tests_install() -> None:
    package = ROOT / "tests" / "data" / "example_handler"
    shown = next(body for body in blocks("python") if "HANDLERS" in body)
    assert shown.strip() == (package / "squash_handler.py").read_text(encoding="utf-8").strip()
    entry_points = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    shown_entry_points = next(tomllib.loads(body) for body in blocks("toml"))["project"]["entry-points"]
    assert shown_entry_points == entry_points


def test_own_numbers_example_is_read() -> None:
    (example,) = blocks("markdown")
    options = scan(example).math.options
    assert set(options.inputs) == {"Q"}
    assert options.expected == ("refuted",)
    assert options.narrowed["Attention"].causal


def test_run_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert "vault-tools run 'softmax(XX^T)X' --set 'X=[[1,0],[0,2]]'" in README
    assert cli.main(["run", "softmax(XX^T)X", "--set", "X=[[1,0],[0,2]]"]) == 0
    assert "verified" in capsys.readouterr().out


def test_paths_that_the_readme_names_exist() -> None:
    for path in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / path.replace("%20", " ")).exists(), path
