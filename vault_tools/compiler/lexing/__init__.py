"""Between raw tokens and the grammar: macros, older spellings, what was set apart or lost; layout goes, rows and brackets are found."""
