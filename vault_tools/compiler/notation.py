"""The vocabulary of LaTeX notation: which command or character is a letter, an operator, a delimiter, a font or mere layout.

Only tables; read by tokens.py, layout.py, the parser and names.py.
"""

from __future__ import annotations

from typing import Literal


def _words(text: str) -> list[str]:
    return text.split()


# ---------------------------------------------------------------- symbols that are operands

GREEK: frozenset[str] = frozenset(
    _words(
        "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa "
        "lambda mu nu xi omicron pi varpi rho varrho "
        "sigma varsigma tau upsilon phi varphi chi psi omega digamma Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega "
        "varGamma varDelta varTheta varLambda varXi varPi varSigma varUpsilon varPhi varPsi varOmega"
    )
)

SYMBOLS: dict[str, str] = {
    name: name
    for name in _words(
        "ell infty nabla partial top bot intercal aleph hbar imath jmath wp Re Im emptyset forall exists "
        "dagger ddagger angle prime complement triangle degree clubsuit diamondsuit heartsuit "
        "spadesuit flat sharp natural beth"
    )
} | {"varnothing": "emptyset", "nexists": "nexists", "hslash": "hbar", "infin": "infty", "dag": "dagger", "ddag": "ddagger"}
"""Command -> text of its Name."""

FUNCTION_COMMANDS: frozenset[str] = frozenset(
    _words(
        "exp log ln lg sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan det dim ker gcd deg hom Pr arg max min lim sup inf"
    )
)

SIZES: frozenset[str] = frozenset("dD")
r"""Letters of widths: the label of `\sqrt{d}_k` is meant below the root, as in `\sqrt d_k`."""
KINDS: frozenset[str] = frozenset({"tau", "sigma", "pi"})
r"""Greek letters of kinds and orders, places in arrays: `W_{\tau_{uv}}`, `x_{\pi_i}`; the `\theta_i` of `p_{\theta_i}` are parameters."""
NUMBER_FUNCTIONS: frozenset[str] = frozenset(_words("exp log ln lg sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan"))
"""Commands of functions of a number, which have an argument wherever they stand."""

WELL_KNOWN_WORDS: frozenset[str] = frozenset(
    _words(
        "softmax logsoftmax sigmoid relu leakyrelu prelu elu selu gelu silu swish "
        "mish swiglu geglu glu softplus softsign hardmax sparsemax attention attn "
        "selfattention multihead multiheadattention mha concat head layernorm ln rmsnorm batchnorm norm dropout ffn mlp linear embed "
        "embedding lstm gru rnn conv score align erf sgn sign diag tr trace rank var cov std mean cossim sim argmax argmin logsumexp lse "
        "kl mse rmse mae bce softcap topk onehot vec clip elu rope"
    )
)
r"""`\softmax` without a definition is read as the word softmax; any other unknown command is an error."""

BLACKBOARD_COMMANDS: dict[str, str] = {"R": "R", "N": "N", "Z": "Z", "Reals": "R", "reals": "R", "natnums": "N"}
ELLIPSES: dict[str, str] = {
    name: name for name in _words("dots cdots ldots vdots ddots dotsc dotsb dotsm dotsi dotso iddots hdots adots")
} | {"mathellipsis": "ldots"}
LITERALS: dict[str, str] = {
    "$": "$", "#": "#", "&": "&", "pounds": "£", "euro": "€", "yen": "¥", "S": "§", "P": "¶", "copyright": "©",
    "_": "_", "square": "□", "Box": "□", "checkmark": "✓", "qed": "∎", "blacksquare": "■", "crossmark": "✗",
}  # fmt: skip
"""Commands that print a character of prose, a blank to fill in, or a mark."""
END_MARKS: frozenset[str] = frozenset(_words("checkmark qed blacksquare"))
"""Marks that end a statement: it is right, the proof is done."""

# ---------------------------------------------------------------- operators

