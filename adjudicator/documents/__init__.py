"""Documents: what people write and read, judged with all its problems at once.

The modules by chapters; each uses those of its own chapter and of the chapters above.

Bytes, places, schemas: what every file goes through.
    storage, problems, json_scan, json_input, kinds, schemas, jsonschema_errors, printed

Chains, pledges and signatures, and the files that hold them.
    keys

Each kind of file by itself.
    rules_versions, later_turns, match_orders, legible, sheet_lines, library, scenarios, maps,
    answers, sheets, views, offers, joins, rolls, game_help, templates, cases, case_answers,
    edition_table
"""
