"""Words between a value and its condition, between conditions, and before what holds otherwise; the signs that equate and compare."""

from __future__ import annotations

EQUALITIES = frozenset({"=", ":=", "≡", "≈", "≅", "≜", "←"})
COMPARISONS = {"=": "==", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">=", "==": "=="}
OTHERWISE = frozenset(
    {
        "otherwise", "else", "elsewhere", "default", "o.w", "in all other cases", "in other cases", "all other cases", "sonst",
        "ansonsten", "andernfalls", "anderenfalls", "für alle anderen", "sinon", "autrement", "dans les autres cas",
        "en otro caso", "en caso contrario", "de lo contrario", "en cualquier otro caso", "en otros casos", "si no",
        "caso contrário", "senão", "nos demais casos", "em outro caso", "em outros casos", "nos outros casos", "altrimenti",
        "in caso contrario", "caso contrario", "negli altri casi", "anders", "annars", "ellers", "иначе", "в противном случае",
        "в остальных случаях", "в ином случае", "lainnya", "selainnya", "jika tidak", "untuk lainnya", "ngược lại", "còn lại",
        "trường hợp khác", "nếu không", "aksi halde", "diğer durumlarda", "değilse", "w przeciwnym razie",
        "w przeciwnym przypadku", "其他", "其它", "其余", "其餘", "否则", "否則", "其他情况", "其它情况", "其他情況", "其余情况",
        "其他情形", "それ以外", "それ以外の場合", "その他", "その他の場合", "上記以外", "그 외", "그외", "그 외의 경우",
        "그렇지 않으면", "그렇지 않은 경우", "기타",
    }
)  # fmt: skip
"""What stands beside the value that holds where no condition does."""
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