SIGNS: dict[str, str] = {"+": "+", "-": "-", "pm": "pm", "mp": "mp"}
PRODUCTS: dict[str, str] = {"*": "ast", "/": "slash", "slash": "slash", "cdotp": "cdot", "centerdot": "cdot", "bmod": "mod"} | {
    name: name
    for name in _words(
        "cdot times ast odot circ otimes oplus div wedge bullet star vee cup cap setminus ominus oslash diamond boxtimes "
        "boxdot circledast bowtie ltimes rtimes sqcup sqcap uplus circledcirc mod"
    )
}
UNIT_SIGNS: dict[str, str] = {
    "%": "percent", "permil": "permille", "perthousand": "permille", "textperthousand": "permille", "degree": "degree",
}  # fmt: skip
"""Commands that hang on an operand and scale it."""
LOGIC: dict[str, str] = {"land": "∧", "lor": "∨"}
RELATIONS: dict[str, str] = {
    "=": "=", "<": "<", ">": ">", ":": ":", "coloneqq": ":=", "coloneq": ":=", "colon": ":", "triangleq": ":=", "doteq": ":=",
    "eqqcolon": "=:",
    "lt": "<", "gt": ">", "le": "≤", "leq": "≤", "leqslant": "≤", "leqq": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "geqq": "≥",
    "ne": "≠", "neq": "≠", "approx": "≈", "thickapprox": "≈", "approxeq": "≈", "simeq": "≈", "approxcolon": "≈", "equiv": "≡",
    "ll": "≪", "gg": "≫", "questeq": "≟",
    "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊂", "subsetneq": "⊂", "supset": "⊃", "supseteq": "⊃",
    "sim": "∼", "thicksim": "∼", "propto": "∝", "varpropto": "∝", "cong": "≅", "asymp": "≍", "perp": "⊥",
    "to": "→", "rightarrow": "→", "longrightarrow": "→", "mapsto": "↦", "longmapsto": "↦", "leftarrow": "←", "gets": "←",
    "longleftarrow": "←",
    "leftrightarrow": "↔", "hookrightarrow": "→", "rightsquigarrow": "→", "leadsto": "→", "rightleftharpoons": "↔", "uparrow": "↑",
    "downarrow": "↓",
    "prec": "≺", "succ": "≻", "preceq": "≼", "succeq": "≽", "preccurlyeq": "≼", "succcurlyeq": "≽",
    "models": "⊨", "vdash": "⊢", "lesssim": "≲", "gtrsim": "≳", "vcentcolon": ":",
}  # fmt: skip
STRETCHED_ARROWS: dict[str, str] = {
    "xrightarrow": "→", "xleftarrow": "←", "xRightarrow": "⇒", "xLeftarrow": "⇐", "xleftrightarrow": "↔", "xLeftrightarrow": "⇔",
    "xmapsto": "↦", "xlongequal": "=",
}  # fmt: skip
NEGATED: dict[str, str] = {
    "=": "neq", "in": "notin", "equiv": "neq", "exists": "nexists",
    ">": "leq", "gt": "leq", "<": "geq", "lt": "geq", "le": "gt", "leq": "gt", "ge": "lt", "geq": "lt",
}  # fmt: skip
IMPLICATIONS: dict[str, str] = {
    "implies": "⇒", "Rightarrow": "⇒", "Longrightarrow": "⇒", "iff": "⇔", "Leftrightarrow": "⇔", "Longleftrightarrow": "⇔",
    "impliedby": "⇐", "Leftarrow": "⇐", "Longleftarrow": "⇐",
}  # fmt: skip
IMPLICATION_SIGNS = frozenset(IMPLICATIONS.values())
TYPED_RELATIONS: dict[tuple[str, str], str] = {
    (":", "="): ":=", ("<", "="): "≤", (">", "="): "≥", ("=", "="): "=", ("=", ">"): "⇒", ("-", ">"): "→",
}  # fmt: skip
"""Two characters typed next to each other that are meant as one relation."""

BIG_OPERATORS: dict[str, str] = {
    name: name for name in _words("sum prod coprod int iint iiint oint bigcup bigcap bigwedge bigvee bigotimes bigodot biguplus")
} | {"bigoplus": "concat", "intop": "int", "bigparallel": "concat"}
"""Operators that must have a body."""
LIMIT_OPERATORS: dict[str, str] = {name: name for name in _words("max min lim sup inf argmax argmin limsup liminf Pr det gcd")} | {
    "varlimsup": "limsup", "varliminf": "liminf", "argmax": "argmax", "argmin": "argmin", "injlim": "lim", "projlim": "lim",
}  # fmt: skip
"""Operators only where they carry a subscript; functions otherwise."""
OPERATOR_COMMANDS: frozenset[str] = frozenset(LIMIT_OPERATORS.values()) | NUMBER_FUNCTIONS | frozenset(_words("deg dim hom ker arg"))
"""Commands that never stand for a quantity by themselves."""
WORD_OPERATORS: frozenset[str] = frozenset({"max", "min", "argmax", "argmin", "sup", "inf", "lim"})
r"""Words (`max_j`, `\text{argmax}_k`) that are operators where they carry a subscript."""
RANGED_WORDS: dict[str, str] = {"concat": "concat"}
r"""Words, in small letters, that are operators where a range stands below them: `\text{Concat}_{k=1}^{K}`."""

