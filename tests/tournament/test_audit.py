"""The audit of an event: a whole one is sound, and each falsified one is caught by its code."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.api.problems import Problem, Refused
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament import audit_matches, audit_standings, auditing
from adjudicator.tournament.audit_logs import OTHER_RULES, LogAudit, audited_log
from adjudicator.tournament.auditing import audit_event, audit_folder
from adjudicator.tournament.deciding import claim
from adjudicator.tournament.facts import standings_of
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.site.shown import Shown
from adjudicator.tournament.standings.table import Standings
from tests.errors.catalogue import _no_pictures
from tests.tournament.audit_mutants import MUTANTS, AuditMutant, is_caught
from tests.tournament.audited_events import REFEREES, edit, match_of, rewrite, swiss
from tests.tournament.cup import after
from tests.tournament.forged_events import FORGERIES


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Swiss of seven, made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpeningFiles, "write_views", _no_pictures)
        yield swiss(tmp_path_factory.mktemp("audited") / "cup")


def test_a_whole_event_is_sound(sound: Path) -> None:
    """Every log, draw, pairing, offer and result: nothing is found; two workers say the same."""
    event = open_event(sound)
    found = audit_event(event)
    assert found.findings == ()
    assert found.verdict == "sound"
    assert [one.match for one in found.matches] == [*event.matches]
    assert all(one.verdict == "sound" and one.openings and one.head for one in found.matches)
    assert audit_event(event, workers=2) == found
    assert audit_folder(sound) == found


@pytest.fixture(scope="module")
def known() -> dict[object, object]:
    """What logs and engines said before: nine of ten forgeries touch neither."""
    return {}


@pytest.fixture
def _once(monkeypatch: pytest.MonkeyPatch, known: dict[object, object]) -> None:
    """Verifies each log once, and asks the engine once about each file."""
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)
    pair = Gacrux.pair

    def verified(folder: Path) -> object:
        key = (folder.name, (folder / "log.jsonl").read_bytes())
        if key not in known:
            known[key] = audited_log(folder)
        return known[key]

    def paired(self: Gacrux, trf: str, **how: object) -> object:
        key = (trf, *map(str, how.values()))
        if key not in known:
            known[key] = pair(self, trf, **how)  # type: ignore[arg-type]  # passed on
        return known[key]

    monkeypatch.setattr(auditing, "audited_log", verified)
    monkeypatch.setattr(Gacrux, "pair", paired)


@pytest.mark.usefixtures("_once")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.exhaustive] if number % 2 else [])
        for number, name in enumerate(FORGERIES)
    ],
)
def test_a_falsified_event_is_caught(sound: Path, tmp_path: Path, name: str) -> None:
    """By the code that says what was done."""
    folder = tmp_path / "cup"
    shutil.copytree(sound, folder)
    code, forge = FORGERIES[name]
    forge(folder)
    found = audit_folder(folder)
    codes = {one.code for one in found.findings} | {one.code for one in found.matches}
    assert code in codes, found.findings
    assert found.verdict != "sound"


@pytest.mark.usefixtures("_once")
def test_what_cannot_be_run_again_proves_no_result(
    sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logs of other rules than this program has refute nothing."""

    def other_rules(folder: Path) -> LogAudit:
        found = audited_log(folder)
        return found._replace(verdict="not-proven", code=OTHER_RULES, is_over=None, ended=None)

    monkeypatch.setattr(auditing, "audited_log", other_rules)
    found = audit_folder(sound)
    assert {one.code for one in found.findings} == {"result-not-proven"}
    assert {one.code for one in found.matches} == {OTHER_RULES}
    assert found.verdict == "not-proven"


