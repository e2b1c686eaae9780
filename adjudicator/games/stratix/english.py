"""The sentences of Stratix in English, as far as they are said by key."""

__all__ = ["SENTENCES"]

SENTENCES = {
    # -- the headline
    "headline-won": "{army} wins the match",
    "headline-drawn": "the match is drawn",
    "headline-out": "{army} is out",
    "headline-assault": "the final assault begins",
    "headline-loses": "{army} loses {pieces}",
    "headline-recovers": "{army} gets {pieces} back",
    "headline-did": "{army} {deeds:and}",
    "headline-lot": "{army} moves first",
    "headline-shuffled": "the recon deck is shuffled",
    "headline-misses": "{army} misses its turn",
    "headline-passes": "{army} has no legal move",
    "headline-answered": "What was answered changes nothing on the board",
    # -- by place
    "place-lost": "{army} loses its {piece}",
    "place-moved": "{army} comes with its {piece}",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
