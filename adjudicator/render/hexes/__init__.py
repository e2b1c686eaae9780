"""Pictures of maps of hexes: `picture` is the value that a game fills, `board` draws it."""
