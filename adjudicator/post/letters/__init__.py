"""What a letter holds: of a match the bytes of a mail for one seat; no file, no clock, no network.

way         whom a letter goes to, from whom, by when; Message-IDs
words       what letters say, in English and German
blocks      what a letter is made of, as text and as HTML
picture     the map with 256 colours
attached    the archive, and the deadline for a calendar
message     the mail itself
passages    words of other players, made harmless
turn        the letter of a seat after an opening, of a lock, at the end
others      invitations, receipts, reminders
"""
