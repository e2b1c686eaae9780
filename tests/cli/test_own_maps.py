"""A match on a map that is not shipped: made, played, mailed, cloned, audited with and without."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.documents.library import map_folder
from adjudicator.render.stars import board
from tests.cli.calls import call
from tests.games.galactic_conquest.own_chart import world

pytestmark = pytest.mark.usefixtures("interrupts_restored", "desk")

GAME = "fortress-america-1986"
OWN = "own_files"


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The present folder holds a board in which one area has another name."""
    monkeypatch.chdir(tmp_path)
    Path("board").mkdir()
    for name in ("map.json", "outlines.json", "cards.json"):
        text = (map_folder("fortress-america") / name).read_text()
        board = json.loads(text.replace('"iowa"', '"hawkeye"'))
        Path("board", name).write_text(json.dumps({**board, "map": "mine"}))


def new(*words: str, code: int = 0) -> str:
    done = call("new", GAME, "m", "--map", "board", "--option", "cities_to_win=1", *words)
    assert done.exit_code == code, done.output
    return done.output


def test_a_match_is_played_audited_and_cloned() -> None:
    told = new("--scenario", "standard")
    for name in ("map.json", "outlines.json", "cards.json"):
        assert f"map: {Path('m', 'map', name)} (mail it to all players, once)\n" in told
        assert Path("m", "map", name).read_bytes() == Path("board", name).read_bytes()
        assert f"attached  {Path('m', 'map', name)}\n" in call("status", "m").output
    shutil.rmtree("board")
    assert "area-hawkeye" in Path("m/now/map.svg").read_text()
    done = call("adjudicate", "m", "--play", "all", "--until", "over")
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    assert "m/map/map.json" not in call("status", "m").output, "it was mailed once"
    whole = "openings exactly, byte by byte"
    assert whole in " ".join(call("verify", "m").output.split())
    Path("m").rename("elsewhere")
    shutil.rmtree("elsewhere/referee")  # which no clone has
    assert whole in " ".join(call("verify", "elsewhere").output.split())
    assert whole in " ".join(call("verify", "elsewhere/log.jsonl").output.split())
    shutil.copy("elsewhere/log.jsonl", "log.jsonl")
    for words in (("verify",), ("report",), ("map", "--out", "x.svg"), ("dispute",)):
        without = call(words[0], "log.jsonl", *words[1:])
        assert without.exit_code == 4, without.output
        assert "its own map.json, which is not here" in " ".join(without.output.split())
        assert "--map" in without.output
        with_it = call(words[0], "log.jsonl", *words[1:], "--map", "elsewhere/map")
        assert with_it.exit_code == 0, with_it.output
    assert call("verify", "log.jsonl", "--dice-only").exit_code == 0
    Path("elsewhere/map").rename("map")  # beside the log
    assert whole in " ".join(call("verify", "log.jsonl").output.split())


def test_a_player_has_the_state_and_the_map() -> None:
    new("--scenario", "ready")
    Path("mail").mkdir()
    for path in (*Path("m/map").iterdir(), Path("m/now/state.json")):
        shutil.copy(path, "mail")
    shutil.rmtree("m")
    made = call("template", "mail/state.json", "western", "--play", "--out", "western.json")
    assert made.exit_code == 0, made.output
    named = ("check", "mail/state.json", "western.json")
    assert call(*named).exit_code == 0
    Path("mail/cards.json").rename("cards.json")
    refused = call(*named)
    assert refused.exit_code == 4
    assert "unusable map-missing: the match is played with its own cards.json" in refused.output
    for words in (named, ("status", "mail/state.json"), ("map", "mail/state.json")):
        assert call(*words).exit_code == 4
        given = call(*words, "--map", "board")
        assert given.exit_code == 0, given.output
    assert "no-such-file" in call(*named, "--map", "boards").output


