"""What a mail says: sheets, commands, words to pass on; nothing is judged, nothing is written.

`intake.read_mail` is the way in; the values that it returns stand in `mail`. The modules, from the
bottom up: mail, authenticated, charsets, headers, parts; automatic, quoting, scan, words;
refusals, sheets; intake.
"""
