"""The sentences of Invasion: America in English; a second language is a module of the same keys.

What rules' own messages say as well stands in `words.py`, and once.
"""

from collections.abc import Mapping

from adjudicator.games.invasion_america.board import LINES
from adjudicator.games.invasion_america.counter_mix import TYPE_NAMES, TYPES, UnitType
from adjudicator.games.invasion_america.english_pen import PEN
from adjudicator.games.invasion_america.english_projection import PROJECTION
from adjudicator.games.invasion_america.results_table import RESULT_WORDS
from adjudicator.games.invasion_america.words import (
    MONTHS,
    NATION_WORDS,
    PHASE_WORDS,
    SIDE_NAMES,
    SIDE_WORDS,
    type_text,
)
from adjudicator.render.words import HEXES

__all__ = ["SENTENCES"]


def _unit(unit_type: UnitType, count: int) -> str:
    return type_text(unit_type, count).partition(" ")[2]


_NAMES: Mapping[str, str] = {
    **{f"side-{side}": words for side, words in SIDE_WORDS.items()},
    **{f"force-{side}": words for side, words in SIDE_NAMES.items()},
    **{f"nation-{nation}": words for nation, words in NATION_WORDS.items()},
    **{f"phase-{phase}": words for phase, words in PHASE_WORDS.items()},
    **{f"month-{number}": words for number, words in enumerate(MONTHS, start=1)},
    **{f"result-{result}": words for result, words in RESULT_WORDS.items()},
    **{f"named-{one}": TYPE_NAMES[one] for one in TYPES},
    **{
        f"type-{one}": f"{{count}} {{nation}} {{count:{_unit(one, 1)}|{_unit(one, 2)}}}"
        for one in TYPES
    },
    **{f"some-{one}": f"{{count:# {_unit(one, 1)}|# {_unit(one, 2)}}}" for one in TYPES},
    **{f"kind-{one}": f"{{nation}} {_unit(one, 2)}" for one in TYPES},
    "seat-aggressors": "the aggressors",
    # -- whose losses a part of the map tells of
    "lost-of-sau": "S.A.U. {count}",
    "lost-of-esc": "E.S.C. {count}",
    "lost-of-pal": "P.A.L. {count}",
    "lost-of-us": "U.S. {count}",
    "lost-of-canada": "Canada {count}",
    # -- nations in the legend of the map
    "country-us": "United States",
    "country-canada": "Canada",
    "country-esc": "E.S.C.",
    "country-sau": "S.A.U.",
    "country-pal": "P.A.L.",
    **{f"north-of-{line}": f"north of the {line.replace('-', ' ')}" for line in LINES},
    # -- how names and figures are put
    "of-a-side": "{side} {figure}",
    "holding-box": "the holding box",
    "unit-of-strength": "{unit} ({strength})",
    "untried": "untried",
    "untried-at": "{strength}, untried",
    "column": "{attack} to {defence}",
    "result": "{code} ({meaning})",
    "percent": "{number} percent",
    "percent-least": "less than 1 percent",
}

_HEADLINE: Mapping[str, str] = {
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
}

