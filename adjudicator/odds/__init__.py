"""The mathematics of dice: what they will bring, and what was to be expected of those that fell.

Battles. `rolls` says what one roll does; `battles` follows a battle or a chain of them to every
end, in whole numbers over one denominator or, by the same code, in floats; `thresholds` says from
how many attackers on a capture is likely enough; `sampling` plays with seeded dice what is too
large to be followed. Luck. `sums` adds up independent throws, in whole numbers; `faces` asks
whether all faces of a die come alike; `luck` holds what was to be expected against what came.

Nothing here knows a game: a game gives the table of one roll, and the chances of its throws. Games
use the exact half, for floats have no place in rules.
"""
