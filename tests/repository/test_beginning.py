"""`git init`: what goes into a repository, what does not, and that it may be said twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.api.beginning import new_match, register_address
from adjudicator.repository.git import Git
from adjudicator.repository.inbox import inbox_file
from adjudicator.repository.leaks import Held, leaks_in
from adjudicator.repository.settings import settings_of
from tests.cli.calls import call
from tests.repository.ground import git, ssh_key

OWN = {".gitattributes", ".gitignore", "README.md", "log.jsonl", "match.json", "now/map.svg",
       "now/report.txt", "now/state.json", "repository.json"}  # fmt: skip


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match of Nine Fields whose referee knows an address."""
    monkeypatch.chdir(tmp_path)
    new_match("m", "nine-fields", name="spring")
    register_address("m", "west", "anna@example.org")
    return Path("m")


def files_of(folder: Path) -> set[str]:
    return set(git(folder, "ls-tree", "-r", "--name-only", "HEAD").splitlines())


def begun(*options: str, code: int = 0) -> str:
    done = call("git", "init", "m", *options)
    assert done.exit_code == code, done.output
    return done.output


def test_what_goes_in_is_what_everybody_may_know(match: Path) -> None:
    (match / "notes.txt").write_text("mine")
    told = begun()
    assert files_of(match) == OWN | {"inbox/east/.gitkeep", "inbox/west/.gitkeep"}
    assert not any(inbox_file(path) for path in files_of(match))
    settings = settings_of(Git(match), git(match, "rev-parse", "HEAD"))
    assert (settings.sheets, settings.due, settings.branch) == ("sealed", "sheets", "main")
    assert list(settings.recipients) == ["referee"]
    master = json.loads((match / "referee/secret.json").read_bytes())["master"]
    held = [Held("the secret", master), Held("an address", "anna@example.org")]
    assert not [*leaks_in(Git(match), held)]
    assert git(match, "status", "--short") == "?? notes.txt"
    assert git(match, "log", "--format=%an <%ae>") == "adjudicator <adjudicator@invalid>"
    assert "nothing proves who orders for west" in told


def test_said_twice_it_does_nothing(match: Path) -> None:
    options = ("--account", "west=anna", "--forge", "bare", "--out", "m.git")
    begun(*options)
    tip = git(match, "rev-parse", "HEAD")
    (Path("m.git") / "hooks" / "pre-receive").unlink()
    again = begun("--forge", "bare", "--out", "m.git")
    assert "nothing to commit" in again
    assert git(match, "rev-parse", "HEAD") == tip
    assert (Path("m.git") / "hooks" / "pre-receive").stat().st_mode & 0o111
    assert "settings-there" in begun("--account", "west=mallory", code=1)


def test_a_page_for_spectators_is_wanted(match: Path) -> None:
    page = ("--page", "gh-pages", "--url", "https://example.org/spring/")
    told = begun(*page, "--forge", "github")
    settings = settings_of(Git(match), git(match, "rev-parse", "HEAD"))
    assert settings.page is not None
    assert (settings.page.branch, settings.page.url) == (page[1], page[3])
    assert "deploy from the branch gh-pages" in told
    assert "nothing to commit" in begun(*page, "--forge", "github")
    assert "settings-there" in begun("--page", "pages", code=1)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--page", "main"), "a branch of its own"),
        (("--page", "-x"), "no plain name"),
        (("--page", "pages", "--url", "javascript:alert(1)"), "begins with https://"),
        (("--page", "pages", "--url", "https://example.org/)[x](http://y"), "begins with https://"),
        (("--url", "https://example.org/"), "it belongs to --page"),
    ],
)
def test_a_page_that_cannot_be_is_refused(match: Path, options: tuple[str, ...], why: str) -> None:
    assert why in " ".join(begun(*options, code=2).replace("│", "").split())
    assert not (match / "repository.json").exists()


