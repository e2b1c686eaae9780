"""Who meets whom: matches of two seats (tournaments.md 3)."""
