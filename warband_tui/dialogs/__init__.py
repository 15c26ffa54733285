"""Modal dialogs with typed results, one a file."""
