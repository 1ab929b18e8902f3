"""Pictures: the same bytes on every run, small, quick, and never broken by what a note calls its symbols."""

from __future__ import annotations

import struct
import subprocess
import sys
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

from vault_tools.handler import Figure, Panel
from vault_tools.model import message
from vault_tools.verify.plot import draw, glyphs, picture_name, style
from vault_tools.verify.plot.frames import ticks
from vault_tools.verify.plot.kinds import KINDS
from vault_tools.verify.plot.tiles import Tile

ALT = message("block.shapes")
TOKENS = ("早", "上", "好")
RANDOM = np.random.RandomState(0)
SCORES = np.array([[1.15, 2.31, 2.31], [2.31, 9.24, 6.93], [2.31, 6.93, 5.77]])
WEIGHTS = np.exp(SCORES) / np.exp(SCORES).sum(axis=1, keepdims=True)
X = np.linspace(-4, 4, 81)


def figure(kind: str, *panels: Panel, **data: Any) -> Figure:
    return Figure(kind, panels, ALT, data)


FIGURES = {
    "strip": figure(
        "strip",
        Panel("scores", SCORES, "3×3", row_labels=TOKENS, column_labels=TOKENS),
        Panel("weights", WEIGHTS, scale="weights", join="→"),
    ),
    "gram": figure("gram", Panel("X", SCORES), Panel("XXᵀ", SCORES @ SCORES.T, join="→")),
    "whatif": figure("whatif", Panel("as written", WEIGHTS, "entropy 0.63 nat", "weights"), Panel("causal", np.eye(3), "0 nat", "weights")),
    "heads": figure("heads", *(Panel(f"head {k}", WEIGHTS, scale="weights") for k in range(1, 9))),
    "bars": figure(
        "bars",
        Panel("weights", [0.4, 0.4, 0.2], scale="weights", row_labels=TOKENS),
        Panel("sum", [[0.2, -0.1], [0.4, 0.3], [-0.1, 0.2]], row_labels=TOKENS, join="→"),
    ),
    "curve": figure("curve", Panel("activations", [np.tanh(X), np.maximum(X, 0)], row_labels=("tanh", "ReLU")), x=X),
    "stripes": figure("stripes", Panel("positions", np.sin(np.outer(np.arange(50), np.arange(1, 65) / 8))), rows="position", columns="i"),
    "histogram": figure("histogram", Panel("q·k", RANDOM.randn(2000) * 8), Panel("q·k / √d", RANDOM.randn(2000)), deviations=(8, 1)),
    "vectors": figure("vectors", Panel("a · b", [[1, 3, 2], [4, 1, 2]], row_labels=("a", "b"))),
    "rotation": figure("rotation", Panel("pair 1", [[1, 0.4], [0.2, 1.06]], "θ = 1"), Panel("pair 2", [[1, 0], [1, 0.01]])),
}


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


# ---------------------------------------------------------------- every kind


def test_every_kind_is_tested() -> None:
    assert FIGURES.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", FIGURES)
def test_equal_figures_give_equal_bytes_without_date_or_version(kind: str) -> None:
    png = draw(FIGURES[kind])
    assert png == draw(FIGURES[kind])
    assert size_of(png)[0] == 1280
    assert len(png) <= 200_000
    assert [mark for mark in (b"tEXt", b"tIME", b"Matplotlib", b"Software") if mark in png] == []


@pytest.mark.parametrize("kind", FIGURES)
def test_settings_of_the_user_change_nothing(kind: str) -> None:
    png = draw(FIGURES[kind])
    theirs = {
        "text.usetex": True,
        "text.parse_math": True,
        "font.family": ["serif"],
        "hatch.color": "red",
        "savefig.dpi": 40,
        "path.snap": False,
    }
    with mpl.rc_context(theirs):
        assert draw(FIGURES[kind]) == png
        assert mpl.rcParams["text.usetex"] is True


