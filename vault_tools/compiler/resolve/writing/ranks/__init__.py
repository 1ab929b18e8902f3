"""How many axes a symbol has, judged by what stands around it."""
