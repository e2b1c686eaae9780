"""What is read out of published files: a log alone, or a mailed view."""
