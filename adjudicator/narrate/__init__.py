"""The words of what people read: reports, letters and pages, in any language.

language   sentences by key, with their values; a language is a module that holds them
narrator   the base of all games' narrators: events in, lines of a report out
english    the sentences that all games share, in English
german     the same in German
languages  which languages there are
text       a report as plain text
html       a report as a page, from a template
"""
