"""Adjudicates board wargames played by mail and by git."""

__all__ = ["__version__"]

__version__ = "0.1.0"
