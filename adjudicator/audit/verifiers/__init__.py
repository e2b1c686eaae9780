"""Verifiers that stand alone: they import nothing of this package."""
