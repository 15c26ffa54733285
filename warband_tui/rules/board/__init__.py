"""Boards: where things stand, what the ground is, who sees whom, which way and at what price."""
