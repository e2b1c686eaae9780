"""tournament audit, luck, standings: what an event's files prove, and how all stand."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.api.texts import visible
from adjudicator.cli.common import AsJson, Exit, errors_shown, print_json
from adjudicator.cli.many import INTERRUPTED, counted_kinds, driver_for
from adjudicator.cli.many_options import Workers
from adjudicator.cli.names import did_you_mean
from adjudicator.cli.tournament_words import EventFolder, Semicolons, now, standings_json
from adjudicator.cli.verdicts import WHY, exit_of

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.tournament.audited import AuditedMatch, EventAudit
    from adjudicator.tournament.event_luck import EventLuck
    from adjudicator.tournament.folder import OpenEvent
    from adjudicator.tournament.standings.tables import Table

__all__ = ["TABLES", "audit", "luck", "standings"]

TABLES = ("standings", "teams", "sides", "ratings", "balance")
"""Tables of an event: how all stand; teams; the best of each side; ratings; how often each side
wins."""
LANGUAGES = ("en", "de")

_Engine = Annotated[
    Path | None,
    typer.Option(
        metavar="PROGRAM", help="The program that paired a Swiss. [default: gacrux]",
        show_default=False,
    ),
]  # fmt: skip
_Beacons = Annotated[
    list[Path] | None,
    typer.Option(
        "--beacon", metavar="FILE", help="What the beacon answers for a draw; several: again."
    ),
]
_Heads = Annotated[
    list[str] | None,
    typer.Option(
        "--head", metavar="HASH",
        help="A head that an earlier audit told you: it must stand in this event; several: again.",
    ),
]  # fmt: skip
_Language = Annotated[str, typer.Option(metavar="CODE", help="en or de.")]


# -- audit --------------------------------------------------------------------------------------


def audit(
    folder: EventFolder,
    *,
    workers: Workers = 1,
    engine: _Engine = None,
    beacon: _Beacons = None,
    head: _Heads = None,
    as_data: AsJson = False,
) -> None:
    """Audit an event: each log, then each draw, pairing, offer and result again from its inputs.

    Nothing is changed. A match that goes on may be not proven yet: its secrets are to come.
    """
    for one in head or ():
        if not re.fullmatch("[0-9a-f]{64}", one):
            message = (
                f"{one[:80]!r} is no head: 64 digits of 0 to 9 and a to f, as an audit told it"
            )
            raise typer.BadParameter(message, param_hint="--head")
    with (
        errors_shown("nothing was audited", as_data=as_data),
        driver_for(workers) as driver,
        counted_kinds(not as_data) as step,
    ):
        from adjudicator.tournament.auditing import audit_folder

        asked = None
        if engine is not None:
            from adjudicator.tournament.pairing.program import ProgramEngine

            asked = ProgramEngine(engine)
        found = audit_folder(
            folder, driver=driver, engine=asked, beacons=beacon or (), heads=head or (),
            told=lambda outcome: step("", "", outcome.kind),
        )  # fmt: skip
    if as_data:
        print_json(_audit_json(found))
    else:
        _print_audit(found)
    if driver.is_interrupted:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(_exit(found))


def _exit(found: EventAudit) -> Exit:
    return exit_of(
        is_refuted=found.verdict == "refuted",
        is_comparable=all(one.code != "other-rules" for one in found.matches),
        is_proven=found.verdict == "sound",
    )


def _audit_json(found: EventAudit) -> dict[str, Any]:
    return {
        "verdict": found.verdict,
        "tournament": found.tournament,
        "head": found.head,
        "matches": [_match_json(one) for one in found.matches],
        "findings": [dataclasses.asdict(one) for one in found.findings],
    }


def _match_json(one: AuditedMatch) -> dict[str, Any]:
    told = {field.name: getattr(one, field.name) for field in dataclasses.fields(one)}
    return {**told, "withheld": dict(one.withheld), "late": dict(one.late)}


def _print_audit(found: EventAudit) -> None:
    rows: list[tuple[str, ...]] = [
        ("match", "verdict", "openings", "rolls", "rewinds", "corrections", "head")
    ]
    for one in found.matches:
        verdict = one.verdict.replace("-", " ") + WHY.get(one.code, "")
        rows.append((one.match, verdict, *map(str, (one.openings, one.rolls, one.rewinds,
                                                    one.corrections)), one.head[:16]))  # fmt: skip
    wide = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, wide, strict=True))
        typer.echo(visible("  ".join(cells).rstrip()))
    for one in found.matches:
        if one.says:
            typer.echo(visible(f"{one.match}: {one.says} [{one.code}]"))
        for what, counts in (("withheld pledges", one.withheld), ("late", one.late)):
            if counts:
                told = ", ".join(f"{seat} {count}" for seat, count in counts.items())
                typer.echo(visible(f"{one.match}: {what}: {told}"))
    for finding in found.findings:
        typer.echo(visible(f"{finding.path}: {finding.says} [{finding.code}, {finding.verdict}]"))
    typer.echo(f"tournament.json: sha256 {found.tournament}")
    if found.head:
        typer.echo(f"head: {found.head} (keep it: a later audit takes it as --head)")
    typer.echo(f"the event: {found.verdict.replace('-', ' ')}")


# -- luck ---------------------------------------------------------------------------------------


def luck(
    folder: EventFolder,
    *,
    workers: Workers = 1,
    language: _Language = "en",
    as_data: AsJson = False,
) -> None:
    """Tell the luck of all players: a story, not evidence.

    Of each player all throws of all matches in one exact sum. Who is named is so by a rule that
    names somebody in at most 5 of 100 fair events (Holm). Dice are proved by the audit alone.
    """
    _check_language(language)
    with (
        errors_shown("no luck is told", as_data=as_data),
        driver_for(workers) as driver,
        counted_kinds(not as_data) as step,
    ):
        from adjudicator.tournament.event_luck import luck_of_event
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.standings.tables import luck_table

        event = open_event(folder)
        found = luck_of_event(event, driver, told=lambda outcome: step("", "", outcome.kind))
    if as_data:
        print_json(_luck_json(found))
    else:
        _print_tables([luck_table(found.players, _words(event, language))])
    for match, why in found.unknown.items():
        typer.echo(visible(f"notice: {match}: {why}"), err=True)
    if driver.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _luck_json(found: EventLuck) -> dict[str, Any]:
    return {
        "is": "a story, not evidence",
        "players": [
            {
                "player": one.player, "throws": one.luck.throws,
                "expected": str(one.luck.expected), "actual": one.luck.actual,
                "so_badly": float(one.so_badly), "so_well": float(one.so_well),
                "named": one.is_named,
            }
            for one in found.players
        ],
        "unknown": dict(found.unknown),
    }  # fmt: skip


# -- standings and the other tables -------------------------------------------------------------


def standings(
    folder: EventFolder,
    *,
    table: Annotated[
        str, typer.Option(metavar="TABLE", help=f"One of {', '.join(TABLES)}.")
    ] = "standings",
    after: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="After which round. [default: all]",
                                 show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", help="Write the standings for a spreadsheet."),
    ] = None,
    semicolons: Semicolons = False,
    language: _Language = "en",
    as_data: AsJson = False,
) -> None:  # fmt: skip
    """Say how all stand: a function of the event's files, stored nowhere.

    --table also gives the ratings, and how often each side wins.
    """
    if table not in TABLES:
        message = f"{table!r} is none of {', '.join(TABLES)}{did_you_mean(table, TABLES)}"
        raise typer.BadParameter(message, param_hint="--table")
    if after is not None and table in ("ratings", "balance"):
        raise typer.BadParameter(f"{table} are of all rounds", param_hint="--after")
    _check_language(language)
    with errors_shown("there are no standings", as_data=as_data):
        from adjudicator.api.named_files import write_wanted
        from adjudicator.tournament.facts import standings_of
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.spreadsheet import csv_bytes, standing_rows

        event = open_event(folder)
        _check_after(event, after)
        if out is not None:
            rows = standing_rows(event, standings_of(event, after=after))
            write_wanted(out, csv_bytes(rows, delimiter=";" if semicolons else ","), force=True)
        told = _exact(event, table, after) if as_data else {}
        tables = [] if as_data else _tables(event, table, after, language)
    if as_data:
        print_json(told)
    else:
        _print_tables(tables)


def _groups(event: OpenEvent) -> list[int]:
    return sorted({one.group for one in event.matches.values() if one.group is not None})


def _tables(event: OpenEvent, table: str, after: int | None, language: str) -> list[Table]:
    """Returns what is to be printed; of an event in groups, standings by group."""
    from adjudicator.tournament import facts
    from adjudicator.tournament.standings import tables as made
    from adjudicator.tournament.standings.ratings import RatingRules

    words = _words(event, language)
    if table == "ratings":
        found = facts.ratings_of(event, today=now().date())
        return [made.ratings_table(found, RatingRules(), now().date(), words)]
    if table == "balance":
        return [*made.balance_tables(facts.balance_of(event), words)]
    whole = facts.standings_of(event, after=after)
    if table == "teams":
        return [made.teams_table(whole, words)]
    if table == "sides":
        return [made.sides_table(whole, words)]
    rules = facts.rules_of(event)
    by_group = [
        made.standings_table(facts.standings_of(event, after=after, group=group), rules, words)
        for group in _groups(event)
    ]
    found_all = [
        dataclasses.replace(one, title=f"{one.title}: {words.say('group', number=group)}")
        for one, group in zip(by_group, _groups(event), strict=True)
    ]
    if not by_group or len(event.started) > 1:  # Behind groups stands a final.
        found_all.insert(0, made.standings_table(whole, rules, words))
    return [*found_all, *([made.teams_table(whole, words)] if whole.teams else [])]


def _exact(event: OpenEvent, table: str, after: int | None) -> Any:
    """Returns a table as data; numbers are exact: `7/2`."""
    from adjudicator.tournament import facts

    if table == "ratings":
        return [_plain(one) for one in facts.ratings_of(event, today=now().date())]
    if table == "balance":
        return _plain(facts.balance_of(event))
    told = standings_json(event, facts.standings_of(event, after=after))
    if table != "standings":
        return told[table]
    told["groups"] = [
        {"group": group,
         **standings_json(event, facts.standings_of(event, after=after, group=group))}
        for group in _groups(event)
    ]  # fmt: skip
    return told


def _plain(one: Any) -> Any:
    if dataclasses.is_dataclass(one) and not isinstance(one, type):
        return {field.name: _plain(getattr(one, field.name)) for field in dataclasses.fields(one)}
    if isinstance(one, tuple):
        return [_plain(part) for part in one]
    return one if isinstance(one, int | float | None) else str(one)


# -- shared -------------------------------------------------------------------------------------


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise typer.BadParameter(f"one of {', '.join(LANGUAGES)}", param_hint="--language")


def _check_after(event: OpenEvent, after: int | None) -> None:
    """Refuses a round that has not started: its standings are not those of the last one."""
    last = len(event.started)
    if after is not None and after > last:
        there = f"the last one that has started is {last}" if last else "none has started"
        raise typer.BadParameter(f"there is no round {after}: {there}", param_hint="--after")


def _words(event: OpenEvent, language: str) -> Any:
    from adjudicator.tournament.facts import names_of
    from adjudicator.tournament.standings.tables import Words

    return Words(language, names_of(event))


def _print_tables(tables: Sequence[Table]) -> None:
    from adjudicator.tournament.standings.tables import table_text

    for place, one in enumerate(tables):
        typer.echo(("\n" if place else "") + table_text(one).rstrip())
