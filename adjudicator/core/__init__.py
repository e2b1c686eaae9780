"""The core: ask, roll, record. It knows no game, no file, no clock.

The modules by chapters; each uses those of its own chapter and of the chapters above it.

Values: what everything is made of, and what is wrong with it.
    limits, problem, values, visible, strict_json, plain_words, english

Dice and the log: the protocol TFD1 from its arithmetic to the dice audit (`verify`).
    tfd1, genesis, log_lines, log_pieces, log, chains, mends, mode_words, dice_audit,
    beacon_audit, audited_opening, automatic_audit, draw_audit, verify

Rules: what the author of a game meets (`game` first), and the table behind it.
    decks, gambles, report, game, questions, capabilities, dice, ending, sheet, standing, table,
    hearing, examples, citations

A match: from one opening to the next, back, and all of them again (`replay`, the full audit;
`proof` says how far it went).
    save, later_turns, referee, dry_run, sheet_writer, draw_lines, opening, automatic, lock_first,
    correction, rewind, continuing, replay, proof
"""
