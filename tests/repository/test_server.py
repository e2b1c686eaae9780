"""A bare repository with hooks: plain git, `submit`, forgeries by real pushes, and smart HTTP."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.repository.ground import git
from tests.repository.served import Served, pushed, served

ACCOUNTS = ("--account", "west=anna", "--account", "east=boris", "--open")


@pytest.fixture
def place(tmp_path: Path) -> Served:
    return served(tmp_path, *ACCOUNTS)


def committed(clone: Path, message: str = "a sheet") -> None:
    git(clone, "add", "-A")
    git(clone, "commit", "--quiet", "-m", message)


def test_plain_git_is_a_full_way_to_play(place: Served, tmp_path: Path) -> None:
    """A sheet by `commit` and `push`; the answer is the receipt, and the turn is there with it."""
    anna = place.clone(tmp_path / "anna")
    place.write_sheet(anna, "west")
    committed(anna)
    done = pushed(anna, account="anna")
    assert done.code == 0, done.told
    assert done.told[0] == "inbox/west/n0001.json: good for west, opening 1"
    assert done.told[1].startswith("opening 1: turn-1-west; commit ")
    git(anna, "pull", "--quiet")
    assert git(anna, "log", "--format=%an %s").splitlines() == [
        "adjudicator Opening 1: turn-1-west", "nobody a sheet",
        "adjudicator Opening 0: the repository of the match",
    ]  # fmt: skip
    assert git(place.bare, "tag").split() == ["lock/n0001", "turn/n0001"]
    assert not (place.bare / "adjudicator" / "turn.log").read_text()


def test_what_is_refused_moves_nothing(place: Served, tmp_path: Path) -> None:
    """Each by a real push; what the judge says of contents, `test_forgeries` tries."""
    anna, before = place.clone(tmp_path / "anna"), place.tip()
    place.write_sheet(anna, "west")
    committed(anna)
    refs = ("refs/heads/other", "refs/tags/lock/n0001", "refs/notes/commits")
    done = pushed(anna, "origin", "HEAD:main", *(f"HEAD:{ref}" for ref in refs), account="anna")
    assert done.code == 1
    for ref in refs:
        assert f"invalid foreign-ref: {ref} is not for players" in " ".join(done.told)
    git(anna, "checkout", "--quiet", "--orphan", "beside")
    committed(anna)
    assert pushed(anna, "--force", "origin", "HEAD:main", account="anna").code == 1
    assert pushed(anna, "origin", ":main", account="anna").code == 1
    assert place.tip() == before
    assert git(place.bare, "for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_objects_that_git_would_not_write_do_not_come_in(place: Served, tmp_path: Path) -> None:
    """A tree with `..` in it, which a careless checkout would follow."""
    anna = place.clone(tmp_path / "anna")
    blob = bytes.fromhex(git(anna, "hash-object", "-w", "--stdin", stdin=b"x"))
    tree = git(anna, "hash-object", "-w", "-t", "tree", "--literally", "--stdin",
               stdin=b"100644 ..\0" + blob)  # fmt: skip
    tip = git(anna, "commit-tree", "-p", "HEAD", "-m", "up", tree)
    assert pushed(anna, "origin", f"{tip}:main", account="anna").code == 1
    large = anna / "inbox" / "west" / "n0001.json"
    large.write_bytes(os.urandom(3 << 20))
    committed(anna)
    assert pushed(anna, account="anna").code == 1, "receive.maxInputSize"


def test_a_sealed_sheet_is_judged_for_its_pusher_alone(tmp_path: Path) -> None:
    """The hook has the secret, and says what is wrong; nobody else can read what the sheet says."""
    place = served(tmp_path, *ACCOUNTS[:-1])
    anna = place.clone(tmp_path / "anna")
    wrong = {"march": [{"order": "march", "count": 4, "from": "brook", "to": "heath"}]}
    path = place.write_sheet(anna, "west", orders=wrong)
    opened = {"march": [{"order": "march", "count": 1, "from": "brook", "to": "elm"}]}
    (anna / "inbox/west/n0001.age").write_bytes(_sealed(place, path))
    for left in (path, path.with_name("n0001.json.sig")):
        left.unlink()
    committed(anna)
    done = pushed(anna, account="anna")
    assert done.code == 1
    assert done.told[0].startswith("inbox/west/n0001.age:"), done.told
    assert "illegal" in done.told[0]
    path = place.write_sheet(anna, "west", orders=opened)
    (anna / "inbox/west/n0001.age").write_bytes(_sealed(place, path))
    for left in (path, path.with_name("n0001.json.sig")):
        left.unlink()
    git(anna, "add", "-A")
    git(anna, "commit", "--quiet", "--amend", "-m", "better")
    done = pushed(anna, account="anna")
    assert done.code == 0, done.told
    assert "opening 1: turn-1-west" in done.told[1]


def _sealed(place: Served, path: Path) -> bytes:
    from adjudicator.repository.sealing import seal_sheet

    settings = json.loads((place.match / "repository.json").read_bytes())
    signature = path.with_name(f"{path.name}.sig").read_bytes()
    return seal_sheet(path.read_bytes(), signature, [settings["recipients"]["referee"]])


def test_a_turn_that_cannot_be_made_takes_no_sheet_away(place: Served, tmp_path: Path) -> None:
    """The secret is gone for a while: the pusher learns no path and no more than that."""
    secret, away = place.match / "referee" / "secret.json", tmp_path / "away.json"
    secret.rename(away)
    anna = place.clone(tmp_path / "anna")
    place.write_sheet(anna, "west")
    committed(anna)
    hook = place.bare / "hooks" / "pre-receive"
    hook.write_text(hook.read_text().partition(" --secret ")[0] + "\n")
    done = pushed(anna, account="anna")
    assert done.code == 0
    assert str(tmp_path) not in " ".join(done.told)
    assert "the turn could not be made yet" in done.told[-1]
    assert "secret" in (place.bare / "adjudicator" / "turn.log").read_text()
    away.rename(secret)
    line = [sys.executable, "-m", "adjudicator", "git", "turn", "--secret", str(secret.parent)]
    made = subprocess.run(line, cwd=place.bare, capture_output=True, text=True, check=False)
    assert made.stdout.startswith("opening 1: turn-1-west"), made.stderr


# -- smart HTTP ----------------------------------------------------------------------------------


@contextmanager
def web_server(root: Path) -> Iterator[str]:
    """Serves repositories by `git http-backend`, as any web server does that can run CGI programs.

    Whoever asks is known by the name in their address, as after a password; a push needs one.
    """
    backend = Path(git(root, "--exec-path")) / "git-http-backend"
    if not backend.exists():
        pytest.skip("git-http-backend is not installed")

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, _, query = self.path.partition("?")
            asked = {
                "GIT_PROJECT_ROOT": str(root), "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path,
                "QUERY_STRING": query, "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "HTTP_GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                "REMOTE_ADDR": "127.0.0.1",
            }  # fmt: skip
            size = int(self.headers.get("Content-Length", 0))
            if who := _name_in(self.headers.get("Authorization", "")):
                asked |= {"REMOTE_USER": who}
            elif "service=git-receive-pack" in query:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="match"')
                self.end_headers()
                return
            done = subprocess.run(
                [backend], input=self.rfile.read(size), capture_output=True, check=False,
                env={**os.environ, **asked, "CONTENT_LENGTH": str(size)},
            )  # fmt: skip
            head, _, body = done.stdout.partition(b"\r\n\r\n")
            lines = [line.split(": ", 1) for line in head.decode().split("\r\n") if line]
            fields = dict(lines)
            self.send_response(int(fields.pop("Status", "200 OK").split()[0]))
            for name, value in fields.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the name that http.server calls

        def log_message(self, *words: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def _name_in(header: str) -> str:
    kind, _, said = header.partition(" ")
    return base64.b64decode(said).decode().partition(":")[0] if kind == "Basic" else ""


def test_a_turn_by_smart_http(place: Served, tmp_path: Path) -> None:
    """`submit` over http: the web server says who it is, the hook believes it, the turn is made."""
    with web_server(tmp_path) as host:
        clone = place.clone(tmp_path / "anna", f"http://anna:secret-word@{host}/spring.git")
        sheet = place.write_sheet(clone, "west")
        line = [sys.executable, "-m", "adjudicator", "git", "submit"]
        line += ["--ssh-key", str(place.keys["west"])]
        done = subprocess.run(line, cwd=clone, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "opening 1: turn-1-west" in done.stdout
        assert "secret-word" not in done.stdout + done.stderr
        other = place.clone(tmp_path / "boris", f"http://mallory:x@{host}/spring.git")
        place.write_sheet(other, "east")
        refused = subprocess.run(
            [*line[:-1], str(place.keys["east"])], cwd=other, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert refused.returncode == 1
        assert "it was pushed by mallory" in refused.stderr
    assert sheet.exists()
    assert git(place.bare, "log", "-1", "--format=%s", "main") == "Opening 1: turn-1-west"
