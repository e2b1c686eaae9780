"""The error catalogue: see README.md."""
