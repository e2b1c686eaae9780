"""The post: letters out, mails in, many matches kept by a clock.

It moves mail and keeps time; it knows no rule and no die. It uses the library's face and nothing
behind it. The modules by chapters; each uses those of its own chapter and of the chapters above it.

What a mail says.
    reading

How mail travels.
    transport

What a letter holds.
    letters

Many matches, kept by a clock.
    office
"""
