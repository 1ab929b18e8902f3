"""Is one formula another one up to names? Normal forms of resolved trees, and how they are compared and kept."""