_STANDING: Mapping[str, str] = {
    "title": "Game-turn {turn} ({month}): {side}",
    "title-start": "The start of a match of Invasion: America",
    "title-set-up": "The set-up",
    "over-nobody": "The match is over; nobody has won.",
    "over-won": "The match is over, won by {winner}.",
    "set-up-last": "To set up: {seat}.",
    "set-up-now": "To set up now: {seat}; then {later:and}.",
    "turn-now": "Game-turn {turn} of {turns} ({month}): {side}, {phase}.",
    "frozen": "{nation} units do not function yet.",
    "weather": "Weather: north of the weather line movement allowances and strengths are halved.",
    "partisans-now": "All militia are partisans.",
    "annexation-cut": "U.S. units in Central America are out of supply for good.",
    # -- points, and what wins
    "points": "Victory points: {held:and}.",
    "points-and-goal": (
        "Victory points: {held:and}. The U.S. and Canada are {distance} the {number} with which "
        "they win at the end."
    ),
    "above": "{room} above",
    "below": "{room} below",
    "just-at": "just at",
    "just-at-it": "just at it",
    "goal-us": "The U.S. and Canada win with {number} at the end; they are {distance}.",
    "goal-aggressors": "The aggressors win with {number} at the end; they are {distance}.",
    "goal-best": (
        "The best aggressor wins with more than {best} at the end, if all of them together have "
        "more than {all}; now the best has {best_held}, all have {all_held}."
    ),
    "goal-everything": (
        "The aggressors win with every urban and supply hex at the end; the U.S. and Canada "
        "control {left} of {of}."
    ),
    # -- what lies before the next side
    "may-come": "Replacements that may come: {units}.",
    "may-come-also": "{units}, and {more}",
    "of-choice": "{count:# unit|# units} of choice",
    "bonus-of-choice": "{count:# bonus unit|# bonus units} of choice",
    "transports": "{count:# transport|# transports}",
    "all-of": "{units:and}",
    "may-come-nothing": "Replacements: the boxes hold nothing that may come.",
    "order-of-battle": "The order of battle of {side}: {units:and}.",
    "country": "{name}",
    "the-country": "the {name}",
    "area-within": "{countries:or}",
    "area-hexes": "{hexes:and}",
    "area-ports": "ports of {country}",
    "area-any": "{areas:or}",
    "area-near": "hexes no farther than {reach} from {hexes:and}",
    "area-near-places": (
        "hexes no farther than {reach} from an urban or supply hex of {countries:or}"
    ),
    "set-up-in": "Set up in {area}: {units:and}.",
    "must-assault": "{ship} must assault {place}.",
    "must-assault-or-leave": "{ship} must assault {place}, or leave it now.",
    "out-of-supply-now": "Out of supply as things stand: {units:and}.",
}

