"""Brackets, matrices, lists, cases and bars."""
