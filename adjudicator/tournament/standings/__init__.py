"""Scores, standings, ratings and balance of an event: pure functions of plain frozen values."""
