"""The sentences of Invasion: America in English, as far as they are said by key."""

__all__ = ["SENTENCES"]

SENTENCES = {
    # -- the headline
    "headline-won": "{seat} {count:wins|win} the match",
    "headline-drawn": "The match ends; nobody has won",
    "headline-falls": "{names:and} {count:falls|fall} to {side}",
    "headline-attacks": "{won} of {count:# attack succeeds|# attacks succeed}",
    "headline-sets-up": "{seat} {count:sets|set} up {units:# unit|# units}",
    "headline-lands": "{count:# unit lands|# units land}",
    "headline-loses": "{side} {many:loses|lose} {count:# unit|# units}",
    "headline-quiet-turn": "{side} {many:attacks|attack} nobody",
    "headline-hex": "hex {number}",
    "headline-holds": "{names:and} {count:holds|hold}",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
