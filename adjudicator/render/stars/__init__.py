"""Charts of planets and lanes: `picture` is the value that a game fills, `board` draws it."""
