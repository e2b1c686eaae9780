"""The command line: parses, calls, prints, exits; no rules here.

The modules by chapters; each uses those of its own chapter and of the chapters above it. `app` has
the table of commands: it imports the one that is called, and nothing else of its chapter.

What commands share.
    terminal, faults, common, meant, signed, mode_lines, lock_first, playing, table_dice,
    luck_words, map_options, as_is

The commands.
    help, games, new, joining, template, check, pledging, adjudicate, status, inspect, luck,
    audit, amending, heads, dispute, rulings, editions, sheet_odds, odds, developer, new_game

The command `adjudicator`.
    app
"""
