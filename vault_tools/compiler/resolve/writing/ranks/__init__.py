"""How many axes a symbol has, judged by what stands around it.

`collecting.py` asks every statement, and `hints.py` walks over its sides. At each place of a formula a table of rules says what is asked
there (`hints.py`, of two neighbours `neighbours.py`); the rules stand by what they look at: `signs.py`, `terms.py`, `functions.py`,
`attention.py`, `statistics.py`. A rule leaves marks, whose table is in `marks.py`. `numbers.py` finds the capitals that are numbers,
`alike.py` passes marks on between things of one kind, and `likeliest.py` makes ranks of the marks, the likeliest first.
"""
