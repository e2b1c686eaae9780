"""Events of many matches, on the face alone."""
