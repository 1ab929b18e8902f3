"""The meaning of each kind of notation, a folder for each kind: `reader.py` is the walk, `rules.py` its table.

From the inside out, as pyproject.toml has it enforced: arithmetic, indices, names, operators, brackets, functions, factors.
"""
