"""Writes the compiled formulas of the built-in families anew, after a change of one or of the compiler."""

from __future__ import annotations

from pathlib import Path

from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin
from vault_tools.verify import patterns


def main() -> None:
    """Compile every formula and keep it beside the module that reads it."""
    kept = Path(patterns.__file__).with_name(patterns.KEPT)
    kept.write_text(patterns.written(Vocabulary.of(builtin())), encoding="utf-8")


if __name__ == "__main__":
    main()
