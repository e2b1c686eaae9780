"""What may stay: every kind of forgery that a judge does not refute, and why it chooses no dice.

This is the whole list. A kind that is not in it fails the test, and one that does not occur too.
It holds none for turn keys, for values and orders of draws, and under the amended rules none for
values of the beacon that the package can check, nor for pledges in referee mode that are opened.
"""

from __future__ import annotations

from tests.audit.forgeries.allowed import Allowed, Case

__all__ = ["STAYS"]

ALL = "dice full"
DICE = "dice"
FULL = "full"
FILE_AND_PAGE = "file page"
PACKAGE_AND_FULL = "package full"
SHOWN = "* -referee+mid-turn -hidden/referee+under-way"
"""Every sheet is in the log."""
MID_TURN, UNDER_WAY = "referee+mid-turn", "hidden/referee+under-way"
KEPT_BACK = "referee+mid-turn hidden/referee+under-way"
HIDDEN = "hidden/* -hidden/referee+under-way"
"""Matches with hidden information that are over."""
AUTOMATIC = "*+built-in* *+silent-seat"
"""Some sheets no player wrote."""
LOCKED_FIRST = "sealed* mutual beacon*"
LATE = "sealed* mutual hidden/sealed"
"""Pledges come after the lock."""
EXTERNAL = "external* hidden/external"
BEACON = "beacon* hidden/beacon"
OLD = "*+not-amended"
CLOCK = "*+clock*"
"""A policy of the clock stands in the offer."""
BEHIND_THE_KEY = (
    "They stand behind the open line, where the key is fixed. The full audit refutes all that the "
    "policy and the notes before do not give; deadlines, arrivals, leave and moves are taken as "
    "said as long as no step follows from them."
)
RULES = "The rules make it, not a player, not the referee: the full audit runs them, and refutes."
NO_PLAYER = (
    "In an opening that no player has a part in, the referee alone can choose the dice by it: a "
    "sheet of no player answers the newest line, and with it all that stands before. Every report "
    "counts these openings (3.10 [A12]); pledges after the lock and the beacon prevent it."
)

