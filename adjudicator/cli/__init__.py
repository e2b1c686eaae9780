"""The command line: parses, calls, prints, exits; no rules here."""
