"""Which formulas a note holds: the rules by which Obsidian shows mathematics, as one table of notes."""

from __future__ import annotations

import pytest

from vault_tools.errors import NoteError
from vault_tools.model import Passage, Table
from vault_tools.notes.scan import Note, scan

FOUND = {
    "paragraph": ("a $x$ b $y$", ["x", "y"]),
    "touching Chinese": ("其中$x$是", ["x"]),
    "heading": ("## The $d_k$ in $QK^T$ ##", ["d_k", "QK^T"]),
    "underlined heading": ("About $x$\n=====\n", ["x"]),
    "display": ("$$\nx + y\n$$", ["\nx + y\n"]),
    "display behind text": ("so $$x$$ holds", ["x"]),
    "display opened behind text": ("so $$\nx\n$$ holds", ["\nx\n"]),
    "display right below text": ("text\n$$\nx\n$$\ntext", ["\nx\n"]),
    "displays in a row": ("$$a$$$$b$$\n$$c$$ $$d$$", ["a", "b", "c", "d"]),
    "display with blanks and digits": ("a $$ x $$2", [" x "]),
    "list marks inside a display": ("$$\na\n- b\n+ c\n* d\n1. e\n$$", ["\na\n- b\n+ c\n* d\n1. e\n"]),
    "rule and underline inside a display": ("$$\na\n---\nb\n=\nc\n$$", ["\na\n---\nb\n=\nc\n"]),
    "quote mark inside a display": ("$$\na\n> b\n$$", ["\na\n> b\n"]),
    "blank line inside a fenced display": ("$$\na\n\nb\n$$", ["\na\n\nb\n"]),
    "blank line inside an environment": (
        r"""$$\begin{aligned}
a

b
\end{aligned}$$""",
        ["\\begin{aligned}\na\n\nb\n\\end{aligned}"],
    ),
    "indented lines inside a fenced display": ("$$\na\n\n     b\n$$", ["\na\n\n     b\n"]),
    "list": ("- $a$\n- b\n  $c$", ["a", "c"]),
    "nested list": ("1. x\n   - $$\n     y\n     $$\n   - $z$", ["\ny\n", "z"]),
    "tab-indented display in a list": ("- a\n\t$$\n\tx\n\t$$", ["\nx\n"]),
    "display in a list, continued lazily": ("- $$\nx\n$$", ["\nx\n"]),
    "closing followed by words": ("1. $$b$$ tail\n   3) $$c$$", ["b", "c"]),
    "task": ("- [ ] check $x$", ["x"]),
    "quote": ("> $$\n> x > y\n> $$", ["\nx > y\n"]),
    "quote without blanks": (">$$\n>x\n>$$", ["\nx\n"]),
    "quote in a quote": ("> > $$\n> > x\n> > $$", ["\nx\n"]),
    "quote in a list": ("- a\n  > $$\n  > x\n  > $$", ["\nx\n"]),
    "list in a callout": ("> [!INFO]\n> - a\n>     $$\n>     f=ma\n>     $$\n>     - b", ["\n  f=ma\n  "]),
    "callout title": ("> [!note]- The $x$ of it\n> $y$", ["x", "y"]),
    "table": ("| a | b |\n|---|---|\n| $x$ | $y$ |", ["x", "y"]),
    "pipe in a cell": ("| a | b |\n|---|---|\n| $P(k\\|ice)$ | 2 |", ["P(k|ice)"]),
    "norm bar in a cell": ("| a |\n|---|\n| $\\\\|x\\\\|$ |", [r"\|x\|"]),
    "table without outer pipes": ("a | b\n---|---\n$x$ | $y$", ["x", "y"]),
    "table in a quote": ("> | a | b |\n> |---|---|\n> | | $y$ |", ["y"]),
    "pipe outside a table": (r"$\|x\|$", [r"\|x\|"]),
    "footnote": ("text[^1]\n\n[^1]: $x$ is this", ["x"]),
    "footnote that is a formula": ("[^1]: $x$", ["x"]),
    "footnote of several paragraphs": (
        "[^1]: $a$\n\n    second $b$\n\n    $$\n    c\n    $$\n\n        code $d$\n\n    ```\n    $e$\n    ```\n\n    - $f$\n\n$g$",
        ["a", "b", "\nc\n", "f", "g"],
    ),
    "footnote that begins below its label": ("[^1]:\n    $a$\n\n\tmore $b$\n\n[^2]: $c$\n[^3]: $d$", ["a", "b", "c", "d"]),
    "footnote in a quote": ("> [^1]: $a$\n>\n>     $b$\n>\n> $c$\n\n    $d$", ["a", "b", "c"]),
    "labels without end": ("[^1]: " * 5000 + "$a$\n\n$b$", ["a", "b"]),
    "inline footnote": ("text^[inline $x$] text", ["x"]),
    "emphasis": ("**$x$** ==$y$== *$W_q$*", ["x", "y", "W_q"]),
    "block id": ("$$\nx\n$$\n^id\n\n$$y$$ ^id2", ["\nx\n", "y"]),
    "exclamation mark before brackets": ("so![x] $a$ and ![b $c$ d]", ["a", "c"]),
    "text of a link": ("[see $x$](http://a.b/$c$)", ["x"]),
    "details with blank lines": ("<details>\n<summary>s</summary>\n\n$x$\n\n</details>", ["x"]),
    "comment sign of LaTeX": ("$$\nx % $ %% y\n$$\n\n$z$", ["\nx % $ %% y\n", "z"]),
    "escaped dollar beside a formula": (r"Escaped \$3 next to $A$", ["A"]),
    "code, then a formula": ("`$x$` but $y$", ["y"]),
    "unclosed code": ("a ` b $x$", ["x"]),
    "four blanks behind a paragraph are no code": ("text\n    $x$", ["x"]),
    "before and behind a comment": ("$a$ %%$b$%% $c$", ["a", "c"]),
    "empty comment": ("%%%% $a$ %%$b$%%", ["a"]),
    "word with three dollars": ("the place is $$$ and $x$", ["x"]),
    "two dollars as a word": ("cheap ($$) or dear ($$$), $x$", ["x"]),
    "two dollars at a comma": ("the place is $$, nice: $x$", ["x"]),
    "comparison signs": ("$a<b$ and $c>d$", ["a<b", "c>d"]),
    "percent signs": ("5 % of $x$ is 10 %", ["x"]),
}


