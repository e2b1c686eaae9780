"""Files: all reading and writing, with places in every refusal.

The modules and folders by chapters; each uses those of its own chapter and of the chapters above.

Bytes, places, schemas: what every file goes through.
    storage, problems, json_scan, json_input, kinds, schemas, schema_words, pretty, library,
    printed_command

Chains, pledges and signatures, and the files that hold them.
    keys

What people write: each kind of file by itself, judged with all its problems at once.
    written

A match folder: opened, gone on with, and what is made from each opening.
    matches

The referee's desk: a match is begun, mended, continued, and its secret kept safe.
    desk

What is told from a log alone or from a mailed view, and the schemas for everybody.
    published
"""
