"""vault-tools.toml: what a vault may set, and what it may not."""

from __future__ import annotations

import pytest

from vault_tools.config import find_vault, load_settings
from vault_tools.errors import ConfigError
from vault_tools.model import Settings


@pytest.fixture
def vault(tmp_path):
    (tmp_path / ".obsidian").mkdir()
    return tmp_path


def settings_from(vault, text):
    (vault / "vault-tools.toml").write_text(text, encoding="utf-8")
    return load_settings(vault)


def test_a_vault_without_settings_has_the_defaults(vault):
    assert load_settings(vault) == load_settings(None) == Settings()


def test_every_setting(vault):
    settings = settings_from(
        vault,
        """
        language = "zh"
        include = ["讲义/**"]
        exclude = ["templates/*", "old.md"]
        report = "claims"
        quiet_seconds = 0.5
        pictures = false
        """,
    )
    assert settings == Settings("zh", ("讲义/**",), ("templates/*", "old.md"), "claims", 0.5, pictures=False)


def test_a_byte_order_mark_is_no_reason_to_refuse(vault):
    assert settings_from(vault, '\ufefflanguage = "en"').language == "en"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('langauge = "zh"', "unknown key langauge"),
        ('language = "fr"', 'language = \'fr\' is not allowed. Give "" | "en" | "zh"'),
        ('include = "a/**"', "include"),
        ("include = [1]", "include"),
        ('report = "all"', '"family" | "claims"'),
        ("quiet_seconds = -1", "quiet_seconds"),
        ("quiet_seconds = true", "quiet_seconds"),
        ("quiet_seconds = nan", "quiet_seconds"),
        ("pictures = 1", "true or false"),
        ("pictures =", "cannot be read"),
        # A vault that somebody downloaded cannot give itself more time and memory.
        ("formula_seconds = 3600", "unknown key formula_seconds"),
        ("formula_bytes = 99999999999", "unknown key formula_bytes"),
    ],
)
def test_what_is_not_understood_is_an_error_that_says_what_is_allowed(vault, text, said):
    with pytest.raises(ConfigError) as caught:
        settings_from(vault, text)
    assert said in str(caught.value)


def test_settings_that_are_no_text_are_an_error(vault):
    (vault / "vault-tools.toml").write_bytes(b'language = "\xff"')
    with pytest.raises(ConfigError, match="cannot be read"):
        load_settings(vault)


@pytest.mark.parametrize("settings_folder", [".obsidian", ".obsidian-mobile", "vault-tools.toml"])
def test_a_vault_is_found_from_a_note_in_it(tmp_path, settings_folder):
    vault = tmp_path / "vault"
    (vault / "a" / "b").mkdir(parents=True)
    (vault / settings_folder).mkdir() if settings_folder.startswith(".") else (vault / settings_folder).touch()
    assert find_vault(vault / "a" / "b" / "note.md") == vault
    assert find_vault(vault) == vault


def test_of_nested_vaults_the_nearest_counts(vault):
    inner = vault / "inner"
    (inner / ".obsidian").mkdir(parents=True)
    assert find_vault(inner / "note.md") == inner


def test_a_note_outside_every_vault_has_none(tmp_path):
    assert find_vault(tmp_path / "note.md") is None
