"""Who sits with whom: matches of three to five seats (tournaments.md 4)."""
