"""Matches: a folder that an opening is adjudicated in, kept safe, and what is read out of it.

The modules and folders by chapters; each uses those of its own chapter and of the chapters above.

A match folder: opened, gone on with, and what is made from each opening.
    amendments, checkpoints, done_already, fallbacks, fixed_round, locked_opening, log_file, match,
    match_folder, moved_head, newest_views, opening_files, opened, opening_report, people,
    played_again, played_seats, recipients, recovery, saves, shown, stored_sheets, upkeep

What a referee does besides: begin, amend, continue a match, keep its secret safe.
    referee

What is told from a log alone or from a mailed view, and the schemas for everybody.
    published, published_schemas
"""
