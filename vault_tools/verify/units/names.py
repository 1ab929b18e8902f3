"""Names of units: what may stand behind a number and change nothing about it, what it measures, which prefixes scale it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIXES: Mapping[str, tuple[int, int]] = {
    "k": (10**3, 2**10),
    "K": (10**3, 2**10),
    "M": (10**6, 2**20),
    "G": (10**9, 2**30),
    "T": (10**12, 2**40),
    "P": (10**15, 2**50),
    "E": (10**18, 2**60),
    "Z": (10**21, 2**70),
}
"""What a prefix multiplies by: in tens and in twos."""
NUMERALS: Mapping[str, int] = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "Mio": 10**6, "Mrd": 10**9,
    "千": 10**3, "万": 10**4, "百万": 10**6, "亿": 10**8, "十亿": 10**9, "万亿": 10**12, "萬": 10**4, "億": 10**8, "兆": 10**12,
    "천": 10**3, "만": 10**4, "백만": 10**6, "억": 10**8, "조": 10**12, "Tsd": 10**3, "Mio.": 10**6, "Mrd.": 10**9,
    "Millionen": 10**6, "Milliarden": 10**9, "millones": 10**6, "millions": 10**6, "milliards": 10**9, "млн": 10**6, "млрд": 10**9,
}  # fmt: skip
"""Words that multiply the number before them, alone or before what is counted."""
LETTERS_OF_COUNTS: Mapping[str, int] = {"K": 10**3, "k": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
"""Letters that do the same before a word for what is counted: `600K tokens`, `7B parameters`."""
SI_PREFIXES: Mapping[str, Fraction] = {
    "T": Fraction(10**12), "G": Fraction(10**9), "M": Fraction(10**6), "k": Fraction(1000), "m": Fraction(1, 1000),
    **dict.fromkeys(("μ", "µ"), Fraction(1, 10**6)), "n": Fraction(1, 10**9),
}  # fmt: skip
ELECTRONVOLT = Fraction("1.602176634e-19")
PREFIXED: Mapping[str, str] = {
    "J": "energy",
    "W": "power",
    "N": "force",
    "Pa": "pressure",
    "V": "voltage",
    "A": "current",
    "Ω": "resistance",
    "Hz": "frequency",
}
"""Units before which every prefix may stand."""
MEASURES: Mapping[str, tuple[str, Fraction]] = {
    **{prefix + unit: (kind, size) for unit, kind in PREFIXED.items() for prefix, size in SI_PREFIXES.items()},
    **{unit: (kind, Fraction(1)) for unit, kind in PREFIXED.items()},
    **dict.fromkeys(("μm", "µm"), ("length", Fraction(1, 10**6))), **dict.fromkeys(("μg", "µg"), ("mass", Fraction(1, 10**6))),
    **{name: ("time", Fraction(1, 1000)) for name in ("ms", "毫秒")},
    **{name: ("time", Fraction(1, 10**6)) for name in ("μs", "µs", "us", "微秒")}, "ns": ("time", Fraction(1, 10**9)),
    **{name: ("time", Fraction(1)) for name in ("s", "sec", "secs", "second", "seconds", "秒")},
    **{name: ("time", Fraction(60)) for name in ("min", "mins", "minute", "minutes", "分钟")},
    **{name: ("time", Fraction(3600)) for name in ("h", "hr", "hrs", "hour", "hours", "小时")},
    **{name: ("time", Fraction(86400)) for name in ("day", "days", "天")},
    **{name: ("time", Fraction(604800)) for name in ("week", "weeks", "周")},
    "nm": ("length", Fraction(1, 10**9)), "mm": ("length", Fraction(1, 1000)), "cm": ("length", Fraction(1, 100)),
    "m": ("length", Fraction(1)), "km": ("length", Fraction(1000)), "米": ("length", Fraction(1)), "千米": ("length", Fraction(1000)),
    "mg": ("mass", Fraction(1, 1000)), "g": ("mass", Fraction(1)), "kg": ("mass", Fraction(1000)), "克": ("mass", Fraction(1)),
    "千克": ("mass", Fraction(1000)),
    "Wh": ("energy", Fraction(3600)), "kWh": ("energy", Fraction(3_600_000)), "eV": ("energy", ELECTRONVOLT),
    **{prefix + "eV": ("energy", size * ELECTRONVOLT) for prefix, size in SI_PREFIXES.items()},
    "bit": ("data", Fraction(1)), "bits": ("data", Fraction(1)), "byte": ("data", Fraction(8)), "bytes": ("data", Fraction(8)),
    "mL": ("volume", Fraction(1)), "ml": ("volume", Fraction(1)), "L": ("volume", Fraction(1000)), "l": ("volume", Fraction(1000)),
    "dl": ("volume", Fraction(100)), "cl": ("volume", Fraction(10)), "升": ("volume", Fraction(1000)),
    "毫升": ("volume", Fraction(1)),
    "mol": ("amount", Fraction(1)), "mmol": ("amount", Fraction(1, 1000)),
    "hPa": ("pressure", Fraction(100)), "kelvin": ("temperature", Fraction(1)),
}  # fmt: skip
"""What a unit measures, and how much of it: between the sides of an equation they are converted."""
DERIVED = frozenset({"energy", "power", "force", "pressure", "voltage", "current", "resistance"})
"""Kinds whose units are made of those of others: with other units than those of the SI they take a factor into what is computed."""
WORDS = frozenset({
    "B", "tokens", "token", "words", "FLOPs", "FLOP", "flops", "FLOPS", "parameters", "params", "parameter", "vectors", "heads", "layers",
    "numbers", "values", "elements", "dollars", "euros", "items", "steps", "Hz", "字节", "个", "次",
    "times", "倍", "nats", "rad", "rpm", "people", "samples", "images", "pages", "points", "kcal", "USD", "EUR", "RMB", "元", "人",
    "円", "원", "€", "£", "¥", "$", "°C", "°F",
})  # fmt: skip
"""What else counts and changes no number."""
LONE_CAPITALS = frozenset({"L", "V", "A"})
r"""Units that in `\mathrm{L}` may be a symbol: only with the blank of `\text{ L}` are they read as units."""
CAPITALISED: Mapping[str, str] = {
    word.capitalize(): word for word in (*MEASURES, *WORDS) if word.isascii() and word.islower() and len(word) > 3
}
"""Words of tables and headings: `2 \\text{ Bytes}`."""
COUNTED = WORDS | (MEASURES.keys() - LONE_CAPITALS) | CAPITALISED.keys()
"""Units that count or measure and change no number."""
SCALED = frozenset({"B", "iB", "b", "bit", "bytes", "o", "FLOPs", "FLOP", "FLOPS", "flops", "Hz", "params", "parameters", "tokens", ""})
"""What may stand behind a prefix."""
CURRENCIES = frozenset("$€£¥")
"""Signs that stand before an amount."""


MONEY: Mapping[str, str] = {
    **dict.fromkeys(("$", "USD", "dollars"), "dollar"),
    **dict.fromkeys(("€", "EUR", "euros"), "euro"),
    **dict.fromkeys(("¥", "RMB", "元"), "yuan"),
    "£": "pound",
    "円": "yen",
    "원": "won",
}
"""What an amount of money is counted in."""
ENERGIES: Mapping[str, Fraction] = {"Wh": Fraction(1), "kWh": Fraction(1000)}
"""Units of energy that are watts times hours, and their watts."""
COHERENT = frozenset({"kg", "m", "s", "J", "N", "W", "V", "A", "Pa", "mol", "kelvin", "Ω"})
"""Units of the SI whose numbers multiply to one another's."""
COHERENT_SIZES: Mapping[str, Fraction] = {"mass": Fraction(1000)}
"""How much the unit of the SI measures, where it is not 1: a kilogram in grams."""
WATT_HOURS: Mapping[str, tuple[Fraction, ...]] = {"energy": (Fraction(3600),)}
"""Units outside the SI in which one computes all the same."""
BITS: Mapping[str, Fraction] = {
    **dict.fromkeys(("b", "bit"), Fraction(1)),
    **dict.fromkeys(("B", "iB", "bytes", "o"), Fraction(8)),
}
"""Behind a prefix: bits in one."""