@pytest.mark.usefixtures("_once")
def test_standings_are_held_against_a_second_reading(
    sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the one function that makes them shows."""

    def wrong(event: OpenEvent) -> Standings:
        found = standings_of(event)
        first, *others = found.rows
        return replace(found, rows=(replace(first, score=first.score + 1), *others))

    monkeypatch.setattr(audit_standings, "standings_of", wrong)
    assert {one.code for one in audit_folder(sound).findings} == {"standings-differ"}


@pytest.mark.usefixtures("_once")
def test_scores_that_cannot_be_summed_are_a_finding(
    sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no trace of the program."""

    def impossible(event: OpenEvent) -> Standings:
        raise ValueError("points below 0 cannot be shared by their squares")

    monkeypatch.setattr(audit_standings, "standings_of", impossible)
    (found,) = audit_folder(sound).findings
    assert found.code == "standings-impossible"
    assert "below 0" in found.says


@pytest.mark.usefixtures("_once")
def test_an_offer_that_cannot_be_made_again_here_proves_nothing(
    sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the event's own map is not at hand."""

    def lacking(*given: object, **named: object) -> None:
        raise Refused([Problem("no-such-scenario", "there is no scenario nowhere")])

    monkeypatch.setattr(audit_matches, "prepare_match", lacking)
    found = audit_folder(sound)
    assert {one.code for one in found.findings} == {"offer-not-compared"}
    assert found.verdict == "not-proven"


_SHOWN_ELSEWHERE = {
    "beacon-not-checked", "draw-not-the-beacons",  # test_audit_sources.py
    "head-not-in-event", "offer-not-compared", "result-not-proven", "standings-differ",
    "standings-impossible",
}  # fmt: skip


@pytest.mark.usefixtures("_once")
def test_a_head_that_was_kept_holds_the_event(sound: Path, tmp_path: Path) -> None:
    """Whoever forges all lines again, each citing the one before, has other hashes behind it."""
    event = open_event(sound)
    kept = [event.hashes[2], event.head]
    found = audit_event(event, heads=kept)
    assert (found.verdict, found.head) == ("sound", event.head)
    folder = tmp_path / "cup"
    shutil.copytree(sound, folder)

    def other_words(told: list[dict[str, object]]) -> None:
        next(one for one in told if one["line"] == "claim")["text"] = "I was behind"

    rewrite(folder, other_words)
    assert audit_folder(folder).verdict == "sound"
    forged = audit_folder(folder, heads=kept)
    assert [(one.code, kept[1] in one.says) for one in forged.findings] == [
        ("head-not-in-event", True)
    ]
    assert forged.verdict == "refuted"


@pytest.mark.usefixtures("_once")
def test_amendments_and_rulings_are_noted_by_the_next_command(sound: Path, tmp_path: Path) -> None:
    """Till then they are not proven; a name in them may be put right, for no hash knows it."""
    folder = tmp_path / "cup"
    shutil.copytree(sound, folder)
    day = {"day": "2027-02-13", "by": "r2"}
    named = [*REFEREES, {"id": "r4", "name": "Dora"}]
    changes = {"referees": named, "title": "The Cup"}
    edit(folder / "tournament.json", lambda told: told.update(
        amendments=[{"n": 1, "reason": "one more", "changes": changes, **day}],
        rulings=[{"n": 1, "text": "a stack may wait", **day}]))  # fmt: skip
    before = audit_folder(folder)
    assert [one.code for one in before.findings] == ["rules-not-noted", "rules-not-noted"]
    assert before.verdict == "not-proven"
    edit(folder / "tournament.json", lambda told: told.update(about="Bring a friend."))
    assert [one.path for one in audit_folder(folder).findings if "about" in one.path]
    event = open_event(folder)
    match = match_of(event, 1, without="p001")
    claim(folder, match, next(iter(event.seated(match).values())), "mine", now=after(30))
    assert [one.line for one in open_event(folder).lines[-2:]] == ["rules", "claim"]
    assert audit_folder(folder) == replace(
        audit_folder(folder), findings=(), verdict="sound", head=open_event(folder).head
    )
    told = [one.text for one in Shown(open_event(folder)).decisions()]
    assert told[-2] == "The words about the event were changed"
    edit(folder / "tournament.json", lambda told: told["amendments"][0]["changes"]["referees"][3]
         .update(name="Do"))  # fmt: skip
    assert audit_folder(folder).verdict == "sound"


def test_every_finding_of_the_audit_has_its_falsified_event() -> None:
    """Or a test of its own: above, or that of the beacon."""
    codes: set[str] = set()
    for path in sorted(Path(auditing.__file__).parent.glob("audit*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                named = [one.value for one in node.keywords if one.arg == "code"]
                told = ast.unparse(node.func) == "_finding"
                found = [*(node.args[:1] if told else ()), *named]
                codes |= {str(one.value) for one in found if isinstance(one, ast.Constant)}
    assert len(codes) > 40
    lacking = codes - {code for code, _ in FORGERIES.values()} - _SHOWN_ELSEWHERE
    assert not lacking, sorted(lacking)


@pytest.mark.parametrize("mutant", MUTANTS[::6], ids=lambda one: one.new)
def test_a_fault_in_the_audit_shows(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: AuditMutant
) -> None:
    """`python -m tests.tournament.audit_mutants` tries all of them."""
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)
    assert is_caught(mutant, sound, tmp_path / "cup")
