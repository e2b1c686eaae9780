"""Tests of the judge's page."""
