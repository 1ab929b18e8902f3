"""Notations that say one thing in another way, rewritten to the one that is read: lone sum signs, binomials, powers, sets, dots."""
