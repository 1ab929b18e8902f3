"""Judging: example inputs, two roads of evaluation, checks, claims and pictures -> one judgement per formula; pure."""
