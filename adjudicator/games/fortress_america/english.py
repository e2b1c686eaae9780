"""The sentences of Fortress America in English, as far as they are said by key."""

__all__ = ["SENTENCES"]

SENTENCES = {
    # -- the headline
    "headline-won": "{seats} {count:wins|win} the match",
    "headline-drawn": "the match is drawn",
    "headline-falls": "{names:and} {count:falls|fall}",
    "headline-freed": "{names:and} {count:is|are} free again",
    "headline-holds": "{names:and} {count:holds|hold}",
    "headline-areas": "{side} takes {names:and}",
    "headline-lasers": "{count:# laser is|# lasers are} destroyed",
    "headline-loses": "{side} loses {count:# unit|# units}",
    "headline-sets-up": "{side} sets up {count:# unit|# units}",
    "headline-reinforces": "{side} brings {count:# unit|# units}",
    "headline-moves": "{side} moves {count:# unit|# units}",
    "headline-declares": "{side} declares {names:and}",
    "headline-shuffled": "the invader cards are dealt",
    # -- by place
    "place-taken": "{side} takes it",
    "place-holds": "holds against {side}",
    "place-laser": "its laser is destroyed",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
