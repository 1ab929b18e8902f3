"""Units and counted things behind numbers: what they measure, what they scale, and formulas without them."""
