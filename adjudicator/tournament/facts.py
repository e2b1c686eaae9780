"""An event as pure functions take it: who met whom, and what every match came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date
from fractions import Fraction

from adjudicator.tournament import event as files
from adjudicator.tournament.event import amount
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.lots import lots_of
from adjudicator.tournament.pairing.knockout import next_matches, standing
from adjudicator.tournament.pairing.values import BYE, Apart, Entrant, Game, Points
from adjudicator.tournament.results import Result, matches_of, upheld_in
from adjudicator.tournament.rounds import PairedMatch, RoundPairing, bye_id
from adjudicator.tournament.standings import values
from adjudicator.tournament.standings.balance import Balance, balance
from adjudicator.tournament.standings.ratings import Rated, Rating, RatingRules, rated_of, ratings
from adjudicator.tournament.standings.scoring import match_scores
from adjudicator.tournament.standings.table import Standing, Standings, standings

__all__ = [
    "balance_of",
    "bids_in",
    "entrants_of",
    "games_of",
    "given_by",
    "heirs_in",
    "is_last_round",
    "names_of",
    "points_of",
    "ratings_of",
    "rules_of",
    "slots_after",
    "standings_of",
    "strong_seat",
    "winner_of",
    "winners_in",
]


# -- for pairing --------------------------------------------------------------------------------


def winner_of(result: Result) -> str:
    """Returns the player who is first alone, or who alone was there; empty: nobody."""
    if result.kind in ("double-forfeit", "void", "bye-asked", "bye-given"):
        return ""
    if result.kind == "forfeited":
        there = [one.player for one in result.players if not one.forfeits]
    else:
        there = [one.player for one in result.players if one.place == 1]
    return there[0] if len(there) == 1 else ""


def winners_in(event: OpenEvent, paired: RoundPairing) -> dict[Apart, str]:
    """Returns by match of a bracket who goes on, as whoever was paired; empty: nobody does.

    A match that is open, or that nobody has won, is not there. Of two who both left nobody goes on.
    """
    found: dict[Apart, str] = {}
    results = event.results
    for slot in paired.bracket:
        if BYE in slot:
            continue
        match = next(one for one in paired.matches if {*one.seats.values()} == {*slot})
        result = results.get(match.match)
        if result is None:
            continue
        winner = winner_of(result)
        if result.kind in ("bye-given", "bye-asked"):
            winner = result.players[0].player
        if winner or result.kind in ("double-forfeit", "void"):
            former = {heir: one for one, heir in heirs_in(event, paired).items()}
            # Who took a seat over goes on in the place of whoever had it.
            found[slot] = winner if winner in slot else former.get(winner, "")
    return found


def heirs_in(event: OpenEvent, paired: RoundPairing) -> dict[str, str]:
    """Returns by player of a round who took their seat over."""
    return {
        former: heir
        for match in paired.matches
        for seat, former in match.seats.items()
        if (heir := event.seated(match.match)[seat]) != former
    }


def slots_after(event: OpenEvent, paired: RoundPairing) -> tuple[Apart, ...] | None:
    """Returns who meets whom behind a round of a knock-out, in the bracket's order.

    Who has left, or sits out, is out: who should meet them has a bye. Rounds in which nobody meets
    anybody are passed over. None: a match is open, or nobody has won it. Behind a final is nothing.
    """
    winners = winners_in(event, paired)
    if any(BYE not in slot and slot not in winners for slot in paired.bracket):
        return None
    heirs = heirs_in(event, paired)
    here = {one.id for one in event.players.players
            if one.is_there and paired.round + 1 not in one.absent}  # fmt: skip
    slots: tuple[Apart, ...] = ()
    for pair in next_matches(tuple(paired.bracket), winners):
        one, two = (name if name in here else BYE for name in _named(pair, heirs))
        slots += ((one, two if two != one else BYE) if one != BYE else (two, BYE),)
    while len(slots) > 1 and all(BYE in slot for slot in slots):
        slots = next_matches(slots, {})
    return slots


def is_last_round(event: OpenEvent) -> bool:
    """Whether no round follows the last one that has started, however its matches end.

    Of a bracket: one match was its final, or not two are left. Leagues never end.
    """
    rule = event.event.format
    if not event.started or isinstance(rule, files.Rolling):
        return False
    last = event.started[-1]
    if last.bracket:
        slots = slots_after(event, last)
        left = [player for slot in slots or () for player in slot if player != BYE]
        return len(last.bracket) == 1 or (slots is not None and len(left) < 2)
    if isinstance(rule, files.Groups) and rule.final:
        return False
    return len(event.started) >= (event.event.rounds or 1)


def games_of(
    event: OpenEvent, before: int, *, rounds: Mapping[str, int] | None = None
) -> tuple[Game, ...]:
    """Returns the matches of two seats and the byes of the rounds before one.

    A match without a result is open: for the pairing it counts as a draw (tournaments.md 3).

    Args:
        rounds: by match and bye, a number of its round that is another than the event's.
    """
    return tuple(_games(event, before, rounds or {}))


def _games(event: OpenEvent, before: int, rounds: Mapping[str, int]) -> Iterator[Game]:
    results = event.results
    worth = {"bye-asked": amount(event.event.unplayed.bye_asked),
             "bye-given": amount(event.event.unplayed.bye_given)}  # fmt: skip
    for paired in event.started:
        if paired.round >= before:
            continue
        for one in paired.matches:
            result, number = results.get(one.match), rounds.get(one.match, paired.round)
            if result is not None and result.kind in ("bye-asked", "bye-given"):
                yield Game(round=number, first=result.players[0].player, kind=result.kind,
                           worth=worth[result.kind])  # fmt: skip
                continue
            first, second = _both(event, one)
            yield Game(
                round=number, first=first, second=second,
                kind="open" if result is None else result.kind,
                winner="" if result is None else winner_of(result),
                uncounted=one.uncounted[0] if one.uncounted else BYE,
            )  # fmt: skip
        for bye in paired.byes:
            number = rounds.get(bye_id(paired.round, bye.player), paired.round)
            yield Game(round=number, first=bye.player, kind=bye.kind, worth=worth[bye.kind])


def _both(event: OpenEvent, one: PairedMatch) -> tuple[str, str]:
    seats = event.seated(one.match)
    first, second = (seats[seat] for seat in event.event.seats)
    return first, second


def points_of(event: OpenEvent) -> Points:
    """Returns what a match of two seats is worth where it is paired."""
    given = amount(event.event.unplayed.bye_given)
    scoring = event.event.scoring
    if not isinstance(scoring, files.WinDrawLoss):
        return Points(bye_given=given)
    return Points(win=amount(scoring.win), draw=amount(scoring.draw), loss=amount(scoring.loss),
                  bye_given=given)  # fmt: skip


def entrants_of(event: OpenEvent, number: int) -> tuple[Entrant, ...]:
    """Returns all who are or were entered, as the pairing of a round sees them.

    Their lots are those of the first round's draw, whose value must be known.
    """
    rule = event.event
    ids = [one.id for one in event.players.players]
    lots = lots_of(rule.id, event.draws[1], ids)
    scores: dict[str, Fraction] = {}
    if number > 1:
        before = standings_of(event, after=number - 1)
        scores = {row.player: row.score for row in before.rows}
        # Who stands by has no place yet, and is paired by the handicap alone.
        scores |= {one.id: amount(one.handicap) for one in event.players.players
                   if one.id in before.standbys}  # fmt: skip
    had = _had(event, number)
    found = []
    for one in event.players.players:
        fills = one.role != "player"
        found.append(
            Entrant(
                id=one.id,
                rating=one.rating or 0,
                lot=lots[one.id],
                absent=not one.is_there or number in one.absent or (fills and one.role != rule.odd),
                fills=fills,
                twice=one.twice and rule.odd == "twice",
                score=scores.get(one.id, Fraction(0)),
                wishes=tuple(one.wishes),
                had=tuple(had.get(one.id, ())),
            )
        )  # fmt: skip
    return tuple(found)


def _had(event: OpenEvent, before: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for paired in event.started:
        if paired.round < before:
            for one in paired.matches:
                for seat, player in event.seated(one.match).items():
                    found.setdefault(player, []).append(seat)
    return found


def strong_seat(rule: files.Event) -> str:
    """Returns the seat of two for which players bid: the first, unless it is called the weaker."""
    first, second = rule.seats
    return second if first in rule.weaker else first


def bids_in(event: OpenEvent, one: PairedMatch) -> dict[str, int | None]:
    """Returns by id what the players of a match bid for the strong side; None: nothing.

    Empty: the event has no bids.
    """
    if event.event.sides != "bid":
        return {}
    known = {player.id: player.bid for player in event.players.players}
    return {player: known.get(player) for player in one.seats.values()}


# -- for standings ------------------------------------------------------------------------------


def standings_of(
    event: OpenEvent, *, after: int | None = None, group: int | None = None
) -> Standings:
    """Returns the standings of an event: a function of its files, stored nowhere.

    Args:
        after: the last round that counts; None: all.
        group: of one group alone; None: of all players.
    """
    matches = {match for match, one in event.matches.items() if group is None or one.group == group}
    known = (
        None if group is None
        else {player for match in matches
              for player in (*event.matches[match].seats.values(), *event.seated(match).values())}
    )  # fmt: skip
    results = [
        _result(event, one) for one in event.results.values()
        if known is None or one.match in matches
    ]  # fmt: skip
    found = standings(
        rules_of(event), [one for one in _players(event) if known is None or one.id in known],
        [_round(event, number, matches) for number in range(1, len(event.started) + 1)],
        results, after=after,
    )  # fmt: skip
    about = matches_of(event.lines)
    appealed = sorted(about[line] for line in upheld_in(event.lines))
    found = replace(found, appealed=tuple(
        match for match in appealed
        if int(match[:2]) <= found.after and (group is None or match in matches)
    ))  # fmt: skip
    return found if group is not None else _with_bracket(event, found)


def _with_bracket(event: OpenEvent, found: Standings) -> Standings:
    """Returns standings whose first places a knock-out fixes, as far as it was played."""
    played = [one for one in event.started if one.bracket and one.round <= found.after]
    if not played:
        return found
    rounds = [[_named(slot, heirs_in(event, one)) for slot in one.bracket] for one in played]
    winners = [_gone_on(event, one, rounds[place : place + 2]) for place, one in enumerate(played)]
    last = slots_after(event, played[-1]) if played[-1] == event.started[-1] else None
    if last and sum(who != BYE for slot in last for who in slot) == 1:  # a final without a match
        rounds.append([*last])
        winners.append({})
    group = {player: place for place, players in enumerate(standing(rounds, winners))
             for player in players}  # fmt: skip
    outside = len(group)
    new_rows: list[Standing] = []
    before = (0, 0)
    for row in sorted(found.rows, key=lambda row: group.get(row.player, outside)):
        mine = group.get(row.player, outside)
        key = (mine, row.place if mine == outside else 0)
        place = new_rows[-1].place if new_rows and key == before else len(new_rows) + 1
        new_rows.append(replace(row, place=place))
        before = key
    return replace(found, rows=tuple(new_rows))


def _gone_on(
    event: OpenEvent, paired: RoundPairing, rounds: Sequence[Sequence[Apart]]
) -> dict[Apart, str]:
    """Returns who won the matches of a bracket, seats that changed hands as they are now.

    Behind a later correction stands who was paired: it changes no bracket.

    Args:
        rounds: this one, and the next if it was paired.
    """
    heirs, won = heirs_in(event, paired), winners_in(event, paired)
    on = {who for later in rounds[1:] for slot in later for who in slot}
    found: dict[Apart, str] = {}
    for slot, new in zip(paired.bracket, rounds[0], strict=True):
        winner = heirs.get(won.get(slot, BYE), won.get(slot, BYE))
        paired_on = [who for who in new if who in on and who != BYE]
        if paired_on and winner not in paired_on:
            winner = paired_on[0]
        if slot in won or len(rounds) > 1:
            found[new] = winner
    return found


def _named(slot: Apart, heirs: Mapping[str, str]) -> Apart:
    one, two = slot
    return heirs.get(one, one), heirs.get(two, two)


def rules_of(event: OpenEvent) -> values.Event:
    """Returns what an event says of scores.

    In groups who meets whom is known beforehand: what was forfeited counts as played there, and a
    round without an opponent is none (FIDE C.07).
    """
    rule = event.event
    unplayed = rule.unplayed
    rounds = rule.rounds or max(len(event.started), 1)
    return values.Event(
        seats=len(rule.seats), rounds=max(rounds, len(event.started)),
        scoring=_scoring(rule.scoring),
        unplayed=values.Unplayed(
            forfeit_win=amount(unplayed.forfeit_win), forfeit_loss=amount(unplayed.forfeit_loss),
            bye_asked=amount(unplayed.bye_asked), bye_given=amount(unplayed.bye_given),
        ),
        tie_breaks=tuple(rule.tie_breaks), best=rule.best, team_best=rule.team_best,
        weaker=tuple(rule.weaker), top_board=rule.top_board,
        paired_beforehand=isinstance(rule.format, files.Groups),
    )  # fmt: skip


def _scoring(rule: files.Scoring) -> values.Scoring:
    if isinstance(rule, files.WinDrawLoss):
        return values.WinDrawLoss(
            win=amount(rule.win), draw=amount(rule.draw), loss=amount(rule.loss)
        )
    if isinstance(rule, files.Places):
        return values.Places(points=tuple(map(amount, rule.points)))
    if isinstance(rule, files.SumOfSquares):
        return values.SumOfSquares(total=amount(rule.total))
    if isinstance(rule, files.DrawSize):
        return values.DrawSize(total=amount(rule.total))
    return values.RulebookPoints()


def _players(event: OpenEvent) -> Iterator[values.Player]:
    draw = event.draws.get(1)
    ids = [one.id for one in event.players.players]
    lots = lots_of(event.event.id, draw, ids) if draw is not None and draw.value is not None else {}
    for one in event.players.players:
        yield values.Player(
            id=one.id, scores=one.role != "eliminator", stands_by=one.role == "standby",
            built_in=one.built_in,
            handicap=amount(one.handicap), team=one.team or "", lot=lots.get(one.id, 0),
        )  # fmt: skip


def _round(event: OpenEvent, number: int, matches: set[str]) -> values.Round:
    paired = event.started[number - 1]
    return values.Round(
        number=number,
        pairings=tuple(
            values.Pairing(match=one.match, players=tuple(event.seated(one.match).values()))
            for one in paired.matches
            if one.match in matches
        ),
    )


def _result(event: OpenEvent, one: Result) -> values.Result:
    return values.Result(
        line=one.n, match=one.match, round=int(one.match[:2]), kind=one.kind,
        seats=tuple(
            values.Seated(
                player=scored.player, seat=scored.seat or "", place=scored.place,
                points=amount(scored.points), forfeits=scored.forfeits,
                awarded=None if scored.awarded is None else amount(scored.awarded),
                scores=scored.scores, rated=scored.rated,
            )
            for scored in one.players
        ),
        day=one.at.astimezone(UTC).date(), began=event.started[int(one.match[:2]) - 1].started,
    )  # fmt: skip


def given_by(event: OpenEvent, result: Result) -> tuple[Fraction | None, ...]:
    """Returns what a result gave each of its players in the event.

    None: it does not count for this player, or it is void and counts for nobody.
    """
    rules = rules_of(event)
    scores = match_scores(rules.scoring, rules.unplayed, _result(event, result))
    return tuple(
        score if one.scores and result.kind != "void" else None
        for one, score in zip(result.players, scores, strict=True)
    )


# -- ratings, the balance of sides --------------------------------------------------------------


def ratings_of(
    event: OpenEvent, *, today: date, rules: RatingRules | None = None
) -> tuple[Rating, ...]:
    """Returns the ratings of an event's players after all its results (`standings.ratings`).

    Who plays a match that is still open is not idle.

    Raises:
        Unusable: `openskill` is not installed (the extra `tournament`).
    """
    playing: dict[str, date] = {}
    for match in event.open_matches:
        began = event.started[int(match[:2]) - 1].started or today
        for player in event.seated(match).values():
            playing[player] = min(began, playing.get(player, began))
    rated: list[Rated] = []
    for count in event.event.sizes:
        scenario, _ = event.event.scenario_for(count)
        here = [one for match, one in event.results.items()
                if match in event.matches and len(event.seats_of(match)) == count]  # fmt: skip
        sides = f"{event.event.game}/{scenario}"
        rated += rated_of([_result(event, one) for one in here], sides=sides)
    return ratings(rated, today=today, rules=rules, playing=playing)


def balance_of(event: OpenEvent) -> Balance:
    """Returns how often each side wins in an event; matches with the built-in player apart."""
    built_in = {one.id for one in event.players.players if one.built_in}
    return balance([_result(event, one) for one in event.results.values()], built_in)


def names_of(event: OpenEvent) -> dict[str, str]:
    """Returns what is shown of players, by their ids."""
    return {one.id: one.name for one in event.players.players}
