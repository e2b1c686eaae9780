"""The library's face, in rooms; `import adjudicator` gives what stands in them.

A front end (the command line, a gateway for mail, a page, a tournament) uses these modules and
nothing behind them. The modules by chapters; each uses those of its own chapter and of the
chapters above it.

Values that all share.
    problems, named_files, folders, sheet_text, texts

What can be looked at, and judged.
    clock, listing, routing, shown, own_keys, age_keys, checking, composing, position, dice, begun,
    logged, mailed

What is audited, told and made.
    log_facts, verifying, outcomes, own_views, letters, match, once, games, authoring, luck_rows,
    luck, signing, fetched, beginning, amending, rehearsal, playouts, judging, spectating, drawing
"""
