"""The core: ask, roll, record. It knows no game, no file, no clock."""
