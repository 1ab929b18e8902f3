"""What is to become of a note's text: nothing, a new text, or a problem that the user must see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vault_tools.model import BlockState, Problem, message
from vault_tools.notes.markers import block_state
from vault_tools.notes.scan import Note, scan
from vault_tools.notes.splice import insert, remove


@dataclass(frozen=True, slots=True)
class Plan:
    """The decision: `text` is the note afterwards, the same as before unless `action` is "write"."""

    action: Literal["nothing", "write", "problem"]
    text: str
    problem: Problem | None = None


def state_of(note: Note, made_from: str) -> BlockState:
    """State of the note's block, `made_from` being the fingerprint of the note as it is now."""
    return block_state(note.regions, note.damaged, made_from)


def needs_judging(note: Note, made_from: str, *, anew: bool = False) -> bool:
    """Whether the formulas must be computed; `anew`: even if the block says that nothing changed (`--check`, `--force`)."""
    if note.off or note.math.options.ignore or not note.math.formulas:
        return False
    return anew or state_of(note, made_from) in ("none", "stale")


def plan(note: Note, body: str | None, made_from: str, *, force: bool = False) -> Plan:
    """Decide about the block with the text `body` (None: this note gets no block).

    A note that is turned off is left as it is. A whole region that is not wanted any more is taken out. An edited or damaged block is
    left alone; with `force` an edited one is replaced (a damaged one has to go through `mend` first).
    """
    if note.off or note.math.options.ignore:
        return Plan("nothing", note.text)
    refusal = _refusal(note, body, made_from, force=force)
    if refusal is not None:
        return Plan("problem", note.text, refusal)
    text = remove(note) if body is None else insert(note, body, made_from)
    if text == note.text:
        return Plan("nothing", text)
    if not _reads_the_same(note, text, wanted=body is not None):
        return Plan("problem", note.text, Problem(message("note.no_place")))
    return Plan("write", text)


def plan_clean(note: Note, *, force: bool = False) -> Plan:
    """Decide about taking the block out of a note; an edited one only with `force`."""
    state = state_of(note, "")
    if state == "none":
        return Plan("nothing", note.text)
    if state == "damaged" or (state == "edited" and not force):
        return Plan("problem", note.text, Problem(message(f"note.{state}")))
    return Plan("write", remove(note))


def _refusal(note: Note, body: str | None, made_from: str, *, force: bool) -> Problem | None:
    state = state_of(note, made_from)
    if state == "damaged" or (state == "edited" and not force):
        return Problem(message(f"note.{state}"))
    wanted = body is not None or note.regions or (note.problem is not None and note.problem.message.values.get("opener") == "$$")
    return note.problem if wanted else None


def _reads_the_same(note: Note, text: str, *, wanted: bool) -> bool:
    """Whether the new text holds the same formulas, our region where it is wanted, and everything else unchanged."""
    after = scan(text)
    same = [formula.latex for formula in after.math.formulas] == [formula.latex for formula in note.math.formulas]
    whole = len(after.regions) == (1 if wanted else 0) and all(region.intact for region in after.regions)
    return same and whole and not after.damaged and remove(after) == remove(note)
