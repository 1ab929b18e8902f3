"""The grammar, a level a module: rows and lists, relations and sums, operands side by side, scripts, brackets, letters and numbers."""
