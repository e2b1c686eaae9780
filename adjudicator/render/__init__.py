"""Pictures and reports as functions of a view: no rules and no files.

`areas`, `hexes`, `stars`, `squares` draw one kind of board each; beside them stands what all share.
"""
