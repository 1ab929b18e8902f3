"""How a note embeds a picture of ours: the form of link that its vault uses."""

from __future__ import annotations

from dataclasses import dataclass
from posixpath import relpath
from typing import Literal
from urllib.parse import quote

NO_WIKILINK = frozenset("[]#^|`$<>*\\")
"""What a wikilink cannot name, and what means something else inside one: `` [[`$= dv.pages()`]] `` is a query of Dataview."""
LinkForm = Literal["shortest", "relative", "absolute"]


@dataclass(frozen=True, slots=True)
class LinkStyle:
    """Where pictures lie and how links to them are written; paths from the vault's root, or the note's folder outside a vault, with `/`."""

    folder: str = "vault-tools"
    """Folder of the pictures."""
    note_folder: str = ""
    """Folder of the note; "" is the root."""
    form: LinkForm = "shortest"
    markdown: bool = False
    """`![alt|640](path)` instead of `![[path|alt|640]]`."""

    def embed(self, name: str, alt: str = "", wide: int = 0) -> str:
        """The embed of picture `name`: `![[name.png|alt|640]]`, or `![alt|640](folder/name.png)` in a vault with Markdown links."""
        words = " ".join("".join(" " if sign in "[]|\\\n\r`$<>*" else sign for sign in alt).split())
        label = "|".join([*([words] if words else []), *([str(wide)] if wide else [])])
        if self.markdown or not fits_wikilink(self.path(name)):
            return f"![{label}]({quote(self.path(name))})"
        return f"![[{self.path(name)}|{label}]]" if label else f"![[{self.path(name)}]]"

    def path(self, name: str) -> str:
        """The path as links of this vault spell it; the names of our pictures are unique in a vault, so the shortest is the bare name."""
        path = f"{self.folder}/{name}" if self.folder else name
        match self.form:
            case "shortest":
                return name
            case "absolute":
                return path
            case "relative":
                return relpath("/" + path, "/" + self.note_folder)


def fits_wikilink(path: str) -> bool:
    """Whether a path may stand in a wikilink as it is: one line of visible characters, none of which means something there."""
    return path.isprintable() and NO_WIKILINK.isdisjoint(path) and "%%" not in path
