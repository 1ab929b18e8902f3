"""What is said of a formula in the light of the others in its note."""

from __future__ import annotations

import pytest

from vault_tools.verify.telling.remarks import lists_names, products, remarks

ATTENTION = r"$$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right) V$$" + "\n\n"

PRODUCTS = [
    (r"y = Q K^\top", ((("Q", "K"), "rows"),)),
    (r"y = Q^\top K", ((("Q", "K"), "columns"),)),
    (r"y = \mathrm{softmax}(Q K^\top) + A^\top B", ((("Q", "K"), "rows"), (("A", "B"), "columns"))),
    (r"y = X X^\top", ()),  # one array says nothing about a convention
    (r"y = Q K", ()),
    (r"y = Q (K + B)^\top", ()),
]


@pytest.mark.parametrize(("latex", "expected"), PRODUCTS)
def test_products_and_their_convention(program, latex, expected):
    assert tuple(dict.fromkeys(products(program(latex)))) == expected


NAMES = [
    ("QKV", True),
    ("QK", True),
    ("Q K V", True),
    ("Q", False),
    ("QQ", False),
    ("QKW", False),
    (r"QK^\top", False),
    (r"y = QKV", False),
]


@pytest.mark.parametrize(("latex", "expected"), NAMES)
def test_a_row_of_the_letters_of_roles_lists_names(scope, latex, expected):
    assert lists_names(scope(ATTENTION + f"${latex}$"), 1) is expected


def test_without_a_formula_that_gives_them_roles_it_is_a_product(scope):
    assert lists_names(scope("$$Y = QKV$$\n\n$QKV$"), 1) is False


REMARKS = [
    (r"$A = Q^\top K$", ["remark.mixed_conventions"]),
    (r"$A = Q K^\top$", []),
    (r"$A = K Q^\top$", []),  # another product, and no other convention of the same
    (r"$A = U^\top W$", []),
    (r"$Q, K$", []),
]


@pytest.mark.parametrize(("formula", "expected"), REMARKS)
def test_a_convention_that_the_note_mixes_is_said(scope, formula, expected):
    assert [remark.key for remark in remarks(scope(ATTENTION + formula), 1)] == expected


def test_both_conventions_are_named_as_they_are_written(scope):
    (remark,) = remarks(scope(ATTENTION + r"$A = Q^\top K$"), 1)
    assert remark.values == {"rows": "QKᵀ", "columns": "QᵀK"}


EXCHANGED = [
    (r"$$\mathrm{softmax}(QV^\top)K$$", "Here Q, V, K stand where Q, K, V usually do."),
    (r"$$\mathrm{softmax}\left(\frac{KQ^\top}{\sqrt{d_k}}\right)V$$", "Here K, Q, V stand where Q, K, V usually do."),
    (r"$$\mathrm{softmax}(QK^\top)V$$", ""),
    (r"$$\mathrm{softmax}(XX^\top)X$$", ""),
    (r"$$\mathrm{softmax}(AB^\top)C$$", ""),
]


@pytest.mark.parametrize(("formula", "told"), EXCHANGED)
def test_letters_that_have_changed_places_are_said(scope, formula, told):
    assert " ".join(str(remark) for remark in remarks(scope(formula), 0)) == told
