"""The cases as a suite that any engine can be held against; see README.md."""
