"""The rules of Four Fronts, in the order of the book."""
