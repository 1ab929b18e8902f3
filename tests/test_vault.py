"""Which files of a vault are notes to look at."""

from __future__ import annotations

import pytest

from vault_tools.model import Settings
from vault_tools.vault import find_notes, ignored_folders

NOTES = ["a.md", "B.MD", "deep/er/c.md", "自注意力.md", "name (1).md"]
OTHERS = [
    ".obsidian/plugin.md",
    ".trash/gone.md",
    ".git/x.md",
    ".hidden.md",
    "._a.md",
    "drawing.excalidraw.md",
    "a.sync-conflict-20230112-003022-FUKIKK4.md",
    "a (Conflicted copy MyMac 202411281430).md",
    "a (Ann's conflicted copy 2024-01-02).md",
    "a (conflicted copy 2024-01-02 120000).md",
    "a.md~",
    "a.md.tmp",
    "image.png",
    "mdfile",
]


@pytest.fixture
def vault(tmp_path):
    for name in (*NOTES, *OTHERS):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("$x$")
    return tmp_path


def names(vault, settings=None):
    return [path.relative_to(vault).as_posix() for path in find_notes(vault, settings or Settings())]


def test_notes_are_found_and_what_only_looks_like_one_is_not(vault):
    assert names(vault) == sorted(NOTES)


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        (Settings(include=("deep/**",)), ["deep/er/c.md"]),
        (Settings(exclude=("deep/**", "B.MD")), ["a.md", "name (1).md", "自注意力.md"]),
        (Settings(include=("*.md",), exclude=("自*",)), ["a.md", "deep/er/c.md", "name (1).md"]),
    ],
)
def test_settings_narrow_the_vault(vault, settings, found):
    assert names(vault, settings) == sorted(found)


def test_folders_that_are_links_are_not_followed(vault, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "x.md").touch()
    (vault / "link").symlink_to(elsewhere)
    (vault / "round").symlink_to(vault)
    assert names(vault) == sorted(NOTES)


@pytest.mark.parametrize(
    ("text", "globs"),
    [
        ('{"userIgnoreFilters": ["templates/", "old"]}', ("templates/*", "old*")),
        ('{"userIgnoreFilters": ["/(a+)+$/", ""]}', ()),
        ('{"userIgnoreFilters": "templates/"}', ()),
        ("{", ()),
        ("[]", ()),
    ],
)
def test_the_editors_own_ignore_list_is_honoured(vault, text, globs):
    (vault / ".obsidian" / "app.json").write_text(text)
    assert ignored_folders(vault) == globs
