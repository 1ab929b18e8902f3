"""Sums, products, maxima, expectations: their ranges, conditions and terms."""
