"""The sentences of Galactic Conquest in English, as far as they are said by key."""

__all__ = ["SENTENCES"]

SENTENCES = {
    # -- the headline
    "headline-won": "{seat} wins the match",
    "headline-drawn": "the match is drawn",
    "headline-captures": "{seat} captures {names:and}",
    "headline-eliminated": "{seat} is eliminated",
    "headline-withdrawn": "{seat} withdraws",
    "headline-whole": "{seat} holds all of {names:and}",
    "headline-holds": "{names:and} {count:holds|hold}",
    "headline-dealt": "{count:# planet is|# planets are} dealt",
    "headline-first": "{seat} begins",
    "headline-set-up": "{seats:and} {seats:places|place} first troops",
    "headline-troops": "{seat} places {count:# new troop|# new troops}",
    "headline-moves": "{seat} moves {count:# troop|# troops} to {place}",
    "headline-quiet-turn": "{seat} attacks nobody",
    # -- by place
    "place-taken": "{seat} takes it from {loser}",
    "place-holds": "holds against {seat}",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
