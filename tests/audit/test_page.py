"""The verifier as a page, in a real browser: it agrees with the others, and shows text as text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import tfd1
from adjudicator.audit.verifiers import verify_log
from tests.audit.bad_lines import MALFORMED, NOT_CANONICAL
from tests.audit.chromium import Page
from tests.audit.demo_logs import DEMO_LOGS, DemoMatch
from tests.audit.foreign_log import foreign_log
from tests.audit.log_changes import chained, lines_of, package_judges, stand_alone_judges
from tests.audit.mutations import PAGE, mutated_logs, page_judges, tried
from tests.errors.logs import changed_log

ROOT = Path(__file__).resolve().parents[2]
TEXT = PAGE.read_text(encoding="utf-8")
LARGEST = 84_000


def catalogue_logs() -> Iterator[tuple[str, bytes]]:
    for path in sorted((ROOT / "tests" / "errors").rglob("run.json")):
        run = json.loads(path.read_text(encoding="utf-8"))
        if "log" in run:
            yield str(path.parent), changed_log(run)
    for folder in ("tests/errors", "examples"):
        for path in sorted((ROOT / folder).rglob("log.jsonl")):
            yield str(path), path.read_bytes()


# --- the page as a file -------------------------------------------------------------------------


def test_the_page_may_run_its_own_scripts_and_nothing_else() -> None:
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", TEXT, re.DOTALL)
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'"
        for one in scripts
    ]
    assert len(hashes) == 2
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {' '.join(hashes)}; "
        "base-uri 'none'; form-action 'none'"
    )
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in TEXT


def test_the_page_makes_no_markup_and_asks_for_nothing() -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b", TEXT)
    assert not re.search(r"fetch\(|XMLHttp|WebSocket|\bimport\b|\bsrc=|url\(", TEXT)
    assert set(re.findall(r"\w+://[\w./]+", TEXT)) == {"http://www.w3.org/2000/svg"}
    assert len(TEXT.encode()) < LARGEST


# --- agreement ----------------------------------------------------------------------------------


def test_the_three_verifiers_agree_on_every_log_of_the_tests(page: Page) -> None:
    logs = [*mutated_logs().items(), *catalogue_logs(), ("foreign", foreign_log())]
    assert len(logs) > 30
    for (name, raw), said in zip(logs, page_judges(page, [raw for _, raw in logs]), strict=True):
        assert said == package_judges(raw) == stand_alone_judges(raw), name


def test_the_three_verifiers_agree_on_every_mutation(
    page: Page, pytestconfig: pytest.Config
) -> None:
    """As a rule on every fourth, and others of each log."""
    every = 1 if pytestconfig.getoption("--exhaustive") else 4
    judged = [one for raw in mutated_logs().values() for one in tried(raw, every)]
    said = page_judges(page, [one.mutation.raw for one in judged])
    differing = [
        (one.mutation.name, by_page, one.package)
        for one, by_page in zip(judged, said, strict=True)
        if by_page != one.package
    ]
    assert differing == []


def test_the_three_verifiers_agree_on_what_json_is_strict(page: Page) -> None:
    first = DEMO_LOGS["new_match"]
    logs = [raw + b"\n" for raw in MALFORMED]
    logs += [first + raw + b"\n" for raw in (*MALFORMED, *NOT_CANONICAL)]
    genesis = first.rstrip(b"\n")
    logs += [genesis, b"x" + first, first + first, b'{"t":"genesis"}\n', b'{"v":"tfd1"}']
    for raw, said in zip(logs, page_judges(page, logs), strict=True):
        assert said == package_judges(raw) == stand_alone_judges(raw), raw[:80]


COUNTED = """verify(Uint8Array.from(%s, (one) => one.charCodeAt(0))).then(({ found }) => ({
  ...found.counts, total: found.total, mode: found.mode, cited: found.cited,
  alive: found.alive, ended: found.ended, notShown: found.notShown,
  missing: Object.fromEntries(found.missing), withheld: Object.fromEntries(found.withheld),
  waits: found.waits, verdict: found.verdict, written: Object.fromEntries(found.written) }))"""


@pytest.mark.parametrize("name", DEMO_LOGS)
def test_the_page_counts_what_the_stand_alone_file_counts(page: Page, name: str) -> None:
    alone = verify_log.verify(DEMO_LOGS[name])
    counted: Any = page.evaluate(COUNTED % json.dumps(DEMO_LOGS[name].decode("latin-1")))
    assert counted == {
        **alone.counts, "drawing": alone.drawing, "alone": alone.alone, "by_none": alone.by_none,
        "verdict": alone.verdict, "total": alone.total, "mode": alone.mode, "cited": alone.cited,
        "alive": alone.alive, "ended": alone.ended,
        "notShown": [list(one) for one in alone.not_shown], "missing": alone.missing,
        "withheld": alone.withheld, "waits": alone.waits,
        "written": {player: number for player, number in alone.automatic.items() if number},
    }  # fmt: skip


# --- what a user sees ---------------------------------------------------------------------------

WAIT = """(async () => {
  const result = document.getElementById("result");
  while (!result.dataset.verdict) await new Promise((go) => setTimeout(go, 10));
  return result.dataset.verdict;
})()"""
OPEN_ALL = """(async () => {
  for (let round = 0; round < 4; round++) {
    for (const one of document.querySelectorAll("details")) one.open = true;
    await new Promise((go) => setTimeout(go, 100));
  }
  return document.getElementById("result").innerText;
})()"""
ANEW = 'document.getElementById("result").removeAttribute("data-verdict")'


def chosen(page: Page, path: Path) -> tuple[str, str]:
    """Chooses a file; returns the verdict and all that the page says when all is unfolded."""
    page.evaluate(ANEW)
    page.choose_file("#file", path)
    verdict = page.evaluate(WAIT)
    return verdict, page.evaluate(OPEN_ALL)


def test_a_chosen_log_is_shown_with_the_derivation_of_every_die(page: Page, tmp_path: Path) -> None:
    match = DemoMatch()
    match.opens()
    match.roll("battle/Ligny/r1/att", 1)
    match.state()
    log = tmp_path / "log.jsonl"
    log.write_bytes(match.raw)
    page.show(PAGE.as_uri())
    verdict, said = chosen(page, log)
    assert verdict == "sound"
    assert "\nSound\n" in said
    assert "How it was played: referee mode, and what that cannot prevent" in said
    message = tfd1.message("draw", "battle/Ligny/r1/att", 1, 6, 0)
    hashed = tfd1.mac(match.key, message)
    x = int(hashed[:8], 16)
    value = lines_of(match.raw)[3]["values"][0]
    assert f"{hashed}\n" in said
    assert f"It begins with 0x{hashed[:8]} = {x}. {x} mod 6 + 1 = {value}.\n" in said
    assert (
        f"{verify_log.printf(message)} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{match.key}"
        in said
    )
    assert f"The log says {value}." in said
    for player, hash_ in lines_of(match.raw)[1]["orders"].items():
        assert re.search(f"{player}\\s+{hash_}", said)
    assert "Lines 2 to 5 are not yet countersigned" in said


@pytest.mark.parametrize("name", DEMO_LOGS)
def test_every_demo_log_is_shown_without_a_fault(page: Page, name: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(DEMO_LOGS[name])
    page.events.clear()
    verdict, said = chosen(page, log)
    assert verdict == stand_alone_judges(DEMO_LOGS[name]).verdict != "refuted"
    assert "undefined" not in said
    assert "[object" not in said
    for line in lines_of(DEMO_LOGS[name]):
        assert line.get("label", "") in said
    assert [one for one in page.events if one[0] == "Runtime.exceptionThrown"] == []


EVIL = "<img src=https://example.org/x onerror=\"document.title='run'\"><script>1</script>\u202eno"


def test_markup_in_a_log_is_text_and_nothing_is_asked_for(page: Page, tmp_path: Path) -> None:
    lines = lines_of(DEMO_LOGS["referee_match"])
    lines[3]["values"][0] = lines[3]["values"][0] % 6 + 1
    lines[-1]["engine"] = EVIL + "\x07"
    for line in lines:
        if line.get("kind") == "remark":
            line["text"] = EVIL + "\x07"
        if line.get("kind") == "correction":
            line["reason"] = EVIL + "\x07"
    log = tmp_path / "<b>evil.jsonl"
    log.write_bytes(chained(lines))
    page.events.clear()
    verdict, said = chosen(page, log)
    assert verdict == "refuted"
    shown = EVIL.replace("\u202e", "U+202E") + "U+0007"
    assert said.count(shown.replace('"', '\\"')) + said.count(shown) >= 3
    assert "\u202e" not in said
    assert "<b>evil.jsonl" in said
    assert f"die 1 of turn-1/attackers is {lines[3]['values'][0] - 1 or 6}, not" in said
    assert page.evaluate("document.querySelectorAll('#result img, #result script').length") == 0
    assert page.evaluate("document.title") == "refuted: <b>evil.jsonl"
    assert [one for one in page.events if one[0].startswith("Network.")] == []


def test_a_log_is_dropped(page: Page, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(DEMO_LOGS["sealed_match"])
    page.show(PAGE.as_uri())
    page.drop_file(log, 300, 250)
    assert page.evaluate(WAIT) == "sound"
    assert "sealed mode" in page.evaluate("document.body.innerText")


def test_a_log_is_pasted_and_its_labels_are_found(page: Page) -> None:
    page.show(PAGE.as_uri())
    text = DEMO_LOGS["referee_match"].decode().rstrip("\n")
    page.evaluate(f"document.getElementById('text').value = {json.dumps(text)}")
    page.evaluate("document.getElementById('paste').click()")
    assert page.evaluate(WAIT) == "sound"
    found: Any = page.evaluate(
        """(async () => {
          const box = document.getElementById("search");
          box.value = "Ligny";
          box.dispatchEvent(new Event("input"));
          document.querySelector(".found button").click();
          await new Promise((go) => setTimeout(go, 300));
          return [document.querySelectorAll(".found button").length,
                  document.querySelector("details.row[open]").innerText];
        })()"""
    )
    assert found[0] == 1
    assert found[1].startswith("battle/Ligny/r1/att")
    assert "openssl dgst" in found[1]


def test_what_is_no_log_or_damaged_is_said(page: Page, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"no log\n")
    verdict, said = chosen(page, log)
    assert (verdict, "Not a log" in said) == ("unreadable", True)
    log = tmp_path / "damaged.jsonl"  # A browser says nothing of the same file twice.
    log.write_bytes(DEMO_LOGS["new_match"][:-3] + b"\n")
    verdict, said = chosen(page, log)
    assert (verdict, "Damaged" in said) == ("damaged", True)


def test_a_browser_without_sha_256_is_told_so(page: Page) -> None:
    script = "Object.defineProperty(globalThis, 'crypto', { value: {} })"
    added = page.call("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
    page.show(PAGE.as_uri())
    said = page.evaluate("document.body.innerText")
    page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added)
    assert "This browser gives a page opened from disk no SHA-256" in said
    assert page.evaluate("document.getElementById('file')") is None
