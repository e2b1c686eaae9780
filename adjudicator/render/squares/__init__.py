"""Pictures of boards of squares: `picture` is the value that a game fills, `board` draws it."""
