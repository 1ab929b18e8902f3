"""A symbol where it stands, and what the note says it is."""
