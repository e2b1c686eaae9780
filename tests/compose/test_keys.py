"""A key file in the page: what it makes is what the program makes, and no forged page gets more."""

from __future__ import annotations

import json
import random  # noqa: TID251 - cases by chance, from a seed
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

import adjudicator
from adjudicator.audit import tfd1
from adjudicator.audit.chains import Chain
from adjudicator.core.values import canonical
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.seat_keys import blind_of, is_key_of, pledge_of
from adjudicator.documents.keys.seen import Record, SeenLock, SeenSheet, seen_sheet
from adjudicator.documents.keys.two_logs import check_view, second_version
from tests.api.folders import joined_match
from tests.cli.calls import call
from tests.compose.pages import Hand, new_page
from tests.compose.test_axe import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VECTORS = json.loads((Path(__file__).parents[1] / "audit/tfd1-vectors.json").read_bytes())
GID = "ab" * 32
TRIED = """(cases) => cases.map(([act, ...given]) => {
  try {
    return Keys[act](...given);
  } catch (error) {
    if (!(error instanceof Keys.Refusal)) throw error;
    return error.code;
  }
})"""


def told(page: Page, cases: list[list[Any]]) -> list[Any]:
    """Returns what functions of the page give, or the words by which they refuse."""
    found: list[Any] = page.evaluate(TRIED, cases)
    return found


# -- the protocol --------------------------------------------------------------------------------


def test_the_vectors_hold(reasoning: Page) -> None:
    chain, mac = VECTORS["chain"], VECTORS["hmac_rfc4231_case2"]
    sheet = VECTORS["turn1"]["orders_jcs_alice"]
    message = VECTORS["message"]
    cases: list[list[Any]] = [
        ["chainValues", chain["game"], chain["who"], chain["R"][8], 8, 0],
        *[["chainValues", chain["game"], seat, values[8], 8, 0]
          for seat, values in VECTORS["pledges"].items()],
        ["mac", mac["key"], bytes.fromhex(mac["data"]).decode()],
        ["message", message["tag"], *message["fields"]],
        ["canonical", json.loads(sheet)],
        ["hash", sheet],
    ]  # fmt: skip
    *chains, made, said, text, hashed = told(reasoning, cases)
    wanted = [chain["R"], *VECTORS["pledges"].values()]
    assert chains == [{str(n): one for n, one in enumerate(values)} for values in wanted]
    assert made == mac["mac"]
    assert said.encode().hex() == message["hex"]
    assert text == sheet
    assert hashed == VECTORS["turn1"]["orders_hashes"]["alice"]


def test_hashes_of_every_length_are_those_of_the_library(reasoning: Page) -> None:
    texts = ["x" * length for length in range(200)] + ["ä€😀" * 40, "\n" * 5000]
    assert told(reasoning, [["hash", text] for text in texts]) == [
        tfd1.digest(text.encode()) for text in texts
    ]


def test_sheets_by_chance_have_one_text_and_one_hash(reasoning: Page) -> None:
    chance = random.Random(22)

    def value(depth: int) -> Any:
        kind = chance.randrange(7 if depth else 5)
        if kind < 2:
            return chance.choice([0, -1, 2**53 - 1, 1 - 2**53, chance.randrange(10**6)])
        if kind < 4:
            return "".join(chance.choice('ab"\\/é\u2028😀\t\x7f\x00\n ') for _ in range(9))
        if kind == 4:
            return chance.choice([None, True, False])
        if kind == 5:
            return [value(depth - 1) for _ in range(3)]
        return {chance.choice(["z", "a", "A", "_", "n-1", "n1"]): value(depth - 1) for _ in "abc"}

    sheets = [
        {"t": "orders", "n": n, "head": tfd1.digest(b"%d" % n), "orders": value(3), "b": value(2)}
        for n in range(1, 200)
    ]
    got = told(reasoning, [["sheetOf", one] for one in sheets])
    assert got == [seen_sheet(one).to_json() for one in sheets]
    assert told(reasoning, [["canonical", 1.5], ["canonical", [2**53]]]) == ["keys-odd-number"] * 2


