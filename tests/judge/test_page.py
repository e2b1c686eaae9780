"""The page in a real browser, from a file: it says what the command line says, and asks nobody."""

from __future__ import annotations

import json
import shutil
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, ClassVar

import pytest

from adjudicator.documents.sheet_lines import packed_sheet, state_in_address
from tests.judge.driver import Judge, natively, unzipped, zipped

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = Path(__file__).parents[2] / "examples"
FIRST = EXAMPLES / "fortress-america-1986"
MAX_AGAIN_S = 10
"""What a busy machine may need; tests/README.md says what a quiet one does."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the position and the sheet of the README's command."""
    shutil.copy(FIRST / "before" / "now" / "state.json", tmp_path)
    shutil.copy(FIRST / "western.json", tmp_path)
    return tmp_path


def test_check_is_that_of_the_command(judge: Judge, folder: Path) -> None:
    """A sheet and a position that are dropped are judged at once; again it takes no time."""
    expected = natively(folder, "check", "state.json", "western.json")
    judge.take(folder / "state.json", folder / "western.json")
    assert judge.said == expected
    assert expected.code == 0
    before = judge.seconds()
    assert judge.run("check", "state.json", "western.json") == expected
    assert judge.seconds() - before < MAX_AGAIN_S


def test_a_refused_sheet_is_told_as_by_the_command(judge: Judge, folder: Path) -> None:
    """Faults of form, which the stand-in for rpds has to find, and against the rules."""
    sheet = json.loads((folder / "western.json").read_text())
    sheet["orders"]["declare"].append({"order": "declare", "area": "nowhere", "more": 1})
    sheet["orders"]["invasion"] = 7
    (folder / "broken.json").write_text(json.dumps(sheet))
    expected = natively(folder, "check", "state.json", "broken.json")
    assert expected.code == 1
    judge.take(folder / "state.json", folder / "broken.json")
    assert judge.run("check", "state.json", "broken.json") == expected


def test_mistakes_at_the_command_line(judge: Judge, tmp_path: Path) -> None:
    """What is no command, and what a command lacks."""
    for argv in (("nonsense",), ("check",), ("check", "gone.json"), ("help", "nine-fields")):
        assert judge.run(*argv) == natively(tmp_path, *argv), argv


def test_a_sheet_in_a_line_is_pasted(judge: Judge, folder: Path) -> None:
    """The line that a report's page copies."""
    judge.take(folder / "state.json")
    raw = (folder / "western.json").read_bytes()
    (folder / "pasted.json").write_text(packed_sheet(raw) + "\n")
    judge.drop("pasted.json", (folder / "pasted.json").read_bytes())
    assert judge.said == natively(folder, "check", "state.json", "pasted.json")


def test_adjudicate_writes_what_the_command_writes(judge: Judge, tmp_path: Path) -> None:
    """A match goes in and comes out as an archive: of the README's command, and a whole one."""
    before = tmp_path / "before"
    shutil.copytree(FIRST / "before", before)
    for name in ("western.json", "rolls.json"):
        shutil.copy(FIRST / name, tmp_path)
    judge.drop("before.zip", zipped(before))
    judge.take(tmp_path / "western.json", tmp_path / "rolls.json")
    command = ("adjudicate", "before", "western.json", "--rolls", "rolls.json", "--out", "after")
    expected = natively(tmp_path, *command)
    assert judge.run(*command) == expected
    found = unzipped(judge.saved("after"))
    assert found == unzipped(zipped(tmp_path / "after"))
    assert natively(tmp_path, "new", "nine-fields", "played").code == 0
    judge.drop("played.zip", zipped(tmp_path / "played"))
    whole = ("adjudicate", "played", "--play", "all", "--until", "over")
    assert judge.run(*whole) == natively(tmp_path, *whole)
    assert unzipped(judge.saved("played")) == unzipped(zipped(tmp_path / "played"))


