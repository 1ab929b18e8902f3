"""Calls of functions: of the note, of the handlers, of books."""
