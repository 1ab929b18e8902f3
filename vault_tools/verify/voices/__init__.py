"""Who speaks on one run of one statement: the two roads, references, invariants; when they agree, and whose fault it is where not."""
