"""What a formula claims of itself: stated numbers, equated sides, derivatives, how far rounding excuses them, which slip explains them."""
