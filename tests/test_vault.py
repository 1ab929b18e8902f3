"""Which files of a vault are notes to look at."""

from __future__ import annotations

import json
import os

import pytest

from vault_tools.model import Settings
from vault_tools.vault import app_settings, find_notes, ignored_folders, ignored_in_vain

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
    "a (case conflict).md",
    "a (Selective Sync Conflict).md",
    "a_conflict-20240101-120000.md",
    "a (SFConflict ann@example.org 2024-01-02-03-04-05).md",
    "a [Conflict].md",
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
        (Settings(include=("deep",)), ["deep/er/c.md"]),
        (Settings(include=("deep/",)), ["deep/er/c.md"]),
        (Settings(include=("**/a.md", "**/c.md")), ["a.md", "deep/er/c.md"]),
        (Settings(exclude=("dee", "de?p/", "*.MD")), ["a.md", "name (1).md", "自注意力.md"]),
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
        ('{"userIgnoreFilters": ["old [2020]/"]}', ("old [[]2020]/*",)),
        ('{"userIgnoreFilters": ["/^archive\\\\/.*old/", "/\\\\.tmp\\\\.md$/"]}', ("archive/*old*", "*.tmp.md")),
        ('{"userIgnoreFilters": ["/(a+)+$/", ""]}', ()),
        ('{"userIgnoreFilters": "templates/"}', ()),
        ("{", ()),
        ("[]", ()),
    ],
)
def test_the_editors_own_ignore_list_is_honoured(vault, text, globs):
    (vault / ".obsidian" / "app.json").write_text(text)
    assert ignored_folders(vault) == globs


@pytest.mark.parametrize(
    ("file", "text", "globs"),
    [
        ("templates.json", '{"folder": "Extra/Templates"}', ("Extra/Templates/*",)),
        ("plugins/templater-obsidian/data.json", '{"templates_folder": "/T [x]/"}', ("T [[]x]/*",)),
        ("templates.json", '{"folder": ""}', ()),
        ("templates.json", '{"folder": "/"}', ()),
        ("templates.json", '{"folder": 3}', ()),
        ("templates.json", "{", ()),
        ("daily-notes.json", '{"folder": "Daily"}', ()),
    ],
)
def test_folders_of_templates_are_left_out(vault, file, text, globs):
    path = vault / ".obsidian" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert ignored_folders(vault) == globs


@pytest.mark.parametrize("expression", ["(a+)+$", "a|b", "[ab]c", "a{2}", "x*", "\\d", "a^b"])
def test_expressions_that_a_glob_cannot_say_are_told(vault, expression):
    (vault / ".obsidian" / "app.json").write_text(json.dumps({"userIgnoreFilters": [f"/{expression}/", "fine/"]}))
    assert ignored_in_vain(vault) == (f"/{expression}/",)


@pytest.mark.parametrize(
    ("entry", "left_out"),
    [
        ("name (1)", ["name (1).md"]),
        ("/^deep/", ["deep/er/c.md"]),
        ("/\\.md$/", ["a.md", "deep/er/c.md", "name (1).md", "自注意力.md"]),
        ("/c.md/", ["deep/er/c.md"]),
    ],
)
def test_what_the_editor_ignores_is_left_out(vault, entry, left_out):
    (vault / ".obsidian" / "app.json").write_text(json.dumps({"userIgnoreFilters": [entry]}))
    assert set(names(vault)) - set(names(vault, Settings(exclude=ignored_folders(vault)))) == set(left_out)


def test_a_folder_that_must_not_be_read_stands_for_its_notes(vault, monkeypatch):
    """Whoever opens it learns why; to leave its notes out in silence would be a note missed."""
    scandir = os.scandir

    def refuse(folder):
        if os.fspath(folder).endswith("er"):
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    assert names(vault) == sorted(["deep/er", *(name for name in NOTES if name != "deep/er/c.md")])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("put", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.mkdir()])
def test_settings_of_obsidian_that_are_no_file_say_nothing(vault, put):
    (vault / ".obsidian").mkdir(exist_ok=True)
    put(vault / ".obsidian" / "app.json")
    assert app_settings(vault) == {}
