"""Twelve ways in which editors, sync tools and git put a new text where an old one was."""

from __future__ import annotations

import os
import shutil
import time


def in_place(path, data):
    """Notepad, Obsidian on a phone: open, truncate, write."""
    path.write_bytes(data)


def in_pieces(path, data):
    """A slow disk: eight pieces, each on the disk before the next."""
    size = max(1, len(data) // 8)
    with path.open("wb", buffering=0) as file:
        for start in range(0, len(data), size):
            file.write(data[start : start + size])
            time.sleep(0.001)


def without_truncating(path, data):
    """An editor that writes over the old bytes and cuts off the rest."""
    with path.open("r+b" if path.exists() else "wb") as file:
        file.write(data)
        file.truncate()


def by_replacing(path, data):
    """Most editors: a temporary file in the same folder, then a rename."""
    waiting = path.with_name(f".{path.name}.tmp")
    waiting.write_bytes(data)
    waiting.replace(path)


def synced(path, data):
    """`by_replacing` with an fsync before the rename."""
    waiting = path.with_name(f"{path.name}~")
    with waiting.open("wb") as file:
        file.write(data)
        os.fsync(file.fileno())
    waiting.replace(path)


def from_another_folder(path, data):
    """Syncthing, Dropbox: the temporary file lies outside the watched folder."""
    waiting = _beside_the_vault(path) / f"incoming-{path.name}"
    waiting.write_bytes(data)
    waiting.replace(path)


def _beside_the_vault(path):
    return next(folder for folder in path.parents if (folder / ".obsidian").is_dir()).parent


def like_vim(path, data):
    """vim with `backup`: the old file aside, a new one in its place, the old one removed."""
    aside = path.with_name(f"{path.name}.bak~")
    if path.exists():
        path.rename(aside)
    path.write_bytes(data)
    aside.unlink(missing_ok=True)


def like_git(path, data):
    """git checkout: removed, created anew."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def by_linking(path, data):
    """Removed, then a finished file linked under the name."""
    waiting = path.with_name(f".{path.name}.new")
    waiting.write_bytes(data)
    path.unlink(missing_ok=True)
    os.link(waiting, path)
    waiting.unlink()


def by_exchanging_names(path, data):
    """Old and new change names by way of a third."""
    new, old = path.with_name(f".{path.name}.1"), path.with_name(f".{path.name}.2")
    new.write_bytes(data)
    if path.exists():
        path.rename(old)
    new.rename(path)
    old.unlink(missing_ok=True)


def by_copying(path, data):
    """cp -p: the modification time is that of the original."""
    original = path.with_name(f".{path.name}.original")
    original.write_bytes(data)
    os.utime(original, (1_000_000_000, 1_000_000_000))
    shutil.copy2(original, path)
    original.unlink()


def twice(path, data):
    """An editor that saves half the text, and at once the whole."""
    path.write_bytes(data[: len(data) // 2])
    by_replacing(path, data)


STYLES = (
    in_place,
    in_pieces,
    without_truncating,
    by_replacing,
    synced,
    from_another_folder,
    like_vim,
    like_git,
    by_linking,
    by_exchanging_names,
    by_copying,
    twice,
)
