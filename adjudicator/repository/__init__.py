"""A match as a repository."""
