"""Products, powers, norms: what is done with values that have been read already."""