@pytest.mark.parametrize(("text", "latex"), FOUND.values(), ids=FOUND)
def test_found(text: str, latex: list[str]) -> None:
    note = scan(text)

    assert [formula.latex for formula in note.math.formulas] == latex
    assert note.problem is None


LEFT_ALONE = {
    "inline code": "`$x$` and ``a ` $x$``",
    "code over a line end": "`a\n$x$`",
    "fenced code": "```\n$x$\n```",
    "tilde fence with an info": "~~~~math\n$$x$$\n~~~\n~~~~",
    "fence in a quote": "> ```\n> $x$\n> ```",
    "fence in a list": "- a\n  ```\n  $x$\n  ```",
    "indented code": "text\n\n    $x$",
    "code in a list item": "- a\n\n      $x$",
    "comment": "%%$x$%%",
    "comment over several lines": "%%\n$x$\n\n$$y$$\n%%",
    "comment with a fence in it": "%%\n```\n$x$\n%%\n\n```\n$y$\n```",
    "comment from paragraph to paragraph": "a %% b\n\nc $x$\n\nd %% e",
    "HTML comment": "<!-- $x$ -->",
    "HTML comment over blank lines": "<!--\n$x$\n\n$$y$$\n-->",
    "HTML comment in a line": "a <!-- $x$ --> b",
    "HTML block": "<div>$x$</div>",
    "HTML block of lines": "<div>\n$x$\n</div>",
    "HTML element in a line": "a <span style='color:red'>$x$</span> b",
    "HTML attribute": 'a <img alt="$x$" src="$y$"> b',
    "frontmatter": '---\nformula: "$x$"\n---\ntext',
    "frontmatter behind a byte order mark": '\ufeff---\nformula: "$x$"\n---\ntext',
    "wikilink": "[[a $x$ b]] and [[c|$y$]]",
    "embed": "![[a $b$.png|300]]",
    "words of an image": "![the $x$ of it](a.png) and ![b $y$|300](<c d.png>)",
    "heading link": "see [[#The $x$ of it]]",
    "link target": "[a](b$x$c) and ![d](<e $f$>)",
    "link definition": "[a]: http://b.c/$x$ '$y$'",
    "bare address": "http://a.b/$x$ and www.c.d/$y$",
    "angle address": "<http://a.b/$x$>",
    "Templater": "<% tp.date('$x$') %>",
    "Templater over blank lines": "<%*\n$x$\n\n$y$\n%>",
    "inline query": "`= $x$` and `$= dv.pages('$y$')`",
    "price": "The card costs $5 an hour and the disk $10.",
    "prices by the user": "(e.g. $20/user, 7 users = $140/month)",
    "falling price": "It was $599 but is now $499.",
    "prices with a currency": "from $20/user to $25/user, shipping is US$20-CA$30.",
    "prices in a table": "| item | price |\n|---|---|\n| tea | $4.50 |\n| mug | $12.00 |",
    "cell cut by a bare pipe": "| a | b |\n|---|---|\n| $x|y$ | 2 |",
    "escaped dollars": r"\$x\$ and \$\$y\$\$",
    "brackets of LaTeX": r"\(x\) and \[y\] and \begin{align}z\end{align}",
    "nothing between the dollars": "$$ $$ and $$$$",
    "blank line in an inline formula": "$x\n\ny$",
    "list mark in an inline formula": "$x\n- y$",
}


