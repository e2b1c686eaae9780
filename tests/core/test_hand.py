"""Hidden information in the core, proved with the hidden hands: decks, seals, views, the end."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.chance import HiddenKey, ScriptedDice, seal_of
from adjudicator.audit.opening import Opening
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.decks import Deck
from adjudicator.core.dry_run import DryRun, dry_run
from adjudicator.core.game import Event, QuestionAnswered
from adjudicator.core.problem import Problem, Refused, ReplayDivergence
from adjudicator.core.redaction import asked, redacted
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.save import known_to
from adjudicator.core.sheet_writer import written_sheet
from adjudicator.core.standing import Answers, Marks
from adjudicator.core.table import DiceRolled, WorkingTable
from adjudicator.core.values import FrozenMap, canonical
from tests.core.hand import SEATS, Hand, Played, Promised, Shuffled, cards_of
from tests.core.hidden_match import HiddenMatch, answer_of

ALL_ASKED = ("promises", "plays", "asides")


def kinds(raw: bytes) -> list[str]:
    return [log_line.payload.t for log_line in log.parse_log(raw).lines]


def new_kinds(match: HiddenMatch, lines: bytes) -> list[str]:
    return kinds(match.raw)[-lines.count(b"\n") :]


def whole() -> HiddenMatch:
    """A match played to its end by defaults."""
    match = HiddenMatch({"cards": 7})
    while not match.saved.is_over:
        assert match.send()
    return match


# --- decks --------------------------------------------------------------------------------------


def test_a_deck_shows_the_positions_that_somebody_may_look_at() -> None:
    key = HiddenKey.opened("12" * 32, "ab" * 32, 3, "cd" * 32)
    deck = key.deck("deal", ("a", "b", "c", "d"))
    drawn = tfd1.sealed_deck(key.key, "ab" * 32, 3, "deal", cards=("a", "b", "c", "d"))
    assert [deck.card(place) for place in range(4)] == [card.value for card in drawn]
    assert [seal_of(deck, "ab" * 32, place) for place in range(4)] == [card.seal for card in drawn]
    seen = deck.shown([1])
    assert [seen.card(place) for place in range(4)] == [None, deck.card(1), None, None]
    assert seen.shown([0, 1]) == seen, "what is not known stays so"
    assert seen.shown([]).order == (None,) * 4
    played = deck.unsealed(2).shown([1])
    assert [place for place in range(4) if played.card(place)] == [1, 2]
    assert Deck.model_validate_json(canonical(seen.to_json())) == seen
    with pytest.raises(AssertionError, match="position 0 is not known here"):
        seal_of(seen, "ab" * 32, 0)


# --- the lines of an opening ----------------------------------------------------------------------


def test_a_deck_is_sealed_when_all_sheets_are_in_and_its_cards_are_unsealed_as_played() -> None:
    match = HiddenMatch()
    assert match.send({"blue": {}}) == b""
    assert new_kinds(match, match.send()) == ["lock", "open", "sealed-deck", "state"]
    sealed = match.read().lines[-2].payload
    assert isinstance(sealed, log.SealedDeck)
    (deck,) = match.state.decks
    assert (sealed.n, sealed.cards, len(sealed.seals)) == (1, match.rules.cards, 9)
    assert sealed.seals == tuple(seal_of(deck, match.saved.gid, place) for place in range(9))
    assert [card for seat in SEATS for card in match.hand(seat)] == [
        card
        for seat in (0, 2)
        for card in sorted([deck.card(seat), deck.card(seat + 1)])  # type: ignore[type-var] # every card is known to the referee
    ]
    # The lines stand in the order in which things happened.
    lines = new_kinds(match, match.send())
    assert lines == ["lock", "open", "unseal", "unseal", "roll", "state"]
    first, second = (line.payload for line in match.read().lines[-4:-2])
    assert isinstance(first, log.Unseal)
    assert isinstance(second, log.Unseal)
    assert (first.n, first.label, second.label) == (1, "deal/deck", "deal/deck")
    assert match.state.discards == (first.value, second.value)
    assert match.state.decks[0].public == tuple(sorted((first.i - 1, second.i - 1)))


def test_locks_hold_no_sheet_and_states_vouch_for_all_until_the_end() -> None:
    match = whole()
    payloads = [line.payload for line in match.read().lines]
    states = [one for one in payloads if isinstance(one, log.StateReached)]
    assert all(not one.files for one in payloads if isinstance(one, log.Lock))
    assert all(one.secret for one in states)
    assert states[-1].secret == tfd1.state_secret(
        match.hidden, match.saved.gid, match.saved.n, match.saved.position
    )
    ends = payloads[payloads.index(states[-1]) + 1 :]
    assert [type(one) for one in ends] == [log.Sheets] * match.saved.n + [log.End]
    assert [one.n for one in ends if isinstance(one, log.Sheets)] == [*range(1, match.saved.n + 1)]
    assert ends[-1] == log.End(hidden=match.hidden)
    audit = audit_dice(match.read())
    assert (audit.failures, audit.ended, audit.sheets_not_published) == ((), True, ())
    assert isinstance(match.last, Opening)
    assert match.last.published.keys() == match.sheets.keys()
    assert match.saved.withheld == ()


def test_the_cards_played_are_shuffled_into_a_new_deck_in_the_order_of_their_numbers() -> None:
    match = whole()
    decks = [
        line.payload for line in match.read().lines if isinstance(line.payload, log.SealedDeck)
    ]
    assert len(decks) > 1
    assert list(decks[1].cards) == sorted(decks[1].cards)
    assert set(decks[1].cards) < set(match.rules.cards)


def test_dice_from_elsewhere_leave_the_decks_under_the_hidden_key() -> None:
    match = HiddenMatch(mode="external")
    match.send(dice={})
    match.send(dice={})
    assert [p.topic for p in match.pending] == ["rolls"]
    lines = match.send({}, dice={"turn-1/luck": [4]})
    assert new_kinds(match, lines) == ["lock", "open", "note", "state"]
    assert match.replayed().problems == ()
    assert match.replayed().saved == match.saved


# --- going on, replay -----------------------------------------------------------------------------


def said(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, QuestionAnswered)]


def test_suspending_at_every_question_equals_a_straight_run() -> None:
    """The same dice and decks: what was asked one by one leads where defaults lead."""
    decks = {
        "deal/deck": [f"c{number:02}" for number in (3, 8, 5, 1, 9, 2, 7, 4, 6)],
        "turn-3/deck-1": ["c05", "c08", "c07", "c02", "c09", "c06"],
    }
    rolls = {f"turn-{turn}/luck": [turn + 2] for turn in (1, 2, 3)}

    def played(asking: tuple[str, ...]) -> tuple[Hand, list[Event], int]:
        match = HiddenMatch({"turns": 3}, ask=asking)
        rules, save = match.rules, first_save(match.rules)
        dice, events, n = ScriptedDice(rolls, decks), list[Event](), 0
        while not save.is_over:
            n += 1
            parts: dict[str, dict[str, Any]] = {}
            for pending in save.pending:
                seat = pending.seat or ""
                options = pending.options or ()
                if options:
                    answer = usual(pending.topic, [*options])
                    parts.setdefault(seat, {"answers": {}})["answers"][pending.label] = answer
            sheets = {
                seat: match.sheet(seat, parts.get(seat, {}))
                for seat in SEATS
                if seat in parts or not save.begun
            }
            done = run(rules, save, sheets, n, dice=dice)
            assert done.grew or not save.pending or n == 1 or asking
            save = Save.model_validate_json(canonical(done.save.to_json()))
            events += done.events
        return done.state, said(events), n

    def usual(topic: str, options: list[Any]) -> Any:
        return {"promises": options[:2], "plays": options, "asides": options[:1]}[topic][-1]

    straight, told, few = played(())
    asked_all, told_again, many = played(ALL_ASKED)
    assert many > few
    assert asked_all == straight
    assert told_again == told
    assert {"turn-1/luck", "turn-2/luck"} <= {e.label for e in told if isinstance(e, DiceRolled)}


@pytest.mark.parametrize("asking", [(), ALL_ASKED])
def test_a_match_is_made_again_byte_by_byte(asking: tuple[str, ...]) -> None:
    match = HiddenMatch({"cards": 7, "turns": 2}, ask=asking)
    while not match.saved.is_over:
        awaited = [pending.seat for pending in match.pending]
        match.send({seat: answer_of(match, seat) for seat in SEATS if seat in awaited})
        again = match.replayed()
        assert (again.problems, again.saved, again.missing) == ((), match.saved, b"")
        stranger = match.replayed(as_stranger=True)
        if not match.saved.is_over:
            assert (stranger.needs_secret, stranger.openings) == (True, ())
    assert (stranger.problems, stranger.saved) == ((), match.saved)
    assert len(stranger.openings) == match.saved.n


def changed(match: HiddenMatch, kind: type[Any], place: int, **fields: Any) -> log.Log:
    """The log with one line of a kind changed, and chained anew."""
    payloads = [line.payload for line in match.read().lines]
    found = [index for index, one in enumerate(payloads) if isinstance(one, kind)][place]
    payloads[found] = payloads[found].model_copy(update=fields)
    return log.parse_log(log.append(log.START, *payloads)[0])


def test_the_full_audit_covers_every_line_of_what_is_hidden() -> None:
    match = whole()
    first = log.StateReached
    other_salt, other_hash = "ab" * 32, "cd" * 32
    for read in (
        changed(match, first, 0, secret=other_hash),
        changed(match, first, 0, secret=None),
        changed(match, log.SealedDeck, 0, seals=(other_hash,) * 7),
        changed(match, log.Unseal, 0, salt=other_salt),
        changed(match, log.Unseal, 0, value="c09"),
        changed(match, log.Sheets, 0, n=2),
        changed(match, log.End, 0, hidden=other_salt),
    ):
        assert [one.code for one in replay(match.rules, read).problems] == ["rules-disagree"]
    payloads = [line.payload for line in match.read().lines]
    places = [index for index, one in enumerate(payloads) if isinstance(one, log.Unseal)]
    cut = log.parse_log(
        log.append(log.START, *payloads[: places[0]], *payloads[places[0] + 1 :])[0]
    )
    assert replay(match.rules, cut).problems
    # An end before the match is over; and lines that are missing behind its last state.
    early = HiddenMatch({"cards": 7})
    early.send()
    lines = [line.payload for line in early.read().lines]
    ended = log.parse_log(log.append(log.START, *lines, log.End(hidden=early.hidden))[0])
    (problem,) = replay(early.rules, ended, lambda n, seat, hash_: early.sheets[n][seat]).problems
    assert "line 6 should not be there" in problem.message
    last = max(index for index, one in enumerate(payloads) if isinstance(one, first))
    for kept in (last + 1, last + 2):
        torn = log.parse_log(b"".join(match.raw.splitlines(keepends=True)[:kept]))
        again = replay(
            match.rules,
            torn,
            lambda n, seat, hash_: match.sheets[n][seat],
            hidden=match.hidden,
        )
        assert again.problems == ()
        assert again.missing == b"".join(match.raw.splitlines(keepends=True)[kept:])


def test_a_journal_that_no_longer_fits_is_refused() -> None:
    match = HiddenMatch({"hand": 3}, ask=["asides"])
    match.send()
    match.send()
    (pending,) = match.pending
    assert pending.topic == "asides"
    entries = [entry.to_json() for entry in match.saved.journal]
    unsealed = [entry for entry in entries if entry["t"] == "unseal"]
    assert len(unsealed) == 2

    def again(position: int, entry: Any) -> None:
        listed = [*entries]
        listed[entries.index(unsealed[position])] = entry
        save = Save.model_validate_json(canonical({**known(match), "journal": listed}))
        run(match.rules, save, {}, 3, dice=ScriptedDice({}))

    again(0, unsealed[0])
    card = unsealed[1]["card"]
    for entry, message in (
        (unsealed[0] | {"card": card}, "was journaled as another card"),
        (unsealed[0] | {"i": 9}, "is new, but the journal goes on"),
    ):
        with pytest.raises(ReplayDivergence, match=message):
            again(0, entry)
    deal = HiddenMatch()
    deal.send()
    deck = {"t": "deck", "label": "deal/deck", "deck": deal.saved.position["decks"][0]}
    start = first_save(deal.rules).to_json()
    for journal, message in (
        ([deck | {"deck": deck["deck"] | {"cards": ["c01"]}}], "otherwise than as these cards"),
        ([{"t": "roll", "label": "deal/deck", "sides": 6, "values": [1]}], "as these cards"),
    ):
        save = Save.model_validate_json(canonical(start | {"journal": journal, "begun": True}))
        sheets = {seat: deal.sheet(seat, {}) for seat in SEATS}
        with pytest.raises(ReplayDivergence, match=message):
            run(deal.rules, save, sheets, 2, dice=ScriptedDice({}))


def known(match: HiddenMatch) -> dict[str, Any]:
    document = match.saved.to_json()
    return {name: document[name] for name in Save.model_fields if name in document}


def test_a_card_is_unsealed_once() -> None:
    match = HiddenMatch()
    match.send()
    match.send()
    state = match.state
    (deck,) = state.decks
    step = match.rules.next_step(state)
    assert step is not None
    table: WorkingTable[Hand] = WorkingTable(
        match.rules,
        state,
        step,
        answers=Answers([match.sheet(seat, {}) for seat in SEATS], {}, (), Marks()),
        dice=ScriptedDice({}),
    )
    with pytest.raises(AssertionError, match="was unsealed before"):
        table.unseal(deck, deck.public[0])
    hidden = state.hands["blue"][0].position
    table.unseal(deck, hidden)
    with pytest.raises(AssertionError, match="deal/deck#"):
        table.unseal(deck, hidden)


def test_cases_list_every_deck() -> None:
    match = HiddenMatch()
    sheets = {seat: match.sheet(seat, {}) for seat in SEATS}

    def dealt(**decks: list[str]) -> Problem:
        listed = {label.replace("_", "/"): order for label, order in decks.items()}
        with pytest.raises(Refused) as refused:
            run(match.rules, first_save(match.rules), sheets, 1, dice=ScriptedDice({}, listed))
        (problem,) = refused.value.problems
        assert problem.code == "deck-not-listed"
        return problem

    assert dealt().message.startswith("the case does not list the deck deal/deck (9 cards)")
    assert dealt(deal_deck=["c01"]).message.startswith("the case lists other cards for")
    order = [f"c{number:02}" for number in range(9, 0, -1)]
    dice = ScriptedDice({}, {"deal/deck": order, "never": ["x"]})
    done = run(match.rules, first_save(match.rules), sheets, 1, dice=dice)
    assert list(cards_of(done.state, "blue")) == ["c08", "c09"]
    assert dice.unused == ("never",)


# --- who knows what -------------------------------------------------------------------------------


def test_views_hold_what_a_seat_may_know_and_no_more() -> None:
    match = HiddenMatch()
    match.send()
    state, rules = match.state, match.rules
    for seat in SEATS:
        view = rules.view(state, seat)
        assert list(cards_of(view, seat)) == match.hand(seat)
        assert not cards_of(view, "red" if seat == "blue" else "blue")
        assert rules.view(view, seat) == view
        assert rules.next_step(view)[:4] == rules.next_step(state)[:4]  # type: ignore[index] # the match is not over
    assert all(card is None for card in rules.view(state, None).decks[0].order)


def test_events_and_questions_of_the_core_concern_one_seat() -> None:
    match = HiddenMatch(ask=list(ALL_ASKED))
    match.send()
    match.send()
    assert isinstance(match.last, Opening) is False
    promise = {"order": "promise", "tricks": 3}
    parts = {seat: {"answers": {f"promise/{seat}": promise}} for seat in SEATS}
    match.send(parts)
    assert isinstance(match.last, Opening)
    events = match.last.run.events
    for seat in (*SEATS, None):
        told = redacted(match.rules, events, seat)
        answered = [event for event in told if isinstance(event, QuestionAnswered)]
        assert {event.seat for event in answered} == ({seat} if seat else set())
        known_promises = [e.seat for e in told if isinstance(e, Promised) and e.tricks is not None]
        assert known_promises == ([seat] if seat else [])
    for seat in (*SEATS, None):
        read = asked(match.rules, match.pending, seat)
        assert [one.label for one in read] == [one.label for one in match.pending]
        for question in read:
            is_own = question.seat == seat
            assert (question.options is not None) == is_own
            assert (", ".join(match.hand(question.seat or "")) in question.prompt) == is_own
        assert asked(match.rules, read, seat) == read


# --- dry runs -------------------------------------------------------------------------------------


def dry(match: HiddenMatch, seat: str, **parts: Any) -> DryRun[Hand]:
    sheet = match.sheet(seat, parts)
    return dry_run(match.rules, match.saved, {seat: sheet}, sheet.n, seat=seat)


def test_a_dry_run_stops_at_the_shuffle_and_at_cards_that_its_seat_does_not_know() -> None:
    match = HiddenMatch()
    assert (dry(match, "blue").why, dry(match, "blue").stopped_at) == ("dice", "deal/deck")
    match.send()
    match.send()
    card = match.hand("blue")[0]
    label = "turn-2/play/blue"
    good = dry(match, "blue", answers={label: {"order": "play", "card": card}})
    # What red plays is not known: the trick stops before a card is seen.
    assert (good.problems, good.why, good.stopped_at) == ((), "awaited", "turn-2/play/red")
    (theirs, *_) = match.hand("red")
    for wrong in (theirs, "c01" if theirs != "c01" else "c02"):
        if wrong in match.hand("blue"):
            continue
        refused = dry(match, "blue", answers={label: {"order": "play", "card": wrong}})
        assert [one.code for one in refused.problems] == ["not-held"]


def test_a_dry_run_knows_no_sheet_and_no_standing_order_of_another_seat() -> None:
    match = HiddenMatch(ask=["plays"])
    match.send()
    match.send({"blue": {}, "red": {"standing": [{"standing": "keep", "cards": "low"}]}})
    assert [p.topic for p in match.pending] == ["plays", "plays"]
    assert not match.saved.journal
    assert {entry.seat for entry in match.saved.sheets} == set(SEATS)
    save = known_to(match.rules, match.saved, "blue")
    assert {entry.seat for entry in save.sheets} == {"blue"}
    assert save.standing == FrozenMap()
    assert known_to(match.rules, match.saved, "red").standing.keys() == {"red"}


def test_the_built_in_player_plays_what_it_sees() -> None:
    match = HiddenMatch({"cards": 7}, ask=["asides", "plays"])
    played = 0
    while not match.saved.is_over:
        awaited = dict.fromkeys(p.seat for p in match.pending if p.seat)
        parts: dict[str, dict[str, Any]] = {}
        for seat in awaited:
            blank = match.sheet(seat, {}).document
            written = written_sheet(match.rules, match.saved, blank)
            assert written.left_out == ()
            parts[seat] = {
                name: written.document[name] for name in ("orders", "answers")
                if name in written.document
            }  # fmt: skip
            for order in written.document.get("answers", {}).values():
                assert "card" not in order or order["card"] in match.hand(seat)
        assert match.send(parts), match.pending
        played += 1
    assert played > 3
    assert match.replayed(as_stranger=True).problems == ()


def test_unsealed_cards_are_those_that_were_played() -> None:
    match = HiddenMatch()
    match.send()
    match.send()
    assert isinstance(match.last, Opening)
    events = match.last.run.events
    cards = [event.card for event in events if isinstance(event, Played)]
    lines = [line.payload for line in match.read().lines]
    assert [one.value for one in lines if isinstance(one, log.Unseal)] == cards
    assert not any(isinstance(event, Shuffled) for event in events)