_TOLD: Mapping[str, str] = {
    "heading": "{side}: {phase}",
    "heading-set-up": "Set up by {seat}",
    "garrison": "The garrison of Central America ({units:# U.S. unit|# U.S. units}) is tested",
    "garrison-held": "held",
    "garrison-lost": "lost",
    "all-in-supply": "All units are in supply.",
    "out-of-supply": "Out of supply: {units:and}.",
    "activated": "{nation} units function from now on.",
    "partisans": "All militia are partisans from now on.",
    "one-eliminated": "{unit} is eliminated in {place}.",
    "room": "{unit} finds no room and goes back to {place}.",
    "loaded": "{ship} takes {unit} aboard.",
    "landed-supply": "{ship} lands {unit}.",
    "rail": "{unit}: {start} to {to}.",
    "rail-with": "{unit} with {cargo}: {start} to {to}.",
    "goes-ashore": "{unit} goes ashore in {place}{more}.",
    "goes-aboard": "{unit} goes aboard {ship} in {place}{more}.",
    "way-aboard": "{units:and}: {start} to {to} and goes aboard {ship}{more}.",
    "boarded": ", aboard {ship}",
    "points-left": ", {count:# point|# points} left",
    "in-a-zone": ", in an enemy zone",
    "deployed": "{units:and} in {place}.",
    "replaced": "{units:and}: replacements in {place}{more}.",
    "risen": "{units:and}: risen in {place}.",
    "replaced-in": "Replacements: {units}{more}.",
    "risen-in": "Risen: {units}.",
    "replaced-in-all": "Replacements: {units:and}, in {places:and}{more}.",
    "risen-in-all": "Risen: {units:and}, in {places:and}.",
    # -- phases in short
    "moves-in-short": "{count:# unit moves|# units move}; into enemy zones: {moves:list}.",
    "moves-behind": "{count:# unit moves|# units move}, none into an enemy zone.",
    "to-place": "{units:and} to {place}",
    "count-to-place": "{count} to {place}",
    "all-moves": "All moves",
    # -- units that do the same
    "way": "{units:and}: {start} to {to}{more}.",
    "ways": "To {to}: {ways:and}{more}.",
    "from": "{units:and} from {start}",
    "ashore": "{units:and}: ashore in {place}{more}.",
    "aboard": "{units:and}: aboard {ship} in {place}{more}.",
    "takes-hexes": "{side:begin} {many:controls|control} {hexes:and}.",
    "revealed": "Revealed: {units:and}.",
    "revealed-strength": "{unit} {strength}",
    "one-revealed": "{unit} is revealed: strength {strength}.",
    "eliminated": "Eliminated in {place}: {units:and}.",
    # -- attacks
    "attack": "Attack {number} on {hexes:and} ({defenders:and}), {count:# unit|# units}",
    "assault": "Assault {number} on {hexes:and} ({defenders:and}), {count:# unit|# units}",
    "attackers": "{side:begin} {many:attacks|attack} with {units:and}.",
    "attack-resolved": "{attack}: {odds}",
    "odds": "{attack} against {defence}, {column}",
    "odds-because": "{odds} ({why})",
    "times": "times {multiple}",
    "times-in": "{place} times {multiple}",
    "halved": "{units:and} halved",
    "all-halved-attackers": "attackers halved",
    "all-halved-defenders": "defenders halved",
    "some-halved-attackers": "{count} attackers halved",
    "some-halved-defenders": "{count} defenders halved",
    "halved-units": "Halved: {units:and}.",
    "called-off": "The attack on {hexes:and} is called off: {reason}.",
    "odds-fall-short": "the odds expected are {found}; {wanted} is wanted",
    "called-off-if-won": "enemies are left in {hexes:and}",
    "called-off-unless-won": "no enemy is left in {hexes:and}",
    "attack-failed": "The attack on {hexes:and} fails: {message}.",
    "militia-removed": "{units:and} {count:has|have} no strength and {count:is|are} removed.",
    "lost": "Lost: {units:and}.",
    "lost-in": "Lost: {places}.",
    "lost-here": "{units:and}",
    "lost-there": "{units:and} in {place}",
    "retreat": "{units:and} {count:retreats|retreat} to {place}.",
    "displaced": "{units:and} {count:is|are} displaced to {place}.",
    "advance": "{units:and} {count:advances|advance} to {place}.",
    "advance-there": "{units:and} {count:advances|advance}.",
    "land": "{units:and} {count:lands|land} in {place}.",
}

_ODDS: Mapping[str, str] = {
    "odds-title": "Invasion: America: {attack} against {defence}",
    "odds-one-die": "Invasion: America: one die",
    "odds-column": "{attack} to {defence}, rounded off in favour of the defender: {column}.",
    "odds-multiplied": "{place}: {defence} is multiplied by {multiple}.",
    "odds-in-column": "{column}: {result}",
    "odds-dice": "dice",
}

