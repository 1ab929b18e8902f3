"""Formulas and labels as plain words for titles and pictures; for reading only."""
