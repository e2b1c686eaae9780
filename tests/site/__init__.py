"""Tests of the page for spectators."""
