"""Tournaments: many matches of one game, who meets whom, and how they stand.

An event is a folder of files that people can read; matches in it are match folders as ever. It uses
the library's face alone. The modules by chapters; each uses those of its own chapter and of the
chapters above it.

Functions of plain values: no file, no clock.
    kinds, pairing, tables, standings

What lies in the folder of an event.
    event, event_checks, players, results, rounds, chain, lots, schemas, folder

Who enters, and who rules.
    entries, entering, referees

Rounds, results, standings.
    facts, proposing, fresh, starting, deciding, corrections, leaving, changing, spreadsheet

What an audit of the whole event finds, and what its dice tell.
    audited, audit_logs, past, audit_notes, audit_pairings, audit_matches, audit_results,
    audit_standings, auditing, event_luck

What everybody sees, what other programs read, and who is forgotten.
    site, exporting, forgetting
"""
