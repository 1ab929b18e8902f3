"""Where a name ends, and which of its scripts belong to it."""
