"""The rules of Invasion: America, chapter by chapter."""
