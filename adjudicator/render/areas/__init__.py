"""Pictures of maps of areas: `picture` is the value that a game fills, `board` draws it."""
