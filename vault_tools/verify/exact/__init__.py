"""The check road: a resolved tree evaluated with mpmath at 50 digits, entry by entry; only the tree is shared with the float road."""