# ---------------------------------------------------------------- fonts, accents, arguments

TEXT_COMMANDS: dict[str, str] = {
    "text": "", "textrm": "rm", "textnormal": "", "textup": "", "mbox": "", "hbox": "", "textbf": "bf", "textit": "", "textsl": "",
    "emph": "",
    "textsf": "sf", "texttt": "tt", "textsc": "", "textmd": "", "intertext": "", "shortintertext": "",
}  # fmt: skip
"""Their argument is prose; the value is the font that may matter."""
FONTS: dict[str, str] = {
    "mathrm": "rm", "operatorname": "rm", "operatorname*": "rm", "operatornamewithlimits": "rm", "mathup": "rm", "mathit": "it",
    "mathnormal": "it",
    "mathbf": "bf", "bold": "bf", "boldsymbol": "bf", "bm": "bf", "pmb": "bf", "symbf": "bf", "mathbold": "bf", "mathbfit": "bf",
    "mathbb": "bb", "Bbb": "bb", "mathds": "bb", "mathbbm": "bb", "mathcal": "cal", "mathscr": "cal", "mathsf": "sf", "mathtt": "tt",
    "mathfrak": "frak",
}  # fmt: skip
FONT_SWITCHES: dict[str, str] = {
    "rm": "rm", "bf": "bf", "it": "it", "sf": "sf", "tt": "tt", "cal": "cal", "mit": "it", "scr": "cal", "frak": "frak",
    "bfseries": "bf", "sl": "it",
}  # fmt: skip
WORD_FONTS: frozenset[str] = frozenset({"rm", "it", "tt"})
"""Fonts in which several letters are one word."""
ACCENTS: dict[str, str] = {
    "hat": "hat", "widehat": "hat", "bar": "bar", "overline": "bar", "tilde": "tilde", "widetilde": "tilde", "vec": "vec",
    "overrightarrow": "vec",
    "dot": "dot", "ddot": "ddot", "check": "check", "widecheck": "check", "breve": "breve", "mathring": "ring", "acute": "acute",
    "grave": "grave",
    "underline": "underline", "underbar": "underline", "overleftarrow": "vec", "dddot": "dddot", "underrightarrow": "vec",
}  # fmt: skip
FRACTIONS: frozenset[str] = frozenset({"frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"})
BINOMIALS: frozenset[str] = frozenset({"binom", "dbinom", "tbinom"})
OVERS: dict[str, bool] = {"over": True, "choose": False, "atop": False}
"""Infix fractions, and whether they have a bar."""
BRACES: frozenset[str] = frozenset({"underbrace", "overbrace", "underbracket", "overbracket", "underparen", "overparen"})
STACKS: frozenset[str] = frozenset({"underset", "overset", "stackrel"})
STRUCK: frozenset[str] = frozenset({"cancel", "bcancel", "xcancel"})
"""Commands that strike their argument out."""
UNITS: frozenset[str] = frozenset(
    _words("byte bytes bit bits KB MB GB TB KiB MiB GiB TiB B s ms FLOP FLOPs FLOPS token tokens parameters params")
)
"""Words behind a number and a space that count it."""
COUNTED: frozenset[str] = frozenset(
    _words(
        "byte bytes bit bits nat nats flop flops token tokens parameter parameters params step steps iteration iterations epoch epochs "
        "sample samples second seconds minute minutes hour hours operation operations ops multiplications additions"
    )
)
"""What a formula may count, in small letters."""
SIGN_CLASSES: frozenset[str] = frozenset({"mathbin", "mathrel", "mathop", "mathord", "mathpunct"})
"""Commands that say how much room stands around a sign."""
WRAPPERS: frozenset[str] = frozenset(
    _words(
        "mathbin mathrel mathord mathop mathopen mathclose mathpunct mathinner ensuremath "
        "boxed fbox smash mathclap mathllap mathrlap "
        "llap rlap clap framebox vcenter"
    )
)
"""Commands whose one argument stands as if it were written alone."""