def made(chance: random.Random) -> tuple[Secret, Chain, int, str]:
    """Returns a key by chance, its chain as it was opened last, an opening and a match."""
    links = chance.choice([1, 8, 100, 600])
    seat = chance.choice(["west", "n-1", "a" * 40])
    name = chance.choice(["spring", "a/b!~", "x" * 200])
    key = Secret(match=name, who=seat, links=links, master=chance.randbytes(32).hex())
    n = chance.randrange(1, links + 1)
    opened = chance.randrange(n)
    chain = Chain(match=name, links=links, n=opened, value=pledge_of(key, opened))
    return key, chain, n, chance.randbytes(32).hex()


def wanted(chain: Chain, seat: str, n: int, gid: str, **more: Any) -> dict[str, Any]:
    return {"game": gid, "n": n, "seat": seat, "chain": chain.to_json(), "follows": False, **more}


def test_blinds_and_pledges_by_chance_are_those_of_the_program(reasoning: Page) -> None:
    chance = random.Random(9)
    cases, expected = [], []
    for _ in range(60):
        key, chain, n, gid = made(chance)
        assert is_key_of(key, chain)
        follows = chance.random() < 0.3
        cases.append(["derive", key.to_json(), wanted(chain, key.who, n, gid, follows=follows)])
        pledge = None if follows else pledge_of(key, n)
        expected.append((blind_of(key, gid, n), pledge, 0 if follows else n - chain.n))
        assert follows or chain.holds(key.who, str(pledge), n)
    got = told(reasoning, cases)
    assert [(one["blind"], one["pledge"], one["leap"]) for one in got] == expected
    prints = {one["print"] for one in got}
    assert len(prints) == 60
    assert not prints & {value for case in cases for value in case[1].values()}


def test_a_pledge_out_of_a_pasted_sheet_is_held_against_the_chain(reasoning: Page) -> None:
    chance = random.Random(5)
    cases, expected = [], []
    for _ in range(60):
        key, chain, n, _gid = made(chance)
        shift = chance.choice([0, 0, 1, -1])
        pledge = pledge_of(key, min(max(n + shift, 0), key.links))
        cases.append(["holds", chain.to_json(), key.who, pledge, n])
        expected.append(chain.holds(key.who, pledge, n))
    assert told(reasoning, cases) == expected
    assert {*expected} == {True, False}


# -- forged pages --------------------------------------------------------------------------------


def test_no_forged_header_gets_anything_out_of_a_key(reasoning: Page) -> None:
    key = Secret(match="m", who="west", links=64, master="5a" * 32)
    bound = key.model_copy(update={"game": "cd" * 32})
    chain = Chain(match="m", links=64, n=3, value=pledge_of(key, 3))

    def case(expected: str, given: Secret = key, **more: Any) -> tuple[str, list[Any]]:
        return expected, ["derive", given.to_json(), {**wanted(chain, "west", 4, GID), **more}]

    def other(**change: Any) -> dict[str, Any]:
        return {**chain.to_json(), **change}

    cases = [
        case("keys-other-seat", seat="east"),  # another's sheet
        case("keys-other-match", bound),  # a key that names another match
        case("keys-other-match", chain=other(match="n")),  # the chain of another match
        case("keys-other-chain", chain=other(links=65)),
        case("keys-other-chain", n=3),  # a link that is known must be no pledge again
        case("keys-other-chain", n=2),
        case("keys-other-chain", chain=other(value="00" * 32)),  # nobody opened that
        case("keys-other-chain", chain=other(n=40, value=chain.value), n=41),  # a leap hidden so
        case("keys-other-chain", chain=other(n=-1)),
        case("keys-at-end", n=65),
        case("keys-odd-page", n=0),
        case("keys-odd-page", n=1.5),
        case("keys-odd-page", n="4"),
        case("keys-odd-page", game=f"{GID}\n4"),
        case("keys-odd-page", game="AB" * 32),
    ]
    assert told(reasoning, [one for _, one in cases]) == [code for code, _ in cases]
    leap = told(reasoning, [["derive", key.to_json(), {**wanted(chain, "west", 60, GID)}]])[0]
    assert leap["leap"] == 57
    assert leap["leap"] > reasoning.evaluate("() => Keys.LEAP")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"who": "referee"}, "keys-of-referee"),
        ({"master": "5A" * 32}, "keys-no-key"),
        ({"master": "5a" * 31}, "keys-no-key"),
        ({"links": -1}, "keys-no-key"),
        ({"links": 65537}, "keys-no-key"),
        ({"links": "8"}, "keys-no-key"),
        ({"match": "a b"}, "keys-no-key"),
        ({"match": "a\nb"}, "keys-no-key"),
        ({"more": 1}, "keys-no-key"),
        ({"format": 2}, "keys-no-key"),
        ({"offer": "xy"}, "keys-no-key"),
        ({"t": "orders"}, "keys-no-key"),
    ],
)
def test_only_a_seats_key_file_is_read(reasoning: Page, change: dict[str, Any], code: str) -> None:
    key = {**Secret(match="m", who="west", links=8, master="5a" * 32).to_json(), "offer": GID}
    good, bad = told(reasoning, [["read", json.dumps({**key, **one})] for one in ({}, change)])
    assert good["master"] == "5a" * 32
    assert bad == code