def test_lines_of_people_stay(match: Path) -> None:
    with (match / ".gitignore").open("a") as file:
        file.write("/sketches")
    begun()
    lines = (match / ".gitignore").read_text().splitlines()
    assert "/sketches" in lines
    assert "/referee/" in lines
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("force", ["referee/secret.json", "referee/people.json"])
def test_what_was_committed_once_is_found(match: Path, force: str) -> None:
    """A later commit took it away again; a clone has it for ever."""
    git(match, "init", "--quiet", "--initial-branch=main")
    git(match, "add", "--force", force)
    git(match, "commit", "--quiet", "-m", "oh")
    git(match, "rm", "--quiet", "--cached", force)
    git(match, "commit", "--quiet", "-m", "better")
    before = git(match, "rev-parse", "HEAD")
    told = begun(code=4)
    assert "would-publish" in told
    assert "anna@example.org" not in told
    assert git(match, "rev-parse", "HEAD") == before
    assert git(match, "for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_hidden_hands_are_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new_match("m", "galactic-conquest", "two", name="stars")
    assert "must-seal" in begun("--open", code=1)
    assert not (tmp_path / "m" / "repository.json").exists()
    begun()
    assert json.loads((tmp_path / "m" / "repository.json").read_bytes())["sheets"] == "sealed"
    assert {path for path in files_of(tmp_path / "m") if path.startswith("now/")} == {
        "now/map.svg", "now/report.txt", "now/state.json",
    }  # fmt: skip


def test_a_clone_of_a_hidden_match_knows_the_keys_of_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows what everybody may know; a sheet must be signed there as anywhere."""
    monkeypatch.chdir(tmp_path)
    keys = {seat: ssh_key(tmp_path, seat) for seat in ("amber", "azure")}
    public = {seat: Path(f"{key}.pub").read_text() for seat, key in keys.items()}
    new_match("m", "galactic-conquest", "two", name="stars", seat_keys=public)
    begun()
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    git(Path("m"), "push", "--quiet", str(tmp_path / "hub.git"), "main")
    git(tmp_path, "clone", "--quiet", "hub.git", "c")
    sheet = "c/inbox/amber/n0001.json"
    assert call("template", "c", "amber", "--out", sheet).exit_code == 0
    assert "unsigned-sheet" in call("check", "c", sheet).output
    refused = call("git", "submit", "--in", "c", "--ssh-key", keys["azure"])
    assert "wrong-signature" in refused.output
    sent = call("git", "submit", "--in", "c", "--ssh-key", keys["amber"])
    assert "pushed inbox/amber/n0001.age" in sent.output


def test_a_server_of_another_match_is_left_alone(match: Path) -> None:
    new_match("other", "nine-fields", name="other")
    assert call("git", "init", "other", "--forge", "bare", "--out", "o.git").exit_code == 0
    hook = (Path("o.git") / "hooks" / "post-receive").read_bytes()
    assert "other-match" in begun("--forge", "bare", "--out", "o.git", code=4)
    assert (Path("o.git") / "hooks" / "post-receive").read_bytes() == hook


@pytest.mark.parametrize("options", [
    ("--account", "north=anna"), ("--account", "west"), ("--account", "west=a b"),
    ("--branch", "--x"), ("--branch", "a..b"), ("--forge", "bare"), ("--out", "x.git"),
])  # fmt: skip
def test_what_cannot_be_meant(match: Path, options: tuple[str, ...]) -> None:
    begun(*options, code=2)
    assert not (match / "repository.json").exists()


def test_the_server_is_set_up_to_take_nothing_back(match: Path) -> None:
    begun("--forge", "bare", "--out", "m.git", "--branch", "play/one")
    config = git(Path("m.git"), "config", "--list", "--local").lower().splitlines()
    wanted = ("receive.denynonfastforwards=true", "receive.denydeletes=true",
              "receive.fsckobjects=true", "receive.maxinputsize=2m",
              "core.logallrefupdates=always", "core.hookspath=hooks")  # fmt: skip
    assert set(wanted) <= set(config)
    assert git(Path("m.git"), "symbolic-ref", "HEAD") == "refs/heads/play/one"
    assert git(match, "rev-parse", "HEAD") == git(Path("m.git"), "rev-parse", "HEAD")


def test_nobody_pushes_past_the_hooks(match: Path, tmp_path: Path) -> None:
    """The referee's folder lies on the same server, and is a repository, too."""
    begun("--forge", "bare", "--out", "m.git")
    git(tmp_path, "clone", "--quiet", "m.git", "anna")
    said = git(
        tmp_path / "anna", "push", str(tmp_path / "m"), "HEAD:refs/tags/lock/n0001", fails=True
    )
    assert "deny updating a hidden ref" in said
    begun("--forge", "bare", "--out", "m.git")
    assert git(match, "fetch", "origin") == ""


def test_who_shares_a_repository_runs_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script in the tree would be anybody's who may push; two friends need none."""
    monkeypatch.chdir(tmp_path)
    new_match("m", "nine-fields", name="m", mode="beacon")
    told = begun("--open")
    assert ".adjudicator/turn" not in files_of(tmp_path / "m")
    assert "adjudicator git turn --round ROUND" in told


def test_an_offer_is_no_match_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("new", "nine-fields", "m", "--joins").exit_code == 0
    assert "no-match" in begun(code=4)
    assert not (tmp_path / "m" / ".git").exists()
