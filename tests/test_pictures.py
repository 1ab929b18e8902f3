"""Where a vault wants its pictures, and how it links them."""

from __future__ import annotations

import errno
import json
from typing import TYPE_CHECKING, Any

import pytest

from vault_tools import pictures
from vault_tools.errors import NoteError
from vault_tools.notes.writing.links import LinkStyle
from vault_tools.pictures import attachment_folder, link_style, listed_pictures, save_pictures

if TYPE_CHECKING:
    from pathlib import Path

PICTURE = "attention-0123456789ab-1.png"


@pytest.mark.parametrize(
    ("value", "folder"),
    [
        (None, ""),
        ("", ""),
        ("/", ""),
        ("Media", "Media"),
        ("a/b", "a/b"),
        ("a/b/", "a/b"),
        ("./", "notes"),
        (".", "notes"),
        ("./sub", "notes/sub"),
        ("./a/b", "notes/a/b"),
        ("../out", ""),
        ("a/../../out", ""),
        ("/etc", "etc"),
        ("C:\\out", ""),
        (7, ""),
        ("a\0b", ""),
    ],
)
def test_the_attachment_place(value: Any, folder: str) -> None:
    app = {} if value is None else {"attachmentFolderPath": value}

    assert attachment_folder(app, "notes") == folder


def test_a_note_in_the_root_with_attachments_beside_it() -> None:
    assert attachment_folder({"attachmentFolderPath": "./"}, "") == ""
    assert attachment_folder({"attachmentFolderPath": "./sub"}, "") == "sub"


@pytest.mark.parametrize(
    ("app", "style"),
    [
        ({}, LinkStyle("vault-tools", "notes")),
        ({"attachmentFolderPath": "Media"}, LinkStyle("Media/vault-tools", "notes")),
        ({"newLinkFormat": "relative"}, LinkStyle("vault-tools", "notes", "relative")),
        ({"newLinkFormat": "absolute", "useMarkdownLinks": True}, LinkStyle("vault-tools", "notes", "absolute", markdown=True)),
        ({"newLinkFormat": "strange", "useMarkdownLinks": "yes"}, LinkStyle("vault-tools", "notes")),
    ],
)
def test_the_link_style_of_a_vault(tmp_path: Path, app: dict[str, Any], style: LinkStyle) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "app.json").write_text(json.dumps(app), encoding="utf-8-sig")

    assert link_style(tmp_path / "notes" / "n.md", tmp_path) == style


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "[" * 100_000])
def test_settings_that_cannot_be_read_say_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "app.json").write_text(content)

    assert link_style(tmp_path / "n.md", tmp_path) == LinkStyle("vault-tools", "")


@pytest.mark.parametrize(
    ("style", "path"),
    [
        (LinkStyle("Media/vault-tools", "a/b"), PICTURE),
        (LinkStyle("Media/vault-tools", "a/b", "absolute"), f"Media/vault-tools/{PICTURE}"),
        (LinkStyle("Media/vault-tools", "a/b", "relative"), f"../../Media/vault-tools/{PICTURE}"),
        (LinkStyle("a/b/vault-tools", "a/b", "relative"), f"vault-tools/{PICTURE}"),
        (LinkStyle("vault-tools", "", "relative"), f"vault-tools/{PICTURE}"),
    ],
)
def test_the_path_in_a_link(style: LinkStyle, path: str) -> None:
    assert style.path(PICTURE) == path


def test_both_forms_of_an_embed() -> None:
    style = LinkStyle("My media/vault-tools", "", "absolute")

    assert style.embed(PICTURE, "", 640) == f"![[My media/vault-tools/{PICTURE}|640]]"
    assert LinkStyle("My media/vault-tools", "", "absolute", markdown=True).embed(PICTURE, "the [weights] | bars", 640) == (
        f"![the weights bars|640](My%20media/vault-tools/{PICTURE})"
    )


@pytest.mark.parametrize("name", ["../x-0123456789ab-1.png", "photo.png", "a/b-0123456789ab-1.png", "A-0123456789ab-1.png", ""])
def test_only_names_of_our_own_are_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(NoteError):
        save_pictures(tmp_path, LinkStyle(), {name: b"x"})

    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_pictures_listed_in_a_text() -> None:
    text = f"![[{PICTURE}|640]] ![a](media/bars-aaaaaaaaaaaa-12.png) photo.png x{PICTURE}.bak .{PICTURE}"

    assert listed_pictures(text) == {PICTURE, "bars-aaaaaaaaaaaa-12.png"}


def test_a_full_disk_leaves_no_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(path: Path, data: bytes) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pictures, "create_file", no_space)
    with pytest.raises(OSError, match="No space"):
        save_pictures(tmp_path, LinkStyle("vault-tools", "", "shortest"), {PICTURE: b"PNG"})
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_in_the_picture_folder_is_swept(tmp_path: Path) -> None:
    folder = tmp_path / "vault-tools"
    folder.mkdir()
    (folder / f".vault-tools-{2**22 + 1}-0-w-{'0' * 16}-{'1' * 16}.tmp").write_bytes(b"half")
    save_pictures(tmp_path, LinkStyle("vault-tools", "", "shortest"), {PICTURE: b"PNG"})
    assert [path.name for path in folder.iterdir()] == [PICTURE]