# -- the record ----------------------------------------------------------------------------------

CODES = {"keys-older-page": "waits for opening", "keys-other-line": "another line than",
         "keys-nothing-came": "ends with the line that"}  # fmt: skip


def test_records_by_chance_forbid_what_they_forbid_the_program(reasoning: Page) -> None:
    chance = random.Random(3)
    heads = [tfd1.digest(b"%d" % n) for n in range(4)]
    cases, expected = [], []
    for _ in range(400):
        seen: list[SeenSheet | SeenLock] = []
        for _ in range(chance.randrange(4)):
            n, head = chance.randrange(1, 5), chance.choice(heads)
            hash_ = chance.choice(heads)
            seen.append(
                SeenLock(n=n, hash=head) if chance.random() < 0.1
                else SeenSheet(n=n, head=head, hash=hash_, rest=hash_)
            )  # fmt: skip
        record = Record(Path("k"), GID, "west").also(*seen)
        kept = [one.to_json() for one, _ in record.seen]
        n, head = chance.randrange(1, 5), chance.choice(heads)
        cases.append(["checkPage", kept, n, head])
        expected.append(next((one.problem.message for one in check_view(record, n, head)), ""))
    got = told(reasoning, cases)
    for code, message in zip(got, expected, strict=True):
        assert bool(code) == bool(message)
        assert not code or CODES[code] in message
    assert {*got} == {*CODES, None}


def test_a_second_version_is_told_when_the_program_tells_it(reasoning: Page) -> None:
    chance = random.Random(4)
    few = [tfd1.digest(b"%d" % n) for n in range(2)]
    cases, expected = [], []
    for _ in range(300):
        all_ = [
            SeenSheet(n=chance.randrange(1, 3), head=head, hash=tfd1.digest((head + rest).encode()),
                      rest=rest)
            for head, rest in [(chance.choice(few), chance.choice(few)) for _ in range(3)]
        ]  # fmt: skip
        *seen, sheet = all_
        record = Record(Path("k"), GID, "west").also(*seen)
        kept = [one.to_json() for one, _ in record.seen]
        cases.append(["second", kept, sheet.to_json()])
        expected.append(second_version(record, sheet, None))
    got = told(reasoning, cases)
    assert [one is not None for one in got] == [bool(one) for one in expected]
    assert all(one is None or one["hash"] in text for one, text in zip(got, expected, strict=True))
    assert {*map(bool, got)} == {True, False}


def test_a_record_is_the_file_of_the_program_and_is_read_back(
    reasoning: Page, tmp_path: Path
) -> None:
    sheets = [seen_sheet({"n": n, "head": GID, "orders": n}) for n in (1, 2)]
    path = tmp_path / "key-m-west.seen.jsonl"
    Record(path, GID, "west").with_(*sheets, SeenLock(n=2, hash=GID))
    text, seen = path.read_text(), [*(one.to_json() for one in sheets)]
    seen.append({"t": "lock", "n": 2, "hash": GID})
    first, *lines = text.splitlines(keepends=True)
    cases: list[list[Any]] = [
        ["recordText", GID, "west", seen],
        ["isRecord", text],
        ["isRecord", Secret(match="m", who="west", links=8, master=GID).to_json().__repr__()],
        ["readRecord", text, GID, "west"],
        ["readRecord", text + text[:30], GID, "west"],
        ["readRecord", text[:-1], GID, "west"],
        ["readRecord", text, "cd" * 32, "west"],
        ["readRecord", text, GID, "east"],
        ["readRecord", first + "{}\n" + "".join(lines), GID, "west"],
        ["readRecord", "".join(lines), GID, "west"],
        ["readRecord", "", GID, "west"],
        ["readRecord", first + lines[0].replace('"n":1', '"n":0') + lines[1], GID, "west"],
        ["readRecord", first + lines[0].replace('"n":1', '"n":1,"m":1') + lines[1], GID, "west"],
    ]
    got = told(reasoning, cases)
    assert got[:3] == [text, True, False]
    assert got[3] == {"seen": seen, "torn": False}
    assert got[4] == {"seen": seen, "torn": True}
    assert got[5] == {"seen": seen, "torn": False}
    assert got[6:8] == ["keys-two-matches"] * 2
    assert got[8:] == ["keys-record-damaged"] * 5


