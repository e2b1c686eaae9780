"""Adjudicates board wargames played by mail and by git."""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("adjudicator")
