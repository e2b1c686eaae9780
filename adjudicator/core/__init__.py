"""The core: ask, roll, record. It knows no game, no file, no clock, no log.

The modules by chapters; each uses those of its own chapter and of the chapters above it.

Values: what everything is made of, and what is wrong with it.
    limits, problem, values, visible, strict_json, pydantic_errors, english

Rules: what the author of a game meets (`game` first), and the table behind it.
    decks, trials, report, game, questions, capabilities, ending, sheet, standing, table,
    redaction, choices, examples, citations

A match from one checkpoint to the next.
    save, later_turns, referee, dry_run, sheet_writer
"""
