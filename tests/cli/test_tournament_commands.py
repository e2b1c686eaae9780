"""The commands of a tournament, as a director calls them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator.api.folders import match_lock
from adjudicator.api.match import open_match
from adjudicator.cli.app import app


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An event of three rounds with six players out of a spreadsheet, in the folder `cup`."""
    monkeypatch.chdir(tmp_path)
    made = _run("tournament new cup nine-fields standard --title Cup --referee Anna --referee Bert"
                " --rounds 3 --clock week --tie-break buchholz --tie-break lot")  # fmt: skip
    assert made.exit_code == 0, made.output
    assert "commitment" in made.output
    rows = [f"Player {number};p{number}@x.test;{1500 - number}\n" for number in range(1, 7)]
    Path("list.csv").write_text("Spieler;E-Mail;Elo\n" + "".join(rows))
    return Path("cup")


def _run(words: str) -> Result:
    return CliRunner().invoke(app, words.split())


def _told(words: str) -> Any:
    done = _run(f"{words} --json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_an_event_from_entry_to_standings(cup: Path) -> None:
    """Each command says what it did, as text and as JSON."""
    dry = _told(f"tournament add {cup} --csv list.csv --dry-run")
    assert [one["field"] for one in dry["columns"]] == ["name", "address", "rating"]
    assert [one["id"] for one in dry["players"]] == [f"p00{number}" for number in range(1, 7)]
    assert _run(f"tournament add {cup} --csv list.csv").stdout.endswith("6 entered\n")
    office = "office new office --address judge@play.test --referee gm@play.test"
    assert _run(office).exit_code == 0
    proposed = _told(f"tournament pair {cup}")
    assert proposed["started"] is None
    assert _told(f"tournament pair {cup}") == proposed
    swapped = _run(f"tournament pair {cup} --swap p001 p002 --by r1 --reason friends")
    assert "r1 changed p001 and p002: cost 0, then 0; friends" in swapped.stdout
    assert _run(f"tournament pair {cup}").exit_code == 1
    started = _told(f"tournament start {cup} --office office")
    assert started["made"] == ["01-01", "01-02", "01-03"]
    assert started["added"] == ["cup-01-01", "cup-01-02", "cup-01-03"]
    assert _told(f"tournament start {cup} --office office")["added"] == []
    ticked = json.loads(_run("tick office --json").stdout)
    assert len(ticked["wanted"]) == 0
    letters = list(Path("office", "mail", "out", "new").iterdir())
    assert len(letters) == 6
    assert all(b"Players: " in path.read_bytes() for path in letters)
    with open_match(cup / "matches" / "01-01") as opened:
        while not opened.is_over:
            opened.adjudicate(play="all")
    gathered = _told(f"tournament result {cup}")
    assert [one["match"] for one in gathered["results"]] == ["01-01"]
    assert gathered["results"][0]["source"]["by"] == "head"
    assert gathered["open"] == ["01-02", "01-03"]
    seats = _told(f"tournament result {cup} 01-02")["seats"]
    ruled = f"tournament result {cup} 01-02 --kind forfeited --forfeit {seats['east']} --by r1"
    told = f"line 3: 01-02: forfeited; first: {seats['west']}\n"
    assert _run(f"{ruled} --reason away").stdout == told
    assert "line 3: result: forfeited" in _run(f"tournament result {cup} 01-02").stdout
    standings = _told(f"tournament standings {cup}")
    assert [row["score"] for row in standings["rows"]] == ["1", "1", "0", "0", "0", "0"]
    assert standings["open"] == ["01-03"]
    assert _run(f"tournament standings {cup} --csv out.csv").exit_code == 0
    assert Path("out.csv").read_bytes().startswith(b'\xef\xbb\xbf"place"')
    assert _run(f"tournament result {cup} --csv results.csv").exit_code == 0
    assert len(Path("results.csv").read_text("utf-8-sig").splitlines()) == 5


def test_a_start_names_an_office_that_is_there(cup: Path) -> None:
    """What is wrong with it is said before the round is published."""
    _run(f"tournament add {cup} --csv list.csv")
    _run(f"tournament pair {cup}")
    before = (cup / "rounds/01/pairing.json").read_bytes()
    done = _run(f"tournament start {cup} --office nosuch")
    assert done.exit_code == 4
    assert "no-office" in done.output
    assert (cup / "rounds/01/pairing.json").read_bytes() == before
    assert not list((cup / "matches").iterdir())


def test_a_start_that_is_repeated_says_how_letters_go_out(cup: Path) -> None:
    """While its round is played; later the next round is to be paired first."""
    _run(f"tournament add {cup} --csv list.csv")
    _run(f"tournament pair {cup}")
    _run("office new office --address judge@play.test --referee gm@play.test")
    first = _run(f"tournament start {cup} --office office").stdout
    assert "3 matches made" in first
    assert "3 matches added; letters go out by: adjudicator tick office\n" in first
    again = _run(f"tournament start {cup}")
    assert again.exit_code == 0
    assert "nothing was left to make: round 1 has all its matches" in again.stdout
    assert f"adjudicator tournament start {cup} --office OFFICE" in again.stdout
    assert _told(f"tournament start {cup}")["made"] == []
    for match in ("01-01", "01-02", "01-03"):
        seats = _told(f"tournament result {cup} {match}")["seats"]
        winner = f"--kind agreed --winner {seats['east']} --by r1 --reason so"
        assert _run(f"tournament result {cup} {match} {winner}").exit_code == 0
    late = _run(f"tournament start {cup}")
    assert late.exit_code == 1
    assert "round 2 is not paired" in late.output


def test_who_was_forgotten_may_stand_in_a_list(cup: Path) -> None:
    """Nothing knows their name any more: both commands say what a list then does."""
    assert _run(f"tournament add {cup} --csv list.csv").stderr == ""
    assert _run(f"tournament withdraw {cup} p002 --by r1 --reason ill").exit_code == 0
    forgotten = _run(f"tournament forget {cup} p002").stdout
    assert "take them off the list" in forgotten
    assert "letters that wait there still go out with the name" in forgotten
    again = _run(f"tournament add {cup} --csv list.csv --dry-run")
    assert "p007: Player 2\n1 would be entered" in again.stdout
    assert again.stderr.startswith("notice: p002 asked to be forgotten")
    assert _told(f"tournament add {cup} --csv list.csv --dry-run")["forgotten"] == ["p002"]
    rest = Path("list.csv").read_text().replace("Player 2;p2@x.test;1498\n", "")
    Path("list.csv").write_text(rest)
    assert _run(f"tournament add {cup} --csv list.csv").stderr == ""


def test_a_referee_who_plays_enters_as_one(cup: Path) -> None:
    """New or entered already; later an amendment says it."""
    _run(f"tournament add {cup} --csv list.csv")
    dry = _run(f"tournament add {cup} Bert --referee r2 --dry-run")
    assert dry.exit_code == 0
    assert json.loads((cup / "tournament.json").read_bytes())["referees"][1]["player"] is None
    done = _run(f"tournament add {cup} Bert --referee r2")
    assert done.stdout.endswith("r2 plays as p007, and rules in no match of theirs\n")
    assert _run(f"tournament add {cup} Anna").exit_code == 0
    known = _run(f"tournament add {cup} Anna --referee r1")
    assert "r1 plays as p008" in known.stdout
    referees = json.loads((cup / "tournament.json").read_bytes())["referees"]
    assert [one["player"] for one in referees] == ["p008", "p007"]
    twice = _run(f"tournament add {cup} Cleo --referee r1")
    assert twice.exit_code == 1
    assert "r1 plays as p008 already" in twice.output
    assert len(json.loads((cup / "players.json").read_bytes())["players"]) == 8
    assert _run(f"tournament add {cup} --csv list.csv --referee r1").exit_code == 2


def test_an_appeal_that_nobody_may_decide(cup: Path) -> None:
    """It says at once what to write, and that is enough: the new referee decides, all is sound."""
    _run(f"tournament add {cup} --csv list.csv")
    _run(f"tournament pair {cup}")
    matches = json.loads((cup / "rounds/01/pairing.json").read_bytes())["matches"]
    player = next(iter(matches[0]["seats"].values()))
    number = int(player[1:])
    _run(f"tournament pair {cup}")
    entered = CliRunner().invoke(
        app, ["tournament", "add", str(cup), f"Player {number}", "--address",
              f"p{number}@x.test", "--referee", "r2"],
    )  # fmt: skip
    assert f"r2 plays as {player}" in entered.stdout
    stale = _run(f"tournament start {cup}")
    assert "proposal-stale" in stale.output
    _run(f"tournament pair {cup}")
    assert _run(f"tournament start {cup}").exit_code == 0
    ruled = f"tournament result {cup} 01-01 --kind forfeited --forfeit {player} --by r1"
    assert _run(f"{ruled} --reason away").exit_code == 0
    appeal = _run(f"tournament result {cup} 01-01 --appeal {player} --reason here").stdout
    assert "nobody may decide it" in appeal
    own = _run(f"tournament result {cup} --decide 3 --upheld --by r1 --reason so")
    assert "Name an assistant" in own.output
    assert "Another referee decides" not in own.output
    amendment = json.loads(appeal.splitlines()[-1].replace("NAME", "Cleo").replace("REASON", "so"))
    path = cup / "tournament.json"
    told = json.loads(path.read_bytes())
    told["amendments"].append(amendment)
    path.write_text(json.dumps(told))
    other = f"tournament result {cup} 01-02 --kind double-forfeit --by r2 --reason away"
    assert _run(other).exit_code == 0
    line = _told(f"tournament result {cup} 01-02 --appeal {_first_of(cup)} --reason no")["n"]
    assert "next: r1 or r3 decides" in _run(
        f"tournament result {cup} 01-02 --appeal {_first_of(cup, 'west')} --reason no"
    ).stdout  # fmt: skip
    assert line == 6
    decided = _run(f"tournament result {cup} --decide 3 --upheld --by r3 --reason so")
    assert decided.exit_code == 0, decided.output
    assert _run(f"tournament audit {cup}").exit_code == 3  # 01-03 is still being played.
    late = _run(f"tournament add {cup} Dora --referee r3")
    assert "rules-fixed" in late.output


def _first_of(cup: Path, seat: str = "east") -> str:
    """Returns who sits in 01-02."""
    found: str = _told(f"tournament result {cup} 01-02")["seats"][seat]
    return found


def test_claims_appeals_and_replacements(cup: Path) -> None:
    """What players say is kept; another referee decides."""
    _run(f"tournament add {cup} --csv list.csv")
    _run(f"tournament add {cup} Ida --rating 3")
    _run(f"tournament pair {cup}")
    _run(f"tournament start {cup}")
    seats = _told(f"tournament result {cup} 01-01")["seats"]
    one, two = seats.values()
    assert _told(f"tournament result {cup} 01-01 --claim {one} --reason mine")["n"] == 3
    advised = _run(f"tournament result {cup} 01-01 --advice 2")
    assert "2 playouts by the built-in player, seed 1" in advised.stdout
    assert _run(f"tournament result {cup} 01-01 --advice 2 --seed \N{POUND SIGN}").exit_code == 2
    assert _told(f"tournament result {cup} 01-01 --kind agreed --winner {two} --by r2 --reason so"
                 f" --award {one}=1/4")["source"]["claims"] == [3]  # fmt: skip
    assert _told(f"tournament result {cup} 01-01 --appeal {one} --reason no")["n"] == 5
    assert "an appeal waits: line 5" in _run(f"tournament result {cup}").stdout
    own = _run(f"tournament result {cup} --decide 5 --dismissed --by r2 --reason so")
    assert "own-ruling" in own.output
    assert (
        _run(f"tournament result {cup} --decide 5 --dismissed --by r1 --reason so").exit_code == 0
    )
    assert "appeal waits" not in _run(f"tournament result {cup}").stdout
    assert _told(f"tournament result {cup} 01-01 --appeal {two} --reason no")["n"] == 7
    _run(f"tournament result {cup} --decide 7 --upheld --by r1 --reason so")
    said = _run(f"tournament result {cup}").stdout
    assert "an appeal was upheld, and 01-01 is not corrected yet: --corrects 4\n" in said
    assert _told(f"tournament result {cup}")["uncorrected"] == [{"line": 4, "match": "01-01"}]
    said = _run(f"tournament result {cup} 01-01").stdout
    assert "line 8: appeal-decided: upheld: so\n" in said
    assert said.endswith("an appeal was upheld, and line 4 is not corrected yet\n")
    assert "upheld" not in _run(f"tournament result {cup} 01-02").stdout
    assert _told(f"tournament standings {cup}")["appealed"] == ["01-01"]
    assert "Not final: an appeal was upheld" in _run(f"tournament standings {cup}").stdout
    scores = {row["player"]: row["score"] for row in _told(f"tournament standings {cup}")["rows"]}
    assert scores[one] == "1/4"
    bye = next(iter(json.loads((cup / "rounds/01/pairing.json").read_bytes())["byes"]))["player"]
    late = _told(f"tournament result {cup} 01-02")["seats"]["east"]
    left = _told(f"tournament withdraw {cup} {late} --by r1 --reason ill --replacement {bye}")
    assert left == {"player": late, "byes": [], "void": [], "open": []}
    assert _told(f"tournament result {cup} 01-02")["seats"]["east"] == bye


@pytest.mark.parametrize(
    "words",
    ["add cup", "add cup Anna --csv list.csv", "result cup --kind agreed",
     "result cup 01-01 --kind x",
     "result cup 01-01 --kind agreed --claim p001", "result cup 01-01 --kind void --reason",
     "result cup 01-01 --kind agreed --reason so --award p001", "result cup --decide 3 --reason so",
     "pair cup --swap p001 p002", "withdraw cup p001",
     "result cup 01-01 --kind agreed --reason so --place p001=9",
     "result cup 01-01 --kind agreed --reason so", "result cup 01-01 --award p001=1 --reason so",
     "result cup 01-01 --corrects 4 --reason so", "result cup 01-01 --winner p001 --reason so",
     "result cup 01-01 --claim p001 --reason a\N{ZERO WIDTH SPACE}b",
     "withdraw cup p001 --reason \N{SOFT HYPHEN}",
     "new mug nine-fields standard --title Mug --referee Ann --format swis",
     "new mug no-game standard --title Mug --referee Ann", "new mug nine-fields standard",
     "new mug nine-fields standard --title Mug --referee Ann --date tomorrow",
     "new mug nine-fields standard --title Mug --referee Ann --clock slow"],
)  # fmt: skip
def test_what_is_no_such_command(cup: Path, words: str) -> None:
    """It says so, and changes nothing."""
    before = {path: path.read_bytes() for path in sorted(cup.rglob("*")) if path.is_file()}
    assert _run(f"tournament {words}").exit_code == 2
    assert before == {path: path.read_bytes() for path in sorted(cup.rglob("*")) if path.is_file()}
    assert not Path("mug").exists()


_NEW = "tournament new mug nine-fields standard --title Mug --referee Ann"


@pytest.mark.parametrize(
    ("words", "cited", "advice"),
    [
        ("--scoring places:a", "--scoring: invalid bad-pattern", "places:10,4,1"),
        ("--odd thrice", "--odd: invalid not-one-of", 'Did you mean "twice"?'),
        ("--format groups --odd twice", "--odd", "in a Swiss alone"),
        ("--date 2090-01-01..2090-02-01", "--date: invalid event-contradicts", "--starts DAY"),
        ("--mode mutual", "--mode: invalid event-contradicts", "Add --joins"),
        ("--rounds 2 --tie-break lot --tie-break lot", "--tie-break: invalid", "once"),
        ("--name Mug", "--name: invalid bad-pattern", "small letters"),
    ],
)
def test_what_is_wrong_names_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, cited: str, advice: str
) -> None:
    """There is no tournament.json yet, whose lines could be cited."""
    monkeypatch.chdir(tmp_path)
    done = _run(f"{_NEW} {words}")
    assert done.exit_code in (1, 2)
    assert cited in done.output
    assert advice in done.output
    assert "tournament.json" not in done.output