def test_verify_is_that_of_the_command(judge: Judge, tmp_path: Path) -> None:
    """The audit of a whole match by its log, dice and rules, and of a forged one."""
    raw = (EXAMPLES / "stratix-match" / "log.jsonl").read_bytes()
    (tmp_path / "log.jsonl").write_bytes(raw)
    (tmp_path / "forged.jsonl").write_bytes(raw.replace(b'"n":3', b'"n":4', 1))
    judge.take(tmp_path / "log.jsonl", tmp_path / "forged.jsonl")
    for name, code in (("log.jsonl", 0), ("forged.jsonl", 1)):
        expected = natively(tmp_path, "verify", name)
        assert expected.code == code
        assert judge.run("verify", name) == expected


def test_a_position_comes_with_the_address_and_a_key_stays(
    judge: Judge, page_file: Path, folder: Path
) -> None:
    """An offer is answered, and the page opened once more by `judge.html#s=...`: the position is
    there, byte for byte; key and memory were kept by the browser, and are the command's files."""
    raw = (folder / "state.json").read_bytes()
    assert natively(folder, "new", "nine-fields", "club", "--joins").code == 0
    judge.take(folder / "club" / "offer.json")
    judge.page.get_by_role("button", name="Join as west").click()
    judge.page.wait_for_selector("#keys:not([hidden])")
    judge.page.goto(state_in_address(raw, page_file.as_uri()))
    judge.page.reload()
    judge.ready()
    assert judge.saved("state.json") == raw
    with judge.page.expect_download() as waiting:
        judge.page.click("#save-keys")
    (name,) = kept = unzipped(Path(waiting.value.path()).read_bytes())
    (folder / name).write_bytes(kept[name])
    assert json.loads(kept[name])["who"] == "west"


ATTEMPTS = """async (far) => {
  const settled = (one, yes, no) => new Promise((done, fail) => {
    one[yes] = done;
    one[no] = () => fail(new Error("refused"));
  });
  const added = (name, values) => {
    const one = Object.assign(document.createElement(name), values);
    const end = settled(one, "onload", "onerror");
    document.body.append(one);
    return end;
  };
  const tries = {
    fetch: () => fetch(far),
    socket: () => settled(new WebSocket(far.replace("http", "ws")), "onopen", "onerror"),
    events: () => settled(new EventSource(far), "onopen", "onerror"),
    image: () => settled(Object.assign(new Image(), { src: far }), "onload", "onerror"),
    script: () => added("script", { src: far }),
    style: () => added("link", { rel: "stylesheet", href: far }),
    eval: async () => new Function("return 1")(),
    inline: async () => {
      const one = document.createElement("script");
      one.textContent = "globalThis.ran = 1";
      document.body.append(one);
      if (!globalThis.ran) throw new Error("refused");
    },
    worker: async () => {
      const text = `fetch(${JSON.stringify(far)}).then(() => postMessage(1), () => postMessage(0))`;
      const one = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
      const { data } = await new Promise((done) => { one.onmessage = done; });
      if (!data) throw new Error("refused");
    },
  }, found = [];
  navigator.sendBeacon(far, "x");
  document.body.append(Object.assign(document.createElement("iframe"), { src: far }));
  for (const [name, attempt] of Object.entries(tries)) {
    try { await attempt(); } catch { found.push(name); }
  }
  await new Promise((done) => setTimeout(done, 300));
  return found;
}"""
"""Tries to reach an address in each way that a page has; returns what was refused."""


class _Listening(BaseHTTPRequestHandler):
    """Whom a page could reach: who asks is heard."""

    heard: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        """Answers whoever asks."""
        self.heard.append(self.path)
        self.send_response(200)
        self.send_header("access-control-allow-origin", "*")
        self.end_headers()

    do_POST = do_GET  # noqa: N815 - the name that the library calls

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def test_no_connection_is_possible(judge: Judge, chromium: Browser) -> None:
    """The policy refuses whatever a page or its worker could ask for; without it, it would come."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Listening)
    Thread(target=server.serve_forever, daemon=True).start()
    far = f"http://127.0.0.1:{server.server_port}/x"
    refused = judge.page.evaluate(ATTEMPTS, far)
    assert set(refused) == {
        "fetch", "socket", "events", "image", "script", "style", "eval", "inline", "worker",
    }  # fmt: skip
    assert _Listening.heard == []
    judge.faults.clear()  # What the policy refused stands in the console.
    free = chromium.new_page()
    free.evaluate(ATTEMPTS, far)
    free.close()
    assert len(_Listening.heard) > 5
    server.shutdown()
    server.server_close()
