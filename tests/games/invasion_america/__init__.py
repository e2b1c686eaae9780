"""Tests of Invasion: America."""
