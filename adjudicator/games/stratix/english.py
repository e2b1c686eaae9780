"""The sentences of Stratix in English; a second language is a module of the same keys."""

from collections.abc import Mapping

from adjudicator.games.stratix.english_sheet import SHEET_SENTENCES
from adjudicator.narrate.language import Sentence
from adjudicator.render.words import SQUARES

__all__ = ["SENTENCES"]

SENTENCES: Mapping[str, Sentence] = {
    # -- armies and pieces
    "name-south-west": "South-West",
    "name-north-west": "North-West",
    "name-north-east": "North-East",
    "name-south-east": "South-East",
    "kind-icbm": "ICBM",
    "kind-jet": "jet",
    "kind-helicopter": "helicopter",
    "kind-artillery": "artillery piece",
    "kind-tank": "tank",
    "kind-infantry": "infantry",
    "pieces-icbm": "{count:# ICBM|# ICBMs}",
    "pieces-jet": "{count:# jet|# jets}",
    "pieces-helicopter": "{count:# helicopter|# helicopters}",
    "pieces-artillery": "{count:# artillery piece|# artillery pieces}",
    "pieces-tank": "{count:# tank|# tanks}",
    "pieces-infantry": "{count:# infantry|# infantry}",
    "whose-piece": "{army:of} {piece}",
    "whose-on": "{piece} on {square}",
    "piece-on": "{piece} on {square}",
    "its-piece": "its {piece}",
    "way": "from {origin} to {to}",
    "quarter": "the quarter of {army}",
    "margin-level": "level",
    "margin-ahead": "{count} ahead",
    "margin-behind": "{count} behind",
    # -- cards and the deck
    "cards": "{count:# card|# cards}",
    "card": "{number} {title}",
    "card-held": "{card} {title}",
    "cards-shown": ": {cards:and}",
    "drawn-since": "one that was drawn since",
    "deck-left": "{count:# card|# cards} left in the recon deck",
    "deck-used-up": "The recon deck is used up",
    "deck-not-shuffled": "The recon deck is not shuffled yet",
    # -- the headings of what happened
    "lot": "The lot",
    "turn": "Turn {turn} of {army}",
    "orders-not-carried-out": "Orders not carried out as written",
    "answers-not-used": "Answers not used",
    "words": "Concession and draw",
    # -- the start and turns
    "lot-drawn": (
        "Each army draws a recon card: {numbers:and}. {army} has the highest and moves first."
    ),
    "lot-number": "{army} {number}",
    "lot-die": "{army} draws number {number}; its place among the {left} cards left",
    "shuffled": "The recon deck of {count:# card|# cards} is shuffled and sealed.",
    "dealt": "{army} is dealt {count:# card|# cards} to keep{shown}.",
    "cards-removed": "{count:# card|# cards} of it left the game before, unseen.",
    "misses": "{army} misses its turn.",
    "misses-next": "{army} misses its next turn.",
    "passes": "{army} has no legal move: its turn passes.",
    "answered-nothing": "What was answered changes nothing on the board.",
    "catch-failed": "{army} calls a catch on {of}, but there is nothing to catch.",
    "reply-played": "{army} replies at once, as ordered before.",
    "replies-kept": "{army} holds {count:# reply|# replies} ready for what the others do.",
    "reply-failed": "{army:of} reply {origin} to {to} was not played: {why}.",
    "replies-ended-none-fits": "None of the replies fits: {army} is asked for a sheet.",
    "replies-ended-failed": "The reply could not be played: {army} is asked for a sheet.",
    "replies-ended-taken-back": "The replies are taken back: {army} is asked for a sheet.",
    # -- moves and losses
    "move-numbered": "{number}. {told}",
    "goes": "{army:of} {piece} goes {way}{path}{how}.",
    "goes-and-strikes": "{army:of} {piece} goes {way}{path}{how} and strikes {struck}.",
    "goes-so-and-strikes": "{army:of} {piece} goes {way}{path}{how}, and strikes {struck}.",
    "path-squares": ", by {squares:and}",
    "by-standing": ", by standing order",
    "by-default": ", by default",
    "only-move": ", its only legal move",
    "as-the-card-says": ", as the card says",
    "blast": "The blast destroys {pieces:and}.",
    "icbm-used-up": "The ICBM is used up.",
    "caught": "{by} catches {army}: its {piece} had to leave and is lost.",
    "duty-not-kept": (
        "{army} moved none of the pieces that had to leave a recon space: {pieces:and} "
        "{pieces:is|are} lost."
    ),
    "blocked": "{army} has no legal move and loses its {piece}{how}.",
    "destroyed": "{piece} on {square} is destroyed{how}.",
    "recovered": "{piece} is recovered on {square}{how}.",
    "goes-back": "{piece} goes back {way}{how}.",
    "entrenched": "The piece on {square} need not leave in this turn.",
    # -- cards
    "draws-a-card": "{army} draws a card.",
    "draws": "{army} draws {card}.",
    "draws-again": "{army} draws {card}, which lay under the deck.",
    "keeps-a-card": "{army} draws a card and keeps it.",
    "keeps": "{army} draws {card} and keeps it.",
    "plays": "{army} plays {card}.",
    "discards": "{army} turns up {card} and discards it: {why}.",
    "it-is-void": "It is void: {why}.",
    "card-is-void": "{card} is void: {why}.",
    "no-effect-chosen": "its holder chose so",
    "no-effect-no-room-to-go": "there is nowhere to go",
    "no-effect-none-destroyed": "no such piece was destroyed",
    "no-effect-no-target": "there is no enemy piece that it could mean",
    "no-effect-no-piece": "there is no piece that it could move",
    "no-effect-no-move": "there is no legal move",
    "no-effect-nothing-due": "no piece has to leave a recon space",
    "no-effect-deck-empty": "no card is left in the deck",
    "goes-under": "{card} goes back under the deck.",
    "looks-at-deck": "{army} looks at the top {count:# card|# cards} of the deck{shown}.",
    "arranges-deck": "{army} puts them back, the next one to be drawn first{shown}.",
    "cease-fire": "Nothing may be struck in {quarter} until the next turn of {army}.",
    "cease-fire-over": "The cease-fire in {quarter} is over.",
    # -- the end
    "discarded-unread": (
        "Nothing was captured and no card was used for twenty rounds: the top card is put away "
        "unread."
    ),
    "final-assault": (
        "The recon deck is used up: the final assault begins. Recon spaces are ordinary squares "
        "now, and an army that is outnumbered in its home zone is out."
    ),
    "out-no-pieces": "{army} has no piece left and is out.",
    "out-outnumbered": (
        "{army} is outnumbered in its home zone, {own} against {foreign}: it is out, and its "
        "pieces leave the board."
    ),
    "out-conceded": (
        "{army} has conceded and is out: its pieces leave the board, its kept cards the game, "
        "unseen."
    ),
    "over-won": "The match is over, won by {army}: {why}.",
    "over-drawn": "The match is over: {why}.",
    "won-last-army": "no other army is left",
    "won-conceded": "all others have conceded",
    "won-dead-end": (
        "nothing happened for twenty rounds, and it has the most pieces in the battle zones of the "
        "others"
    ),
    "drawn-draw": "all seats left in it agreed to a draw",
    "drawn-dead-end": (
        "a draw, for nothing happened for twenty rounds, and no army alone has the most pieces "
        "in the battle zones of the others"
    ),
    # -- orders that were not carried out
    "order-catch": "catch {army}",
    "order-move": "{origin} to {to}",
    "order-play": "play {card}",
    "order-lose": "lose the piece on {square}",
    "order-reply": "reply {origin} to {to}",
    "answer-not-used": "{army:of} answer to {label}, {order}: {why}.",
    "order-done-in-part": (
        "{army:of} {number:nth} {topic} order, {order}, is carried out in part, with {done}."
    ),
    "order-not-done": "{army:of} {number:nth} {topic} order, {order}, is not carried out: {why}.",
    # -- the page on which sheets are made; what stands in braces there, the page fills in
    "pen-box-moves": "Moves of this turn",
    "pen-box-plays": "Cards of this turn",
    "pen-box-hand": "Your cards",
    "pen-box-captured": "Your lost pieces",
    "pen-more-icbm": "ICBMs",
    "pen-more-jet": "Jets",
    "pen-more-helicopter": "Helicopters",
    "pen-more-artillery": "Artillery pieces",
    "pen-more-tank": "Tanks",
    "pen-more-infantry": "Infantry",
    "pen-one-move": "move",
    "pen-more-moves": "moves",
    "pen-one-card": "card",
    "pen-more-cards": "cards",
    "pen-topic-catch": "Catch an army",
    "pen-topic-play": "Play a card",
    "pen-topic-move": "Your move",
    "pen-topic-lose": "A piece that you lose",
    "pen-topic-card": "What a card asks that you draw",
    "pen-topic-replies": "Replies to what the others do",
    "pen-catches": "Whom",
    "pen-catch-when": (
        "If an army kept a piece on a recon space and moved another one, name it. A false catch "
        "does nothing."
    ),
    "pen-catch": "{army}",
    "pen-play": "Play",
    "pen-card-moves": "{card}: {{kind}} {{from}} to {{to}}",
    "pen-card-recovers": "{card}: {{kind}} on {{place}}",
    "pen-card-stays": "{card}: {{place}} stays",
    "pen-kind": "Which piece",
    "pen-move": "Move a piece",
    "pen-move-piece": "{{kind}} {{from}} to {{to}}",
    "pen-move-due": "Moves still to make: {{x}}",
    "pen-lose": "If none can move",
    "pen-reply": "Reply",
    "pen-replies": "{{if}}: {{kind}} {{from}} to {{to}}",
    "pen-reply-catch": "Catch first",
    "pen-nobody": "nobody",
    "pen-lost": "Lost in that turn",
    "pen-anything": "whatever",
    "pen-any-piece": "any piece",
    "pen-no-piece": "no piece",
    "pen-yes": "yes",
    "pen-no": "no",
    "pen-if-always": "Whatever they do",
    "pen-if-and": "and",
    "pen-if-anybody": "another army",
    "pen-if-from": "{{x}}",
    "pen-if-to": "to {{x}}",
    "pen-if-captured": "(lost: {{x}})",
    "pen-note-draws": "draws a card",
    "pen-note-breach": (
        "what has to leave a recon space stays: one piece can be caught, two are lost"
    ),
    "pen-note-when": "no piece of theirs can do that then: {{place}}",
    "pen-note-own": "your piece cannot go so by then: {{place}}",
    # -- titles
    "title-start": "The start of a match of {title}",
    "title-lot": "The lot for the first move",
    "title-deal": "The recon deck",
    "title-turn": "Turn {turn} of {army}",
    "title-continued": "{title}, continued",
    "title-word": "A word on the match, before turn {turn} of {army}",
    "title-word-lot": "A word on the match, before the lot for the first move",
    "title-word-deal": "A word on the match, before the recon deck",
    # -- in sum
    "deed-moves": "moves its {piece} {way}",
    "deed-strikes": "strikes {piece}",
    "deed-catches": "catches {piece}",
    "deed-draws": "draws {card}",
    "deed-keeps": "keeps a card",
    "deed-plays": "plays {card}",
    "deed-takes-back": "takes its {piece} back {way}",
    "sum-did": "{army} {deeds:and}.",
    "sum-assault": "The final assault has begun.",
    "sum-out": "{army} is out.",
    "sum-pieces-of": "{army} {pieces}",
    "sum-lost": "Lost: {armies}.",
    "sum-recovered": "Recovered: {armies}.",
    # -- how the match stands
    "standing": "How the match stands",
    "have-conceded": "{armies:and} {armies:has|have} conceded.",
    "next-lot": (
        "Next is the lot: each army draws a recon card, and the highest number moves first. Every "
        "seat sends a sheet for it, with no orders."
    ),
    "next-deal": (
        "Next the recon deck is shuffled. Every seat sends a sheet for it, with no orders."
    ),
    "next-turn": "Turn {turn} of {army} is next.",
    "next-goes-on": "Turn {turn} of {army} goes on.",
    "next-one-due": "Its {piece} has to leave its recon space then.",
    "next-some-due": "On recon spaces stand {pieces:and}; one of them has to leave then.",
    "is-out": "{army} is out of the match.",
    "army-has": "{army}: {figures:list}{home}.",
    "army-pieces": "{held} of {all} pieces",
    "army-lost": "lost {pieces}",
    "kept-cards": "{count:# kept card|# kept cards}",
    "army-home": "; in its home zone {own} of its own against {foreign}, {margin}",
    "army-misses": "It misses its next turn.",
    "army-hand": "In hand: {cards:and}.",
    "deck-stands": "{deck}.",
    "truce": "Cease-fire: nothing may be struck in {quarter} until the next turn of {army}.",
    "quiet-match-ends": (
        "Nothing was captured, drawn or eliminated for {count:# turn|# turns}; after {limit} the "
        "match ends."
    ),
    "quiet-card-goes": (
        "Nothing was captured, drawn or eliminated for {count:# turn|# turns}; after {limit} the "
        "top card is put away unread."
    ),
    "options": "Options of this match: {options:list}.",
    # -- tables
    "changed": "What changed",
    "changed-note": "{count:# square|# squares} changed.",
    "empty": "empty",
    "armies": "The armies",
    "armies-note": (
        "Before and after, where it is not the same. At home is the battle zone of its own quarter."
    ),
    "army-out": "{army} (out)",
    "all-pieces": "All pieces",
    "column-square": "Square",
    "column-before": "Before",
    "column-after": "After",
    "column-army": "Army",
    "column-pieces": "Pieces",
    "column-lost": "Lost",
    "score-held": "Pieces",
    "score-lost": "Pieces lost",
    "column-kept": "Kept cards",
    "column-home": "At home",
    "column-others": "Others there",
    "column-kind": "Kind",
    "column-squares": "Squares",
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
    # -- the map
    "map-drawn": "A draw",
    "map-won": "Won by {army}",
    "map-lot": "The lot for the first move",
    "map-deal": "The recon deck is shuffled next",
    "map-turn": "Turn {turn}: {army} to move",
    "map-final-assault": "Final assault",
    "map-artillery": "Artillery",
    "map-kind": "{kind:begin}",
    "map-out": "out of the match",
    "map-piece-safe": "{piece}, cannot be struck here",
    "map-piece-due": "{piece}, has to leave in this turn",
    "map-square": "{quarter}, {ground}",
    "ground-dmz": "DMZ line",
    "ground-staging": "staging area, line {line}",
    "ground-recon": "recon space",
    "ground-battle": "battle zone",
    "ground-bridge": "bridge between {quarters:and}",
    "ground-deck": "the recon deck",
    "ground-water": "water",
    "map-title": "The board of {title}. {whose}. {deck}.",
    "map-army": "{army}: {count:# piece|# pieces}, {kept}.",
    "map-army-home": (
        "{army}: {count:# piece|# pieces}, {kept}, in its home zone {own} of its own and {foreign} "
        "of others."
    ),
    "map-move": "{piece}, {origin} to {to}",
    "map-blast": "Blast about {square}",
    "map-lost": "{piece}, lost on {square}",
    "map-back": "{piece} is back",
    **SHEET_SENTENCES,
    **{f"term-{term}": words for term, words in SQUARES.items()},
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
