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
    from adjudicator.api.amending import (
        Amended,
        SeatReplaced,
        copy_secret,
        correct,
        replace_seat,
        restore_secret,
        rewind,
    )
    from adjudicator.api.authoring import begin_game
    from adjudicator.api.beginning import (
        Begun,
        Invited,
        Joined,
        Offered,
        Prepared,
        begin_match,
        check_name,
        continue_match,
        invitation,
        new_match,
        offered_in,
        prepare_match,
    )
    from adjudicator.api.begun import BegunMatch, Locked
    from adjudicator.api.checking import Checked, ForeseenTurn, Line, MailStop, Paragraph, Stop
    from adjudicator.api.dice import read_rolls
    from adjudicator.api.games import (
        FieldHelp,
        GameHelp,
        Odds,
        OrderHelp,
        Question,
        Ruling,
        TopicHelp,
        battle_odds,
        editions_of,
        help_for,
        rulings,
        run_case,
        schemas,
    )
    from adjudicator.api.letters import Attachment, Letter, MailFiles, SeatNotes
    from adjudicator.api.listing import GameListed, ShippedScenario, list_games
    from adjudicator.api.logged import MatchLog, open_log
    from adjudicator.api.luck import DiceOf, dice_of
    from adjudicator.api.mailed import Clone, MailedState, Played, read_state
    from adjudicator.api.match import (
        LockOptions,
        Match,
        NotHere,
        is_offered,
        open_folder,
        open_match,
        open_subject,
    )
    from adjudicator.api.named_files import SheetFile, SheetLike, sheet_file
    from adjudicator.api.outcomes import Opened, Receipt, Rolled
    from adjudicator.api.own_keys import Own, make_key, own_key
    from adjudicator.api.playouts import Playouts, play_out
    from adjudicator.api.position import Awaited, Pending, Position, ReadSheet, TopicForms
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
    from adjudicator.api.rehearsal import Rehearsed, rehearse
    from adjudicator.api.routing import Addressed, addressed
    from adjudicator.api.shown import Fault, MapStyle, RenderedReport, ReportStyle, Shown, as_png
    from adjudicator.api.signing import (
        PledgeMade,
        head_text,
        keep_head_signature,
        make_pledge,
        public_key,
        read_beacon,
    )
    from adjudicator.api.texts import paragraphs_text, standard_template
    from adjudicator.api.verifying import RunAgain, Verified, verifier_page, verify

__all__ = [
    "Addressed",
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
    "FieldHelp",
    "ForeseenTurn",
    "GameHelp",
    "GameListed",
    "Invited",
    "Joined",
    "Letter",
    "Line",
    "Located",
    "LockOptions",
    "Locked",
    "MailFiles",
    "MailStop",
    "MailedState",
    "MapStyle",
    "Match",
    "MatchLog",
    "NotHere",
    "Odds",
    "Offered",
    "Opened",
    "OrderHelp",
    "Own",
    "Paragraph",
    "Pending",
    "Played",
    "Playouts",
    "PledgeMade",
    "Position",
    "Prepared",
    "Problem",
    "Question",
    "ReadSheet",
    "Receipt",
    "Refused",
    "RefusedFile",
    "Rehearsed",
    "RenderedReport",
    "ReplayDivergence",
    "ReportStyle",
    "Rolled",
    "Ruling",
    "RunAgain",
    "SeatNotes",
    "SeatReplaced",
    "SheetFile",
    "SheetLike",
    "ShippedScenario",
    "Shown",
    "Stop",
    "TopicForms",
    "TopicHelp",
    "TryAgain",
    "Unusable",
    "UnusableFile",
    "Verified",
    "__version__",
    "addressed",
    "as_png",
    "battle_odds",
    "begin_game",
    "begin_match",
    "check_name",
    "continue_match",
    "copy_secret",
    "correct",
    "dice_of",
    "editions_of",
    "head_text",
    "help_for",
    "invitation",
    "is_offered",
    "keep_head_signature",
    "list_games",
    "make_key",
    "make_pledge",
    "new_match",
    "offered_in",
    "open_folder",
    "open_log",
    "open_match",
    "open_subject",
    "own_key",
    "paragraphs_text",
    "play_out",
    "prepare_match",
    "public_key",
    "read_beacon",
    "read_rolls",
    "read_state",
    "rehearse",
    "replace_seat",
    "restore_secret",
    "rewind",
    "rulings",
    "run_case",
    "schemas",
    "sheet_file",
    "standard_template",
    "verifier_page",
    "verify",
]

