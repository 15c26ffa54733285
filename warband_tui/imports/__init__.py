"""Readers of roster files made by other programs."""
