"""What is taken out of a vault: code as a module or notebook, a page to click through, an index of all formulas, completion for shells."""
