"""dispute: one file with which a director can check everything of an opening by himself."""

from __future__ import annotations

import base64
import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator import registry
from adjudicator.api.texts import render_report
from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import PlayedMode
from adjudicator.audit.verifiers import verify_log
from adjudicator.cli.app import app
from adjudicator.documents.keys.derivation import attempts, key_lines, roll_line
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986
from adjudicator.matches.match import Match
from adjudicator.matches.published.logged import Logged
from adjudicator.matches.referee.new_match import new_match
from tests.audit.demo_logs import DemoMatch
from tests.audit.log_changes import chained, lines_of
from tests.cli.calls import forced
from tests.core.hand import HAND
from tests.core.toy import TOY, toy_scenario
from tests.core.toy_orders import BIDS, MARCH, NO_BIDS
from tests.errors.patches import PATCHES
from tests.registered import registered

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "fortress-america-1986-match"
SECRET = "5e" * 32
MARCHES = {
    "march": [
        {"order": "march", "unit": "soldier", "count": 2},
        {"order": "march", "unit": "champion", "count": 1},
    ]
}
"""The second is left to be carried out while the dice of the first are awaited."""
RUN = re.compile(r"^ *(?P<command>printf .+)\n +-> (?P<result>[0-9a-f]{64})", re.MULTILINE)


@pytest.fixture(autouse=True)
def in_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(TOY, FORTRESS_AMERICA_1986))
    monkeypatch.chdir(tmp_path)


def call(*words: str | Path | int) -> Result:
    return CliRunner().invoke(app, forced([str(word) for word in words]))