def sizes_of(part: str) -> tuple[tuple[str, Fraction], ...]:
    """What a unit without its power measures, and how much of it: `kWh` power and time; nothing where that is not known."""
    part = CAPITALISED.get(part, part)
    if part in ENERGIES:
        return ("energy", MEASURES[part][1]), ("power", ENERGIES[part]), ("time", MEASURES["h"][1])
    if MEASURES.get(part, ("",))[0] == "frequency":
        return (("time", 1 / MEASURES[part][1]),)
    if part in MEASURES:
        return (MEASURES[part],)
    prefixed = part[:1] in PREFIXES and part[1:].strip() in BITS
    return (("data", BITS[part[1:].strip()]),) if prefixed else ()


PER_EACH = re.compile(r"[a-z]{4,}")
"""What an amount may be given for each of: the `request` of `GB/request`."""
SYMBOLS = frozenset({"K", "C", "T", "F", "H", "S", "Hz", "Wb", "cd", "rad", "sr", "eV", "Ω"})
SCALES = frozenset({"kelvin", "K", "°C", "°F"})
"""Units of temperature, whose zeros differ: numbers in one of them are none in another."""
"""Further symbols of units: parts of one such as `J/(kg·K)`."""


def is_symbol_of_a_unit(name: str) -> bool:
    """Whether a part of a unit is known: the K of `J/K`, which alone behind a number may be a symbol or a prefix."""
    return name in SYMBOLS or name in LONE_CAPITALS or name in COUNTED or is_scaled(name)


