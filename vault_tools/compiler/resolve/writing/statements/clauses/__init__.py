"""What stands beside a statement in one display, or is several statements in one: conditions, numbers, remarks, stacks, lists."""
