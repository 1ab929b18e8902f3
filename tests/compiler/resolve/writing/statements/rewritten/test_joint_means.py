"""A sum over several letters that is divided by their capitals runs up to these."""

from __future__ import annotations

import pytest

from ....dump import inputs, meaning, resolved


@pytest.mark.parametrize(
    ("short", "written_out"),
    [
        (r"m_c = \frac{1}{NHW} \sum_{n,h,w} x_{nchw}", r"m_c = \frac{1}{NHW} \sum_{n=1}^N \sum_{h=1}^H \sum_{w=1}^W x_{nchw}"),
        (r"y_c = \frac{1}{H W} \sum_{h,w} x_{chw}", r"y_c = \frac{1}{HW} \sum_{h=1}^H \sum_{w=1}^W x_{chw}"),
        (r"L = \frac{1}{HW} \sum (x_{h,w} - y_{h,w})^2", r"L = \frac{1}{HW} \sum_{h=1}^H \sum_{w=1}^W (x_{h,w} - y_{h,w})^2"),
        (r"L = \frac{1}{CN} \sum (x_{c,n} - \mu_c)^2", r"L = \frac{1}{CN} \sum_{c=1}^C \sum_{n=1}^N (x_{c,n} - \mu_c)^2"),
        (r"y_c = \frac{\sum_{h,w} x_{chw}}{HW}", r"y_c = \frac{\sum_{h=1}^H \sum_{w=1}^W x_{chw}}{HW}"),
    ],
)
def test_each_letter_runs_up_to_its_capital(short: str, written_out: str) -> None:
    assert meaning(short) == meaning(written_out)


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"L = \frac{1}{N} \sum_{n,c} (y_{nc} - t_{nc})^2", "N:() y:n×d t:n×d"),
        (r"L = \frac{1}{CN} \sum (x_{i,j} - y_{i,j})^2", "C:() N:() x:n×d y:n×d"),
        (r"L = KLD + x_k x_l x_d", "KLD:() x_k:() x_l:() x_d:()"),
    ],
)
def test_left_alone(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given
