"""Words between a value and its condition, between conditions, and before what holds otherwise; the signs that compare."""

from __future__ import annotations

COMPARISONS = {"=": "==", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">=", "==": "=="}
OTHERWISE = frozenset(
    {
        "otherwise",
        "else",
        "其他",
        "否则",
        "其它",
        "elsewhere",
        "sonst",
        "sinon",
        "default",
        "en otro caso",
        "en caso contrario",
        "caso contrário",
        "altrimenti",
        "иначе",
        "그 외",
        "それ以外",
    }
)
CONDITIONAL = frozenset({"if", "when", "若", "当", "如果", "wenn", "falls", "si"})
"""Words that make what follows a condition of the value before them."""
FOR = frozenset({"for", "für", "pour", "对", "对于"})
"""Words before a range or an assumption, which may also be the condition of a written value."""
PROSE = CONDITIONAL | {"for", "where", "其中", "则", "所以", "因此"}
JOINING = {"and": "and", "or": "or", "且": "and", "或": "or", "与": "and", "und": "and", "oder": "or"}


def is_connective(text: str) -> bool:
    """A word that joins or qualifies statements, no name."""
    text = text.strip()
    return text.lower() in OTHERWISE or text in JOINING or text in PROSE
