"""What people do with their campaigns, as plain functions and small classes."""
