"""The words of the tables of an event, in English; another language has the same keys."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS"]

WORDS: Mapping[str, str] = {
    "point": ".",
    "between": "{low} to {high}",
    "standings": "Standings after round {round}",
    "standings-none": "Standings: no round was paired yet",
    "group": "group {number}",
    "place": "Place",
    "player": "Player",
    "score": "Score",
    "round": "R{number}",
    "met": "Met",
    "won": "Won",
    "met-what": "Met: matches played against others, without forfeits and byes.",
    "open": "Still being played: {matches}.",
    "appealed": "Not final: an appeal was upheld, and the result still stands as it was, until a "
    "referee corrects it: {matches}.",
    "no-places": "Without a place, as eliminators: {names}.",
    "standbys": "Without a place, as standbys who had no match so far: {names}.",
    "best": "The best {count} results of each count.",
    "top-board": "The places at {match} fix the first places.",
    "knock-out": "In the knock-out, who are still in share the first place, and who went out in "
    "one round share theirs, until the final is won.",
    "equal": "Who are equal in everything share a place.",
    "direct-encounter": "DE",
    "direct-encounter-what": "DE: direct encounter, the place among those who were equal.",
    "buchholz": "BH",
    "buchholz-what": "BH: Buchholz, the opponents' scores.",
    "buchholz-cut-1": "BH-1",
    "buchholz-cut-1-what": "BH-1: Buchholz without the lowest.",
    "buchholz-cut-2": "BH-2",
    "buchholz-cut-2-what": "BH-2: Buchholz without the two lowest.",
    "buchholz-median-1": "BHM",
    "buchholz-median-1-what": "BHM: Buchholz without the lowest and the highest.",
    "sonneborn-berger": "SB",
    "sonneborn-berger-what": "SB: Sonneborn-Berger, the opponents' scores times what was made of "
    "them.",
    "sonneborn-berger-cut-1": "SB-1",
    "sonneborn-berger-cut-1-what": "SB-1: Sonneborn-Berger without the lowest.",
    "progressive": "PS",
    "progressive-what": "PS: progressive, the sum of the scores after each round.",
    "wins": "W",
    "wins-what": "W: matches won, not by forfeit or bye.",
    "weaker-wins": "WW",
    "weaker-wins-what": "WW: matches won with the weaker side ({sides}).",
    "opponents": "Opp",
    "opponents-what": "Opp: the scores of all others at the player's tables.",
    "points": "Pts",
    "points-what": "Pts: the rulebook's points.",
    "lot": "Lot",
    "lot-what": "Lot: the place in the draw.",
    "teams": "Teams",
    "team": "Team",
    "members": "Members who count",
    "sides": "The best of each side",
    "side": "Side",
    "ratings": "Ratings of {day}",
    "rank": "Rank",
    "rating": "Rating",
    "range": "Lies between",
    "matches": "Matches",
    "last": "Last result",
    "ratings-what": "A rating is likely to lie between the two numbers: it, less and more two "
    "sigma (Plackett-Luce). Who have no rank have played too little, or too long ago: their sigma "
    "is {sigma} or more.",
    "balance": "How often each side wins",
    "balance-built-in": "Matches with a built-in player",
    "wins-of": "Wins",
    "share": "Share",
    "share-fair": "Even would be",
    "balance-what": "Matches played to an end or conceded. Who share the first place share the "
    "win. In 95 of 100 cases the share lies between the bounds (Wilson).",
    "not-known": "not known",
    "not-known-what": "Not known: with fewer than {count} matches the share says nothing.",
    "luck": "Luck of the dice: a story, no evidence",
    "throws": "Throws",
    "expected": "Expected",
    "came": "Came",
    "so-badly": "So badly",
    "so-well": "So well",
    "luck-what": "So badly, so well: in how many of as many fair events somebody at all does so "
    "badly or so well, or more so (Holm, over all players and both ways). All throws of a player "
    "stand in one sum; more is better, and what is lost counts below 0.",
    "luck-none": "No throw was counted: none was made yet, or the game counts none.",
    "luck-nobody": "Nobody's luck was out of the ordinary.",
    "luck-badly": "{name} had bad luck.",
    "luck-well": "{name} had good luck.",
    "luck-fair": "Fair dice name somebody in up to 5 of 100 events. Whether the dice are those of "
    "the log, its audit proves, not this table.",
}
"""By key; what stands in braces is filled in."""
