"""The meaning of each kind of notation, one file per kind; `reader.py` is the walk, `rules.py` its table."""
