"""An event as its pages say it: names, sentences and rows, out of the event's files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction

from adjudicator.api.clock import minutes_in, read_policy
from adjudicator.api.texts import visible
from adjudicator.tournament import event as files
from adjudicator.tournament.facts import (
    bids_in,
    given_by,
    is_last_round,
    names_of,
    standings_of,
    strong_seat,
)
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.results import (
    MET,
    Appeal,
    AppealDecided,
    ByHead,
    ByRuling,
    Claim,
    MatchLine,
    Replacement,
    Result,
    RoundStarted,
    RulesNoted,
    matches_of,
)
from adjudicator.tournament.rounds import PairedMatch, RoundPairing, bye_id
from adjudicator.tournament.site import english, german
from adjudicator.tournament.standings.tables import Column, Table, Words

__all__ = ["LANGUAGES", "Shown", "Told"]

LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": english.WORDS, "de": german.WORDS}


@dataclass(frozen=True, kw_only=True)
class Told:
    """A line of results.jsonl in words."""

    n: int
    """Its number."""
    at: datetime
    """When it was written."""
    match: str
    """The match that it is about; empty: a bye, or none."""
    text: str
    """What it says."""


class Shown:
    """An event in words of a language; every name that somebody chose is made visible."""

    def __init__(self, event: OpenEvent, language: str = "en") -> None:
        self.event = event
        self.language = language if language in LANGUAGES else "en"
        self._words = LANGUAGES[self.language]
        self.tables = Words(self.language, names_of(event))
        self.results = event.results
        self.standings = standings_of(event)
        self.places = {one.player: one.place for one in self.standings.rows}
        self.day = self._day()

    def _day(self) -> date:
        """The last day of which the event's files know: pages have no clock."""
        days = [one.entered for one in self.event.players.players]
        days += [one.started for one in self.event.started if one.started is not None]
        days += [one.at.astimezone(UTC).date() for one in self.event.lines]
        days += [one.day for one in self.event.event.rulings]
        days += [one.day for one in self.event.event.amendments]
        return max(days, default=date(1970, 1, 1))

    def say(self, key: str, **values: object) -> str:
        """Returns a sentence with its values filled in."""
        return self._words[key].format(**values)

    def name(self, player: str) -> str:
        """Returns what is shown of a player."""
        return self.tables.name(player)

    def referee(self, id_: str) -> str:
        """Returns what is shown of a referee."""
        found = self.event.event.referee(id_)
        return id_ if found is None else f"{visible(found.name)} ({id_})"

    # -- the front page -------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether all rounds have been played and every match has a result."""
        is_done = is_last_round(self.event) and self.event.proposal is None
        return is_done and not self.event.open_matches

    @property
    def state(self) -> str:
        """Where the event is, and whether an appeal may change how all stand."""
        told = self._state()
        if self.standings.appealed:
            matches = ", ".join(self.standings.appealed)
            told += f" {self.tables.say('appealed', matches=matches)}"
        return told

    def _state(self) -> str:
        started = self.event.started
        if not started:
            return self.say("state-new", players=len(self.event.players.players))
        if self.is_over:
            first = [one.player for one in self.standings.rows if one.place == 1]
            return self.say("state-over", first=self.tables.names(first))
        number = started[-1].round
        here = [one.match for one in started[-1].matches]
        done = sum(one in self.results for one in here)
        if done == len(here):
            return self.say("state-between", number=number)
        return self.say("state-running", number=number, done=done, all=len(here))

    def facts(self, game: str) -> Iterator[tuple[str, str]]:
        """Yields what an announcement must say: a heading, and what stands behind it.

        Args:
            game: its title.
        """
        rule, say = self.event.event, self.say
        yield say("game"), game
        yield say("scenario"), rule.scenario
        if rule.options:
            yield say("options"), ", ".join(f"{key}: {rule.options[key]}" for key in rule.options)
        yield say("seats"), ", ".join(rule.seats)
        yield say("format"), self._format()
        yield say("scoring"), self._scoring(rule.scoring)
        yield say("not-met"), say("not-met-what", **rule.unplayed.model_dump())
        names = "; ".join(
            self.tables.say(f"{one}-what", sides=", ".join(rule.weaker)).rstrip(".")
            for one in rule.tie_breaks
        )
        yield say("tie-breaks"), say("tie-breaks-are", names=names)
        yield say("dates"), self._dates()
        if rule.dates:
            days = (rule.dates[-1].ends - rule.dates[0].starts).days + 1
            yield say("length"), say("length-is", days=days, ends=rule.dates[-1].ends)
        yield say("clock"), self._clock()
        yield say("dice"), say("dice-are", mode=rule.dice.mode)
        yield say("odd"), say(f"odd-{rule.odd}")
        strong = strong_seat(rule) if rule.sides == "bid" else ""
        yield say("sides"), say(f"sides-{rule.sides}", strong=strong)
        yield say("unfinished"), "; ".join(say(f"unfinished-{one}") for one in rule.unfinished)
        yield (
            say("referees"),
            f"{', '.join(self.referee(one.id) for one in rule.referees)}. {say('no-own')}",
        )

    def _format(self) -> str:
        rule = self.event.event.format
        given = rule.model_dump()
        told = self.say(rule.kind, **{**given, "seats": len(self.event.event.seats)})
        if self.event.event.smaller is not None:
            told += self.say("smaller", seats=len(self.event.event.smaller.seats))
        if isinstance(rule, files.Groups) and rule.final:
            told += self.say("final", count=rule.final)
        return told

    def _scoring(self, rule: files.Scoring) -> str:
        given = {key: value for key, value in rule.model_dump().items() if key != "kind"}
        if isinstance(rule, files.Places):
            given = {"points": ", ".join(rule.points)}
        return self.say(rule.kind, **given)

    def _dates(self) -> str:
        dates = self.event.event.dates
        if not dates:
            return self.say("dates-none")
        return "; ".join(
            self.say("dates-are", number=number, starts=one.starts, ends=one.ends)
            for number, one in enumerate(dates, 1)
        )

    def _clock(self) -> str:
        if self.event.event.clock is None:
            return self.say("clock-none")
        policy = read_policy(self.event.event.clock)
        return self.say("clock-is", turn=self._long(policy.turn), missed=", ".join(policy.missed))

    def _long(self, duration: str) -> str:
        """Returns in words how long a duration of the clock is: 1 day 12 hours."""
        rest = minutes_in(duration)
        told = []
        for one, more, size in (("day", "days", 1440), ("hour", "hours", 60),
                                ("minute", "minutes", 1)):  # fmt: skip
            count, rest = divmod(rest, size)
            if count:
                told.append(self.say(one if count == 1 else more, count=count))
        return " ".join(told)

    def draws(self) -> Iterator[str]:
        """Yields how lots are drawn: what was fixed, then the value of each round."""
        said = ""
        rounds = self.event.event.rounds or len(self.event.started) + 1
        for number, draw in sorted(self.event.draws.items()):
            if number > rounds:
                continue
            told = (
                self.say("draw-beacon", round=draw.beacon)
                if draw.beacon is not None
                else self.say("draw-commitment", commitment=draw.commitment)
            )
            if told != said:
                yield told
            said = told
            if draw.value is not None and number <= len(self.event.started):
                yield self.say("draw-value", round=self.say("round", number=number),
                               value=draw.value)  # fmt: skip

    # -- entries --------------------------------------------------------------------------------

    def entries(self) -> Table:
        """Returns all who entered."""
        say, players = self.say, self.event.players.players
        has = {
            "rating": any(one.rating is not None for one in players),
            "team": any(one.team for one in players),
            "wishes": any(one.wishes for one in players),
            "left": any(not one.is_there for one in players),
        }
        keys = ["id", "player", *(key for key in ("rating", "team", "wishes") if has[key])]
        keys += ["role", "entered", *(["left"] if has["left"] else [])]
        rows = []
        for one in players:
            told = {
                "id": one.id,
                "player": self.name(one.id),
                "rating": "" if one.rating is None else str(one.rating),
                "team": one.team or "",
                "wishes": ", ".join(one.wishes),
                "role": say("built-in-role" if one.built_in else f"{one.role}-role"),
                "entered": str(one.entered),
                "left": "" if one.withdrawn is None else str(one.withdrawn.day),
            }
            rows.append(tuple(told[key] for key in keys))
        left = sum(not one.is_there for one in players)
        count = say("entries-left" if left else "entries-count", count=len(players), left=left)
        return Table(
            title=say("entries"),
            columns=tuple(Column(heading=say(key), is_number=key == "rating") for key in keys),
            rows=tuple(rows),
            notes=(count if players else say("entries-none"),),
        )

    # -- rounds and matches ---------------------------------------------------------------------

    def pairings(self, paired: RoundPairing) -> Iterator[tuple[str, str, list[str], str]]:
        """Yields the matches of a round: id, group, a player a seat, what came of it."""
        for one in paired.matches:
            seats = self.event.seated(one.match)
            named = [
                self.name(seats[seat]) if seat in seats else ""
                for seat in self.event.event.all_seats
            ]
            group = "" if one.group is None else str(one.group)
            yield one.match, group, named, self.outcome(one)

    def outcome(self, one: PairedMatch) -> str:
        """Returns what came of a match, in a few words."""
        result = self.results.get(one.match)
        told = self.say("open") if result is None else self.result(result)
        if one.match in self.standings.appealed:
            told += "; " + self.say("appealed")
        if one.uncounted:
            told += "; " + self.say("no-count", names=self.tables.names(one.uncounted))
        return told

    def result(self, result: Result) -> str:
        """Returns a result in a few words: who was first, and how it came about."""
        kind = self.say(result.kind)
        if result.kind in ("void", "double-forfeit", "bye-asked", "bye-given"):
            return kind
        first = [one.player for one in result.players if one.place == 1 and not one.forfeits]
        key = "drawn" if len(first) > 1 else "won-by"
        told = self.say(key, names=self.tables.names(first))
        return told if result.kind == "played" else f"{told} ({kind})"

    def byes(self, paired: RoundPairing) -> Iterator[str]:
        """Yields who has no match in a round."""
        for one in paired.byes:
            if bye_id(paired.round, one.player) in self.results or paired.started is not None:
                yield f"{self.name(one.player)}: {self.say(one.kind)}"

    def notes(self, paired: RoundPairing) -> Iterator[str]:
        """Yields how a round was paired."""
        say = self.say
        if paired.started is not None:
            yield say("started", day=paired.started)
        engine = f"{paired.engine.name} {paired.engine.version}".strip()
        yield say("engine", engine=engine)
        if paired.cost is not None:
            key = "cost-alone" if paired.bound is None else "cost"
            yield say(key, cost=paired.cost, bound=paired.bound)
        for swap in paired.swaps:
            names = self.tables.names(swap.players)
            told = say("swap", referee=self.referee(swap.by), players=names,
                       reason=visible(swap.reason))  # fmt: skip
            if swap.before is not None:
                told += " " + say("swap-costs", before=swap.before, after=swap.after)
            yield told
        yield from self._bids(paired)
        if paired.relaxed:
            what = ", ".join(say(f"{one}-given-up") for one in paired.relaxed)
            yield say("relaxed", what=what)

    def _bids(self, paired: RoundPairing) -> Iterator[str]:
        """Yields what the players of each match bid for the strong side, and who has it."""
        say = self.say
        for one in paired.matches:
            bids = bids_in(self.event, one)
            if not bids:
                continue
            told = ", ".join(
                say("bid-none" if bid is None else "bid", player=self.name(player), bid=bid)
                for player, bid in bids.items()
            )
            seat = strong_seat(self.event.event)
            holder = one.seats[seat]
            price = say("price-none" if bids[holder] is None else "price", bid=bids[holder])
            yield say("bids", match=one.match, seat=seat, bids=told, player=self.name(holder),
                      price=price)  # fmt: skip

    def source(self, match: str) -> Iterator[str]:
        """Yields where the result in force of a match comes from."""
        result = self.results.get(match)
        if result is None:
            return
        source = result.source
        if isinstance(source, ByHead):
            yield self.say("source-head", head=source.head)
        elif isinstance(source, ByRuling):
            yield self.say("source-referee", referee=self.referee(source.referee),
                           reason=visible(source.reason))  # fmt: skip
            if source.advice is not None:
                shares = ", ".join(
                    f"{seat} {share} \N{PLUS-MINUS SIGN} {source.advice.error[seat]}"
                    for seat, share in source.advice.share.items()
                )
                yield self.say("advice", playouts=source.advice.playouts,
                               seed=source.advice.seed, shares=shares)  # fmt: skip
        else:
            yield self.say("source-pairing")
        if result.corrects is not None:
            yield self.say("corrects", line=result.corrects)

    # -- what was written down ------------------------------------------------------------------

    def lines(self, match: str = "") -> Iterator[Told]:
        """Yields the lines of results.jsonl in words; of one match, or all."""
        about, words = matches_of(self.event.lines), ""
        for one in self.event.lines:
            if isinstance(one, RoundStarted | RulesNoted):
                # Rounds, amendments and rulings stand elsewhere.
                if words not in ("", one.about) and not match:
                    yield Told(n=one.n, at=one.at, match="", text=self.say("about-changed"))
                words = one.about
                continue
            if not match or about[one.n] == match:
                named = "" if "bye" in about[one.n] else about[one.n]
                yield Told(n=one.n, at=one.at, match=named, text=self._line(one))

    def _line(self, line: MatchLine) -> str:
        say = self.say
        if isinstance(line, Result):
            who = f"{self.name(line.players[0].player)}: " if "bye" in line.match else ""
            return who + self.result(line)
        if isinstance(line, Claim):
            return say("claim", player=self.name(line.player), text=visible(line.text))
        if isinstance(line, Appeal):
            return say("appeal", player=self.name(line.player), line=line.against,
                       reason=visible(line.reason))  # fmt: skip
        if isinstance(line, AppealDecided):
            key = "appeal-upheld" if line.upheld else "appeal-dismissed"
            return say(key, referee=self.referee(line.referee), line=line.appeal,
                       reason=visible(line.reason))  # fmt: skip
        assert isinstance(line, Replacement)
        return say("replacement", referee=self.referee(line.referee), seat=line.seat,
                   player=self.name(line.player), former=self.name(line.former),
                   reason=visible(line.reason))  # fmt: skip

    def decisions(self) -> Iterator[Told]:
        """Yields what referees laid down, and what players claimed and appealed against."""
        by_ruling = {
            one.n
            for one in self.event.lines
            if not isinstance(one, Result) or isinstance(one.source, ByRuling)
        }
        for told in self.lines():
            if told.n in by_ruling:
                line, text = self.event.lines[told.n - 1], told.text
                if isinstance(line, Result) and isinstance(line.source, ByRuling):
                    says = self.say("source-referee", referee=self.referee(line.source.referee),
                                    reason=visible(line.source.reason))  # fmt: skip
                    text = f"{text}. {says}"
                yield Told(n=told.n, at=told.at, match=told.match, text=text)

    # -- the crosstable -------------------------------------------------------------------------

    def crosstable(self) -> Table:
        """Returns a row a player and a column a round: what it gave, whom they met, which side."""
        say, found = self.say, self.standings
        places = {one.player: one.place for one in found.rows}
        rounds = self.event.started[: found.after]
        columns = [Column(heading=say("place")), Column(heading=say("player"), is_number=False)]
        columns += [Column(heading=str(one.round), is_number=False) for one in rounds]
        columns += [Column(heading=say("score"))]
        rows = []
        for one in found.rows:
            cells = [
                "; ".join(self._cells(one.player, paired, given, places))
                for paired, given in zip(rounds, one.by_round, strict=False)
            ]
            score = self.tables.number(one.score)
            rows.append((str(one.place), self.name(one.player), *cells, score))
        return Table(title=say("crosstable"), columns=tuple(columns), rows=tuple(rows),
                     notes=(say("crosstable-what"),))  # fmt: skip

    def _cells(
        self, player: str, paired: RoundPairing, given: Fraction | None, places: Mapping[str, int]
    ) -> Iterator[str]:
        met = [
            (one, seat)
            for one in paired.matches
            for seat, sits in self.event.seated(one.match).items()
            if sits == player
        ]
        number = "" if given is None else self.tables.number(given)
        if not met:
            if any(one.player == player for one in paired.byes):
                yield f"{number} {self.say('bye')}".strip()
            elif given is not None:
                yield "-"  # They are out, or away.
            return
        for place, (one, seat) in enumerate(met):
            seated = self.event.seated(one.match)
            others = [str(places.get(sits, "-")) for sits in seated.values() if sits != player]
            # Of several matches of a round one number tells all.
            gave = number if place == 0 else ""
            yield f"{gave} ({', '.join(others)} {seat})".strip()

    def group_table(self, group: int) -> Table:
        """Returns who beat whom in a group: a row and a column a player, in the same order."""
        say, found = self.say, standings_of(self.event, group=group)
        met = self._met_in(group)
        columns = [Column(heading=say("place")), Column(heading=say("player"), is_number=False)]
        columns += [
            Column(heading=str(number), is_number=False) for number in range(1, len(found.rows) + 1)
        ]
        columns += [Column(heading=say("score"))]
        rows = []
        for one in found.rows:
            cells = [
                "\N{EN DASH}" if one is other
                else "; ".join(met.get((one.player, other.player), []))
                for other in found.rows
            ]  # fmt: skip
            score = self.tables.number(one.score)
            rows.append((str(one.place), self.name(one.player), *cells, score))
        return Table(
            title=f"{say('crosstable')}, {say('group')} {group}", columns=tuple(columns),
            rows=tuple(rows), notes=(say("group-table-what"),),
        )  # fmt: skip

    def _met_in(self, group: int) -> dict[tuple[str, str], list[str]]:
        """Returns what the matches of a group gave, by who had it and against whom."""
        found: dict[tuple[str, str], list[str]] = {}
        for match, paired in self.event.matches.items():
            if paired.group != group:
                continue
            result, seated = self.results.get(match), self.event.seated(match)
            told = {player: f"* {seat}" for seat, player in seated.items()}
            if result is not None and len(result.players) == len(seated):
                given = given_by(self.event, result)
                told = {
                    one.player: self._cell(one.seat or "", gave, result.kind)
                    for one, gave in zip(result.players, given, strict=True)
                }
            elif result is not None:  # Of two one has left: the other has a bye.
                alone = result.players[0].player
                gave = given_by(self.event, result)[0]
                told = {
                    player: self._cell("", gave, result.kind) if player == alone else "-"
                    for player in (alone, *(one for one in seated.values() if one != alone))
                }
            one, two = told
            found.setdefault((one, two), []).append(told[one])
            found.setdefault((two, one), []).append(told[two])
        return found

    def _cell(self, seat: str, gave: Fraction | None, kind: str) -> str:
        """Returns what a match of a group gave, with which side, and how unless it was played."""
        number = "" if gave is None else self.tables.number(gave)
        how = "" if kind in MET else self.say("bye" if kind == "bye-given" else kind)
        return " ".join(part for part in (number, seat if kind in MET else "", how) if part)
