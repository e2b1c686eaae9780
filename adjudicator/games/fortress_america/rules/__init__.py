"""The rules of Fortress America, one module for each action, in the order of the rulebook."""
