"""The mathematics of battles."""
