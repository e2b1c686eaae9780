"""Tests of Fortress America."""
