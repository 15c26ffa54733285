"""The shared rules engine: pure, without input or output."""
