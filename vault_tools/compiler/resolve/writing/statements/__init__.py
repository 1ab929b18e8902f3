"""A display as statements, and a note as what they define."""