_SUMMARY: Mapping[str, str] = {
    "in-sum": "In sum",
    "sum-attacks": "Of {attacks:# attack|# attacks}, {ends:and}.",
    "sum-for-attacker": "{count} went against the defenders",
    "sum-for-defender": "{count} went against the attackers",
    "sum-unrolled": "{count} needed no die",
    "sum-called-off": "Not made: {count:# attack|# attacks} that had been ordered.",
    "losses": "Losses: {sides}.",
    "losses-none": "Losses: none.",
    "score-held": "Victory points",
    "score-lost": "Units lost",
    "losses-of": "{side} {count:# unit|# units}",
    "sum-lost": "{side:begin} {many:loses|lose} {units:and}{more}.",
    "sum-lost-nothing": "Nobody loses a unit.",
    "sum-strengths": "{units} ({strengths:list})",
    "sum-strength": "; strength {strength} in all",
    "sum-known-strength": "; known strength {strength}",
    "sum-for-good": "; for good",
    "sum-of-them-for-good": "; {count} of them for good",
    "gains": "{side:begin} {many:gains|gain} {parts}.",
    "gains-from": "from {loser}: {hexes:and}",
    "hex-for-points": "{hex} for {points}",
    "sum-in-supply": "All units of all sides are in supply, as before.",
    "sum-out-of-supply": "Units out of supply now: {sides:and}.",
    "sum-landed": "Landed from ships: {units}.",
    "sum-returned": "Returned from the boxes: {units}.",
    "units-in": "{units:and} in {place}",
    "sum-boxes": "Units in the Destroyed Units Boxes: {sides:and}.",
    # -- tables
    "table-hexes": "What changed hands",
    "column-hex": "Hex",
    "column-before": "Before",
    "column-after": "After",
    "column-points": "Points",
    "nobody": "nobody",
    "table-sides": "Before and after",
    "table-sides-note": "In brackets: the change in this opening.",
    "column-now": "Now",
    "row-points": "Victory points",
    "row-units": "Units in play",
    "row-lost": "Lost",
    "row-supply": "Out of supply",
    "row-boxes": "In the boxes",
    "table-forces": "Units in play",
    "table-forces-note": "On the map, aboard ships and in the holding box.",
    "column-type": "Type",
    "table-stations": "All units, by the names that orders use",
    "table-stations-note": "With their strengths; untried: as the backs of the counters show.",
    "column-place": "Place",
    "column-force": "Force",
    "column-units": "Units",
    "carries": "{ship} with {units:and} aboard",
}

_MAP: Mapping[str, str] = {
    "the-map": "The map",
    "theatre": "The theatre ({part})",
    "part": "Part {number}: {attacks} ({part}). {told}",
    "around": "{radius} hexes around {hex}",
    "attacks-numbered": "{count:attack|attacks} {numbers:and}",
    "map-title": "Invasion: America",
    "arrows-moves": "Arrows: moves of {turn}",
    "arrows-battles": "Arrows: attacks of {turn}",
    "arrows-all": "Arrows: moves and attacks of {turn}",
    "turn-of-a-side": "{side} in turn {turn}",
    "control": "Held: units, points or the only zone of control; the front",
    "set-up-area": "Set-up area",
    "zone": "Zone of control",
    "attacks": "Attacks",
    "attacks-of": "Attacks of {turn}",
    "moment-set-up": "Set-up",
    "moment-end": "The end",
    "moment": "Turn {turn} ({month}): {side}, {phase}",
    "map-description": "{moment}. Victory points: {held:list}. {count} units in play.",
    "outside": "Outside this part: {count:# unit|# units} of {sides:and}",
    "units-aboard": "{count} units aboard",
    "box-title": "P.A.L. holding box",
    "line-rail-net": "RAIL NET ENDS",
    "line-weather-line": "WEATHER LINE",
    "exits": "TO THE P.A.L. HOLDING BOX",
    "map-goal-us": "U.S. and Canada win with {number}: {distance}",
    "map-goal-aggressors": "aggressors win with {number}: {distance}",
    "map-goal-best": (
        "best aggressor wins with more than {best} (now {best_held}), if all have more than {all} "
        "(now {all_held})"
    ),
    "map-goal-everything": (
        "aggressors win with every urban and supply hex: {count:# hex|# hexes} left"
    ),
    "march": "{units:list}: {start} to {to}",
    "fight-open": "{hexes:and}: not decided yet",
    "fight-unrolled": "{hexes:and}: no roll",
    "fight": "{hexes:and}: {odds}, die {die}, {result}",
    "fight-lost": "{told}; lost: {lost:list}",
    "attack-undecided": "attack {number} on {told}",
    "attack-decided": "attack {number} on {hexes:and}: {column}, die {die}: {result}",
}

SENTENCES: Mapping[str, str] = {
    **_NAMES, **_HEADLINE, **_STANDING, **_TOLD, **_SUMMARY, **_MAP, **_ODDS, **PROJECTION,
    **PEN,
    **{f"term-{term}": words for term, words in HEXES.items()},
}  # fmt: skip
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