def test_days_that_have_passed_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning alone: an event may be written down late."""
    monkeypatch.chdir(tmp_path)
    today = datetime(2027, 1, 15, 12, tzinfo=UTC)
    monkeypatch.setattr("adjudicator.cli.tournament_new.now", lambda: today)
    for starts, told in (
        ("2027-01-15", ""),
        ("2027-01-14", "round 1 begins before today"),
        ("2026-01-14", "rounds 1 to 3 begin before today, 2027-01-15"),
    ):
        done = _run(f"{_NEW.replace('mug', f'mug-{starts}')} --rounds 3 --starts {starts}")
        assert done.exit_code == 0
        assert (told in done.stderr) if told else not done.stderr


def test_who_plays_twice_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody does who has not said so."""
    monkeypatch.chdir(tmp_path)
    assert "column Twice" in _run(f"{_NEW} --odd twice").stdout
    assert "Twice" not in _run(_NEW.replace("mug", "cup")).stdout


def test_one_gives_way(cup: Path) -> None:
    """Exit code 75: the same call may work later."""
    with match_lock(cup):
        done = _run(f"tournament add {cup} Anna")
    assert done.exit_code == 75
    assert "event-locked" in done.output


@pytest.mark.parametrize("player", ["p001;x", "--help", "../p001", "p\u202e001", "p001\n"])
def test_ids_are_hostile_too(cup: Path, player: str) -> None:
    """What somebody types for an id is shown only as text that is seen."""
    done = CliRunner().invoke(
        app, ["tournament", "withdraw", str(cup), "--by", "r1", "--reason", "x", "--", player]
    )
    assert done.exit_code == 1
    assert "\u202e" not in done.output
    assert "no-such-player" in done.output


