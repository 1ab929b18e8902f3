"""What the writing of a note says before any meaning is decided: names, spelled-out sums, statements, indices, ranks."""
