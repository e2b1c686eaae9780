"""The games, one folder each. They do not know each other; the registry lists them."""