def test_an_audit_and_tables(cup: Path) -> None:
    """Exit codes are those of `verify`; every table in two languages, as text and as JSON."""
    _run(f"tournament add {cup} --csv list.csv")
    _run(f"tournament pair {cup}")
    _run(f"tournament start {cup}")
    with open_match(cup / "matches" / "01-01") as opened:
        while not opened.is_over:
            opened.adjudicate(play="all")
    assert _run(f"tournament audit {cup}").exit_code == 3
    assert _told(f"tournament result {cup}")["results"]
    done = _run(f"tournament audit {cup}")
    assert done.exit_code == 0, done.output
    assert done.stdout.endswith("the event: sound\n")
    told = _told(f"tournament audit {cup}")
    assert (told["verdict"], told["findings"]) == ("sound", [])
    assert [one["match"] for one in told["matches"]] == ["01-01", "01-02", "01-03"]
    assert told["matches"][0]["openings"] > 0
    whole = _run(f"tournament standings {cup}").stdout
    assert whole.startswith("Standings after round 1\n")
    assert "Player 1" in whole
    assert "Stand nach Runde 1" in _run(f"tournament standings {cup} --language de").stdout
    for table, title in (("ratings", "Ratings of "), ("balance", "How often each side wins"),
                         ("sides", "The best of each side"), ("teams", "Teams")):  # fmt: skip
        assert title in _run(f"tournament standings {cup} --table {table}").stdout
    assert [one["matches"] for one in _told(f"tournament standings {cup} --table ratings")] == [
        1,
        1,
    ]
    assert _told(f"tournament standings {cup} --table balance")["people"][0]["matches"] == 1
    assert len(_told(f"tournament standings {cup} --table sides")) == 2
    assert _told(f"tournament luck {cup}")["is"] == "a story, not evidence"
    assert "a story, no evidence" in _run(f"tournament luck {cup}").stdout
    for wrong in ("standings cup --table rating", "standings cup --language fr",
                  "luck cup --language fr"):  # fmt: skip
        assert _run(f"tournament {wrong}").exit_code == 2
    (cup / "matches/01-01/log.jsonl").write_bytes(b"{}\n")
    refuted = _run(f"tournament audit {cup}")
    assert refuted.exit_code == 1
    assert str(cup.resolve()) not in refuted.output
    told = json.loads(_run(f"tournament audit {cup} --json").stdout)
    assert told["matches"][0]["verdict"] == "refuted"
    (cup / "tournament.json").write_text("{")
    assert _run(f"tournament audit {cup}").exit_code == 1
    assert _run("tournament audit nowhere").exit_code == 4


