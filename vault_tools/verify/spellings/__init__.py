"""Ways to write numbers and steps that formulas alone do not have: words, arrows, both signs, percent said again."""
