"""What is published: told from a log alone, or from a mailed view, and the schemas."""
