"""Tests of a match that is played by git."""
