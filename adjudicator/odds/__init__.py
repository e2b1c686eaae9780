"""The mathematics of dice: exact, in whole numbers. Nothing here knows a game or a file.

`sums` adds up independent throws; `faces` asks whether all faces of a die come alike; `luck` holds
what was to be expected against what came.
"""
