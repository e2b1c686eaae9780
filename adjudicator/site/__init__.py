"""A match for spectators: one page with every opening, and what lies beside it.

It uses the library's face and nothing behind it. The modules by chapters; each uses those of its
own chapter and of the chapters above it.

What a page says.
    english, german, facts, cutting

How it looks.
    charts

Pages and feeds, made and read again.
    atom, feed, earlier, page
"""