__version__ = "1.0.0"

_PLACES = {
    "Amended": "amending",
    "SeatReplaced": "amending",
    "copy_secret": "amending",
    "correct": "amending",
    "replace_seat": "amending",
    "restore_secret": "amending",
    "rewind": "amending",
    "begin_game": "authoring",
    "Begun": "beginning",
    "Invited": "beginning",
    "Joined": "beginning",
    "Offered": "beginning",
    "Prepared": "beginning",
    "begin_match": "beginning",
    "check_name": "beginning",
    "continue_match": "beginning",
    "invitation": "beginning",
    "new_match": "beginning",
    "offered_in": "beginning",
    "prepare_match": "beginning",
    "BegunMatch": "begun",
    "Locked": "begun",
    "Checked": "checking",
    "ForeseenTurn": "checking",
    "Line": "checking",
    "MailStop": "checking",
    "Paragraph": "checking",
    "Stop": "checking",
    "read_rolls": "dice",
    "FieldHelp": "games",
    "GameHelp": "games",
    "Odds": "games",
    "OrderHelp": "games",
    "Question": "games",
    "Ruling": "games",
    "TopicHelp": "games",
    "battle_odds": "games",
    "editions_of": "games",
    "help_for": "games",
    "rulings": "games",
    "run_case": "games",
    "schemas": "games",
    "Attachment": "letters",
    "Letter": "letters",
    "MailFiles": "letters",
    "SeatNotes": "letters",
    "GameListed": "listing",
    "ShippedScenario": "listing",
    "list_games": "listing",
    "MatchLog": "logged",
    "open_log": "logged",
    "DiceOf": "luck",
    "dice_of": "luck",
    "Clone": "mailed",
    "MailedState": "mailed",
    "Played": "mailed",
    "read_state": "mailed",
    "LockOptions": "match",
    "Match": "match",
    "NotHere": "match",
    "is_offered": "match",
    "open_folder": "match",
    "open_match": "match",
    "open_subject": "match",
    "SheetFile": "named_files",
    "SheetLike": "named_files",
    "sheet_file": "named_files",
    "Opened": "outcomes",
    "Receipt": "outcomes",
    "Rolled": "outcomes",
    "Own": "own_keys",
    "make_key": "own_keys",
    "own_key": "own_keys",
    "Awaited": "position",
    "Pending": "position",
    "Position": "position",
    "ReadSheet": "position",
    "TopicForms": "position",
    "AdjudicatorError": "problems",
    "Located": "problems",
    "Problem": "problems",
    "Refused": "problems",
    "RefusedFile": "problems",
    "ReplayDivergence": "problems",
    "TryAgain": "problems",
    "Unusable": "problems",
    "UnusableFile": "problems",
    "Playouts": "playouts",
    "play_out": "playouts",
    "Rehearsed": "rehearsal",
    "rehearse": "rehearsal",
    "Addressed": "routing",
    "addressed": "routing",
    "Fault": "shown",
    "MapStyle": "shown",
    "RenderedReport": "shown",
    "ReportStyle": "shown",
    "Shown": "shown",
    "as_png": "shown",
    "PledgeMade": "signing",
    "head_text": "signing",
    "keep_head_signature": "signing",
    "make_pledge": "signing",
    "public_key": "signing",
    "read_beacon": "signing",
    "paragraphs_text": "texts",
    "standard_template": "texts",
    "RunAgain": "verifying",
    "Verified": "verifying",
    "verifier_page": "verifying",
    "verify": "verifying",
}
"""By public name, the module of `adjudicator.api` in which it stands."""


if not TYPE_CHECKING:  # else every name that there is not would be one of any type

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
