"""The rules of Four Fronts, a module for each chapter."""