# -- in the page ---------------------------------------------------------------------------------


@pytest.fixture
def match(tmp_path: Path) -> adjudicator.Match:
    """A match of Nine Fields whose seats have chains of their own; their keys lie beside it."""
    return joined_match(tmp_path / "m", "nine-fields", "standard", "referee")


def used(hand: Hand, *files: Path) -> str:
    """Gives files to the page as people do; returns what it says."""
    button = hand.page.locator(".pen-keys button[data-focus='use key']")
    with hand.page.expect_file_chooser() as choosing:
        button.click()
    before = hand.status
    choosing.value.set_files([str(file) for file in files])
    from playwright.sync_api import expect

    expect(hand.page.locator(".pen-status")).not_to_have_text(before)
    return hand.status


def saved(hand: Hand, name: str, folder: Path) -> Path:
    """Presses a button that saves a file; returns the file."""
    with hand.page.expect_download() as saving:
        hand.page.get_by_role("button", name=name, exact=True).click()
    path = folder / saving.value.suggested_filename
    saving.value.save_as(path)
    return path


def stored(hand: Hand) -> str:
    """Everything that the browser keeps, and everything that the page holds."""
    return str(hand.page.evaluate("() => JSON.stringify({ ...localStorage })"))


def test_a_sheet_with_its_pledge_is_made_remembered_and_taken(
    match: adjudicator.Match, browser: Browser, tmp_path: Path
) -> None:
    key = tmp_path / "key-west.json"
    secret = Secret.model_validate_json(key.read_bytes())
    hand = Hand(browser, match.folder / "now/report.html")
    hand.begin("West")
    hand.place("brook")
    hand.place("elm")
    assert not hand.is_ready
    assert (
        "The pledge is missing: use your key file." in hand.page.locator(".pen-send").inner_text()
    )
    assert used(hand, key).startswith("The pledge for opening 1 and the blind are made.")
    assert hand.is_ready
    own = hand.sheet
    assert own["pledge"] == pledge_of(secret, 1)
    assert own["blind"] == blind_of(secret, str(own["game"]), 1)
    path = saved(hand, "Download the file", tmp_path)
    assert json.loads(path.read_bytes()) == own
    record = saved(hand, "Save what is remembered", tmp_path)
    assert record.name == "key-west.seen.jsonl"
    html = hand.page.content()
    for secret_text in (secret.master, own["pledge"], own["blind"]):
        assert secret_text not in stored(hand)
        assert secret_text not in html
    hand.page.reload()
    hand.begin("West")
    assert hand.sheet["orders"] == own["orders"]
    assert hand.sheet["pledge"] is None
    assert not hand.is_ready
    assert own["blind"] not in hand.page.content()
    used(hand, key, record)
    assert hand.sheet == own
    hand.close()
    # The command takes the record as its own: nothing new is to be remembered.
    before = record.read_bytes()
    done = call("check", str(match.folder), str(path), "--key", str(key))
    assert done.exit_code == 0, done.output
    assert "one more try" not in done.output
    assert record.read_bytes() == before
    assert match.submit(path).accepted
    match.adjudicate()
    checked = call("verify", str(match.folder), "--key", str(key))
    assert "The key of west remembers 1 sheet; this log has every line" in checked.output