@pytest.mark.parametrize("text", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_left_alone(text: str) -> None:
    note = scan(text)

    assert note.math.formulas == ()
    assert note.problem is None


UNCLOSED = {
    "display": ("text\n\n$$\nx\n\n$y$", "$$", 3, []),
    "blank line behind an environment": ("$$\\begin{a}b\\end{a}\n\nc$$", "$$", 1, []),
    "display before a heading": ("$$\nx\n# h\n$$\ny\n$$", "$$", 1, ["\ny\n"]),
    "display before a fence": ("$$\nx\n```\n$$\n```", "$$", 1, []),
    "display followed by a list with displays": ("$$ a\n- b $$c$$\n\n# h\n\n$d$", "$$", 1, ["d"]),
    "display at a line end": ("so $$\nx\n\n$y$\n\n$$z$$", "$$", 1, []),
    "display in a quote that ends": ("> $$\n> x\n\n$$y$$", "$$", 1, []),
    "display in a list item that ends": ("- $$x\n- $$y$$", "$$", 1, []),
    "display with text": ("a\nb $$x = y\n\n$z$", "$$", 2, ["z"]),
    "escaped closing": (r"$$x\$$", "$$", 1, []),
    "fence": ("$x$\n\n```py\n$y$", "```", 3, ["x"]),
    "long fence": ("$x$\n~~~~\n~~~", "~~~~", 2, ["x"]),
    "fence in a last list item": ("$x$\n- a\n  ```\n  b", "```", 3, ["x"]),
    "comment": ("$x$\n\n%% b $y$\n\n$z$", "%%", 3, ["x"]),
    "odd comment signs": ("$x$ %%a%% %%", "%%", 1, ["x"]),
    "HTML comment": ("$x$\n\n<!-- b\n\n$y$", "<!--", 3, ["x"]),
    "HTML comment in a line": ("$x$ <!-- b $y$\n\n$z$", "<!--", 1, ["x", "z"]),
    "HTML element": ("$x$\n\n<div>\n\n$y$", "<div>", 3, ["x", "y"]),
    "one of two HTML elements": ("<div>\n<div>\n\n$y$\n\n</div>", "<div>", 1, ["y"]),
    "raw HTML element": ("$x$\n\n<pre>\n\n$y$", "<pre", 3, ["x"]),
    "last paragraph in bold": ("$x$\n\nso <b>it is", "<b>", 3, ["x"]),
}


@pytest.mark.parametrize(("text", "opener", "line", "latex"), UNCLOSED.values(), ids=UNCLOSED)
def test_what_stays_open_is_a_problem_with_its_line(text: str, opener: str, line: int, latex: list[str]) -> None:
    note = scan(text)

    assert note.problem is not None
    assert note.problem.message.values == {"opener": opener, "line": line}
    assert [formula.latex for formula in note.math.formulas] == latex


@pytest.mark.parametrize(
    "text",
    [
        "$x$\n\n- a\n  ```\n  b\n\ntext",
        "<p>a\n\n$x$",
        "a <br> b <img src='x'> c $x$",
        "List<T> of $x$",
        "so <b>it is\n\n$x$",
        "a < b, $x$",
    ],
)
def test_what_its_container_or_html_closes_is_no_problem(text: str) -> None:
    note = scan(text)

    assert note.problem is None
    assert [formula.latex for formula in note.math.formulas] == ["x"]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_places_are_exact_under_every_line_ending(ending: str) -> None:
    text = ending.join(
        ["\ufeff---", "a: $b$", "---", "# 笔记 $h$", "> - q", ">\t$$", ">   x", "> $$", "", "| $a\\|b$ |", "|---|", "| $c$ |", "tail $t$"]
    )
    note = scan(text)

    assert [text[f.span.start : f.span.end] for f in note.math.formulas if not f.display] == ["$h$", r"$a\|b$", "$c$", "$t$"]
    assert [f.line for f in note.math.formulas] == [4, 6, 10, 12, 13]
    for formula in note.math.formulas:
        shown = "".join(text[place] for place in formula.positions).replace("\r", "\n")
        assert shown == formula.latex
        assert text[formula.span.start] == text[formula.span.end - 1] == "$"
    assert note.ending == ending


def test_a_form_feed_ends_no_line() -> None:
    note = scan("a\x0cb\u2028c\u0085d $x$\ne $y$")

    assert [formula.line for formula in note.math.formulas] == [1, 2]


def test_tables_keep_the_dollars_of_their_cells_and_know_their_neighbours() -> None:
    note = scan("$a$\n\n| word | $s$ |\n|---|---|\n| tea | 1.5 |\n| mug | |\n\n$b$")

    assert note.math.tables == (Table(("word", "$s$"), (("tea", "1.5"), ("mug", "")), line=3, after=1),)


def test_prose_holds_its_formulas_by_number_and_nothing_hidden() -> None:
    note = scan("# On $a$\n\nthe $b$ %%not $c$%% and `$d$`\n\n- item $$e$$")

    assert note.math.passages == (
        Passage("On $0$", 1, "heading"),
        Passage("the $1$  and `$d$`", 3, "paragraph"),
        Passage("item $2$", 5, "item"),
    )


def test_macros_of_the_note_are_collected() -> None:
    note = scan("$\\newcommand{\\R}{\\mathbb{R}}$\n\n$x \\in \\R$ $\\def\\v#1{\\vec{#1}}\\DeclareMathOperator*{\\am}{arg\\,max}$")

    assert note.math.preamble.splitlines() == [
        r"\newcommand{\R}{\mathbb{R}}",
        r"\def\v#1{\vec{#1}}",
        r"\DeclareMathOperator*{\am}{arg\,max}",
    ]


@pytest.mark.parametrize(("line", "off"), [("vault-tools: false", True), ("vault-tools: true", False), ("  vault-tools: false", False)])
def test_the_switch_in_the_frontmatter(line: str, off: bool) -> None:
    assert scan(f"---\ntags: [a]\n{line}\n---\n$x$").off is off
    assert not scan(f"\n---\n{line}\n---\n$x$").off


def test_own_inputs_come_from_fences_only() -> None:
    note = scan("```vault-tools\nQ = [[1, 2]]\n```\n\n%%\n```vault-tools\nQ = [[3]]\n```\n%%\n\n    vault-tools\n\n$Q$")

    assert note.math.options.inputs == {"Q": [[1, 2]]}


def test_bad_options_name_the_line_of_the_note() -> None:
    with pytest.raises(NoteError, match="Line 5") as raised:
        scan("# a\n\n```vault-tools\nQ = [[1, 2]]\nK == 3\n```\n")

    assert raised.value.line == 5


@pytest.mark.parametrize("text", ["", "\n", "plain text\n```\nunclosed", "\ufeff"])
def test_a_note_without_a_dollar_costs_no_parsing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("parsed")

    monkeypatch.setattr("vault_tools.notes.scan.read_blocks", refuse)
    note: Note = scan(text)

    assert note.math.formulas == ()
