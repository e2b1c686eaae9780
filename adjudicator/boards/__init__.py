"""The boards: geometry that games share. Pure; they know no game and no file."""
