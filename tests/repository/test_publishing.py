"""The page for spectators on a branch of its own: whole, public, and never in the way of a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import registry
from adjudicator.audit import tfd1
from adjudicator.repository.git import Git
from adjudicator.repository.origin import Origin
from adjudicator.site.earlier import read_page
from adjudicator.site.facts import Facts
from tests.core.hand import HAND
from tests.registered import registered
from tests.repository.clones import Hub, git
from tests.repository.ground import git as with_stdin
from tests.repository.hidden import begun, key_of
from tests.repository.leaks import leaks, of_keys, of_referee
from tests.repository.test_friends import friends

BRANCH = "gh-pages"
PAGE = {"branch": BRANCH, "url": "https://example.org/m"}
PUBLISHED = f"the page for spectators is on the branch {BRANCH}"


def facts_of(hub: Path) -> Facts:
    page = git(hub, "show", f"{BRANCH}:index.html").encode()
    return read_page(page, "the page").facts


def tip(hub: Path) -> str:
    return git(hub, "rev-parse", BRANCH).strip()


def commits_of(hub: Path) -> int:
    return int(git(hub, "rev-list", "--count", BRANCH))


def test_hidden_hands_keep_their_past_openings_and_tell_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(HAND))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.chdir(tmp_path)
    played = begun(page=PAGE)
    hub = played.hub.folder
    for n in range(1, 4):
        played.plays()
        assert [one.n for one in facts_of(hub).openings] == [*range(n + 1)]
        assert commits_of(hub) == 1
        made = played.referee.folder / ".git/adjudicator/made"
        keys = [key_of(clone, seat) for seat, clone in played.players.items()]
        secrets = of_referee(played.match, log=played.hub.log, made=made)
        assert leaks(hub, [*secrets, *of_keys(keys)]) == []
        assert "[All openings, with dice and graphs](https://example.org/m)" in git(
            hub, "show", "main:README.md"
        )
    page = tip(hub)
    assert "page" not in played.referee.does("turn", "--secret", played.match)
    git(hub, "update-ref", "-d", f"refs/heads/{BRANCH}")
    assert PUBLISHED in played.referee.does("turn", "--secret", played.match)
    assert [one.n for one in facts_of(hub).openings] == [0, 1, 2, 3]
    assert tip(hub) != page  # All of it was first shown now.


def test_whoever_makes_a_turn_publishes_the_same_page(tmp_path: Path) -> None:
    usa, invaders, hub = friends(tmp_path, settings={"page": PAGE})
    assert PUBLISHED in usa.does("turn")  # Nothing has happened yet.
    first = tip(hub)
    clones = [usa, invaders] if usa.awaited == ["usa"] else [invaders, usa]
    seats = usa.awaited + [seat for seat in ("usa", "invaders") if seat not in usa.awaited]
    clones[0].writes(seats[0])
    clones[0].does("submit", "--go-on")
    told = clones[1].does("pledge")
    assert "opening 1: " in told
    assert PUBLISHED in told
    second = tip(hub)
    git(hub, "update-ref", f"refs/heads/{BRANCH}", first)  # As if that run was killed before.
    assert PUBLISHED in clones[0].does("turn")
    assert tip(hub) == second
    assert commits_of(hub) == 1


def test_what_is_no_page_is_left_alone_and_no_turn_fails(tmp_path: Path) -> None:
    usa, invaders, hub = friends(tmp_path, settings={"page": PAGE})
    usa.does("turn")
    page = tip(hub)
    tree = git(hub, "rev-parse", f"{BRANCH}^{{tree}}").strip()
    false = with_stdin(hub, "commit-tree", tree, "-m", "The page of others")  # No head is named.
    blob = with_stdin(hub, "hash-object", "-w", "--stdin", stdin=b"<p>my own site</p>")
    listed = f"100644 blob {blob}\tindex.html\n".encode()
    own = with_stdin(hub, "commit-tree", with_stdin(hub, "mktree", stdin=listed), "-m", "Mine")
    other = with_stdin(hub, "commit-tree", with_stdin(hub, "mktree", stdin=b""), "-m", "Other")
    for commit, why in (
        (own, "no page"),
        (other, f"the branch {BRANCH} holds something else than a page of a match"),
    ):
        git(hub, "update-ref", f"refs/heads/{BRANCH}", commit)
        assert why in usa.does("turn")
        assert tip(hub) == commit
    git(hub, "update-ref", f"refs/heads/{BRANCH}", false)
    git(hub, "config", "receive.denyNonFastForwards", "true")
    assert "the push was refused" in usa.does("turn")
    git(hub, "config", "receive.denyNonFastForwards", "false")
    assert PUBLISHED in invaders.does("turn")
    assert tip(hub) == page


def test_whoever_was_faster_wins(tmp_path: Path) -> None:
    """The page is put in the place of the one that was looked at, and of no other."""
    usa, _, hub = friends(tmp_path, settings={"page": PAGE})
    usa.does("turn")
    here = Git(usa.folder)
    old = here.commit_named(f"refs/remotes/origin/{BRANCH}")
    tree = git(hub, "rev-parse", "main^{tree}").strip()
    faster = with_stdin(hub, "commit-tree", tree, "-m", "Faster")
    git(hub, "update-ref", f"refs/heads/{BRANCH}", faster)
    main = here.commit_named("refs/remotes/origin/main")
    assert main is not None
    for clone in (Origin(here, "origin", "main"), Origin(Git(hub), None, "main")):
        for stale in (old, None):
            assert clone.replace_branch(BRANCH, main, stale).outcome == "raced"
    assert tip(hub) == faster
    assert Origin(Git(hub), None, "main").replace_branch(BRANCH, main, faster).outcome == "taken"


def test_a_bare_repository_publishes_by_itself(tmp_path: Path) -> None:
    """As in a hook: no remote, and refs are moved in place."""
    usa, invaders, hub = friends(tmp_path, settings={"page": PAGE})
    server = type(usa)(hub)
    assert PUBLISHED in server.does("turn")
    assert [one.n for one in facts_of(hub).openings] == [0]
    assert Hub(hub).turns == []
    assert "page" not in invaders.does("turn")
