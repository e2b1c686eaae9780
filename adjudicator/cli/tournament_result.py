"""tournament result: what the logs of matches say, what referees lay down, claims and appeals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from adjudicator.api.texts import amount
from adjudicator.cli.common import AsJson, errors_shown, print_json
from adjudicator.cli.names import did_you_mean
from adjudicator.cli.tournament_words import (
    By,
    EventFolder,
    Reason,
    Semicolons,
    amounts,
    now,
    reason_given,
)

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.tournament.corrections import Touched
    from adjudicator.tournament.deciding import Gathered
    from adjudicator.tournament.folder import OpenEvent
    from adjudicator.tournament.results import Advice, Line, Result

__all__ = ["result"]
_Match = Annotated[
    str,
    typer.Argument(
        metavar="[MATCH]",
        help="A match: 01-03. Without, the logs of all are read.",
        show_default=False,
    ),
]
_Kind = Annotated[
    str,
    typer.Option(
        metavar="KIND",
        help="agreed, adjudicated, forfeited, double-forfeit, void.",
        show_default=False,
    ),
]
_Winner = Annotated[
    list[str] | None, typer.Option(metavar="PLAYER", help="Who has won; several share it.")
]
_Place = Annotated[list[str] | None, typer.Option(metavar="PLAYER=N", help="A player's place.")]
_Points = Annotated[
    list[str] | None, typer.Option(metavar="PLAYER=N", help="A player's rulebook points.")
]
_Award = Annotated[
    list[str] | None,
    typer.Option(metavar="PLAYER=N", help="Points in the event, in place of the scoring."),
]
_Forfeit = Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Who was not there.")]
_Corrects = Annotated[
    int | None, typer.Option(metavar="LINE", min=1, help="The line whose place it takes.")
]
_Advice = Annotated[
    int,
    typer.Option(
        metavar="N", min=0, max=10_000, help="Let built-in players play it on N times: advice."
    ),
]
_Seed = Annotated[str, typer.Option(metavar="WORD", help="The public seed of that advice.")]
_Claim = Annotated[
    str, typer.Option(metavar="PLAYER", help="Keep what a player claims: --reason says it.")
]
_Appeal = Annotated[
    str, typer.Option(metavar="PLAYER", help="Keep that a player appeals: --reason says why.")
]
_Decide = Annotated[
    int | None, typer.Option(metavar="LINE", min=1, help="Decide the appeal of this line.")
]
_Upheld = Annotated[
    bool | None, typer.Option("--upheld/--dismissed", help="What becomes of the appeal.")
]
_Replace = Annotated[
    tuple[str, str] | None,
    typer.Option(metavar="PLAYER PLAYER", help="The second plays on for the first."),
]
_Out = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", help="Write all results for a spreadsheet."),
]


def result(
    folder: EventFolder,
    match: _Match = "",
    *,
    kind: _Kind = "",
    winner: _Winner = None,
    place: _Place = None,
    points: _Points = None,
    award: _Award = None,
    forfeit: _Forfeit = None,
    by: By = "",
    reason: Reason = "",
    corrects: _Corrects = None,
    advice: _Advice = 0,
    seed: _Seed = "1",
    claim: _Claim = "",
    appeal: _Appeal = "",
    decide: _Decide = None,
    upheld: _Upheld = None,
    replace: _Replace = None,
    out: _Out = None,
    semicolons: Semicolons = False,
    as_data: AsJson = False,
) -> None:  # fmt: skip
    """Take the results of matches that are over, or write down what a referee decides.

    Nobody rules in their own match. A correction names the line whose place it takes; all lines
    stay. --kind adjudicated is for the end of a round; claims of both sides come before.
    """
    _check_asked(match, decide, (kind, claim, appeal, replace))
    _check_kind(kind, corrects, (winner, place, points, award, forfeit))
    if not match and decide is None:
        _gather(folder, out, ";" if semicolons else ",", as_data=as_data)
        return
    with errors_shown("nothing was written", as_data=as_data):
        from adjudicator.tournament import deciding, leaving

        line: Line
        found = _advised(folder, match, advice, seed) if advice else None
        if claim:
            line = deciding.claim(folder, match, claim, reason_given(reason), now=now())
        elif appeal:
            line = deciding.appeal(folder, match, appeal, reason_given(reason), now=now())
        elif decide is not None:
            if upheld is None:
                raise typer.BadParameter("say --upheld or --dismissed", param_hint="--decide")
            line = deciding.decide_appeal(folder, decide, by=by, upheld=upheld,
                                          reason=reason_given(reason), now=now())  # fmt: skip
        elif replace is not None:
            line = leaving.replace_player(folder, match, *replace, by=by,
                                          reason=reason_given(reason), now=now())  # fmt: skip
        elif kind:
            told = _decision(kind, winner=winner, place=place, points=points, award=award,
                             forfeit=forfeit)  # fmt: skip
            whole = deciding.Decision(**told, by=by, reason=reason_given(reason),
                                      corrects=corrects, advice=found)  # fmt: skip
            line = deciding.rule(folder, match, whole, now=now())
        else:
            _print_match(folder, match, found, as_data=as_data)
            return
        touched = _touched(folder, [line])
    if as_data:
        told_touched = {"touches": [asdict(one) for one in touched]} if kind else {}
        print_json(line.model_dump(mode="json") | told_touched)
        return
    if found is not None:
        _print_advice(found)
    typer.echo(f"line {line.n}: {_summed(line)}")
    _print_touched(folder, getattr(line, "match", ""), touched)
    _print_deciders(folder, line)


def _print_deciders(folder: Path, line: Line) -> None:
    """Tells who may decide an appeal; or how the event gets a referee who may."""
    from adjudicator.tournament.folder import open_event
    from adjudicator.tournament.referees import may_decide, with_referee
    from adjudicator.tournament.results import Appeal

    if not isinstance(line, Appeal):
        return
    with errors_shown("the appeal is written down"):
        event = open_event(folder)
    if ready := may_decide(event, line):
        typer.echo(f"next: {' or '.join(ready)} decides: --decide {line.n} --by {ready[0]}")
        return
    typer.echo("nobody may decide it: each referee plays there, or laid the result down")
    typer.echo(f"name a referee more: write this into `amendments` of {folder / 'tournament.json'},"
               " with a name and a reason")  # fmt: skip
    typer.echo(f"    {with_referee(event, day=now().date())}")


def _advised(folder: Path, match: str, playouts: int, seed: str) -> Advice:
    """Lets built-in players play a match on; the seed may be none."""
    from adjudicator.tournament.deciding import advise

    try:
        return advise(folder, match, playouts=playouts, seed=seed)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--seed") from None


def _touched(folder: Path, lines: Sequence[Line]) -> list[Touched]:
    """Returns whose places in later rounds do not follow any more from what was written."""
    from adjudicator.tournament.corrections import touched_by
    from adjudicator.tournament.folder import open_event

    event = open_event(folder)
    return [one for line in lines for one in touched_by(event, line)]


def _print_touched(folder: Path, match: str, touched: Sequence[Touched]) -> None:
    """Warns that a bracket stays as it is, and says what a director may do."""
    for one in touched:
        where = one.match or f"round {one.round}"
        plays = one.plays or "nobody"
        instead = one.instead or "nobody"
        typer.echo(f"notice: {match} led to {where}, which has started: {plays} went on there, and"
                   f" now it would be {instead}. The bracket stays.", err=True)  # fmt: skip
        if one.is_open and one.instead:
            typer.echo(f"    {one.match} is open: to give the seat to {one.instead}: adjudicator"
                       f" tournament result {folder} {one.match} --replace {one.plays}"
                       f" {one.instead} --by REFEREE --reason WHY", err=True)  # fmt: skip
        elif one.match and one.plays and not one.is_open:
            typer.echo(f"    {one.match} has a result, which stands; a ruling may say why.",
                       err=True)  # fmt: skip


def _summed(line: Line) -> str:
    """Returns what a line came to, so that a slip shows at once."""
    from adjudicator.tournament.results import Result

    if not isinstance(line, Result):
        return line.line
    if line.kind in ("void", "double-forfeit"):
        return f"{line.match}: {line.kind}"
    return f"{line.match}: {line.kind}; first: {_first(line)}"


def _first(result: Result) -> str:
    return ", ".join(one.player for one in result.players if one.place == 1)


def _check_asked(match: str, decide: int | None, others: Sequence[object]) -> None:
    """Refuses two things at once, and what needs a match without one."""
    if sum(map(bool, others)) + (decide is not None) > 1:
        raise typer.BadParameter("one of --kind, --claim, --appeal, --decide, --replace at a time")
    if not match and any(others):
        raise typer.BadParameter("name the match", param_hint="MATCH")


def _check_kind(kind: str, corrects: int | None, named: Sequence[list[str] | None]) -> None:
    """Refuses a result of which the kind is not told, and one that does not say who has won.

    Args:
        named: what --winner, --place, --points, --award and --forfeit were given.
    """
    if not kind and (corrects is not None or any(named)):
        raise typer.BadParameter("say how it ended: --kind agreed, say", param_hint="--kind")
    if kind in ("agreed", "adjudicated") and not any(named):
        raise typer.BadParameter(
            "say who has won: --winner PLAYER; of a draw name each of them", param_hint="--kind"
        )


def _decision(kind: str, **told: list[str] | None) -> dict[str, Any]:
    from adjudicator.tournament.results import DECIDED, Kind

    if kind not in DECIDED:
        known = [one for one in get_args(Kind) if one in DECIDED]
        raise typer.BadParameter(
            f"{kind!r} is none of {', '.join(known)}{did_you_mean(kind, known)}",
            param_hint="--kind",
        )
    places = amounts(told["place"], "--place")
    if places is not None and any(
        value.denominator != 1 or not 1 <= value <= 5 for value in places.values()
    ):
        raise typer.BadParameter("places go from 1 to 5", param_hint="--place")
    return {
        "kind": kind, "winners": tuple(told["winner"] or ()),
        "places": None if places is None else {one: int(n) for one, n in places.items()},
        "points": amounts(told["points"], "--points"), "awarded": amounts(told["award"], "--award"),
        "forfeits": tuple(told["forfeit"] or ()),
    }  # fmt: skip


def _gather(folder: Path, out: Path | None, delimiter: str, *, as_data: bool) -> None:
    with errors_shown("no result was taken", as_data=as_data):
        from adjudicator.api.named_files import write_wanted
        from adjudicator.tournament.deciding import gather_results
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.spreadsheet import csv_bytes, result_rows

        gathered = gather_results(folder, now=now())
        event = open_event(folder)
        touched = {one.match: _touched(folder, [one]) for one in gathered.results}
        if out is not None:
            write_wanted(out, csv_bytes(result_rows(event), delimiter=delimiter), force=True)
    late, appeals, upheld = _late(event, gathered), _appeals(event), _upheld(event)
    if as_data:
        print_json({
            "results": [one.model_dump(mode="json") for one in gathered.results],
            "open": list(gathered.open), "late": late, "unread": dict(gathered.unread),
            "appeals": appeals,
            "uncorrected": [{"line": line, "match": match} for line, match in upheld.items()],
            "touches": [asdict(one) for found in touched.values() for one in found],
        })  # fmt: skip
        return
    for one in gathered.results:
        taken = f", instead of line {one.corrects}" if one.corrects is not None else ""
        typer.echo(f"{one.match}: {one.kind}; first: {_first(one)}{taken}")
        _print_touched(folder, one.match, touched[one.match])
    for match, why in gathered.unread.items():
        typer.echo(f"notice: {match} gives no result: {why}", err=True)
    still = amount(len(gathered.open), "match", "matches")
    typer.echo(f"{amount(len(gathered.results), 'result')} taken, {still} open")
    if late:
        typer.echo(f"past their date: {', '.join(late)}; agreed, or adjudicated: --kind")
    for n in appeals:
        typer.echo(f"an appeal waits: line {n}; another referee decides: --decide {n}")
    for line, match in upheld.items():
        typer.echo(f"an appeal was upheld, and {match} is not corrected yet: --corrects {line}")


def _late(event: OpenEvent, gathered: Gathered) -> list[str]:
    """Returns the open matches whose round has ended by its date."""
    today, dates = now().date(), event.event.dates
    return [
        one
        for one in gathered.open
        if int(one[:2]) <= len(dates) and dates[int(one[:2]) - 1].ends < today
    ]


def _appeals(event: OpenEvent) -> list[int]:
    from adjudicator.tournament.results import Appeal, AppealDecided

    decided = {one.appeal for one in event.lines if isinstance(one, AppealDecided)}
    return [one.n for one in event.lines if isinstance(one, Appeal) and one.n not in decided]


def _upheld(event: OpenEvent) -> dict[int, str]:
    """Returns by line the match of each result that an upheld appeal says is to be corrected."""
    from adjudicator.tournament.results import matches_of, upheld_in

    about = matches_of(event.lines)
    return {line: about[line] for line in upheld_in(event.lines)}


def _print_match(folder: Path, match: str, advice: Advice | None, *, as_data: bool) -> None:
    """Tells all lines about a match."""
    from adjudicator.tournament.deciding import known_match
    from adjudicator.tournament.folder import open_event
    from adjudicator.tournament.results import matches_of

    event = open_event(folder)
    known_match(event, match)
    about = matches_of(event.lines)
    lines = [one for one in event.lines if about[one.n] == match]
    if as_data:
        print_json({
            "match": match, "seats": event.seated(match),
            "lines": [one.model_dump(mode="json") for one in lines],
            "advice": None if advice is None else advice.model_dump(mode="json"),
        })  # fmt: skip
        return
    for seat, player in event.seated(match).items():
        typer.echo(f"{seat}: {player}")
    for one in lines:
        text = getattr(one, "kind", "") or getattr(one, "text", "") or getattr(one, "reason", "")
        if (upheld := getattr(one, "upheld", None)) is not None:
            text = f"{'upheld' if upheld else 'dismissed'}: {text}"
        typer.echo(f"line {one.n}: {one.line}: {' '.join(text.split())}")
    for line, named in _upheld(event).items():
        if named == match:
            typer.echo(f"an appeal was upheld, and line {line} is not corrected yet")
    if advice is not None:
        _print_advice(advice)


def _print_advice(advice: Advice) -> None:
    typer.echo(f"{advice.playouts} playouts by the built-in player, seed {advice.seed}: advice")
    for seat, share in advice.share.items():
        typer.echo(f"    {seat}: won {share}, give or take {advice.error[seat]}")
    if advice.unfinished:
        typer.echo(f"    {advice.unfinished} did not end")