ARITY: dict[str, int] = {
    **dict.fromkeys([*FRACTIONS, *BINOMIALS, *STACKS], 2),
    **dict.fromkeys([*FONTS, *ACCENTS, *BRACES, *WRAPPERS, *STRUCK, *STRETCHED_ARROWS], 1),
    "sqrt": 1, "substack": 1, "pmod": 1,
}  # fmt: skip

# ---------------------------------------------------------------- delimiters

DELIMITERS: dict[str, tuple[Literal["open", "close", "bar"], str]] = {
    "(": ("open", "("), "[": ("open", "["), "{": ("open", "{"), "lbrace": ("open", "{"), "lbrack": ("open", "["), "langle": ("open", "⟨"),
    "lfloor": ("open", "⌊"), "lceil": ("open", "⌈"), "lvert": ("open", "|"), "lVert": ("open", "‖"), "lparen": ("open", "("),
    ")": ("close", ")"), "]": ("close", "]"), "}": ("close", "}"), "rbrace": ("close", "}"), "rbrack": ("close", "]"),
    "rangle": ("close", "⟩"),
    "rfloor": ("close", "⌋"), "rceil": ("close", "⌉"), "rvert": ("close", "|"), "rVert": ("close", "‖"), "rparen": ("close", ")"),
    "|": ("bar", "‖"), "vert": ("bar", "|"), "Vert": ("bar", "‖"), "lgroup": ("open", "("), "rgroup": ("close", ")"),
    "parallel": ("bar", "‖"), "mid": ("bar", "|"), "llbracket": ("open", "["), "rrbracket": ("close", "]"),
}  # fmt: skip
r"""Commands (and brackets) -> kind and the character of the fence. `\{`, `\}` and `\|` are commands named by their character."""
PARTNERS: dict[str, str] = {"(": ")]", "[": ")]", "{": "})]", "⟨": "⟩", "⌊": "⌋⌉", "⌈": "⌉⌋", "|": "|", "‖": "‖"}
"""Opening bracket -> the brackets that may close it (`[a, b)` is an interval)."""
BIG_DELIMITERS: dict[str, str] = {
    size + side: kind
    for size in ("big", "Big", "bigg", "Bigg")
    for side, kind in (("", ""), ("l", "open"), ("r", "close"), ("m", "middle"))
}

# ---------------------------------------------------------------- layout

THIN_SPACES: frozenset[str] = frozenset(
    [",", ";", ":", "!", ">", " ", "\t", "\n", "/", "-", "thinspace", "medspace", "thickspace", "negthinspace", "negmedspace",
     "negthickspace", "enspace", "space", "nobreakspace", "allowbreak", "nobreak", "null", "relax", "nolinebreak", "linebreak", "break"]
)  # fmt: skip
CLOSING_UP = "\\!"
"""Mark (in `font`) of a token that is drawn closer to the one before it."""
WIDE_SPACES: frozenset[str] = frozenset({"quad", "qquad", "hfill", "hfil", "par"})
NO_EFFECT: frozenset[str] = frozenset(
    _words(
        "displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits displaylimits "
        "nonumber notag hline toprule midrule bottomrule "
        "tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge strut mathstrut noindent centering boldmath unboldmath "
        "normalfont rmfamily sffamily upshape itshape selectfont raggedright newpage"
    )
)
RAW_ARGUMENTS: dict[str, int] = {
    "label": 1, "color": 1, "textcolor": 1, "colorbox": 1, "hspace": 1, "hspace*": 1, "vspace": 1, "vspace*": 1, "mspace": 1,
    "hskip": 0, "kern": 0,
    "mkern": 0, "mskip": 0, "phantom": 1, "hphantom": 1, "vphantom": 1, "require": 1, "cline": 1, "cssId": 1, "class": 1, "style": 1,
    "href": 1,
    "bbox": 0, "raise": 0, "fcolorbox": 2, "definecolor": 3, "index": 1, "nocite": 1, "htmlClass": 1, "htmlId": 1, "unicode": 0,
    "arraystretch": 0,
}  # fmt: skip
"""Commands whose first arguments are for the eye only: dropped unread (what follows, such as the coloured group, stays)."""
REFERENCES: frozenset[str] = frozenset({"ref", "eqref", "cite", "autoref", "cref", "footnote"})
"""Commands that print a reference; kept as prose."""
DEFINITIONS: frozenset[str] = frozenset({"newcommand", "renewcommand", "providecommand", "def", "gdef", "let", "DeclareMathOperator"})

