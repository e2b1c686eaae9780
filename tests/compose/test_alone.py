"""A page with the pen can reach nobody: its policy refuses whatever a script in it tries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, get_args

import pytest

from tests.compose.conftest import ROOT
from tests.compose.pages import Hand, How, until
from tests.compose.recorded import page_of, positions
from tests.programs import BrowserName

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

TRIED = """async (url, withForm) => {
  const met = {};
  const refused = [];
  document.addEventListener("securitypolicyviolation",
    (event) => refused.push(event.effectiveDirective));
  const never = new Promise((done) => setTimeout(done, 1500, "nothing came of it"));
  const trying = async (name, doing) => {
    try {
      met[name] = await Promise.race([doing(), never]);
    } catch (error) {
      met[name] = `refused: ${error.name}`;
    }
  };
  const loaded = (tag, attribute, more = {}) => () => new Promise((done) => {
    const made = Object.assign(document.createElement(tag), more);
    made.onload = () => done("loaded");
    made.onerror = () => done("refused: error");
    made[attribute] = url + tag;
    document.body.append(made);
  });
  await Promise.all([
    trying("fetch", () => fetch(url + "fetch").then(() => "answered")),
    trying("keepalive", () => fetch(url + "alive", { method: "POST", keepalive: true })
      .then(() => "answered")),
    trying("xhr", () => new Promise((done) => {
      const asked = new XMLHttpRequest();
      asked.onload = () => done("answered");
      asked.onerror = () => done("refused: error");
      asked.open("GET", url + "xhr");
      asked.send();
    })),
    trying("socket", () => new Promise((done) => {
      const opened = new WebSocket(url.replace("http", "ws") + "socket");
      opened.onopen = () => done("opened");
      opened.onerror = () => done("refused: error");
    })),
    trying("events", () => new Promise((done) => {
      const opened = new EventSource(url + "events");
      opened.onopen = () => done("opened");
      opened.onerror = () => done("refused: error");
    })),
    trying("beacon", async () => navigator.sendBeacon(url + "beacon", "x") ? "sent" : "refused"),
    trying("image", loaded("img", "src")),
    trying("script", loaded("script", "src")),
    trying("style", loaded("link", "href", { rel: "stylesheet" })),
    trying("media", loaded("video", "src")),
    trying("frame", loaded("iframe", "src")),
    trying("object", loaded("object", "data")),
    trying("worker", async () => {
      new Worker(URL.createObjectURL(new Blob([`fetch("${url}worker")`])));
      return never;
    }),
    trying("inline script", async () => {
      const made = document.createElement("script");
      made.textContent = "document.title = 'ran'";
      document.body.append(made);
      return document.title === "ran" ? "ran" : "refused: did not run";
    }),
    trying("form", async () => {
      const made = document.createElement("form");
      made.action = url + "form";
      document.body.append(made);
      if (withForm) made.submit();
      return never;
    }),
  ]);
  return [met, refused];
}"""
"""Everything by which a page could tell somebody something, and what came of each."""


REFUSED = {
    "connect-src", "script-src-elem", "style-src-elem", "img-src", "media-src", "frame-src",
    "object-src", "worker-src", "form-action",
}  # fmt: skip
"""The directives of the policy that forbid all that."""
WAYS_OUT = re.compile(r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|RTCPeerConnection"
                      r"|WebTransport|Worker|\bopen\(\"|\blocation\b|import\(|\.src\b")  # fmt: skip
"""Names by which a script reaches others; to go to another address, no policy forbids."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A page of Nine Fields with the pen."""
    return page_of(positions("nine-fields-match")[0], tmp_path / "report.html")


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """A place that a page could tell something: its address, and what it was asked for."""
    asked: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path[1:])
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        do_POST = do_GET  # noqa: N815 - as http.server names it

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


@pytest.mark.parametrize("name", get_args(BrowserName))
def test_whatever_a_script_tries_is_refused(
    name: BrowserName,
    path: Path,
    elsewhere: tuple[str, list[str]],
    hand_in: Callable[[BrowserName, Path, How], Hand],
) -> None:
    url, asked = elsewhere
    hand = hand_in(name, path, "mouse")
    hand.begin()
    met, refused = hand.evaluate(TRIED, url, True)
    assert asked == []
    assert set(refused) == REFUSED
    assert not set(met.values()) & {"answered", "opened", "ran"}, met
    assert hand.evaluate("() => location.protocol") == "file:"
    hand.faults.clear()  # The browser says there what it refused.
    hand.close()


def test_without_the_policy_it_would_be_told(
    path: Path, elsewhere: tuple[str, list[str]], browser: Browser
) -> None:
    url, asked = elsewhere
    text, count = re.subn(r"<meta http-equiv=.Content-Security-Policy.[^>]*>", "", path.read_text())
    assert count == 1
    path.write_text(text)
    hand = Hand(browser, path)
    met, refused = hand.evaluate(TRIED, url, False)
    assert refused == []
    assert met["inline script"] == "ran"
    hand.evaluate(
        "(url) => { const made = document.createElement('form'); made.action = url + 'form';"
        " document.body.append(made); made.submit(); }",
        url,
    )
    until(lambda: "form?" in asked)
    assert set(asked) >= {
        "fetch", "alive", "xhr", "socket", "events", "beacon", "img", "script", "link", "video",
        "iframe", "object",
    }  # fmt: skip
    hand.page.close()


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_first_turn_asks_for_nothing(how: How, path: Path, browser: Browser) -> None:
    hand = Hand(browser, path, how=how)
    urls: list[str] = []

    def met(route: Route) -> None:
        urls.append(route.request.url)
        route.continue_()

    hand.page.route("**/*", met)
    hand.reload()
    hand.begin()
    hand.place("brook")
    hand.place("elm")
    hand.saved("west-1.json")
    hand.push("Copy as one line")
    assert hand.is_ready
    assert urls == [path.as_uri()]
    hand.close()


def test_the_scripts_know_one_way_out_which_is_a_mail() -> None:
    found = [
        line.strip()
        for script in sorted(ROOT.glob("adjudicator/compose/*.js"))
        + sorted(ROOT.glob("adjudicator/games/*/compose.js"))
        for line in script.read_text().splitlines()
        if WAYS_OUT.search(line)
    ]
    assert found == ["location.href = href();"]
