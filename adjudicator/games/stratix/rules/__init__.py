"""The rules of Stratix, one module a chapter."""
