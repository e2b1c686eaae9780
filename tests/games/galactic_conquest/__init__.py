"""Tests of Galactic Conquest."""
