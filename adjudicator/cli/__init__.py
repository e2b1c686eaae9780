"""The command line: parses, calls, prints, exits; no rules here.

The modules by chapters; each uses those of its own chapter and of the chapters above it. `app` has
the table of commands: it imports the one that is called, and nothing else of its chapter.

What commands share.
    terminal, common, mails, names, modes, table_dice, luck_words, map_options, many_options,
    many, verdicts

The commands.
    help, games, new, joining, template, check, adjudicate, mail, office, git_reading,
    git_server, git, status, inspect, luck, audit, verify_many, amending, signing, dispute,
    rulings, editions, odds, compose, judge, site, developer, tournament_words, tournament_new,
    tournament_result, tournament_audit, tournament_change, tournament_publish, tournament

The command `adjudicator`.
    app
"""
