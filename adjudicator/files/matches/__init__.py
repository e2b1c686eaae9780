"""A match folder: opened, gone on with, and what is made from each opening."""
