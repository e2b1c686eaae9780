"""Four Fronts: rules, cards, matches, and a second generator of moves."""
