"""Where a formula that opens at a dollar closes, or that the dollar is text."""

from __future__ import annotations

import pytest

from vault_tools.notes.reading.dollars import closing_double, closing_single, reads_as_money


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("$x$", "x"),
        ("$x$是", "x"),
        ("$x$y", "x"),
        (r"$\$5$", r"\$5"),
        (r"$x\\$ y", r"x\\"),
        (r"$a\\\$b$", r"a\\\$b"),
        ("$x\ny$", "x\ny"),
        ("$x$$y$", "x"),
        ("$10{,}000$", "10{,}000"),
        ("$2x$", "2x"),
        ("$3 \\text{ apples}$", "3 \\text{ apples}"),
        ("$15\\%$", "15\\%"),
        ("$0.5$", "0.5"),
        ("$4, 8, 7$", "4, 8, 7"),
        ("$softmax(QK)$", "softmax(QK)"),
    ],
)
def test_a_formula_closes_at_the_first_dollar_that_may_close_it(text: str, content: str) -> None:
    end = closing_single(text, 1)

    assert end is not None
    assert text[1:end] == content


@pytest.mark.parametrize(
    "text",
    [
        "$ x$",
        "$x $",
        "$\tx$",
        "$\nx$",
        "$x\n$",
        "$x$5",
        "$",
        "$x",
        "$x\n\ny$",
        "$x\n \t\ny$",
        r"$x\$",
        "$5 an hour and the disk $10.",
        "$20/user, 7 users = $140/month",
        "$599 but is now $499.",
        "$19.99 expected, they charged me $39.98",
        "$5 (in US$) a month",
        "$3 苹果和 4$",
    ],
)
def test_left_alone(text: str) -> None:
    assert closing_single(text, 1) is None


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("$$ x $$", " x "),
        ("$$x$$2", "x"),
        ("$$\nx\n$$", "\nx\n"),
        (r"$$ \text{cost \$ or $x$} $$", r" \text{cost \$ or $x$} "),
        (r"$$\frac{\$ \ value}{2}$$", r"\frac{\$ \ value}{2}"),
        ("$$a$$$$b$$", "a"),
        ("$$a\n\nb$$", "a\n\nb"),
    ],
)
def test_a_display_closes_at_the_next_two_dollars(text: str, content: str) -> None:
    end = closing_double(text, 2)

    assert end is not None
    assert text[2:end] == content


def test_a_display_that_never_closes() -> None:
    assert closing_double(r"$$ x \$$ y", 2) is None


@pytest.mark.parametrize(
    ("content", "before", "money"),
    [
        ("5 (in US", "", True),
        ("/month, later 20", "9", True),
        ("，买了三个共20", "9", True),
        ("5 + 10", "", False),
        ("x_1", "2", False),
        ("1/n", "", False),
        ("2 sin(x)", "", False),
    ],
)
def test_prices_with_words_between_them(content: str, before: str, money: bool) -> None:
    assert reads_as_money(content, before) is money
