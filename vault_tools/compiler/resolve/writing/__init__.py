"""What the writing of a note says before any meaning is decided: statements, names, script letters, hints about ranks, definitions."""
