"""What an index picks: positions, rows up to a step, recurrences step by step."""
