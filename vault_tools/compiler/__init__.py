"""The compiler: LaTeX to a syntax tree, to a resolved tree, to SymPy, to NumPy source; and back to LaTeX."""
