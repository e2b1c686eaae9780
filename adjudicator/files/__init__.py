"""Files: all reading and writing, with places in every refusal.

The modules by chapters; each uses those of its own chapter and of the chapters above it.

Bytes, places, schemas: what every file goes through.
    storage, problems, json_scan, json_input, kinds, schemas, schema_words, pretty, library

Keys: chains, pledges and signatures, and the files that hold them.
    match_notes, seat_keys, referee_secret, pledges, pledge_making, late_pledges, derivation,
    signatures, signed_heads

What people write: each kind of file by itself, judged with all its problems at once.
    maps, scenarios, rolls, rulings, sheets, templates, views, offers, joins, cases

A match folder: opened, gone on with, and what is made from each opening.
    log_file, stored_sheets, signed_sheets, saves, mend_words, opening_report, opening_files,
    played_again, match_folder, match_links, locked_opening, replacing, match

What is done with a match besides: begun, mended, continued, its secret kept safe.
    new_match, beginning, mending, continuing, escrow

What is told from a log alone, and the schemas for everybody.
    logged, disputed, dispute_report, mailed_state, published_schemas
"""