def test_what_windows_pastes_is_a_reason(cup: Path) -> None:
    """Tabs and carriage returns are blanks and line feeds."""
    _run(f"tournament add {cup} --csv list.csv")
    _run(f"tournament pair {cup}")
    _run(f"tournament start {cup}")
    one = next(iter(_told(f"tournament result {cup} 01-01")["seats"].values()))
    words = ["tournament", "result", str(cup), "01-01", "--claim", one, "--reason", "a\tb\r\nc"]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert "line 2: claim: a b c" in _run(f"tournament result {cup} 01-01").stdout


def test_bids_and_what_they_buy_are_printed(cup: Path) -> None:
    """Which side is the strong one is said when the event is made: by default it is the first."""
    made = _run("tournament new mug nine-fields standard --title Mug --referee Anna"
                " --format groups --sides bid")  # fmt: skip
    assert "players bid for east, the strong side" in made.stdout
    Path("bids.csv").write_text("name,bid\nAnna,3\nBert,1\nCleo,\n")
    assert _run("tournament add mug --csv bids.csv").exit_code == 0
    told = _run("tournament pair mug").stdout
    assert "bids for east, the strong side: p002 1, p001 3; p002 has it, for 1\n" in told
    assert "bids for" not in _run(f"tournament add {cup} --csv list.csv").stdout
    assert "bids for" not in _run(f"tournament pair {cup}").stdout