ENGLISH_CONNECTIVES: frozenset[str] = frozenset(
    _words(
        "if where when for and or with otherwise else let then so hence thus therefore whereas because since given subject such that "
        "iff while unless as"
    )
)
CONNECTIVES: frozenset[str] = ENGLISH_CONNECTIVES | frozenset(
    _words(
        "si sino sinon donde où ou et avec pour sonst falls wenn für wobei und oder mit und se dove altrimenti senão caso "
        "gdzie где если или cuando onde quando "
        "且 并且 而且 並且 与 與 及 以及 其中 当 當 若 如果 则 則 所以 因此 因为 因為 即 或 或者 对于 "
        "かつ または ただし ここで 단 그리고 여기서 또는"
    )
)
"""Words between statements. The first word of a `\\text` decides."""
BARE_CONNECTIVES: frozenset[str] = frozenset({"if", "where", "when", "otherwise", "else", "for", "and", "with", "such"})
"""Those that are recognised without `\\text` (outside scripts)."""

KNOWN_COMMANDS: frozenset[str] = frozenset().union(
    GREEK, SYMBOLS, FUNCTION_COMMANDS, ELLIPSES, SIGNS, PRODUCTS, LOGIC, RELATIONS, STRETCHED_ARROWS, IMPLICATIONS, BIG_OPERATORS,
    LIMIT_OPERATORS,
    TEXT_COMMANDS, FONTS, FONT_SWITCHES, ACCENTS, ARITY, OVERS, DELIMITERS, BIG_DELIMITERS, THIN_SPACES, WIDE_SPACES, NO_EFFECT,
    RAW_ARGUMENTS, END_MARKS,
    REFERENCES, DEFINITIONS, {"left", "right", "middle", "begin", "end", "tag", "not", "neg", "lnot", "therefore", "because", "cr",
    "newline"}, UNIT_SIGNS,
)  # fmt: skip
PLAIN_WORDS: frozenset[str] = frozenset(
    _words(
        "label index class style space check null over color small large huge big prime natural star diamond triangle flat sharp models "
        "break limits phantom div def mod cap cup cite ref raise bar hat dot dots choose smash clap let angle complement degree require "
        "square end begin left right middle text unicode overline nu xi pi mu eta chi rho psi phi tau sum prod int top in to vec mid mu"
    )
)
r"""Command names that are also words (or letters): doubled backslashes only where an argument or delimiter follows."""
NEVER_BARE: frozenset[str] = frozenset(
    name for name in KNOWN_COMMANDS - FUNCTION_COMMANDS - LIMIT_OPERATORS.keys() - CONNECTIVES if len(name) > 1 and name.isalpha()
) - {"dim", "var", "not", "ni", "par", "it", "tt", "bf", "sf", "rm", "sl", "mit", "ll", "gg", "lt", "gt"}
r"""Names that nobody writes as a word at the start of a row: `\\frac` is a doubled backslash."""

# ---------------------------------------------------------------- Unicode

