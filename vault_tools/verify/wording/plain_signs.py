"""What LaTeX commands are on a line of plain text; used by plain.py."""

from __future__ import annotations

SYMBOLS = {
    "top": "ᵀ", "intercal": "ᵀ", "infty": "∞", "dots": "…", "ldots": "…", "cdots": "…", "vdots": "…",
    "dotsc": "…", "dotsb": "…", "ell": "ℓ", "%": "%", "$": "$", "_": "_", "#": "#",
    "partial": "∂", "nabla": "∇", "Re": "Re", "Im": "Im", "prime": "′", "circ": "∘", "dagger": "†", "star": "*",
    "ast": "*", "emptyset": "∅",
    "varnothing": "∅", "hbar": "ħ", "angle": "∠", "degree": "°",
}  # fmt: skip
BINARY = {
    "cdot": "·", "times": "×", "odot": "⊙", "otimes": "⊗", "oplus": "⊕", "pm": "±", "mp": "∓", "div": "÷", "cup": "∪", "cap": "∩",
    "bmod": "mod", "mod": "mod", "wedge": "∧", "vee": "∨", "circledast": "⊛", "bullet": "•", "setminus": "∖",
}  # fmt: skip
RELATIONS = {
    "approx": "≈", "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "ne": "≠", "neq": "≠", "in": "∈",
    "notin": "∉", "to": "→", "rightarrow": "→", "longrightarrow": "→", "leftarrow": "←", "gets": "←", "Rightarrow": "⇒", "implies": "⇒",
    "iff": "⇔", "Leftrightarrow": "⇔", "mapsto": "↦", "sim": "∼", "simeq": "≃", "cong": "≅", "equiv": "≡", "propto": "∝", "mid": "|",
    "triangleq": "≜", "coloneqq": "≔", "subset": "⊂", "subseteq": "⊆", "ll": "≪", "gg": "≫", "lt": "<", "gt": ">", "perp": "⊥",
}  # fmt: skip
BARS = {"|": "‖", "Vert": "‖", "lVert": "‖", "rVert": "‖", "vert": "|", "lvert": "|", "rvert": "|"}
OPENING = {"langle": "⟨", "lfloor": "⌊", "lceil": "⌈", "{": "{", "lbrace": "{", "lbrack": "["}
CLOSING = {"rangle": "⟩", "rfloor": "⌋", "rceil": "⌉", "}": "}", "rbrace": "}", "rbrack": "]"}
LARGE = {"sum": "Σ", "prod": "Π", "int": "∫", "iint": "∬", "oint": "∮", "bigoplus": "⊕", "bigotimes": "⊗", "bigcup": "∪", "bigcap": "∩"}
GREEK = frozenset(
    {
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho",
        "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    }
)  # fmt: skip
ROMAN = frozenset({"text", "textrm", "textbf", "textit", "textsf", "texttt", "mathrm", "operatorname", "mbox", "hbox", "mathop"})
"""Several letters in them are a word."""
SILENT = frozenset(
    {
        "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathbb", "mathfrak", "mathscr", "mathnormal", "boldsymbol", "bm", "pmb",
        "rm", "bf",
        "it", "sf", "tt", "cal", "boxed", "ensuremath", "mathord", "mathbin", "mathrel", "left", "right", "middle", "limits", "nolimits",
        "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "nonumber", "notag", "big", "Big", "bigg", "Bigg", "bigl", "bigr",
        "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr", "bigm", "Bigm", "vec", "overrightarrow", "underline", "underbrace", "overbrace",
        "!", "hline", "strut", "mathstrut", "null",
    }
)  # fmt: skip
"""Fonts, sizes, positions and decorations leave no trace."""
WITH_ARGUMENT = frozenset(
    {"color", "tag", "label", "vspace", "hspace", "phantom", "hphantom", "vphantom", "underset", "overset", "stackrel"}
)
"""What stands in their first argument is left out."""
SPACES = frozenset({",", ";", ":", " ", "thinspace", "enspace", "space"})
WIDE_SPACES = frozenset({"quad", "qquad", "\\", "newline"})
ACCENTS = {
    "bar": "\u0304", "overline": "\u0304", "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "dot": "\u0307",
    "ddot": "\u0308", "check": "\u030c", "breve": "\u0306",
}  # fmt: skip
"""Combining marks for a single letter; an arrow says no more than the letter."""
SUPERSCRIPT = dict(zip("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", strict=True)) | {"∘": "°", "*": "*", "′": "′", "†": "†"}
SUBSCRIPT = dict(zip("0123456789+-=aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
LONGEST_INDEX = 4
"""Letters below a symbol that still read well small: more are a word, `d_model`."""
ROOTS = {"3": "∛", "4": "∜"}
FRACTIONS = frozenset({"frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"})
BINOMIALS = frozenset({"binom", "dbinom", "tbinom"})

KINDS = {
    **dict.fromkeys("+-", "binary"), **dict.fromkeys("=<>≈≤≥≠", "relation"), **dict.fromkeys("([", "opening"),
    **dict.fromkeys(")]", "closing"),
    ",": "comma", ";": "comma", "|": "bar",
}  # fmt: skip