def test_rounds_that_are_not_there_have_no_standings(cup: Path) -> None:
    """Nor do ratings stand after a round: they are those of all."""
    _run(f"tournament add {cup} --csv list.csv")
    none = _run(f"tournament standings {cup} --after 1")
    assert none.exit_code == 2
    assert "there is no round 1: none has started" in none.output
    _run(f"tournament pair {cup}")
    assert _run(f"tournament standings {cup} --after 1").exit_code == 2
    _run(f"tournament start {cup}")
    assert _run(f"tournament standings {cup} --after 1").exit_code == 0
    late = _run(f"tournament standings {cup} --after 9 --csv out.csv")
    assert late.exit_code == 2
    assert "there is no round 9: the last one that has started is 1" in late.output
    assert not Path("out.csv").exists()
    assert _run(f"tournament standings {cup} --after 1 --table ratings").exit_code == 2


def test_a_head_that_was_kept_is_looked_for(cup: Path) -> None:
    """One that is cut off refutes nothing: it is no head."""
    _run(f"tournament add {cup} --csv list.csv")
    _run(f"tournament pair {cup}")
    _run(f"tournament start {cup}")
    head = json.loads(_run(f"tournament audit {cup} --json").stdout)["head"]
    _run(f"tournament result {cup} 01-01 --kind void --by r1 --reason so")
    known = _run(f"tournament audit {cup} --head {head}")
    assert known.exit_code in (0, 3)
    other = _run(f"tournament audit {cup} --head {head[::-1]}")
    assert other.exit_code == 1
    assert "head-not-in-event" in other.stdout
    cut = _run(f"tournament audit {cup} --head {head[:16]}")
    assert cut.exit_code == 2
    assert "is no head" in cut.output


