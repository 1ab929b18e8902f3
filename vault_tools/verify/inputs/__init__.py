"""Example inputs of a program: given by the note or invented, with readable sizes and values that its functions are defined for."""
