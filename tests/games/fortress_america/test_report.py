"""Reports of Fortress America: what a reader of the mail is told, word by word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.english import amount, joined, nth, possessive
from adjudicator.core.game import Event
from adjudicator.core.referee import Run, Save
from adjudicator.core.table import DiceRolled
from adjudicator.core.values import canonical
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.events import UnitDestroyed
from adjudicator.games.fortress_america.state import State
from adjudicator.games.fortress_america.tables import changes, losses
from adjudicator.games.fortress_america.words import ENGLISH_WORDS, order_text, units
from adjudicator.narrate.html import report_html
from adjudicator.narrate.text import report_text
from tests.core.no_decks import NoDecks
from tests.games.fortress_america.chance import Chance, RandomTable
from tests.games.fortress_america.playing import declare, move, opened, place, play, start
from tests.games.fortress_america.running_example import DICE, ORDERS, USA

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "fortress-america-1986"
SAN_FRANCISCO = """\
San Francisco: the western invader against the USA
  A bomber, a hovertank, a mobile unit and 2 infantry against a
    hovertank and a mobile unit.
  The USA fires in column 2, hits from 5:
    hovertank d8: 8 hit [5]
    mobile unit d6: 1 disengage [6]
      A hovertank in W5 is destroyed (by default).
      A mobile unit in W5 is out of action this turn (by default).
  The western invader fires at a city without combined arms, in column
  1, hits from 6:
    bomber d10: 6 hit [7]
      A hovertank is destroyed (western's standing order).
    2 infantry d6: 2 miss, 5 miss (column 1) [8]
  San Francisco holds with a mobile unit. Attackers still in action: a
    bomber and 2 infantry.
"""


def told(rules: FortressAmericaRules, done: Run[State]) -> str:
    return report_text(rules.report(done.before, done.events, done.state))


def part(text: str, heading: str) -> str:
    """Returns one paragraph of a report, without its heading."""
    return text.split(f"\n{heading}\n{'-' * len(heading)}\n")[1].split("\n\n")[0] + "\n"


def test_the_example() -> None:
    text = (EXAMPLE / "after/now/report.txt").read_text()
    assert SAN_FRANCISCO in text
    assert text.startswith(
        "Turn 1 of the western invader\n=============================\n\n"
        "Portland falls; San Francisco holds; the western invader loses 2 units;\n"
        "the USA loses 3 units.\n\n"
        "The western invader's first turn.\n"
        "Losses: the western invader 2 hovertanks; the USA 2 hovertanks and an\n"
        "infantry unit.\n"
        "The invaders hold 1 city (Portland); 18 win.\n"
        "Turn 1 of the southern invader is next.\n"
    )
    assert part(text, "Capture").endswith("Not taken: San Francisco.\n")
    assert '\n  "t": "orders", "n": 2, "player": "southern", "pledge": null,\n' in text


def test_the_start() -> None:
    rules = opened("ready")
    text = report_text(rules.report(rules.start, (), rules.start))
    assert text.startswith("The start of a match of Fortress America (1986)\n")
    assert "\nThe western invader: 20 units\n-----------------------------\nW1 1 hovertank," in text
    assert "\nRocky Mountains - Denver 1 bomber, 1 helicopter.\n" in text
    empty = opened("standard")
    text = report_text(empty.report(empty.start, (), empty.start))
    assert "\nNext is the set-up of the USA.\n" in text
    assert part(text, "The western invader") == (
        "6 bombers, 9 helicopters, 12 hovertanks, 9 mobile units and 24 infantry:\n"
        "  none of them is on the board.\n"
    )


def test_the_start_tells_what_was_agreed() -> None:
    rules = opened(start("w1 western infantry 1"), cities_to_win=15, bombers="from-beside")
    text = report_text(rules.report(rules.start, (), rules.start))
    assert "\nThe invaders hold no city; 15 win.\n" in text
    agreed = 'Options of this match: bombers "from-beside", cities_to_win 15.'
    assert agreed in " ".join(text.split())
    assert "15 win for the invaders" in rules.picture(rules.start, ())


USA_START: dict[str, Any] = start(
    "chicago usa infantry 2; boston usa infantry 1; milwaukee western infantry 3 bomber 1;"
    "iowa usa hovertank 1 partisan 1; w1 western infantry 1; s1 southern infantry 1;"
    "e1 eastern infantry 1",
    side="usa", turn=2, lasers=["boston"], hand=["p86-22", "p86-06"],
)  # fmt: skip


def usa_turn() -> str:
    rules = opened(USA_START)
    orders = {
        "reinforcements": [{"order": "laser", "in": "chicago"}],
        "cards": [{
            "order": "card", "card": "p86-22",
            "place": [{"unit": "partisan", "count": 4, "in": "dallas"}],
        }],
        "declare": declare("milwaukee"),
        "attacks": [{
            "order": "attack", "area": "milwaukee", "with": {"chicago": {"infantry": 2}},
        }],
        "lasers": [{"order": "fire", "at": "milwaukee", "unit": "bomber"}],
    }  # fmt: skip
    battle = "turn-2/usa/battle/milwaukee"
    dice = {
        "turn-2/usa/laser/boston": [9],
        "turn-2/usa/laser/chicago": [4],
        f"{battle}/defender/foot/infantry": [5, 1, 3],
    }
    done = play(rules, {"usa": orders}, dice)
    return told(rules, done)


def test_a_turn_of_the_usa_with_cards_and_lasers() -> None:
    text = usa_turn()
    assert part(text, "Reinforcements") == "The USA places a laser in Chicago.\n"
    assert part(text, "Partisan cards") == (
        "The USA plays Texas volunteers (p86-22): 4 partisans in the South.\n"
        "  Dallas 4 partisans.\n"
    )
    assert "Car plants rearm (p86-06): 3 hovertanks in Detroit.\n  Detroit 3 hovertanks.\n" in text
    assert part(text, "Lasers") == (
        "Each laser rolls a d10; 5 or more hit:\n"
        "  Boston fires at a bomber in Milwaukee: 9 hit [1]\n"
        "    A bomber is destroyed.\n"
        "  Chicago fires at an infantry unit in E1 (by default): 4 miss [2]\n"
    )
    assert (
        "Milwaukee: the USA against the western invader\n"
        "  2 infantry against 3 infantry.\n"
        "  The western invader fires in column 2, hits from 5:\n"
        "    3 infantry d6: 5 hit, 1 disengage, 3 miss [3]\n"
        "      An infantry unit in Chicago is destroyed.\n"
        "      An infantry unit in Chicago is out of action this turn.\n"
        "  Milwaukee holds with 3 infantry. Attackers still in action: none.\n"
    ) in text
    assert "Lasers: Boston and Chicago; 10 to come.\n" in text


def test_cards_are_drawn_with_their_dice() -> None:
    rules = opened(start("w1 western infantry 1; e1 eastern infantry 1", side="eastern"))
    dice = {"turn-1/usa/cards/1": [2], "turn-1/usa/cards/2": [1]}
    text = told(rules, play(rules, {"eastern": {}}, dice))
    assert "Turn 1 of the USA: cards drawn\n" in text
    assert (
        "A card out of 30 in the order of their ids, d30: 2 [1]\n"
        "  Veterans near St. Louis (p86-02): 4 infantry beside St. Louis.\n"
    ) in text
    assert "In the hand of the USA: Rising in the Plains (p86-01): 3 infantry and 3\n" in text


class Asked(NoDecks):
    """The running example, stopped at each question and answered mail by mail."""

    def __init__(self) -> None:
        asked = ["targets", "disengage", "retreat"]
        self.rules = opened("western-first-turn", ask=asked)
        self.dice = ScriptedDice(DICE)
        self.texts: list[str] = []
        self.events: list[Event] = []

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        return self.dice.roll(label, count=count, sides=sides)

    def play(self, orders: dict[str, Any]) -> None:
        sheets: dict[str, Any] = {"western": orders}
        save: Save | None = None
        for n in range(1, 20):
            done = play(self.rules, sheets, self, save, n)
            save = done.save
            self.texts.append(told(self.rules, done))
            self.events.extend(done.events)
            (pending, *_) = save.pending
            if pending.topic == "orders":
                return
            assert pending.seat is not None
            assert pending.options is not None
            answer = USA.get(pending.label, pending.options[0])
            sheets = {pending.seat: {"orders": {}, "answers": {pending.label: answer}}}
        raise AssertionError("it never ends")


def test_a_suspended_battle_goes_on_without_repeating() -> None:
    asked = Asked()
    asked.play(ORDERS)
    first, second, *_ = asked.texts
    assert first.startswith("Turn 1 of the western invader\n")
    assert (
        "    hovertank d8: 7 hit [1]\n  The battle waits here for an answer or for dice.\n"
    ) in first
    assert "\nTurn 1 of the western invader goes on: battles.\n" in first
    assert second.startswith("Turn 1 of the western invader, continued\n")
    assert (
        "Portland, continued: the western invader against the USA\n"
        "  By dice of the USA told in an earlier report:\n"
        "    A hovertank in W2 is destroyed (usa's answer).\n"
        "  The USA fires in column 2, hits from 5:\n"
        "    infantry d6: 3 miss [1]\n"
    ) in second
    whole = "".join(asked.texts)
    for label in DICE:
        assert whole.count(f"{label}\n") == 1
    for once in ("declares Western Washington", "is out of action this turn", "Portland is open"):
        assert whole.count(once) == 1


def test_failed_and_cut_orders_are_told_as_the_player_counts() -> None:
    rules = opened("western-first-turn")
    late = [move("infantry", 2, "w5", "san-francisco"), move("infantry", 3, "w4", "w5")]
    orders = ORDERS | {"invasion": [*ORDERS["invasion"], *late]}
    answers = USA | {"turn-1/western/battle/portland/attacker/foot/target-9":
                     {"order": "target", "unit": "infantry"}}  # fmt: skip
    done = play(rules, {"western": orders, "usa": {"orders": {}, "answers": answers}}, DICE)
    text = told(rules, done)
    moves = part(text, "Second movement")
    assert (
        "Western's 10th invasion order, 2 infantry from W5 to San Francisco, is\n"
        "  not carried out: San Francisco is still held by the enemy.\n"
    ) in moves
    assert "Western's 11th invasion order, 3 infantry from W4 to W5, is not" in moves
    assert "usa" in part(text, "Answers not used").lower()


@pytest.mark.parametrize("seed", range(3))
def test_every_roll_of_random_turns_is_told_once(seed: int) -> None:
    rules = opened("standard" if seed % 2 else "ready")
    choose, state, before = Chance(f"report-{seed}"), rules.start, rules.start
    events: list[Event] = []
    turn = None
    while (step := rules.next_step(state)) is not None and state.turn <= 4:
        if step.turn != turn and events:
            report = rules.report(before, tuple(events), state)
            assert report == rules.report(before, tuple(events), state)
            text = report_text(report)
            labels = [event.label for event in events if isinstance(event, DiceRolled)]
            rolls = "".join(text.partition("\nRolls\n")[2:])
            notes = dict(re.findall(r"\[([0-9]+)\]\s+(\S+)", rolls))
            for first, last in re.findall(r"\[([0-9]+)\]\s+\S+\s+to\s+\[([0-9]+)\]", rolls):
                stem, _, count = notes[first].rpartition("/")
                for place in range(1, int(last) - int(first)):
                    notes[str(int(first) + place)] = f"{stem}/{int(count) + place}"
            assert sorted(notes.values()) == sorted(labels)
            assert all(len(line) <= 72 or line.startswith("[") for line in text.splitlines())
            assert len(report_html(report)) < 60_000
            before, events = state, []
        turn = step.turn
        table = RandomTable(rules, state, choose)
        step.run(table)
        state = table.state
        events += table.events


def test_words() -> None:
    assert [nth(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th",
    ]  # fmt: skip
    assert [joined(list(words)) for words in ("", "a", "ab", "abc")] == [
        "nothing", "a", "a and b", "a, b and c",
    ]  # fmt: skip
    assert [amount(1, "city", "cities"), amount(7, "city", "cities"), amount(0, "laser")] == [
        "1 city", "7 cities", "0 lasers",
    ]  # fmt: skip
    assert units({"infantry": 1, "bomber": 2}) == "2 bombers and an infantry unit"
    assert [possessive("usa"), possessive("invaders")] == ["usa's", "invaders'"]


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (move("infantry", 2, "w5", "san-francisco"), "2 infantry from W5 to San Francisco"),
        (place("bomber", 1, "w1"), "a bomber in W1"),
        ({"order": "fire", "at": "w1", "unit": "infantry"}, "at an infantry unit in W1"),
        ({"order": "target", "unit": "bomber"}, "a bomber"),
        ({"order": "disengage", "unit": "bomber", "from": "w2"}, "a bomber in W2"),
        ({"order": "retreat", "to": "denver"}, "retreat to Denver"),
        ({"order": "retreat", "unit": "hovertank"}, "a hovertank"),
        ({"order": "attack", "area": "portland", "with": {}}, "Portland"),
        ({"order": "declare", "area": "atlantis"}, "atlantis"),
        ({"order": "laser", "in": "denver"}, "Denver"),
        ({"order": "card", "card": "p86-01"}, "p86-01"),
    ],
)
def test_every_order_can_be_told(order: dict[str, Any], text: str) -> None:
    assert order_text(opened("ready").book, order) == text


def test_the_end_of_a_match_is_told_with_its_points() -> None:
    rules = opened(start("w1 western bomber 1; e1 eastern infantry 1", side="eastern",
                         control={"portland": "western"}, last_round=True))  # fmt: skip
    done = play(rules, {"eastern": {}}, {})
    report = rules.report(done.before, done.events, done.state)
    assert report.summary[:4] == (
        "The match is over, won by the western invader: the last round is played.",
        "The western invader has 10 points.",
        "The southern invader has 0 points.",
        "The eastern invader has 0 points.",
    )
    end = "The match is over, won by the western invader: the last round is played.\n"
    assert end in part(report_text(report), "Capture")
    assert rules.standings(done.state)[0] == report.summary[0]


def test_an_order_that_is_cut_is_told_with_what_was_done() -> None:
    rules = opened(start("w2 western infantry 2; w1 western infantry 2"))
    orders = [move("infantry", 1, "w1", "w2"), move("infantry", 5, "w1", "w2")]
    done = play(rules, {"western": {"invasion": orders}}, {})
    text = told(rules, done)
    assert "Western's 2nd invasion order, 5 infantry from W1 to W2, is carried" in text
    assert "part, with an infantry unit from W1 to W2.\n" in text


def test_tables_tell_what_changed_and_who_stands_where() -> None:
    rules = opened(start("w2 western infantry 2; seattle usa infantry 1", lasers=["seattle"]))
    orders = {
        "declare": [{"order": "declare", "area": "portland"}],
        "invasion": [{"order": "move", "unit": "infantry", "count": 2, "path": ["w2", "portland"]}],
    }
    done = play(rules, {"western": orders}, {})
    report = rules.report(done.before, done.events, done.state)
    assert report.changes is not None
    assert report.changes.rows == (
        ("Portland, city", "USA: no units", "Western: 2 infantry"),
        ("W2", "Western: 2 infantry", "Western: no units"),
    )
    assert report.changes.note == "2 spaces changed. Changed hands: Portland."
    (stations,) = report.tables
    assert stations.rows == (
        ("Portland, city", "Western", "2 infantry", "Western"),
        ("Seattle, city", "USA", "1 infantry, laser", "USA"),
    )
    assert rules.report(rules.start, (), rules.start).changes is None


def test_losses_are_counted_by_side_and_kind() -> None:
    before, after = (
        opened(start(f"w2 western infantry {count}; seattle usa infantry 1")).start
        for count in (3, 4)
    )
    lost = UnitDestroyed(side="western", unit="infantry", area="w2", count=2, reason="supply")
    table = losses(ENGLISH_WORDS, before, (lost,), after)
    assert table is not None
    assert table.rows == (("Western: infantry", "3", "3", "2", "4"),)
    assert losses(ENGLISH_WORDS, before, (), before) is None
    same = changes(ENGLISH_WORDS, opened("standard").book, before, before)
    assert same is None


def test_bombers_over_a_space_are_told_with_its_holder() -> None:
    rules = opened(start("portland usa infantry 1; w2 western bomber 1"))
    document = rules.start.to_json() | {
        "action": "combat",
        "declared": ["portland"],
        "units": {"portland": {"usa": {"infantry": 1}, "western": {"bomber": 1}}},
        "bombing": {"portland": 1},
    }
    state = State.model_validate_json(canonical(document))
    table = changes(rules.narrator, rules.book, rules.start, state)
    assert table is not None
    assert table.rows[0][2] == "USA: 1 infantry; Western: 1 bomber"


def test_a_report_says_names_where_a_check_says_ids() -> None:
    rules = opened(start("w2 western infantry 1"))
    said = ENGLISH_WORDS.named(
        rules.book, "usa has 0 mobile units left to move in san-francisco, not 1"
    )
    assert said == "the USA has 0 mobile units left to move in San Francisco, not 1"
    assert (
        ENGLISH_WORDS.named(rules.book, "w5 is still held by the enemy")
        == "W5 is still held by the enemy"
    )
