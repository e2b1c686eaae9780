"""The pages of an event: values in, bytes out; and the folder in which they lie.

The modules by chapters; each uses those of its own chapter and of the chapters above it.

What pages say.
    english, german, shown, public, publishing

Pages, and the folder of them.
    feed, pages, making
"""