def done(*words: str | Path | int) -> str:
    result = call(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def new(mode: PlayedMode = "referee") -> None:
    """Makes a match whose dice are always the same."""
    new_match(
        Path("m"), TOY, toy_scenario({}), name="m", mode=mode, title="Toy",
        render=render_report, make_secret=lambda: SECRET,
    )  # fmt: skip


def play(seat: str, **parts: Any) -> int:
    done("template", "m", seat, "--out", f"{seat}.json")
    document = json.loads(Path(f"{seat}.json").read_text()) | parts
    document["blind"] = tfd1.digest(f"{seat} {document['n']}".encode())
    Path(f"{seat}.json").write_text(json.dumps(document))
    return call("adjudicate", "m", f"{seat}.json").exit_code


def bids() -> None:
    assert play("blue", orders=BIDS) == 0
    assert play("red", orders=NO_BIDS) == 0


def log_in(page: str) -> bytes:
    """Returns the log that a page lets the reader save."""
    found = re.search(r'download="log.jsonl" href="data:[^,]*;base64,([A-Za-z0-9+/=]+)"', page)
    assert found is not None
    return base64.b64decode(found[1])


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The text and the page of one opening of the example."""
    folder = tmp_path_factory.mktemp("example")
    texts = []
    for name in ("d.txt", "d.html"):
        done("dispute", EXAMPLE / "log.jsonl", "--n", 7, "-o", folder / name)
        texts.append((folder / name).read_text())
    return texts[0], texts[1]


# -- what stands in it -----------------------------------------------------------------------------


def test_everything_of_an_opening_of_a_real_match(example: tuple[str, str]) -> None:
    text, page = example
    for heading in ("The match", "Before", "The sheets as locked", "The turn key", "What happened",
                    "Battles", "Not carried out, or only in part", "Questions and their answers",
                    "Rules and rulings", "The dice, derived", "After",
                    "What is proved, and what is not", "To repeat it"):  # fmt: skip
        assert f"\n{heading}\n{'-' * len(heading)}\n" in text
        assert f">{heading}</h2>" in page
    flat = " ".join(text.split())
    assert "western: invasion[4] was carried out in part (rule 1986 action 6)" in flat
    assert '{"order": "move", "unit": "infantry", "count": 2' in text
    assert "Ruling 15: Who attacks is fixed before the first die of the turn." in flat
    assert "battles/order: answered by the published default (rule 1986 action 5, rulings" in flat
    assert "The rules, run again on these sheets and dice, give this opening byte by byte." in flat
    assert "later sheets answer it as it stands here: those of southern in opening 8" in flat
    told = (EXAMPLE / "reports" / "n0007-turn-2-western.txt").read_text()
    battles = told[told.index("\nBattles\n") : told.index("\nHow the match stands\n")]
    assert battles in text


def test_every_roll_is_derived_and_its_commands_give_what_is_said(
    example: tuple[str, str],
) -> None:
    text, page = example
    lines = log.parse_log((EXAMPLE / "log.jsonl").read_bytes()).lines
    rolls = [p for p in (line.payload for line in lines) if isinstance(p, log.Roll) and p.n == 7]
    derived = text[text.index("\nThe dice, derived\n") :]
    assert len(rolls) == 10
    for roll in rolls:
        assert roll.label in derived
    flat = " ".join(derived.split())
    values = [int(value) for value in re.findall(r"x mod \d+ \+ 1 = (\d+)\.", flat)]
    assert values == [value for roll in rolls for value in roll.values]
    commands = RUN.findall(text)
    assert len(commands) == 2 + len(values)
    script = "\n".join(command for command, _ in commands)
    shell = subprocess.run(["sh", "-c", script], capture_output=True, check=True, text=True)
    given = [re.findall(r"[0-9a-f]{64}", line)[0] for line in shell.stdout.splitlines()]
    assert given == [result for _, result in commands]
    assert [result for _, result in RUN.findall(html.unescape(page).replace("<pre>", ""))] == given


def test_the_page_needs_nothing_and_runs_nothing(example: tuple[str, str]) -> None:
    _, page = example
    assert "<script" not in page
    without_names = re.sub(r'xmlns(:\w+)?="[^"]*"|http-equiv', "", page)
    assert not re.search(r"https?:|src *=|url\((?!#)", without_names)
    assert set(re.findall(r'href="([^"#:]*)[#:]', page)) <= {"", "data"}
    assert "default-src 'none'" in page
    hashed = tfd1.digest(log_in(page))
    assert f"SHA-256 <code>{hashed}</code>" in page


def test_a_director_repeats_it_from_the_file_alone(example: tuple[str, str]) -> None:
    text, page = example
    Path("dispute.txt").write_text(text)
    commands = text[text.index("\nTo repeat it\n") : text.index("\nRolls\n")]
    (take_out,) = re.findall(r"^ +(sed .+)$", commands, re.MULTILINE)
    subprocess.run(["sh", "-c", take_out], check=True)
    assert Path("log.jsonl").read_bytes() == log_in(page)
    whole = (EXAMPLE / "log.jsonl").read_bytes()
    assert whole.startswith(Path("log.jsonl").read_bytes())
    for command in re.findall(r"^ +adjudicator (.+)$", commands, re.MULTILINE):
        done(*command.split())
    again = Path("again.html").read_text()
    assert log_in(again) == log_in(page)
    for command in re.findall(r"^ +python verify_log.py (.+)$", commands, re.MULTILINE):
        words = [sys.executable, str(verify_log.__file__), *command.split()]
        assert subprocess.run(words, capture_output=True, check=False).returncode == 0
    report = EXAMPLE / "reports" / "n0007-turn-2-western.txt"
    title = "A whole match of the built-in player.\n"  # of match.json, which is not in the file
    assert done("report", "log.jsonl", "--n", 7) == report.read_text().replace(title, "")


# -- derivations -----------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [1, 2, 6, 100, 65537, 3221225472, 2**32])
def test_attempts_end_with_the_draw_of_the_protocol(sides: int) -> None:
    for i in range(1, 9):
        tried = list(attempts("ab" * 32, "a/label", i, sides))
        assert tried[-1].value == tfd1.draw("ab" * 32, "a/label", i, sides)
        assert [one.is_taken for one in tried] == [False] * (len(tried) - 1) + [True]


def test_a_number_that_is_too_large_is_told_and_drawn_again() -> None:
    sides = 3221225472
    values = tfd1.roll("ab" * 32, "reject", 12, sides)
    roll = log.Roll(n=1, label="reject", sides=sides, values=values)
    told = str(roll_line(roll, "ab" * 32, "cd" * 32))
    assert "not below 3221225472: drawn again" in told
    false = roll.model_copy(update={"values": (values[0] + 1, *values[1:])})
    assert f"but the log says {values[0] + 1}" in str(roll_line(false, "ab" * 32, "cd" * 32))


def test_shuffles_seals_and_rolls_on_trust_are_told() -> None:
    key, gid, cards = "ab" * 32, "cd" * 32, ("c1", "c2", "c3")
    order = tfd1.shuffle(key, "deck", cards)
    shuffle = log.Shuffle(n=1, label="deck", cards=cards, order=order)
    told = str(roll_line(shuffle, key, gid))
    j = tfd1.draw(key, "deck", 3, 3)
    assert f"x mod 3 + 1 = {j}: positions 3 and {j} change places." in told
    assert "Before: c1 c2 c3" in told
    assert f"After: {' '.join(order)}" in told
    seal = tfd1.seal(gid, 1, "hand", 2, value="c2", salt="0f" * 32)
    unseal = log.Unseal(n=1, label="hand", i=2, value="c2", salt="0f" * 32)
    assert seal in str(roll_line(unseal, key, gid))
    deck = log.SealedDeck(n=1, label="hand", cards=cards, seals=(seal,) * 3)
    assert "3 hidden draws under seals" in str(roll_line(deck, key, gid))
    outside = log.ExternalRoll(n=1, label="x", sides=6, values=(4,))
    assert "nothing shows where the values come from" in str(roll_line(outside, key, gid))


def test_a_key_is_derived_over_links_that_were_not_opened() -> None:
    demo = DemoMatch()
    for _ in range(3):
        demo.turn()
    lines = log.parse_log(demo.raw).lines
    told = "\n".join(str(line) for line in key_lines(lines, 3))
    opened = [line.payload for line in lines if isinstance(line.payload, log.Open)]
    assert opened[2].key in told
    assert "     the key in the open line" in told
    assert "Value 3 of the chain of the referee hashes down to the one opened in opening 2" in told
    for seat in opened[2].pledges:
        assert seat in told
    assert "NOT " not in told
    changed = lines_of(demo.raw)
    for line in changed:
        if line["t"] == "open" and line["n"] == 3:
            line["ref"] = "00" * 32
    told = "\n".join(str(line) for line in key_lines(log.parse_log(chained(changed)).lines, 3))
    assert "hashes down to NOT the one opened in opening 2" in told
    assert "NOT the key in the open line" in told


# -- withheld sheets, forged logs ------------------------------------------------------------------


def test_sheets_of_a_running_player_turn_are_left_out_unless_full() -> None:
    new("external")
    bids()
    assert play("blue", orders=MARCHES) == 3
    text = done("dispute", "m")
    flat = " ".join(text.split())
    assert "Opening 2 of m" in text
    assert "Sheets left out, for they are not published yet: blue's of opening 2" in flat
    assert "It is withheld: the log does not show it yet." in text
    blue = json.loads(Path("blue.json").read_text())
    assert blue["blind"] not in text
    assert '"order": "march"' not in text
    result = call("dispute", "m", "--full", "-o", "d.html")
    assert result.exit_code == 0, result.output
    assert "WARNING" in result.stderr
    page = Path("d.html").read_text()
    assert blue["blind"] in html.unescape(page)
    assert "WARNING: this file was made with --full" in page
    name = "referee/orders/n0002/blue.json"
    (sent,) = re.findall(rf'download="{name}" href="[^,]*,([A-Za-z0-9+/=]+)"', page)
    folder = Path("director")
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_bytes(base64.b64decode(sent))
    (folder / "log.jsonl").write_bytes(log_in(page))
    Path("m/match.json").unlink()
    assert done("report", folder, "--n", 2) == done("report", "m", "--n", 2)
    assert "give 2 openings exactly" in done("verify", folder)


def test_the_log_in_it_goes_on_until_the_sheets_are_published() -> None:
    new("external")
    bids()
    assert play("blue", orders=MARCHES) == 3
    while rolls := _rolls_awaited():
        Path("rolls.json").write_text(json.dumps(rolls))
        assert call("adjudicate", "m", "--rolls", "rolls.json").exit_code in (0, 3)
    text = done("dispute", "m", "--n", 2)
    assert "are not published yet" not in text
    assert '"order": "march"' in text
    lines = Logged.open(Path("m"), {"toy": TOY}).read.lines
    (note,) = [line.k for line in lines if isinstance(line.payload, log.Sheets)]
    end = next(line.k for line in lines[note:] if isinstance(line.payload, log.StateReached))
    assert end > max(line.k for line in lines if getattr(line.payload, "n", 0) == 2)
    assert f"the log in this file ends with line k={end}" in " ".join(text.split())
    taken = text[text.index("\n=== log.jsonl ===\n") :]
    assert taken.count("\n{") == end + 1
    assert "The sheet of blue of opening 2, still in force" in done("dispute", "m", "--n", 3)


def _rolls_awaited() -> dict[str, list[int]]:
    """Returns the rolls for which the player-turn waits, by label: everything misses."""
    status = json.loads(done("status", "m", "--json"))
    awaited = [one for one in status["pending"] if one["topic"] == "rolls"]
    return {one["label"]: [2] * int(one["prompt"].partition("d")[0]) for one in awaited}


def test_a_log_alone_without_the_sheets_tells_what_it_can() -> None:
    new("external")
    bids()
    assert play("blue", orders=MARCHES) == 3
    shutil.copy("m/log.jsonl", "log.jsonl")
    text = " ".join(done("dispute", "log.jsonl", "--n", 2).split())
    assert "The sheets of opening 2 are withheld and not here" in text
    assert "The dice, derived" in text
    assert "The turn key" in text
    assert "give this opening byte by byte" not in text
    told = call("report", "log.jsonl", "--n", "2")
    assert told.exit_code == 4
    assert "sheets-missing" in told.stderr
    Path("m/match.json").unlink()
    assert done("report", "log.jsonl", "--n", 1) == done("report", "m", "--n", 1)
    assert call("dispute", "log.jsonl", "--full").exit_code == 2


def test_a_forged_log_is_refuted_in_the_file() -> None:
    new()
    bids()
    assert play("blue", orders=MARCH) == 0
    lines = lines_of(Path("m/log.jsonl").read_bytes())
    roll = next(line for line in lines if line["t"] == "roll" and line["n"] == 2)
    roll["values"][0] = roll["values"][0] % 6 + 1
    Path("forged.jsonl").write_bytes(chained(lines))
    text = " ".join(done("dispute", "forged.jsonl", "--n", 2).split())
    assert "REFUTED, draw-false" in text
    assert "REFUTED, rules-disagree" in text
    assert f"but the log says {roll['values'][0]}" in text
    assert "do not give what the log says" in text
    told = call("report", "forged.jsonl", "--n", "2")
    assert told.exit_code == 1
    assert "rules-disagree" in told.stderr


def test_what_is_named_wrongly_is_said() -> None:
    new()
    assert call("dispute", "m").exit_code == 2
    bids()
    assert call("dispute", "m", "--n", "0").exit_code == 2
    assert call("dispute", "m", "--n", "2").exit_code == 2
    assert call("dispute", "m", "-o", "d.pdf").exit_code == 2
    assert call("dispute", "nowhere").exit_code == 4
    Path("log.jsonl").write_bytes(Path("m/log.jsonl").read_bytes()[:-40])
    assert call("dispute", "log.jsonl", "--n", "2").exit_code == 2
    Path("log.jsonl").write_bytes(b'{"t":"view"}\n')
    assert call("dispute", "log.jsonl").exit_code == 4
    damaged = Path("m/log.jsonl").read_bytes().replace(b'"t":"lock"', b'"t":"lick"')
    Path("log.jsonl").write_bytes(damaged)
    assert call("dispute", "log.jsonl").exit_code == 1


def test_report_and_map_take_a_log_alone() -> None:
    new()
    bids()
    shutil.copy("m/log.jsonl", "log.jsonl")
    Path("m/match.json").unlink()  # its title stands in what is shown
    for n in (0, 1):
        assert done("report", "log.jsonl", "--n", n) == done("report", "m", "--n", n)
        assert done("map", "log.jsonl", "--n", n) == done("map", "m", "--n", n)
    assert done("report", "log.jsonl", "--html") == done("report", "m", "--html")
    assert call("report", "log.jsonl", "--n", "2").exit_code == 2
    assert call("map", "log.jsonl", "--seat", "green").exit_code == 2


def test_a_match_with_hidden_information_keeps_its_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    PATCHES["hidden-question"](monkeypatch)
    secret = json.loads(Path("m/referee/secret.json").read_text())["master"]
    match = Match.open(Path("m"), {HAND.name: HAND}, render_report)
    state = match.rules.view(match.position(), None)
    assert state != match.position()
    blinds = [
        json.loads(path.read_text())["blind"] for path in Path("m/referee/orders").rglob("*.json")
    ]
    text = done("dispute", "m")
    assert "The state as JSON" in text
    assert "The whole state, with what players may not know" not in text
    assert not any(word in text for word in (match.saved.pending[0].prompt, *blinds))
    hidden = tfd1.seed_hidden(match.genesis.offer.game, secret)
    full = done("dispute", "m", "--full")
    assert "The whole state, with what players may not know" in full
    assert all(blind in full for blind in blinds)
    assert hidden not in text + full
    shutil.copy("m/log.jsonl", "log.jsonl")
    alone = done("dispute", "log.jsonl")
    assert "its secret is not here" in " ".join(alone.split())
    told = call("report", "log.jsonl")
    assert told.exit_code == 4
    assert "secret-missing" in told.stderr