POWERED = re.compile(r"([^^]*)(?:\^(-?\d{1,3}))?")
"""A part of a unit, and its power."""


def parts_of(name: str) -> tuple[tuple[str, int], ...]:
    """The units of which one is made, each with its power: `kg·m/s^2` is kg, m and s to the power of -2."""
    above, *below = name.split("/")
    parts = [(part, 1) for part in above.split("·")] + [(part, -1) for group in below for part in group.split("·")]
    found = ((POWERED.fullmatch(part), part, sign) for part, sign in parts)
    return tuple((whole[1], int(whole[2] or 1) * sign) if whole else (part, sign) for whole, part, sign in found)


def is_unit(name: str) -> bool:
    """Whether a word behind a number is one of the units known here, or one per another (`GB/s`)."""
    if "·" in name:
        return all(is_symbol_of_a_unit(part.partition("^")[0]) for part in re.split("[/·]", name))
    first, *below = (part.partition("^")[0] for part in name.split("/"))
    return _is_known(first) and all(_is_known(part) or part in SYMBOLS or PER_EACH.fullmatch(part) for part in below)


def _is_known(part: str) -> bool:
    numeral, counted = in_numerals(part)
    if numeral:
        return not counted or counted in COUNTED
    return part in COUNTED or part in LONE_CAPITALS or (part[:1] in PREFIXES and part[1:].strip() in SCALED)


def in_numerals(part: str) -> tuple[int, str]:
    """What the numeral of `million tokens` multiplies by, and what is counted; 0 where there is none, or a power of it (`억^2`)."""
    if "^" in part:
        return 0, part
    word, _, counted = part.partition(" ")
    if word in NUMERALS or (word in LETTERS_OF_COUNTS and counted.strip() in WORDS):
        return {**NUMERALS, **LETTERS_OF_COUNTS}[word], counted.strip()
    numeral = next((name for name in sorted(NUMERALS, key=len, reverse=True) if not name.isascii() and part.startswith(name)), "")
    return NUMERALS.get(numeral, 0), part.removeprefix(numeral).strip()


def is_scaled(name: str) -> bool:
    """Whether a unit has a prefix that multiplies: MB, GFLOPs."""
    return name not in COUNTED and name[:1] in PREFIXES and name[1:] in SCALED - {""}


def is_data(name: str) -> bool:
    """Whether a unit is one of data, or of data per another: byte, MB, Gbit/s."""
    amount = name.partition("/")[0]
    return amount in BITS or (is_scaled(amount) and amount[1:] in BITS)


def is_only_a_unit(name: str) -> bool:
    """Whether nobody calls a quantity so: `bytes`, `GB`; `tokens` or `V` may be one."""
    plain = CAPITALISED.get(name, name)
    return len(name) > 1 and (is_scaled(name) or plain in {"byte", "bytes", "bits", "FLOPs"} or name in NUMERALS)


def factor(name: str, base: int) -> int:
    """What a unit multiplies by in tens (base 0) or twos (1): of one per one that is counted, its prefix; GiB are always in twos."""
    whole = name.partition("/")[0]
    first = re.split(r"[\^·]", whole)[0]
    if in_numerals(first)[0]:
        return in_numerals(whole)[0] or 1
    if first in COUNTED or first in LONE_CAPITALS or (first in SYMBOLS and whole != name) or "·" in whole:
        return 1
    return PREFIXES[first[0]][1 if first.endswith("iB") else base]


def measure(name: str) -> tuple[tuple[tuple[str, int], ...], Fraction] | None:
    """What a unit measures, each with its power, and how much of it; None where that is not known."""
    kinds: list[tuple[str, int]] = []
    size = Fraction(1)
    for part, exponent in parts_of(name):
        word = "kelvin" if part == "K" and name != part else CAPITALISED.get(part, part)
        if word not in MEASURES:
            return None
        kind, scale = MEASURES[word]
        kinds.append((kind, exponent))
        size *= scale**exponent
    return tuple(sorted(kinds)), size
