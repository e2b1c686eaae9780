"""Tests of Four Fronts."""
