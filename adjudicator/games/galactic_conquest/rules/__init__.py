"""The rules, a module for each step of a turn, in the order of play."""
