"""Benchmarks: `python -m tests.benchmarks` prints the table of the README.

They print CPU times and ratios taken side by side in one run; nothing here is a test of time.
"""