def test_a_changed_map_is_refused_and_never_used() -> None:
    new("--scenario", "ready")
    path = Path("m/map/map.json")
    right = path.read_bytes()
    path.write_bytes(right.replace(b'"mountain"', b'"city"', 1))
    for words in (("status", "m"), ("adjudicate", "m"), ("map", "m"), ("report", "m"),
                  ("template", "m", "western"), ("dispute", "m", "--n", "1"),
                  ("status", "m/now/state.json")):  # fmt: skip
        done = call(*words)
        assert done.exit_code == 4, done.output
        assert f"map-changed: {path} is not the map.json" in done.output
    assert "not comparable" in " ".join(call("verify", "m").output.split())
    assert call("verify", "m", "--dice-only").exit_code == 0
    path.write_bytes(right)
    assert call("status", "m").exit_code == 0
    assert call("status", "m", "--map", "board").exit_code == 2, "it holds its map"


def test_an_offer_is_joined_with_the_map() -> None:
    told = new("--scenario", "ready", "--joins", "--mode", "sealed")
    assert f"map: {Path('m/map/map.json')}" in told
    assert f"mail to everybody: {Path('m/map/map.json')}\n" in call("status", "m").output
    shutil.copy("m/offer.json", "offer.json")
    assert "map-missing" in call("join", "offer.json", "usa").output
    seats = json.loads(Path("offer.json").read_bytes())["scenario"]["seats"]
    for seat in seats:
        joined = call("join", "offer.json", seat, "--map", "board", "--out", f"{seat}.json")
        assert joined.exit_code == 0, joined.output
    begun = call("begin", "m", *(f"{seat}.json" for seat in seats))
    assert begun.exit_code == 0, begun.output
    assert call("verify", "m").exit_code == 0


def test_a_match_goes_on_with_its_map() -> None:
    new("--scenario", "ready")
    assert call("new", "--continue", "m", "next", "--name", "next").exit_code == 0
    assert Path("next/map/map.json").read_bytes() == Path("board/map.json").read_bytes()
    assert call("verify", "next", "--after", "m").exit_code == 0
    alone = ("verify", "next/log.jsonl", "--after", "m/log.jsonl", "--map", "board")
    assert call(*alone).exit_code == 0


def test_a_shipped_map_is_not_copied() -> None:
    done = call("new", GAME, "m", "--scenario", "ready", "--map", map_folder("fortress-america"))
    assert done.exit_code == 0, done.output
    assert "map:" not in done.output
    assert not Path("m/map").exists()
    assert OWN not in Path("m/log.jsonl").read_text()
    assert OWN not in Path("m/now/state.json").read_text()


def test_a_scenario_may_name_its_map() -> None:
    new("--scenario", "ready")
    offer = json.loads(Path("m/log.jsonl").read_bytes().splitlines()[0])["offer"]
    Path("board/scenario.json").write_text(json.dumps(offer["scenario"]))
    words = ("new", GAME, "again", "--scenario", "board/scenario.json")
    assert call(*words).exit_code == 0
    again = json.loads(Path("again/log.jsonl").read_bytes().splitlines()[0])["offer"]
    assert again["rules"] == offer["rules"]
    assert again["scenario"] == offer["scenario"]
    Path("board/map.json").write_text("{}")
    shutil.rmtree("again")
    assert "board/scenario.json:1:" in call(*words).output
    assert not Path("again").exists()


def test_a_case_may_be_run_on_a_map() -> None:
    sides = ("western", "southern", "eastern", "usa")
    start = {"seats": {side: {"sides": [side]} for side in sides},
             "start": {"units": {"hawkeye": {"usa": {"infantry": 1}}}, "side": "usa"}}  # fmt: skip
    case = {"case": "a", "why": "w", "rule": "map", "game": GAME, "start": start}
    Path("case.json").write_text(json.dumps(case))
    assert call("case", "case.json", "--map", "board").stdout.startswith("holds")
    assert "unknown-area" in call("case", "case.json").output


def test_all_that_is_wrong_is_told_at_once() -> None:
    board = json.loads(Path("board/map.json").read_bytes())
    board["areas"]["hawkeye"]["kind"] = "sea"
    board["areas"]["w1"]["side"] = None
    for area in board["areas"].values():
        area["traits"] = [trait for trait in area["traits"] if trait != "city"]
    Path("board/map.json").write_text(json.dumps(board, indent=1))
    told = new("--scenario", "standard", code=4)
    for code in ("unknown-area-kind", "zone-without-side", "too-few-cities"):
        assert f"unusable {code}: " in told
    assert told.count("board/map.json:") == 3
    assert not Path("m").exists()


