"""The page of a vault: what stands in it, that nothing of a note becomes markup, and how it behaves in a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from vault_tools.errors import ConfigError
from vault_tools.model import Check, Claim, Exhibit, Judgement, NoteMath, Picture, Problem, Verdict, message
from vault_tools.share.card import card
from vault_tools.share.gather import JudgedNote
from vault_tools.share.site import write_site

from .browser import CHROMIUM, Browser

PICTURE = "attention-0123456789ab-1.png"
PIXEL = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55"
    b"\0\0\0\nIDATx\x9cc\xf8\x0f\0\x01\x01\x01\0\x1b\xb6\xeeV\0\0\0\0IEND\xaeB`\x82"
)
HOSTILE = '"><script>alert(1)</script><img src=https://example.org/x onerror=alert(2)>\u202e</math></style>'


def formula(status="verified", latex="x", *, title="", handler=None, **more):
    return Judgement(Verdict(latex, 3, True, status, handler=handler, **more), exhibit=Exhibit(title, latex) if title else None)


def pictured():
    exhibit = Exhibit("drawn", "y", pictures=(Picture(PICTURE, message("cli.number")),))
    checks = (Check("second_evaluation", True, message("check.agrees", digits=12, worst_error=0.0)),)
    verdict = Verdict("y", 9, True, "verified", handler="softmax", source="def y():\n    return 1 < 2 & 3\n", value=1.0, checks=checks)
    return Judgement(verdict, True, exhibit, {PICTURE: PIXEL})


@pytest.fixture
def notes(judgements):
    """A note of each kind."""
    hostile = formula("failed", f"\\text{{{HOSTILE}}}", title=HOSTILE, problem=Problem(message("failed.error", error=HOSTILE)))
    return [
        JudgedNote("a/Attention.md", NoteMath(()), tuple(judgements), language="en"),
        JudgedNote(f"{HOSTILE}.md", NoteMath(()), (hostile, pictured()), language="en"),
        JudgedNote("plain.md"),
        JudgedNote("broken.md", problem=Problem(message("note.nul", line=3))),
    ]


@pytest.fixture
def site(tmp_path, notes):
    write_site(tmp_path / "site", "My vault", notes, "")
    return tmp_path / "site"


class Elements(HTMLParser):
    """Counts elements and collects attributes."""

    def __init__(self, text):
        super().__init__()
        self.found, self.attributes = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append(tag)
        self.attributes += attributes


# ---------------------------------------------------------------- what stands in it


def test_counts_notes_and_problems(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    assert "Formulas: 10 · notes: 4" in text
    assert text.count('class="card"') == 10
    assert "plain" not in re.findall(r'data-note="(.*?)"', text)
    assert "NUL" in text


def test_nothing_of_a_note_becomes_markup(site):
    elements = Elements((site / "index.html").read_text(encoding="utf-8"))
    assert elements.found.count("script") == 1
    assert elements.found.count("img") == 1
    assert not [name for name, _ in elements.attributes if name.startswith("on") or name == "style"]
    assert [value for name, value in elements.attributes if name in ("src", "href")] == [f"pictures/{PICTURE}"]


def test_a_broken_formula_is_shown_with_its_place(judgements):
    broken = next(one for one in judgements if one.verdict.status == "malformed")
    assert "^" in re.search(r"<pre>(.*?)</pre>", card(broken, "en"), re.DOTALL)[1]


def test_what_is_refuted_is_shown_beside_what_is_right():
    claims = (Claim("= 8", 8.0, 9.0, False, message("claim.identity")), Claim("= 9", 9.0, 9.0, True))
    found = re.findall('<p class="finding">(.*?)</p>', card(formula("refuted", claims=claims), "en"))
    assert [re.sub("<[^>]*>", "", text)[:31] for text in found] == ["The note states 8; right is 9. "]


def test_where_the_voices_disagree_no_code_is_shown():
    assert "NumPy" not in card(formula("failed", source="def f():\n    return 1\n"), "en")


def test_the_words_of_a_card_are_in_the_language_of_its_note():
    assert "已验证" in card(formula(), "zh")


def test_the_words_round_the_notes_are_those_of_most_notes(tmp_path):
    write_site(tmp_path, "库", [JudgedNote("a.md", judgements=(formula(),), language="zh")], "")
    assert '<html lang="zh">' in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_second_report_replaces_the_first_and_its_pictures(site):
    write_site(site, "My vault", [JudgedNote("a.md", judgements=(formula(),))], "")
    assert not (site / "pictures" / PICTURE).exists()
    assert sorted(path.name for path in site.iterdir()) == ["index.html", "pictures"]


def test_a_page_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(ConfigError, match="left alone"):
        write_site(tmp_path, "My vault", [], "")
    assert (tmp_path / "index.html").read_text() == "mine"


def test_the_same_vault_gives_the_same_page(site, notes, tmp_path):
    write_site(tmp_path / "again", "My vault", notes, "")
    assert (tmp_path / "again" / "index.html").read_bytes() == (site / "index.html").read_bytes()


# ---------------------------------------------------------------- in a browser


@pytest.fixture
def browser(site, tmp_path):
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: the page is not tried in a browser")
    with Browser(tmp_path / "profile") as browser:
        browser.open((site / "index.html").as_uri())
        yield browser


SHOWN = "[...document.querySelectorAll('.card')].filter((card) => card.offsetParent !== null)"


def count(browser):
    return browser.evaluate(f"{SHOWN}.length")


def statuses(browser):
    return set(browser.evaluate(f"{SHOWN}.map((card) => card.dataset.status)"))


def test_the_page_in_a_browser(browser, site):
    assert statuses(browser) == {"verified", "refuted", "malformed", "failed"}  # what was skipped is hidden at first
    everything = count(browser)

    browser.press("/")
    browser.call("Input.insertText", text="attention softmax")
    assert 0 < count(browser) < everything
    browser.press("Escape")
    assert count(browser) == everything

    browser.call("Input.insertText", text="no such formula")
    assert count(browser) == 0
    assert browser.evaluate("document.querySelector('.nothing').offsetParent !== null")
    browser.press("Escape")

    browser.evaluate("document.querySelector('[value=verified]').click()")
    assert statuses(browser) == {"refuted", "malformed", "failed"}
    browser.evaluate("document.querySelector('[value=verified]').click()")
    browser.evaluate("document.querySelector('select').value = 'softmax'")
    browser.evaluate("document.querySelector('select').dispatchEvent(new Event('input', {bubbles: true}))")
    assert set(browser.evaluate(f"{SHOWN}.map((card) => card.dataset.family)")) == {"softmax"}

    assert browser.complaints() == []
    assert all(url.startswith((site.as_uri(), "data:")) for url in browser.requests())


def test_the_keyboard_reaches_everything_and_code_is_copied(browser):
    browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.evaluate("[...document.querySelectorAll('summary')].at(-1).focus()")
    browser.press("Enter", "\r")
    assert browser.evaluate("[...document.querySelectorAll('details')].at(-1).open")
    browser.evaluate("[...document.querySelectorAll('.copy')].at(-1).focus()")
    browser.press("Enter", "\r")
    browser.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert browser.evaluate("[...document.querySelectorAll('.copy')].at(-1).textContent") == "Copied"
    assert browser.evaluate("navigator.clipboard.readText()") == "def y():\n    return 1 < 2 & 3"
    assert browser.complaints() == []


def test_a_telephone_need_not_scroll_sideways(browser):
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    browser.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    assert browser.evaluate("document.documentElement.scrollWidth") <= 360


def test_left_sides_stand_at_their_equals_signs(browser):
    place = """(() => {
        const rows = ['Long', 'Q'].map((name) => `<mtr><mtd><mi>${name}</mi></mtd><mtd><mo>=</mo></mtd></mtr>`).join('');
        document.querySelector('main').insertAdjacentHTML('beforeend', `<math><mtable class="aligned">${rows}</mtable></math>`);
        return [...document.querySelectorAll('mi')].slice(-2).map((name) => name.getBoundingClientRect().right);
    })()"""
    long, short = browser.evaluate(place)
    assert abs(long - short) < 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(browser, scheme):
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    ink, paper = (_light(browser.evaluate(f"getComputedStyle(document.body).{name}")) for name in ("color", "backgroundColor"))
    assert (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 7
    assert (ink > paper) == (scheme == "dark")


def _light(colour):
    """Relative luminance (WCAG 2)."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("holds", "row"), [(True, ("✓ the note", "yes")), (None, ("– the note", "not told"))])
def test_what_the_note_states_is_told_once(holds, row):
    claim = Claim("= 4", 4.0, 4.0, holds)
    checks = (Check("claim", holds, message("check.claims_hold", count=1)),)
    text = card(formula(title="y", claims=(claim,), checks=checks), "en")
    assert text.count("the note") == 1
    assert all(entry in text for entry in row)
    assert "<mn>4</mn>" in text
