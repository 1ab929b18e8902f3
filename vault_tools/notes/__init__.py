"""The note side: text -> formulas with exact places, and judgements -> a block spliced into the text; no mathematics."""
