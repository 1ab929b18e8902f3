"""What a note gives in other places than its formulas: tables, sentences, rows, entries of arrays."""
