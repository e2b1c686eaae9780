"""Tests of the post."""
