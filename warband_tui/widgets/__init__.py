"""Reusable widgets; they draw view structs and post requests."""
