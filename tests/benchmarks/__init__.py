"""Benchmarks: run by hand, print CPU times and ratios; nothing here is a test."""