STAYS: tuple[Allowed, ...] = (
    Allowed.of(
        "draw: label changed",
        RULES,
        Case(DICE, "sound", "other", SHOWN + " -external* -referee+corrected"),
        Case(ALL, "not proven", "other", KEPT_BACK),
    ),
    Allowed.of(
        "draw: sides changed",
        RULES,
        Case(DICE, "sound", "other", SHOWN + " -*external* -referee+corrected"),
        Case(ALL, "not proven", "other", MID_TURN),
    ),
    Allowed.of(
        "draw: cards changed",
        RULES,
        Case(DICE, "sound", "other", HIDDEN),
        Case(ALL, "not proven", "other", UNDER_WAY),
    ),
    Allowed.of(
        "draws left out",
        RULES,
        Case(DICE, "sound", "other", SHOWN + " -referee+corrected"),
        Case(ALL, "not proven", "other", MID_TURN),
    ),
    Allowed.of(
        "draw inserted in an opening",
        RULES,
        Case(DICE, "sound", "other", SHOWN + " -referee+corrected"),
        Case(
            DICE,
            "not proven",
            "other",
            SHOWN + " -hidden/* -mutual -public -referee+corrected -beacon+no-referee " + KEPT_BACK,
        ),
        Case(FULL, "not proven", "other", KEPT_BACK),
    ),
    Allowed.of(
        "draw: seals changed",
        "A deck that is sealed falsely is refuted when the secret is public at the end; until "
        "then the match is not proven.",
        Case(ALL, "not proven", "other", UNDER_WAY),
    ),
    Allowed.of(
        "lines of an opening swapped",
        "Draws follow from their labels, whatever their order; the full audit compares that too.",
        Case(
            DICE,
            "sound",
            "same",
            SHOWN + " -referee+built-in -referee+corrected -referee+*silent-seat",
        ),
    ),
    Allowed.of(
        "unseal inserted in an opening",
        "Which cards are shown the rules say: the full audit refutes, in a match with hidden "
        "information at its end.",
        Case(DICE, "sound", "other", HIDDEN),
        Case(ALL, "not proven", "other", UNDER_WAY),
    ),
    Allowed.of(
        "unseal line left out",
        "Which cards are shown the rules say: the full audit refutes.",
        Case(DICE, "sound", "other", HIDDEN),
    ),
    Allowed.of(
        "unseal: i changed",
        "Another card of the same deck: which one is shown the rules say, and the full audit "
        "refutes.",
        Case(DICE, "sound", "other", HIDDEN),
    ),
    Allowed.of(
        "draw on trust: values changed",
        "In external mode the dice are taken on trust, and every report says so.",
        Case(ALL, "sound", "other", EXTERNAL),
    ),
    Allowed.of(
        "draw on trust: label changed",
        RULES,
        Case(DICE, "sound", "other", EXTERNAL),
    ),
    Allowed.of(
        "draw on trust: sides changed",
        RULES,
        Case(DICE, "sound", "other", EXTERNAL),
    ),
    Allowed.of(
        "draw on trust: kind changed",
        RULES,
        Case(DICE, "sound", "other", EXTERNAL),
    ),
    Allowed.of(
        "draw on trust inserted in an opening",
        RULES,
        Case(DICE, "sound", "other", EXTERNAL),
    ),
    Allowed.of(
        "lock: hash of a sheet not shown changed",
        "Of a sheet that is not in the log nobody can say what was locked: that is why the log "
        "is not proven. The player who sent it knows, and the sheet must be shown in the end.",
        Case(ALL, "not proven", "other", KEPT_BACK),
    ),
    Allowed.of(
        "lock: hash of a sheet set",
        "A sheet that nobody sent: the log is not proven, and such a sheet cannot be shown.",
        Case(ALL, "not proven", "other", MID_TURN),
    ),
    Allowed.of(
        "a new chain between sheet and lock",
        "The sheet, once shown, must answer the line that seats the player, and does not.",
        Case(ALL, "not proven", "other", KEPT_BACK),
    ),
    Allowed.of(
        "sheets kept back, and a hash chosen",
        "The log is not proven from this opening on, and says that the sheets are lacking; in "
        "the end they must be shown.",
        Case(DICE, "not proven", "other", "* -external* -referee+corrected"),
        Case(
            FULL,
            "not proven",
            "other",
            SHOWN + " -hidden/* -external* -referee+corrected -referee+built-in-alone " + KEPT_BACK,
        ),
    ),
    Allowed.of(
        "sheets kept back, and draws left out",
        "The log is not proven from this opening on, and says that the sheets are lacking.",
        Case(DICE, "not proven", "other", "* -referee+corrected"),
        Case(FULL, "not proven", "other", SHOWN + " -hidden/* -referee+corrected " + KEPT_BACK),
    ),
    Allowed.of(
        "a player called silent",
        "An automatic sheet in place of a player's: two fixed choices a seat, told to all by the"
        " clock note; the player holds the sheet that was not locked.",
        Case(
            ALL,
            "sound",
            "other",
            SHOWN
            + " -*+silent-seat -*+not-amended -referee+corrected -referee+built-in-alone "
            + MID_TURN,
        ),
        Case(ALL, "not proven", "other", KEPT_BACK),
    ),
    Allowed.of(
        "every player called silent, behind a chosen line",
        NO_PLAYER,
        Case(ALL, "sound", "other", SHOWN + " -*+not-amended -referee+corrected referee+mid-turn"),
        Case(ALL, "not proven", "other", KEPT_BACK),
    ),
    Allowed.of(
        "a sheet dropped",
        "The lock says that none came: one choice a sheet, counted in every report, and the "
        "player who sent it knows. Where the rules need the sheet, the full audit refutes.",
        Case(
            DICE,
            "sound",
            "other",
            SHOWN + " -external* -referee+corrected -referee+built-in-alone " + MID_TURN,
        ),
        Case(
            FULL,
            "sound",
            "other",
            SHOWN + " -hidden/* -external* -*+built-in* -*+silent-seat -referee+corrected",
        ),
        Case(ALL, "sound", "same", "external*"),
        Case(ALL, "not proven", "other", UNDER_WAY),
    ),
    Allowed.of(
        "a sheet dropped, its pledge kept",
        "Pledges come after the lock in these modes, from every seat with a chain: it is a "
        "dropped sheet and nothing more.",
        Case(DICE, "sound", "other", LATE),
        Case(FULL, "sound", "other", "mutual sealed"),
    ),
    Allowed.of(
        "an automatic sheet dropped",
        "The full audit knows that it is awaited.",
        Case(DICE, "sound", "other", AUTOMATIC),
    ),
    Allowed.of(
        "an automatic sheet dropped, its pledge kept",
        "The full audit knows that it is awaited.",
        Case(DICE, "sound", "other", "sealed+silent-seat"),
    ),
    Allowed.of(
        "a sheet of no player, where none is awaited",
        "The full audit knows from the rules whose sheets are awaited.",
        Case(DICE, "sound", "other", "referee+built-in-alone"),
        Case(DICE, "not proven", "other", MID_TURN),
    ),
    Allowed.of(
        "automatic sheet: orders changed",
        "The full audit writes the sheets of no player again, and compares.",
        Case(DICE, "sound", "other", AUTOMATIC),
    ),
    Allowed.of(
        "automatic sheet: orders nulled",
        "The full audit writes the sheets of no player again, and compares.",
        Case(DICE, "sound", "other", AUTOMATIC),
    ),
    Allowed.of(
        "automatic sheet: a field more",
        "The full audit writes the sheets of no player again, and compares.",
        Case(DICE, "sound", "other", AUTOMATIC),
    ),
    Allowed.of(
        "a player's sheet called automatic",
        "Before the amended rules the clock's note is a free one; under them the sheet's blind "
        "refutes the note as soon as it is shown, and until then the match is not proven.",
        Case(ALL, "sound", "same", OLD),
        Case(ALL, "not proven", "other", UNDER_WAY),
    ),
    Allowed.of(
        "a pledge nulled",
        "The last to pledge may withhold: one choice a seat, counted in every report; whoever "
        "mailed the pledge can show it.",
        Case(ALL, "sound", "other", LATE),
        Case(DICE, "not proven", "other", LATE),
        Case(FULL, "not proven", "other", "sealed* mutual"),
    ),
    Allowed.of(
        "a pledge nulled, and a clock note says so",
        "In sealed and mutual mode withheld, as above. In referee mode the note calls the sheet "
        "automatic, and the match is not proven until it is shown: then its blind refutes the "
        "note.",
        Case(ALL, "sound", "other", "mutual sealed */sealed"),
        Case(ALL, "not proven", "other", UNDER_WAY),
    ),
    Allowed.of(
        "clock note: step changed",
        "The template's draft or the built-in player's sheet: two fixed choices for a silent "
        "seat, told to all.",
        Case(ALL, "sound", "other", "hidden/referee+silent-seat"),
        Case(DICE, "sound", "same", AUTOMATIC + " -*+built-in* -hidden/*"),
    ),
    Allowed.of(
        "clock note: times, days, leave changed",
        BEHIND_THE_KEY,
        Case(DICE, "sound", "same", "*+silent-seat"),
        Case(FULL, "sound", "same", CLOCK),
    ),
    Allowed.of(
        "clock note: times, days, leave left out",
        BEHIND_THE_KEY,
        Case(DICE, "sound", "same", CLOCK),
    ),
    Allowed.of(
        "clock note: times, days, leave set",
        BEHIND_THE_KEY,
        Case(DICE, "sound", "same", "*+silent-seat"),
        Case(FULL, "sound", "same", CLOCK),
    ),
    Allowed.of(
        "clock note inserted before a lock",
        "Before the amended rules it is a free note.",
        Case(ALL, "sound", "same", OLD),
    ),
    Allowed.of(
        "clock note inserted in an opening",
        "It stands behind the open line, and names a seat without a sheet or whose sheet is "
        "automatic anyhow.",
        Case(ALL, "sound", "same", OLD + " *+built-in referee+corrected"),
        Case(ALL, "sound", "other", "referee+built-in-alone", NO_PLAYER),
        Case(
            ALL,
            "sound",
            "same",
            CLOCK,
            "It says that the referee adjudicated by hand: the report names these openings.",
        ),
    ),
    Allowed.of(
        "clock note: a seat of missed left out",
        "That a late sheet was a miss follows from its minutes: the full audit says so.",
        Case(DICE, "sound", "same", CLOCK),
    ),
    Allowed.of(
        "beacon-signature note inserted before a lock",
        "Before the amended rules it is a free note.",
        Case(ALL, "sound", "same", OLD),
    ),
    Allowed.of(
        "beacon-signature note inserted in an opening",
        "Before the amended rules it is a free note.",
        Case(ALL, "sound", "same", OLD),
    ),
    Allowed.of(
        "beacon-round note inserted at the end",
        "It fixes the round of the opening that comes; sheets must cite it.",
        Case(ALL, "sound", "same", BEACON + " -*+not-amended"),
    ),
    Allowed.of(
        "free note inserted before a lock",
        "It enters no key of its opening.",
        Case(ALL, "sound", "same", SHOWN + " -referee+built-in-alone"),
        Case(ALL, "sound", "other", "referee+built-in-alone", NO_PLAYER),
    ),
    Allowed.of(
        "free note inserted in an opening",
        "It stands behind the open line, where the key is fixed; the full audit allows none there.",
        Case(DICE, "sound", "same", SHOWN + " -referee+built-in-alone"),
        Case(DICE, "sound", "other", "referee+built-in-alone", NO_PLAYER),
    ),
    Allowed.of(
        "seat line inserted before a lock",
        "Sheets of players must cite it; in a correction's opening there are none, and no dice.",
        Case(ALL, "sound", "same", "referee+corrected"),
        Case(ALL, "sound", "other", "referee+built-in-alone", NO_PLAYER),
    ),
    Allowed.of(
        "rewind inserted before a lock",
        "Sheets of players must cite it; in a correction's opening there are none, and no dice.",
        Case(ALL, "sound", "same", "referee+corrected"),
        Case(DICE, "sound", "other", "referee+built-in-alone", NO_PLAYER),
    ),
    Allowed.of(
        "seat line inserted at the end",
        "The match goes on; nothing that was rolled moves.",
        Case(ALL, "sound", "same", SHOWN),
    ),
    Allowed.of(
        "rewind inserted at the end",
        "The match goes on from an earlier opening with new sheets; it is counted in every report.",
        Case(DICE, "sound", "same", SHOWN),
        Case(FULL, "sound", "same", SHOWN + " referee*"),
    ),
    Allowed.of(
        "whole opening inserted at the end",
        "The match goes on; nobody sent a sheet, nothing is rolled, and the full audit refutes it.",
        Case(DICE, "sound", "same", SHOWN),
    ),
    Allowed.of(
        "end line inserted at the end",
        "The secret of a match that hides nothing opens nothing; the full audit refutes it.",
        Case(DICE, "sound", "same", SHOWN + " -hidden/* -mutual -public -beacon+no-referee"),
    ),
    Allowed.of(
        "sheets note and state swapped",
        "The sheets are the same; the full audit compares the order.",
        Case(DICE, "sound", "same", HIDDEN + " beacon* sealed* mutual"),
    ),
    Allowed.of(
        "state: engine changed",
        "The full audit compares it.",
        Case(DICE, "sound", "same", SHOWN + " -referee+built-in-alone"),
        Case(DICE, "sound", "other", "referee+built-in-alone", NO_PLAYER),
    ),
    Allowed.of(
        "state: sha256 changed",
        "The full audit compares it.",
        Case(DICE, "sound", "same", SHOWN + " -referee+built-in-alone"),
        Case(DICE, "sound", "other", "referee+built-in-alone", NO_PLAYER),
    ),
    Allowed.of(
        "state: secret changed",
        "The full audit compares it.",
        Case(DICE, "sound", "same", HIDDEN),
    ),
    Allowed.of(
        "state: secret left out",
        "The full audit compares it.",
        Case(DICE, "sound", "same", HIDDEN + " -*+built-in -*+silent-seat"),
    ),
    Allowed.of(
        "state: secret set",
        "The full audit compares it; it unveils no blind before the end.",
        Case(DICE, "not proven", "other", "referee+built-in-alone", NO_PLAYER),
    ),
    Allowed.of(
        "correction note line left out",
        "The full audit compares the states.",
        Case(DICE, "sound", "same", "referee+corrected"),
    ),
    Allowed.of(
        "correction note: kind changed",
        "The full audit compares the states.",
        Case(DICE, "sound", "same", "referee+corrected"),
    ),
    Allowed.of(
        "correction note: patch changed",
        "The referee may mend what they please, in an opening without sheets and dice; every "
        "report shows it.",
        Case(ALL, "sound", "same", "referee+corrected"),
    ),
    Allowed.of(
        "correction note: patch nulled",
        "The full audit carries the patch out.",
        Case(DICE, "sound", "same", "referee+corrected"),
    ),
    Allowed.of(
        "correction note: reason changed",
        "Words for people, in an opening without sheets and dice.",
        Case(ALL, "sound", "same", "referee+corrected"),
    ),
    Allowed.of(
        "the sheets dropped for a correction",
        "The opening has no dice; the sheets dropped are counted, and the correction is shown by"
        " every report.",
        Case(DICE, "sound", "other", SHOWN + " -referee+corrected referee+mid-turn"),
        Case(FULL, "sound", "other", SHOWN + " -hidden/* -referee+corrected"),
        Case(ALL, "not proven", "other", UNDER_WAY),
    ),
    Allowed.of(
        "open: beacon changed",
        "Before the amended rules the value has no signature, and the report says so.",
        Case(ALL, "sound", "other", OLD + " -referee*"),
    ),
    Allowed.of(
        "another round of the beacon, later",
        "Before the amended rules the referee chose the round with the sheets in hand, and the "
        "report says so.",
        Case(ALL, "sound", "other", OLD + " -referee*"),
    ),
    Allowed.of(
        "the beacon's value and signature chosen",
        "File and page check the hash alone, and say that the signature was not checked; the "
        "package refutes it.",
        Case(FILE_AND_PAGE, "sound", "other", BEACON),
        Case(PACKAGE_AND_FULL, "sound", "other", OLD + " -referee*"),
    ),
    Allowed.of(
        "the beacon's value and signature of another round",
        "File and page check the hash alone, and say that the signature was not checked; the "
        "package refutes it.",
        Case(FILE_AND_PAGE, "sound", "other", BEACON),
        Case(PACKAGE_AND_FULL, "sound", "other", OLD + " -referee*"),
    ),
)