def test_what_the_command_remembers_the_page_takes_up(
    match: adjudicator.Match, browser: Browser, tmp_path: Path
) -> None:
    """A sheet was checked by the command; another one in the page is one more try."""
    key = tmp_path / "key-west.json"
    sheet = match.template("west", near=[tmp_path], own=adjudicator.own_key(match, "west", key=key))
    path = tmp_path / "sheet.json"
    path.write_bytes(canonical(sheet))
    assert call("check", str(match.folder), str(path), "--key", str(key)).exit_code == 0
    record = tmp_path / "key-west.seen.jsonl"
    hand = Hand(browser, match.folder / "now/report.html")
    hand.begin("West")
    used(hand, key, record)
    pasted(hand, sheet)
    assert hand.sheet == sheet
    assert saved(hand, "Download the file", tmp_path)
    assert hand.page.locator(".pen-keys", has_text="Remembered: 1. It is saved.").count() == 1
    hand.place("brook")
    hand.place("elm")
    hand.page.get_by_role("button", name="Download the file", exact=True).click()
    warned = "Another sheet for opening 1 left this page"
    assert hand.status.startswith(warned)
    hand.page.get_by_role("button", name="Stop", exact=True).click()
    hand.page.get_by_role("button", name="Copy as text", exact=True).click()
    assert hand.status.startswith(warned)
    hand.page.get_by_role("button", name="Download the file", exact=True).click()
    saved(hand, "Go on all the same", tmp_path)
    saved(hand, "Download the file", tmp_path)
    assert not hand.status.startswith(warned)
    assert len(saved(hand, "Save what is remembered", tmp_path).read_text().splitlines()) == 3
    hand.close()


def forged(match: adjudicator.Match, path: Path, old: str, new: str) -> Path:
    """Writes a page in which the referee has changed something; its policy knows the change."""
    html = (match.folder / "now/report.html").read_text()
    assert old in html
    path.write_text(html.replace(old, new))
    return path


def test_forged_pages_get_nothing_from_who_has_sent_a_sheet(
    match: adjudicator.Match, browser: Browser, tmp_path: Path
) -> None:
    key, folder = tmp_path / "key-west.json", match.folder
    gid, head = match.saved.gid, match.head
    hand = Hand(browser, folder / "now/report.html")
    hand.begin("West")
    used(hand, key)
    saved(hand, "Download the file", tmp_path)
    record = saved(hand, "Save what is remembered", tmp_path)

    def shown(old: str, new: str, *files: Path, reset: bool = False) -> str:
        page = forged(match, tmp_path / "forged.html", old, new)
        hand.page.goto(page.as_uri())
        if reset:
            hand.page.evaluate("() => localStorage.clear()")
            hand.page.reload()
        hand.begin("West")
        said = used(hand, *files)
        if "gives away" not in said:
            assert hand.sheet["pledge"] is None
            assert not hand.is_ready
        return said

    other = "12" * 32
    assert "asked for pledges at another time" in shown('"words":', '"follows":true,"words":', key)
    for files, reset in (((key,), False), ((key, record), True)):
        line = f'"head":"{head}"'
        assert "answers another line" in shown(line, f'"head":"{other}"', *files, reset=reset)
        assert "says that opening is past" in shown('"n":1,"head"', '"n":2,"head"', *files)
        assert "serves another match" in shown(f'"game":"{gid}"', f'"game":"{other}"', *files)
    # A page that asks for a link far ahead must be told twice.
    leap = f'"n":40,"head":"{other}"'
    said = shown(f'"n":1,"head":"{head}"', leap, key, reset=True)
    assert said.startswith("The pledge for opening 40 gives away 40 links at once")
    assert hand.sheet["pledge"] is None
    hand.page.get_by_role("button", name="Go on all the same").click()
    assert hand.sheet["pledge"] is not None
    # Whoever gives a key that is not theirs, or none, is told so.
    hand.page.goto((folder / "now/report.html").as_uri())
    hand.page.evaluate("() => localStorage.clear()")
    hand.page.reload()
    hand.begin("West")
    assert used(hand, tmp_path / "key-east.json") == "This is the key of east in m."
    assert used(hand, folder / "referee/secret.json").startswith("This is the referee's secret.")
    assert used(hand, record) == "This is a record: choose the key file, too."
    assert used(hand, key, tmp_path / "key-east.json") == "Choose one key file."
    hand.close()


def pasted(hand: Hand, sheet: dict[str, Any]) -> None:
    """Pastes a sheet over that of the page."""
    hand.page.locator(".pen-json summary").click()
    hand.page.locator(".pen-json textarea").fill(json.dumps(sheet))
    hand.page.get_by_role("button", name="Read this text").click()
    hand.page.locator(".pen-json:not([open])").wait_for()