CHARACTERS: dict[str, str] = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "·": "\\cdot", "⋅": "\\cdot", "∙": "\\cdot", "・": "\\cdot", "×": "\\times", "÷": "\\div",
    "∗": "*", "∘": "\\circ",
    "⊙": "\\odot", "⊗": "\\otimes", "⊕": "\\oplus", "∧": "\\wedge", "∨": "\\vee", "∪": "\\cup", "∩": "\\cap", "∖": "\\setminus",
    "±": "\\pm",
    "∓": "\\mp", "•": "\\bullet", "⋆": "\\star", "★": "\\star", "∕": "/", "≤": "\\le", "⩽": "\\le", "≦": "\\le", "≥": "\\ge",
    "⩾": "\\ge", "≧": "\\ge",
    "≠": "\\ne", "≈": "\\approx", "≃": "\\simeq", "≅": "\\cong", "≡": "\\equiv", "≜": "\\triangleq", "≔": "\\coloneqq", "≪": "\\ll",
    "≫": "\\gg",
    "∈": "\\in", "∉": "\\notin", "∋": "\\ni", "⊂": "\\subset", "⊆": "\\subseteq", "⊃": "\\supset", "⊇": "\\supseteq", "∼": "\\sim",
    "∝": "\\propto",
    "→": "\\to", "⟶": "\\to", "←": "\\gets", "↔": "\\leftrightarrow", "↦": "\\mapsto", "⇒": "\\implies", "⟹": "\\implies",
    "⇔": "\\iff", "⟺": "\\iff",
    "⇐": "\\impliedby", "∥": "\\parallel", "∣": "|", "‖": "\\Vert", "⟂": "\\perp", "¬": "\\neg", "∴": "\\therefore", "∵": "\\because",
    "⊤": "\\top", "⊺": "\\intercal", "⊥": "\\bot", "∞": "\\infty", "∂": "\\partial", "∇": "\\nabla", "ℓ": "\\ell", "∅": "\\emptyset",
    "∀": "\\forall",
    "∃": "\\exists", "ℏ": "\\hbar", "□": "\\square", "■": "\\blacksquare", "∎": "\\qed", "†": "\\dagger", "‡": "\\ddagger",
    "✓": "\\checkmark", "✔": "\\checkmark", "✅": "\\checkmark", "☑": "\\checkmark", "✗": "\\crossmark", "✘": "\\crossmark",
    "❌": "\\crossmark",
    "√": "\\sqrt", "∑": "\\sum", "∏": "\\prod", "∫": "\\int", "…": "\\ldots", "⋯": "\\cdots", "⋮": "\\vdots", "⋱": "\\ddots", "‥": "..",
    "′": "'", "’": "'", "‘": "'", "″": "''", "ʹ": "'", "°": "^ \\circ", "‰": "\\permil", "≟": "\\questeq", "⟨": "\\langle", "⟩": "\\rangle",
    "〈": "\\langle", "〉": "\\rangle",
    "⌊": "\\lfloor", "⌋": "\\rfloor", "⌈": "\\lceil", "⌉": "\\rceil", "【": "[", "】": "]", "。": ".", "、": ",", "．": ".",
    "½": "\\frac 1 2", "⅓": "\\frac 1 3", "⅔": "\\frac 2 3", "¼": "\\frac 1 4", "¾": "\\frac 3 4", "⅕": "\\frac 1 5", "⅛": "\\frac 1 8",
    "ı": "\\imath", "ȷ": "\\jmath", "ϵ": "\\epsilon", "ε": "\\varepsilon", "ϕ": "\\phi", "φ": "\\varphi", "ϑ": "\\vartheta",
    "ϖ": "\\varpi",
    "ϱ": "\\varrho", "ς": "\\varsigma", "µ": "\\mu", "ℝ": "\\mathbb { R }", "ℕ": "\\mathbb { N }", "ℤ": "\\mathbb { Z }",
    "ℂ": "\\mathbb { C }",
    "ℚ": "\\mathbb { Q }", "𝔼": "\\mathbb { E }", "𝟙": "\\mathbb { 1 }", "𝟏": "\\mathbf { 1 }", "ℒ": "\\mathcal { L }",
    "ℋ": "\\mathcal { H }",
}  # fmt: skip
"""Character -> the LaTeX that it stands for, tokens separated by blanks. `ε` and `φ` are the curly forms, as unicode-math has them."""
GREEK_CHARACTERS: dict[str, str] = dict(
    zip(
        "αβγδζηθικλμνξοπρστυχψωΓΔΘΛΞΠΣΥΦΨΩ",
        _words(
            "alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon chi psi omega "
            "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
        ),
        strict=True,
    )
)
SUPERSCRIPTS: dict[str, str] = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵏᵗᵐᵈˣʲᵢ", "0123456789+-=()niTktmdxji", strict=True))
SUBSCRIPTS: dict[str, str] = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜⱼᵢᵣᵤᵥ", "0123456789+-=()aeoxhklmnpstjiruv", strict=True))
del SUPERSCRIPTS["ᵢ"]
CONTROLS: dict[str, str] = {"\a": "a", "\b": "b", "\f": "f", "\v": "v"}
r"""Control characters that are left of a command when a program takes its backslash for an escape (`\frac`, `\beta`)."""
COMBINING: dict[str, str] = {
    "\u0302": "hat", "\u0304": "bar", "\u0305": "bar", "\u0303": "tilde", "\u20d7": "vec", "\u0307": "dot", "\u0308": "ddot",
    "\u030c": "check",
}  # fmt: skip
