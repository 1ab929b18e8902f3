"""What stands in the block: callouts, and the sentences, matrices and fences in them; nothing of a note gets there but by whitelist.py."""