def test_one_is_no_plural(cup: Path) -> None:
    _run("tournament new mug nine-fields standard --title Mug --referee Anna --format groups")
    for name in ("Anna", "Bert"):
        _run(f"tournament add mug {name}")
    _run("tournament pair mug")
    assert "1 match made, below" in _run("tournament start mug").stdout
    assert "0 results taken, 1 match open" in _run("tournament result mug").stdout
    assert "round 1: 2 players in 1 match, 2 starts, 0 byes" in (
        _run("tournament export mug --report").stdout
    )


def test_a_late_correction_says_whom_it_touches(cup: Path) -> None:
    """In a knock-out whose final has started: beside the answer, with what a director may do."""
    _run("tournament new duel nine-fields standard --title Duel --referee Anna --format knock-out"
         " --mode public")  # fmt: skip
    for number in range(1, 5):
        _run(f"tournament add duel player-{number} --rating {2000 - number}")

    def write(match: str, winner: str, more: str = "") -> Result:
        done = _run(f"tournament result duel {match} --kind adjudicated --winner {winner}"
                    f" --reason so {more}")  # fmt: skip
        assert done.exit_code == 0, done.output
        return done

    def start() -> None:
        assert _run("tournament pair duel").exit_code == 0
        assert _run("tournament start duel").exit_code == 0

    start()
    assert json.loads(write("01-01", "p004", "--json").stdout)["touches"] == []
    write("01-02", "p002")
    assert write("01-01", "p001", "--corrects 2").stderr == ""
    start()
    warned = write("01-01", "p004", "--corrects 4")
    assert warned.stdout == "line 6: 01-01: adjudicated; first: p004\n"
    assert warned.stderr == (
        "notice: 01-01 led to 02-01, which has started: p001 went on there, and now it would be"
        " p004. The bracket stays.\n    02-01 is open: to give the seat to p004: adjudicator"
        " tournament result duel 02-01 --replace p001 p004 --by REFEREE --reason WHY\n"
    )
    write("02-01", "p001")
    told = json.loads(write("01-02", "p003", "--corrects 3 --json").stdout)
    assert told["touches"] == [
        {"round": 2, "match": "02-01", "plays": "p002", "instead": "p003", "is_open": False}
    ]
    assert "02-01 has a result, which stands" in write("01-02", "p003", "--corrects 8").stderr
    assert json.loads(_run("tournament result duel --json").stdout)["touches"] == []
