"""Warband: a keyboard-first terminal app for skirmish wargames."""

__version__ = "0.1.0"
