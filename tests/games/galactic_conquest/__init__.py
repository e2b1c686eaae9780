"""Galactic Conquest."""
