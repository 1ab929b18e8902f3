"""What is told of a judged formula beside its verdict: sentences, steps, names of rows, a proposal for a repair."""
