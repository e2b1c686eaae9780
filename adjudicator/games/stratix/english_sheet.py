"""What `check` and `template` tell of a sheet of Stratix, in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.narrate.language import Sentence

__all__ = ["SHEET_SENTENCES"]

SHEET_SENTENCES: Final[Mapping[str, Sentence]] = {
    "some-squares": "{squares:list} and {more} more",
    "no-squares": "nowhere",
    "a-icbm": "an ICBM",
    "a-jet": "a jet",
    "a-helicopter": "a helicopter",
    "a-artillery": "an artillery piece",
    "a-tank": "a tank",
    "a-infantry": "an infantry piece",
    # -- recon spaces
    "ahead-recon": "Recon spaces",
    "ahead-breach": (
        "This opens a breach: the {piece} on {square} had to leave. Until the next move is carried "
        "out any other army may catch it, and then it is lost. If none does, it is safe until your "
        "next turn."
    ),
    "ahead-one-due": "In your next turn you have to move the piece on {square}.",
    "ahead-some-due": (
        "In your next turn you have to move one of the pieces on {squares:and}; if you move "
        "another one, you lose them all."
    ),
    # -- the final assault
    "ahead-zones": "Battle zones",
    "zone-own": "Your battle zone: {own} of your own, {foreign} foreign.",
    "zone-own-outnumbered": (
        "Your battle zone: {own} of your own, {foreign} foreign: you are outnumbered."
    ),
    "zone-own-room": (
        "Your battle zone: {own} of your own, {foreign} foreign; "
        "{count:# foreign piece|# foreign pieces} more would defeat you."
    ),
    "zone": "The battle zone of {army}: {own} of its own, {foreign} foreign.",
    "zone-outnumbered": (
        "The battle zone of {army}: {own} of its own, {foreign} foreign: it is outnumbered."
    ),
    "zone-room": (
        "The battle zone of {army}: {own} of its own, {foreign} foreign; "
        "{count:# foreign piece|# foreign pieces} more would defeat it."
    ),
    "zones-later": (
        "That counts from the final assault on; {cards:# card is|# cards are} left to draw."
    ),
    # -- replies
    "ahead-replies": "Replies",
    "replies-wait": ("{count:# reply waits|# replies wait}, to be played without a mail from you:"),
    "replies-more": "{count:# more follows|# more follow} these.",
    "reply-fits-always": "One of them fits whatever the others do.",
    "replies-of-each": (
        "These counts are of each army alone; a reply with several conditions fits where all of "
        "them hold."
    ),
    "replies-none-fits": "If none fits when your turn comes, you are asked for a sheet.",
    "reply-told": "{number}. {condition}: your {piece} goes from {origin} to {to}{more}.",
    "reply-caught": ", after you have caught {army}",
    "reply-inside": "; {count:# reply follows|# replies follow} it",
    "reply-piece": "piece",
    "reply-any": "Whatever they do",
    "reply-if": "If {conditions:and}",
    "another-army": "another army",
    "when-goes": "{army} goes from {origin} to {to}",
    "when-goes-from": "{army} goes from {origin}",
    "when-goes-to": "{army} goes to {to}",
    "when-moved": "{army} has moved",
    "when-lost-any": "{did} and a piece is lost in its turn",
    "when-lost-none": "{did} and no piece is lost in its turn",
    "when-lost": "{did} and {piece} is lost in its turn",
    "reply-refused": (
        "{origin} to {to} will not be played: the piece on {square} has to leave in that turn."
    ),
    "reply-refused-some": (
        "{origin} to {to} will not be played: one of the pieces on {squares:and} has to leave in "
        "that turn."
    ),
    "reply-breach": (
        "{origin} to {to} opens a breach: the piece on {square} has to leave in that turn."
    ),
    "reply-loses": (
        "{origin} to {to} loses the pieces on {squares:and}: one of them has to leave in that turn."
    ),
    "covered": (
        "{army} has {count:# legal move|# legal moves}, {fitting} of them named in replies{named}."
    ),
    "covered-now": (
        "{army} has {count:# legal move|# legal moves} in the present position, {fitting} of them "
        "named in replies{named}."
    ),
    "covered-named": ": {moves}",
    "covered-move": "{origin}-{to}",
    # -- what is due under a topic
    "due-move": "one of your pieces has to leave its recon space now: {squares}",
    "due-play": "you keep {cards:and}: one may be played in a turn",
    "due-card": (
        "you are asked if the card that you draw leaves a choice; orders here answer in advance"
    ),
    "due-automatic": (
        "you are asked before later turns: is a reply, or the only legal move, played by itself?"
    ),
    # -- why a topic has no place now
    "none-kept": "you keep no card",
    "none-playable": "no card that you keep can be played now",
    "none-can-move": "none of your pieces can move",
    "none-you-can-move": "you can move: only an army that cannot loses a piece on a red square",
    "none-on-red": "no piece of yours is on a red square",
    "none-strict": "in this match a breach is refused, so nobody is caught",
    "none-assault": "in the final assault no piece has to leave a recon space",
    "none-on-recon": "no piece of another army stands on a recon space",
    "none-to-draw": "no more cards are drawn",
    "none-reaches-recon": "no move of yours ends on a recon space, where a card is drawn",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
