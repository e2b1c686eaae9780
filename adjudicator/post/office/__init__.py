"""An office: a folder with many matches, their mails, and a journal of all that was done.

office.json      address, ways of sending and fetching, limits, matches; no secret
office.key       32 bytes, mode 600: makes the tokens of letters, no dice
mail/in/new      mails as they came, each with its number and minute in its name
mail/in/done     the same, once it is known what became of them
mail/strangers   those of nobody whom the office knows
mail/out/new     letters to be sent; what was sent lies in mail/out/sent
journal.jsonl    what was received, filed, due, sent; append-only, the clock's only state
matches/         match folders as ever, or links
"""
