"""Adjudicates board wargames played by mail and by git.

The library's face. Values go in and come out; problems are values; nothing prints. What stands
here loads what it needs when it is first used.

>>> match = adjudicator.open_match("examples/stratix-match", read_only=True)
>>> match.result["winner"]
'white'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.api.amending import Amended, SeatReplaced, correct, replace_seat, rewind
    from adjudicator.api.beginning import (
        Begun,
        Invited,
        Joined,
        Offered,
        Prepared,
        begin_match,
        continue_match,
        invitation,
        new_match,
        offered_in,
        prepare_match,
    )
    from adjudicator.api.begun import BegunMatch
    from adjudicator.api.checking import Checked, ForeseenTurn, Line, MailStop, Paragraph, Stop
    from adjudicator.api.faults import Fault
    from adjudicator.api.games import (
        Odds,
        Question,
        Ruling,
        battle_odds,
        rulings,
    )
    from adjudicator.api.letters import Attachment, Letter
    from adjudicator.api.listing import GameListed, ShippedScenario, list_games
    from adjudicator.api.logged import MatchLog, open_log
    from adjudicator.api.luck import DiceOf, dice_of
    from adjudicator.api.mailed import Clone, MailedState, read_state
    from adjudicator.api.match import (
        LockMeans,
        Match,
        Opened,
        Receipt,
        Rolled,
        open_folder,
        open_match,
    )
    from adjudicator.api.named_files import SheetFile, sheet_file
    from adjudicator.api.own_keys import Own, own_key
    from adjudicator.api.position import Awaited, Pending, Position
    from adjudicator.api.problems import (
        AdjudicatorError,
        Located,
        Problem,
        Refused,
        RefusedFile,
        ReplayDivergence,
        TryAgain,
        Unusable,
        UnusableFile,
    )
    from adjudicator.api.shown import MapStyle, Shown, Told
    from adjudicator.api.signing import PledgeMade, make_pledge
    from adjudicator.api.verifying import Verified, verify

__all__ = [
    "AdjudicatorError",
    "Amended",
    "Attachment",
    "Awaited",
    "Begun",
    "BegunMatch",
    "Checked",
    "Clone",
    "DiceOf",
    "Fault",
    "ForeseenTurn",
    "GameListed",
    "Invited",
    "Joined",
    "Letter",
    "Line",
    "Located",
    "LockMeans",
    "MailStop",
    "MailedState",
    "MapStyle",
    "Match",
    "MatchLog",
    "Odds",
    "Offered",
    "Opened",
    "Own",
    "Paragraph",
    "Pending",
    "PledgeMade",
    "Position",
    "Prepared",
    "Problem",
    "Question",
    "Receipt",
    "Refused",
    "RefusedFile",
    "ReplayDivergence",
    "Rolled",
    "Ruling",
    "SeatReplaced",
    "SheetFile",
    "ShippedScenario",
    "Shown",
    "Stop",
    "Told",
    "TryAgain",
    "Unusable",
    "UnusableFile",
    "Verified",
    "__version__",
    "battle_odds",
    "begin_match",
    "continue_match",
    "correct",
    "dice_of",
    "invitation",
    "list_games",
    "make_pledge",
    "new_match",
    "offered_in",
    "open_folder",
    "open_log",
    "open_match",
    "own_key",
    "prepare_match",
    "read_state",
    "replace_seat",
    "rewind",
    "rulings",
    "sheet_file",
    "verify",
]

__version__ = "0.1.0"

_PLACES = {
    "Amended": "amending",
    "SeatReplaced": "amending",
    "correct": "amending",
    "replace_seat": "amending",
    "rewind": "amending",
    "Begun": "beginning",
    "Invited": "beginning",
    "Joined": "beginning",
    "Offered": "beginning",
    "Prepared": "beginning",
    "begin_match": "beginning",
    "continue_match": "beginning",
    "invitation": "beginning",
    "new_match": "beginning",
    "offered_in": "beginning",
    "prepare_match": "beginning",
    "BegunMatch": "begun",
    "Checked": "checking",
    "Line": "checking",
    "Paragraph": "checking",
    "ForeseenTurn": "checking",
    "MailStop": "checking",
    "Stop": "checking",
    "Fault": "faults",
    "GameListed": "listing",
    "Odds": "games",
    "Question": "games",
    "Ruling": "games",
    "ShippedScenario": "listing",
    "list_games": "listing",
    "battle_odds": "games",
    "rulings": "games",
    "Attachment": "letters",
    "Letter": "letters",
    "MatchLog": "logged",
    "open_log": "logged",
    "DiceOf": "luck",
    "dice_of": "luck",
    "Clone": "mailed",
    "MailedState": "mailed",
    "read_state": "mailed",
    "LockMeans": "match",
    "Match": "match",
    "Opened": "match",
    "Receipt": "match",
    "Rolled": "match",
    "open_folder": "match",
    "open_match": "match",
    "SheetFile": "named_files",
    "sheet_file": "named_files",
    "Own": "own_keys",
    "own_key": "own_keys",
    "Awaited": "position",
    "Pending": "position",
    "Position": "position",
    "AdjudicatorError": "problems",
    "Located": "problems",
    "Problem": "problems",
    "Refused": "problems",
    "RefusedFile": "problems",
    "ReplayDivergence": "problems",
    "TryAgain": "problems",
    "Unusable": "problems",
    "UnusableFile": "problems",
    "MapStyle": "shown",
    "Shown": "shown",
    "Told": "shown",
    "PledgeMade": "signing",
    "make_pledge": "signing",
    "Verified": "verifying",
    "verify": "verifying",
}
"""By public name, the module of `adjudicator.api` in which it stands."""


def __getattr__(name: str) -> Any:
    """Loads a public name when it is first used (PEP 562): a start costs nothing."""
    if name not in _PLACES:
        raise AttributeError(f"module 'adjudicator' has no attribute {name!r}")
    found = getattr(import_module(f"adjudicator.api.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Returns the public names."""
    return sorted(__all__)
