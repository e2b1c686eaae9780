"""Every change of every log: both verifiers in Python agree, and miss only the uncited tail."""

from __future__ import annotations

import pytest

from adjudicator.audit.verifiers import verify_log
from tests.audit import mutations
from tests.audit.demo_logs import DEMO_LOGS
from tests.audit.log_changes import CHANGES
from tests.audit.mutations import full_audit_says, mutated_logs, tried, unnoticed

EXAMPLE = pytest.param("fortress_example", marks=pytest.mark.exhaustive)
"""As many mutations as of all others together; the page tries every fourth of them."""
every_log = pytest.mark.parametrize(
    "name", [EXAMPLE if name in EXAMPLE.values else name for name in mutated_logs()]
)


@every_log
def test_package_and_stand_alone_file_blame_the_same_lines(name: str) -> None:
    judged = tried(mutated_logs()[name])
    assert {one.mutation.change for one in judged} >= {"changed", "left out", "doubled"}
    assert [one.mutation.name for one in judged if one.package != one.stand_alone] == []


@every_log
def test_only_changes_of_the_uncited_tail_are_not_noticed(name: str) -> None:
    raw = mutated_logs()[name]
    cited = verify_log.verify(raw).cited or 0
    for one in unnoticed(tried(raw)):
        # A line that is doubled or swapped stays where it was: the next one is another.
        first_changed = one.k + (one.change == "doubled")
        assert first_changed > cited, one.name


@pytest.mark.parametrize("name", ["toy_match", EXAMPLE])
def test_the_full_audit_misses_nothing_but_dice_on_trust_that_change_nothing(name: str) -> None:
    missed = list(unnoticed(tried(mutated_logs()[name])))
    assert missed
    of_all = [one.name for one in missed if full_audit_says(one.raw) == "sound"]
    if name == "toy_match":
        assert of_all == []
    # In external mode a die may show something else with the same effect.
    assert all(".0 changed" in told or ".1 changed" in told for told in of_all)


def test_the_rules_of_a_demo_cannot_be_run() -> None:
    assert full_audit_says(DEMO_LOGS["referee_match"]) is None


def test_the_table_counts_what_was_tried(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = {name: DEMO_LOGS[name] for name in ("new_match", "public_match")}
    monkeypatch.setattr(mutations, "mutated_logs", lambda: logs)
    monkeypatch.setattr(mutations, "find_chromium", lambda: None)
    mutations.main()
    out = capsys.readouterr().out
    assert out.startswith(f"| log | tried | {' | '.join(CHANGES)} | package | one file | page |")
    assert "| public_match | 183 | 151 | 11 | 11 | 10 | 178 | 178 | - | 0 | - |" in out
    assert "| all | 214 | 180 | 12 | 12 | 10 | 209 | 209 | 0 | 0 | 0 |" in out
    assert "new_match (lines after None are not cited): nothing\n" in out
    assert "line 10 engine changed, line 10 sha256 changed" in out
