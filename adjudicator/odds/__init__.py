"""The mathematics of battles: what the dice will bring, exactly or to a stated precision.

`rolls` says what one roll does; `battles` follows a battle or a chain of them to every end, in
whole numbers over one denominator or, by the same code, in floats; `spread` is what comes out: the
ends with their chances; `sampling` plays with seeded dice what is too large to be followed. Nothing
here knows a game: a game gives the table of one roll. Games use the exact half, for floats have no
place in rules.
"""
