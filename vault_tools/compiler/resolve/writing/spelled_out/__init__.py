r"""Sums that are spelled out with dots or leave their range out: `v_1 + \dots + v_n`."""
