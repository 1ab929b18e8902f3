"""Which letters in scripts are indices, labels or steps, and how far they go."""
