"""Markdown as Obsidian reads it: blocks, formulas in them, what hides them, and what a note asks of us."""
