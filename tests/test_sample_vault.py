"""The sample vault is up to date: its blocks are what vault_tools writes today; taken out and put in again they are the same."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from vault_tools import cli

SAMPLE = Path(__file__).parent.parent / "sample_vault"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "vault"))


def contents(vault: Path) -> dict[str, bytes]:
    return {str(path.relative_to(vault)): path.read_bytes() for path in sorted(vault.rglob("*")) if path.is_file()}


@pytest.mark.timeout(300)
def test_committed_blocks_are_current(vault: Path) -> None:
    before = contents(vault)
    assert cli.main(["verify-vault", "--check", "--quiet", str(vault)]) == 0
    assert contents(vault) == before


@pytest.mark.timeout(300)
def test_cleaned_and_verified_again_gives_the_same_notes_and_picture_names(vault: Path) -> None:
    before = contents(vault)
    assert cli.main(["clean", "--quiet", str(vault)]) == 0
    assert not list(vault.rglob("*.png"))
    assert all(b"vault-tools:begin" not in text for text in contents(vault).values())
    cli.main(["verify-vault", "--yes", "--quiet", str(vault)])
    after = contents(vault)
    assert set(after) == set(before)
    assert {name: text for name, text in after.items() if name.endswith(".md")} == {
        name: text for name, text in before.items() if name.endswith(".md")
    }


def test_note_with_prices_and_code_is_left_alone(vault: Path) -> None:
    note = vault / "Shopping and snippets.md"
    before = note.read_bytes()
    assert cli.main(["verify-note", "--force", str(note)]) == 0
    assert note.read_bytes() == before
