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
    # -- by place
    "place-taken": "now of {side}",
    "place-lost": "{units:# unit|# units} of {side} lost",
    # -- phases and attacks in short
    "moves-in-short": "{count:# unit moves|# units move}; into enemy zones: {moves:list}.",
    "moves-behind": "{count:# unit moves|# units move}, none into an enemy zone.",
    "to-place": "{units} to {place}",
    "all-moves": "All moves",
    "attack": "Attack {number} on {hexes:and} ({defenders}), {count:# unit|# units}",
    "assault": "Assault {number} on {hexes:and} ({defenders}), {count:# unit|# units}",
    "times": "times {multiple}",
    "times-in": "{place} times {multiple}",
    "advance-there": "{units} {units_count:advances|advance}.",
    "attack-resolved": "{attack}: {odds}",
    "attackers": "{side:begin} with {units}.",
    "lost": "Lost: {units}.",
    # -- units that do the same
    "way": "{units}: {start} to {to}{more}.",
    "ways": "To {to}: {ways:and}{more}.",
    "from": "{units} from {start}",
    "in-a-zone": "in an enemy zone",
    "ashore": "{units}: ashore in {place}{more}.",
    "aboard": "{units}: aboard {ship} in {place}{more}.",
    "replaced": "{units}: replacements in {place}{more}.",
    "risen": "{units}: risen in {place}.",
    "takes-hexes": "{side:begin} {hexes:and}.",
    "revealed": "Revealed: {units:and}.",
    "eliminated": "Eliminated in {place}: {units}.",
    "retreat": "{units}: retreat to {place}.",
    "displaced": "{units}: displaced to {place}.",
    "advance": "{units}: advance to {place}.",
    "land": "{units}: land in {place}.",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
