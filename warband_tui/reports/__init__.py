"""Battle reports: one document model, one renderer per target."""