SECOND = "fortress-america-2012"


def shipped(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((map_folder("fortress-america") / name).read_bytes())
    return read


def test_cards_of_ones_own() -> None:
    cards = shipped("cards-2012.json")
    cards["cards"]["p12-01"]["title"] = "A card of mine"
    Path("mine.json").write_text(json.dumps(cards))
    made = call("new", SECOND, "m", "--scenario", "ready", "--cards", "mine.json")
    assert made.exit_code == 0, made.output
    kept = Path("m/map/cards-2012.json")
    assert f"map: {kept} (mail it to all players, once)\n" in made.output
    assert kept.read_bytes() == Path("mine.json").read_bytes()
    assert [path.name for path in Path("m/map").iterdir()] == [kept.name]
    Path("mail").mkdir()
    shutil.copy("m/now/state.json", "mail/state.json")
    shutil.copy(kept, "theirs.json")
    assert "map-missing" in call("template", "mail/state.json", "western").output
    words = ("template", "mail/state.json", "western", "--out", "w.json", "--map", "theirs.json")
    assert call(*words).exit_code == 0
    cards["cards"]["p12-01"]["where"]["region"] = "moon"
    del cards["cards"]["p12-31"]
    Path("mine.json").write_text(json.dumps(cards))
    refused = call("new", SECOND, "x", "--scenario", "ready", "--cards", "mine.json")
    assert refused.exit_code == 4
    for code in ("deck-size", "unknown-region"):
        assert f"unusable {code}: " in refused.output
    none = call("new", "galactic-conquest", "x", "--scenario", "two", "--cards", "mine.json")
    assert "Galactic Conquest has no file of cards" in none.output
    assert none.exit_code == 4


def test_a_file_is_known_by_what_it_holds() -> None:
    for name in ("cards", "invader-cards", "dice"):
        text = (map_folder("fortress-america") / f"{name}-2012.json").read_text()
        Path(f"my-{name}.json").write_text(text.replace('"confidence": "', '"confidence": "very '))
    files = [word for name in ("invader-cards", "cards") for word in ("--cards", f"my-{name}.json")]
    files += ["--map", "my-dice.json"]
    made = call("new", SECOND, "m", "--scenario", "ready", *files)
    assert made.exit_code == 0, made.output
    for name in ("cards", "invader-cards", "dice"):
        assert Path(f"m/map/{name}-2012.json").read_bytes() == Path(f"my-{name}.json").read_bytes()
    cards = json.loads(Path("my-invader-cards.json").read_bytes())
    for card in list(cards["cards"].values())[:3]:
        card["side"], card["titel"] = "northern", card.pop("title")
    Path("my-invader-cards.json").write_text(json.dumps(cards))
    told = call("new", SECOND, "x", "--scenario", "ready", *files).output
    assert told.count("my-invader-cards.json:") == 6, "the faults of invader cards are told"
    Path("my-cards.json").write_text("{")
    assert "my-cards.json:1:2: " in call("new", SECOND, "y", "--cards", "my-cards.json").output


def test_a_board_with_dice_and_cards_of_ones_own_in_2012() -> None:
    dice = shipped("dice-2012.json")
    dice["dice"]["red"]["faces"][1] = "hit"
    Path("board", "cards.json").rename(Path("board", "cards-2012.json"))
    text = (map_folder("fortress-america") / "cards-2012.json").read_text()
    Path("board", "cards-2012.json").write_text(text.replace('"iowa"', '"hawkeye"'))
    Path("board", "dice-2012.json").write_text(json.dumps(dice))
    made = call("new", SECOND, "m", "--map", "board", "--option", "cities_to_win=2")
    assert made.exit_code == 0, made.output
    assert len(list(Path("m/map").iterdir())) == 4
    assert call("adjudicate", "m", "--play", "all", "--until", "over").exit_code == 0
    whole = "openings exactly, byte by byte"
    assert whole in " ".join(call("verify", "m").output.split())
    made = call("new", SECOND, "d", "--scenario", "ready", "--map", "board/dice-2012.json")
    assert [path.name for path in Path("d/map").iterdir()] == ["dice-2012.json"]


def test_galactic_conquest_on_a_world_of_ones_own() -> None:
    """Hidden hands are no obstacle: the match is over when the log is audited."""
    Path("world.json").write_text(json.dumps(world(12)))
    made = call("new", "galactic-conquest", "g", "--map", "world.json", "--scenario", "three")
    assert made.exit_code == 0, made.output
    assert call("adjudicate", "g", "--play", "all", "--until", "over").exit_code == 0
    told = call("verify", "g/log.jsonl", "--map", "world.json").output
    assert "exactly, byte by byte" in " ".join(told.split())
    chart = world(12)
    chart["lanes"] = [{"between": ["p03", "p02"], "kind": "border"}]
    Path("world.json").write_text(json.dumps(chart, indent=1))
    refused = call("new", "galactic-conquest", "x", "--map", "world.json", "--scenario", "three")
    assert refused.exit_code == 4
    assert "unusable unsorted-lane: " in refused.output
    assert "unusable chart-not-connected: " in refused.output


def test_a_chart_is_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the search found is kept in now/; torn, lost or hostile, it is found anew."""
    Path("world.json").write_text(json.dumps(world(30)))
    words = ("new", "galactic-conquest", "g", "--map", "world.json", "--scenario", "three")
    assert call(*words).exit_code == 0
    layout, drawn = Path("g/now/layout.json"), Path("g/now/map.svg").read_bytes()
    kept = layout.read_bytes()

    def forget() -> None:
        board.sky_of.cache_clear()
        board._map_layers.cache_clear()

    def first_map() -> bytes:
        forget()
        done = call("map", "g", "--out", "first.svg", "--n", "0")
        assert (done.exit_code, done.stderr) == (0, "")
        return Path("first.svg").read_bytes()

    with monkeypatch.context() as patch:
        patch.setattr(board, "laid_out", None)
        assert first_map() == drawn
    for torn in (b"", kept[: len(kept) // 2], b"\xff", b"[]", kept.replace(b"[", b"{")):
        layout.write_bytes(torn)
        assert first_map() == drawn
        assert layout.read_bytes() == torn, "to look at a match writes nothing"
    forget()
    assert call("adjudicate", "g", "--play", "all").exit_code == 0
    assert layout.read_bytes() == kept


def test_a_region_may_have_a_name_of_forty_letters() -> None:
    """Thirty ended `new` with a trace once."""
    for length in (30, 40):
        chart = world(12)
        regions: Any = chart["regions"]
        regions["north"]["name"], regions["south"]["name"] = "N" * length, "W" * length
        Path("world.json").write_text(json.dumps(chart))
        words = ("new", "galactic-conquest", f"g{length}", "--map", "world.json")
        made = call(*words, "--scenario", "three")
        assert made.exit_code == 0, made.output
        drawn = Path(f"g{length}/now/map.svg").read_text()
        assert "W" * 5 in drawn


def test_a_large_chart_needs_more_troops() -> None:
    """Each planet gets one at least: what is needed decides, not what was thought enough."""
    Path("world.json").write_text(json.dumps(world(63)))
    words = ("new", "galactic-conquest", "g", "--map", "world.json", "--scenario", "three")
    assert call(*words, "--option", "troops=401").exit_code == 0
    few = call("new", "galactic-conquest", "x", *words[3:], "--option", "troops=20")
    assert few.exit_code == 1, few.output
    assert "20 troops are too few for 21 planets" in few.output
    many = call("new", "galactic-conquest", "x", *words[3:], "--option", "troops=4000")
    assert many.exit_code == 1, many.output
    assert "12000 troops would begin, 9999 at most can be" in many.output


def test_a_lane_that_leads_one_way_is_refused_in_words() -> None:
    chart = world(12)
    lanes: Any = chart["lanes"]
    lanes[3]["between"] = ["p04", "p03"]
    Path("world.json").write_text(json.dumps(chart, indent=1))
    words = ("new", "galactic-conquest", "x", "--map", "world.json", "--scenario", "three")
    told = " ".join(call(*words).output.split())
    assert "world.json:" in told
    assert "unusable unsorted-lane: p04 stands before p03; a lane leads both ways" in told
    assert "there are no lanes that lead one way" in told