def test_matplotlib_is_loaded_by_drawing_and_pyplot_never() -> None:
    program = (
        "import sys\n"
        "from vault_tools.handler import Figure, Panel\n"
        "from vault_tools.model import Message\n"
        "from vault_tools.verify.plot import draw\n"
        "assert 'matplotlib' not in sys.modules\n"
        "draw(Figure('strip', (Panel('Q', [[1.0]]),), Message('x')))\n"
        "assert 'matplotlib' in sys.modules and 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_no_number_is_wider_than_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide matrices shrink their neighbours' cells; numbers that do not fit any more are left out."""
    from vault_tools.verify.plot import tiles

    drawn = []
    monkeypatch.setattr(tiles, "_numbers", lambda canvas, tile, colours, frame, size: drawn.append((tile, frame[2], size)))
    wide, few, negative = RANDOM.randn(3, 64), np.full((3, 12), 0.5), RANDOM.randn(3, 12) * 1000 - 5000
    for panels in ((wide, negative), (wide, few, negative), (few, negative, few, negative), (negative,)):
        draw(figure("strip", *(Panel("x", values) for values in panels)))
    assert drawn
    for tile, width, size in drawn:
        assert max(map(len, tile.written)) * 0.6 * size <= width / tile.values.shape[1]


# ---------------------------------------------------------------- odd input

ODD = [
    "", " ", "$", "$$x$$", r"\frac{1}", r"\sqrt d_k", r"\begin{matrix}", r"\left(x", "x^^2", "x\0y", "\u202eevil", "line\nbreak",
    "a" * 5000,
    "漢字かな한글", "🙂", "\uffff", "\ue000", "é", "e\u0301", "%", "{", "}", "_", "&", "~", "#", "\\", "ᵀ₁√×→", "ﬁ", "\t", "‹›",
    "𝐐", "ــ", "שלום", "ไทย",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD)
def test_any_text_can_be_a_title_and_a_label(text: str) -> None:
    for kind in ("strip", "bars"):
        panel = Panel(text, [1.0, 2.0], text, row_labels=(text,), column_labels=(text, text), join=text[:3])
        assert size_of(draw(figure(kind, panel, panel)))[0] == 1280


@pytest.mark.parametrize("value", [0.0, -0.0, 1e300, -1e-300, np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("kind", ["strip", "whatif", "heads", "bars", "curve", "stripes"])
def test_any_number_can_be_drawn(kind: str, value: float) -> None:
    assert size_of(draw(figure(kind, Panel("x", [[value, 1.0], [value, value]]))))[0] == 1280


@pytest.mark.parametrize(
    "wrong",
    [
        figure("pie", Panel("x", [1.0])),
        figure("strip"),
        figure("strip", Panel("x", [])),
        figure("strip", Panel("x", np.zeros((2, 2, 2)))),
        figure("bars", Panel("x", np.zeros((2, 2, 2)))),
        figure("curve", Panel("x", [1.0, 2.0]), x=[1.0, 2.0, 3.0]),
        figure("histogram", Panel("x", [1.0, np.nan])),
        figure("vectors", Panel("x", [[1.0, 2.0]])),
        figure("rotation", Panel("x", [[1.0, 2.0, 3.0]])),
    ],
)
def test_what_cannot_be_drawn_is_an_error(wrong: Figure) -> None:
    with pytest.raises(ValueError, match=r"picture|figure|panel|bars|curves|histogram|rotation"):
        draw(wrong)


@pytest.mark.parametrize("shape", [(1, 1), (1, 200), (200, 200), (3, 1000), (2000, 2000)])
def test_pictures_of_large_matrices_stay_small(shape: tuple[int, int]) -> None:
    values = np.random.RandomState(1).randn(*shape)
    png = draw(figure("strip", Panel("scores", values, row_labels=("token",) * shape[0]), Panel("weights", values, scale="weights")))
    assert len(png) <= 200_000
    assert size_of(png)[1] <= 1600


@pytest.mark.parametrize(
    "pair", [[[0, 0], [0, 0]], [[1, 2], [0, 0]], [[0, 0], [1, 2]], [[1, 2], [2, 4]], [[-1, 0], [5, 0]], [[1e9, 0], [0, 1e-9]]]
)
def test_degenerate_vectors_can_be_drawn(pair: list[list[float]]) -> None:
    assert size_of(draw(figure("vectors", Panel("a · b", pair))))[0] == 1280


def test_constant_samples_and_curves_can_be_drawn() -> None:
    assert draw(figure("histogram", Panel("x", np.full(100, 3.0))))
    assert draw(figure("curve", Panel("x", np.full(5, 3.0))))


# ---------------------------------------------------------------- masks, labels, numbers


def test_masked_cells_are_told_from_small_ones() -> None:
    masked = np.where(np.tril(np.ones((3, 3))) > 0, SCORES, -np.inf)
    weights = np.exp(masked) / np.exp(masked).sum(axis=1, keepdims=True)
    after = Panel("weights", weights, scale="weights")
    assert draw(figure("strip", Panel("scores", masked), after)) != draw(
        figure("strip", Panel("scores", np.nan_to_num(masked, neginf=0.0)), after)
    )


def test_an_accent_is_drawn_with_its_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself it would stand on a dotted circle."""
    asked: list[str] = []
    plain = glyphs._glyph
    monkeypatch.setattr(glyphs, "_glyph", lambda character, weight: asked.append(character) or plain(character, weight))
    draw(figure("bars", Panel("x\u0302 · b", [1.0, 2.0])))
    assert "x\u0302" in asked
    assert "\u0302" not in asked


@pytest.mark.parametrize(
    ("heading", "scripts"),
    [
        ("XW_V", ["V"]),
        ("d_model", ["model"]),
        ("QWᵢ^QKWᵢ", ["Q"]),
        ("K_(i+1)ᵀ", ["i+1"]),
        ("softmax(x)", []),
        ("QKᵀ/√dₖ", []),
    ],
)
def test_scripts_of_a_heading_are_small_and_shifted(heading: str, scripts: list[str]) -> None:
    runs = glyphs._runs(heading)
    assert [words for words, size, raised in runs if size < 1 and raised] == scripts
    assert "_" not in "".join(words for words, _, _ in runs)


def test_a_label_keeps_its_underscore(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    plain = glyphs._glyph
    monkeypatch.setattr(glyphs, "_glyph", lambda character, weight: asked.append(character) or plain(character, weight))
    draw(figure("bars", Panel("x", [1.0, 2.0], column_labels=("a_b", "c"))))
    assert "_" in asked


def test_bars_that_cannot_be_drawn_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    plain = glyphs._glyph
    monkeypatch.setattr(glyphs, "_glyph", lambda character, weight: asked.append(character) or plain(character, weight))
    draw(figure("bars", Panel("x", [1.0, -np.inf])))
    assert "∞" in asked


def test_shares_have_no_powers_of_ten() -> None:
    assert Tile.of(Panel("softmax", np.array([[1.0, 4e-28]]), scale="weights")).written == ("1.00", "0.00")
    assert Tile.of(Panel("softmax", np.array([[1.0, 0.0]]), scale="weights")).written == ("1", "0")
    assert Tile.of(Panel("x", np.array([[1.0, 4e-28]]))).written == ("1", "4e−28")


def test_labels_without_a_glyph_become_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "families", lambda: ("DejaVu Sans",))
    assert style.labels(TOKENS, 3) == ("1", "2", "3")
    assert style.labels(("a", "b"), 2) == ("a", "b")
    assert style.plain("softmax 早") == "softmax"


def test_labels_for_another_number_of_rows_are_left_out() -> None:
    assert style.labels(("a", "b"), 3) == ()


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (0.125, 2, "0.13"),
        (-0.125, 2, "−0.13"),
        (-0.001, 2, "0.00"),
        (3.0, 0, "3"),
        (-2.0, 0, "−2"),
        (123456.0, 0, "1e+05"),
        (np.nan, 2, "NaN"),
        (np.inf, 2, "∞"),
        (-np.inf, 2, "−∞"),
        (np.nextafter(0.125, 0), 2, "0.13"),
    ],
)
def test_numbers_in_cells(value: float, digits: int, written: str) -> None:
    assert style.number(value, digits) == written


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ([[2e-7, -3e-6, 0.0]], ("2e−07", "−3e−06", "0")),
        ([[2e-7, 0.25]], ("0.00", "0.25")),
        ([[0.0, 0.0]], ("0", "0")),
        ([[1e-4, -np.inf]], ("1e−04", "")),
    ],
)
def test_only_among_tiny_numbers_a_tiny_one_is_not_written_as_nothing(values: list[list[float]], written: tuple[str, ...]) -> None:
    assert Tile.of(Panel("x", np.array(values))).written == written


@pytest.mark.parametrize(
    ("values", "digits"),
    [
        ([1, 2], 0),
        ([0.5, 0.25], 2),
        ([0.5, 2], 1),
        ([1 / 3, 2], 2),
        ([9.24, 1], 2),
        ([10.5, 1], 1),
        ([123.4, 1], 0),
        ([np.inf, 1], 0),
        ([], 0),
    ],
)
def test_digits_of_a_matrix(values: list[float], digits: int) -> None:
    assert style.decimals(np.array(values)) == digits


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [(0, 10, [0, 2, 4, 6, 8, 10]), (-4, 4, [-4, -2, 0, 2, 4]), (0, 0.03, [0, 0.01, 0.02, 0.03]), (3, 8, [3, 4, 5, 6, 7, 8])],
)
def test_ticks_are_round_numbers(low: float, high: float, wanted: list[float]) -> None:
    assert ticks(low, high, 6) == wanted


@pytest.mark.parametrize("colours", [style.value_colours(np.linspace(-1, 1, 201), 1.0), style.weight_colours(np.linspace(0, 1, 201))])
def test_numbers_stand_out_from_every_cell(colours: Any) -> None:
    def luminance(colour: Any) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in colours:
        one, other = sorted([luminance(colour), luminance(style.rgb(style.ink_on(colour)))])
        assert (other + 0.05) / (one + 0.05) >= 4.5


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("family", "slug"), [("attention", "attention"), ("Multi-Head (h)", "multi-head-h"), ("注意力", "formula"), ("../x", "x")]
)
def test_names_are_short_ascii(family: str, slug: str) -> None:
    name = picture_name(family, FIGURES["strip"])
    assert name.startswith(f"{slug}-")
    assert name.endswith(".png")
    assert name.isascii()
    assert len(name) <= 80


def test_the_last_bits_of_a_float_do_not_change_a_name() -> None:
    def named(values: Any) -> str:
        return picture_name("x", figure("strip", Panel("Q", values)))

    values = np.array([[1 / 3, 2 / 3, 0.1], [0.125, 7.5, 0.0]])
    assert named(values) == named(np.nextafter(values, 9)) == named(np.nextafter(values, -9)) == named(values.tolist())
    assert named(values) != named(values + 1e-3)


def test_whatever_is_drawn_is_in_the_name() -> None:
    panel = Panel("Q", [[1.0, 2.0]], "1×2", row_labels=("a",))
    variants = [
        figure("strip", panel),
        figure("heads", panel),
        figure("strip", panel, panel),
        figure("strip", panel, x=[1, 2]),
        figure("strip", Panel("K", [[1.0, 2.0]], "1×2", row_labels=("a",))),
        figure("strip", Panel("Q", [1.0, 2.0], "1×2", row_labels=("a",))),
        figure("strip", Panel("Q", [[1.0, -np.inf]], "1×2", row_labels=("a",))),
        figure("strip", Panel("Q", [[1.0, np.nan]], "1×2", row_labels=("a",))),
        figure("strip", Panel("Q", [[1.0, 2.0]], "1×2", row_labels=("b",))),
    ]
    assert len({picture_name("x", one) for one in variants}) == len(variants)
