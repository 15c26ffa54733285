"""Screens: one module each, the stylesheet beside it."""