def test_a_pasted_key_is_forgotten_and_a_pasted_template_needs_none(
    match: adjudicator.Match, browser: Browser, tmp_path: Path
) -> None:
    key = tmp_path / "key-west.json"
    secret = Secret.model_validate_json(key.read_bytes())
    sheet = match.template("west", near=[tmp_path], own=adjudicator.own_key(match, "west", key=key))
    hand = Hand(browser, match.folder / "now/report.html")
    hand.begin("West")
    for change in ({"n": 2}, {"pledge": "00" * 32, "blind": "no"}, {"game": "00" * 32}):
        pasted(hand, {**sheet, **change})
        assert hand.sheet["pledge"] is None
        assert hand.sheet["blind"] != sheet["blind"]
    pasted(hand, sheet)
    assert hand.sheet == sheet
    assert hand.is_ready
    hand.page.reload()
    hand.begin("West")
    hand.page.get_by_text("Or paste the text of the key file").click()
    hand.page.get_by_label("Or paste the text of the key file").fill(key.read_text())
    hand.page.get_by_role("button", name="Use this text").click()
    assert hand.sheet["pledge"] == sheet["pledge"]
    held = hand.page.evaluate(
        "() => [...document.querySelectorAll('textarea,input')].map((one) => one.value).join()"
    )
    assert secret.master not in held + hand.page.content() + stored(hand)
    assert secret.master not in str(hand.page.evaluate("() => JSON.stringify(pen.sheet)"))
    hand.close()


def test_where_pledges_follow_the_lock_no_sheet_holds_one(browser: Browser, tmp_path: Path) -> None:
    match = joined_match(tmp_path / "m", "nine-fields", "standard", "sealed")
    key = tmp_path / "key-west.json"
    hand = Hand(browser, match.folder / "now/report.html")
    hand.begin("West")
    assert "pledges follow the lock" in hand.page.locator(".pen-keys").inner_text()
    assert used(hand, key).startswith("The blind for opening 1 is made.")
    sheet = hand.sheet
    hand.close()
    assert sheet["pledge"] is None
    assert sheet["blind"] == blind_of(
        Secret.model_validate_json(key.read_bytes()), str(sheet["game"]), 1
    )
    assert match.check(sheet).is_acceptable


def test_a_page_without_chains_speaks_of_no_key(tmp_path: Path, browser: Browser) -> None:
    adjudicator.new_match(tmp_path / "m", "nine-fields", "standard", play=["east"])
    html = (tmp_path / "m/now/report.html").read_text()
    assert '"keys' not in html.replace('word("keys', "")
    assert "sha256(" not in html
    hand = Hand(browser, tmp_path / "m/now/report.html")
    hand.begin("West")
    assert hand.page.locator(".pen-keys").count() == 0
    hand.close()


@pytest.mark.parametrize("width", [pytest.param(1400, marks=pytest.mark.exhaustive), 390])
def test_everybody_can_use_a_key(
    match: adjudicator.Match, browser: Browser, tmp_path: Path, width: int
) -> None:
    """By keys alone; and axe finds nothing wrong, before a key is used, with it, and in doubt."""
    page = new_page(browser, (width, 900), bypass_csp=True)
    page.goto((match.folder / "now/report.html").as_uri())
    page.evaluate(AXE_SCRIPT)
    page.locator(".pen-door button").first.click()
    assert violations(page) == []
    with page.expect_file_chooser() as choosing:
        page.locator(".pen-keys button[data-focus='use key']").press("Enter")
    choosing.value.set_files(str(tmp_path / "key-west.json"))
    page.locator(".pen-keys", has_text="The page has forgotten the key.").wait_for()
    assert violations(page) == []
    for standing in ([], [{"standing": "fall-back", "first": ["brook"]}]):
        page.evaluate("(given) => pen.sheet.say((all) => { all.standing = given; })", standing)
        page.evaluate("() => pen.draw()")
        page.get_by_role("button", name="Copy as text").focus()
        page.keyboard.press("Enter")
    stop = page.get_by_role("button", name="Stop", exact=True)
    assert stop.evaluate("(one) => one === document.activeElement")
    assert violations(page) == []
    page.keyboard.press("Enter")
    assert stop.count() == 0
    page.close()
