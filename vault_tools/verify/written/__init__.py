"""What a note writes, made ready for judging: displays parsed and prepared, statements resolved to programs."""
