"""The workflows of forges, as they are written into a repository, carried out step by step."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from adjudicator import __version__
from adjudicator.api.beginning import new_match
from adjudicator.repository.beginning import WAYS, Way, way_files
from adjudicator.repository.git import Git
from adjudicator.repository.leaks import Held, leaks_in
from tests.cli.calls import call
from tests.programs import needed
from tests.repository.ground import git, ssh_key
from tests.repository.runner import Run, gitlab_job, steps_of, workflow_job
from tests.repository.served import Served

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "repository"
CHECK, TURN = ".github/workflows/check.yml", ".github/workflows/turn.yml"
REQUEST = "refs/pull/1/head"
WRONG = {"march": [{"order": "march", "count": 4, "from": "brook", "to": "heath"}]}


class Forge(NamedTuple):
    """A match on a forge: the referee's folder, the repository there, one player's clone."""

    place: Served
    clone: Path

    @property
    def remote(self) -> Path:
        """The repository on the forge."""
        return self.place.bare

    def request(self, message: str) -> str:
        """Commits what lies in the clone and makes a request of it; returns the commit."""
        git(self.clone, "add", "-A")
        git(self.clone, "commit", "--quiet", "-m", message)
        git(self.clone, "push", "--quiet", "--force", "origin", f"HEAD:{REQUEST}")
        return git(self.clone, "rev-parse", "HEAD")

    def merge(self) -> str:
        """Merges the request, as the button of a forge does; returns the commit."""
        main, tip = self.place.tip(), git(self.remote, "rev-parse", REQUEST)
        tree = f"{tip}^{{tree}}"
        made = git(self.remote, "commit-tree", "-p", main, "-p", tip, "-m", "Merge", tree)
        git(self.remote, "update-ref", "refs/heads/main", made, main)
        return made


def forge(folder: Path, way: str) -> Forge:
    """Makes a match on a forge, whose seats have SSH keys and whose sheets lie open."""
    keys = {seat: ssh_key(folder, seat) for seat in ("west", "east")}
    public = {seat: Path(f"{key}.pub").read_text() for seat, key in keys.items()}
    match, remote = folder / "spring", folder / "forge.git"
    new_match(match, "nine-fields", name="spring", seat_keys=public)
    accounts = ("--account", "west=anna", "--account", "east=boris")
    made = call("git", "init", match, "--forge", way, "--open", *accounts)
    assert made.exit_code == 0, made.output
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(remote))
    git(match, "push", "--quiet", str(remote), "main")
    place = Served(match, remote, keys)
    return Forge(place, place.clone(folder / "anna"))


def secret_of(match: Path) -> str:
    return (match / "referee" / "secret.json").read_text()


def checked(on: Forge, folder: Path) -> Run:
    folder.mkdir()
    said = {
        "github.event.pull_request.number": "1", "github.actor": "anna",
        "github.event.pull_request.user.login": "anna",
    }  # fmt: skip
    return workflow_job(on.place.match / CHECK, on.remote, folder, said=said)


def turned(on: Forge, folder: Path, *, old: Path | None = None) -> Run:
    folder.mkdir()
    said = {"secrets.ADJUDICATOR_SECRET": secret_of(on.place.match)}
    return workflow_job(on.place.match / TURN, on.remote, folder, said=said, old=old)


def test_a_request_on_github_from_a_bad_sheet_to_the_turn(tmp_path: Path) -> None:
    on = forge(tmp_path, "github")
    on.place.write_sheet(on.clone, "west", orders=WRONG)
    on.request("::error::not yet\n\n::stop-commands::x")
    bad = checked(on, tmp_path / "bad")
    assert bad.code == 1, bad.log
    marked = [line for line in bad.log.splitlines() if line.startswith("::error ")]
    assert len(marked) == 1
    assert re.match(
        r"::error file=inbox/west/n0001\.json,line=\d+,col=\d+,title=[a-z-]+::", marked[0]
    )
    assert bad.summary.startswith("### 1 problem in sheets\n")
    on.place.write_sheet(on.clone, "west")
    on.request("better")
    good = checked(on, tmp_path / "good")
    assert good.code == 0, good.log
    assert "inbox/west/n0001.json: good for west, opening 1" in good.summary
    merged = on.merge()
    turn = turned(on, tmp_path / "turn")
    assert turn.code == 0, turn.log
    assert git(on.remote, "log", "-1", "--format=%an %s %P", "main") == (
        f"adjudicator Opening 1: turn-1-west {merged}"
    )
    tip = on.place.tip()
    again = turned(on, tmp_path / "again", old=turn.workspace)
    assert (again.code, on.place.tip()) == (0, tip), "an old checkout makes nothing else"
    assert "nothing is due yet" in again.log
    master = json.loads(secret_of(on.place.match))["master"]
    assert not [*leaks_in(Git(on.remote), [Held("the secret", master)])]
    assert master not in turn.log + again.log


def test_what_a_turn_prints_commands_nothing(tmp_path: Path) -> None:
    """Main holds what nobody judged, as where everybody may push."""
    on = forge(tmp_path, "github")
    on.place.write_sheet(on.clone, "west", orders={"::error::x\n::add-mask::y": []})
    on.request("hostile")
    on.merge()
    run = turned(on, tmp_path / "turn")
    lines = run.log.splitlines()
    assert lines[0].startswith("::stop-commands::")
    token = lines[0].removeprefix("::stop-commands::")
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert lines[-1] == f"::{token}::"
    assert "does not count" in run.log
    assert run.code == 0


def test_a_request_on_gitlab(tmp_path: Path) -> None:
    on = forge(tmp_path, "gitlab")
    path = on.place.match / ".gitlab-ci.yml"
    told = {
        "CI_MERGE_REQUEST_PROJECT_ID": "1", "CI_PROJECT_ID": "1", "GITLAB_USER_LOGIN": "anna",
        "CI_MERGE_REQUEST_PROJECT_URL": "https://invalid/x",
    }  # fmt: skip
    on.place.write_sheet(on.clone, "west", orders=WRONG)
    told["CI_COMMIT_SHA"] = on.request("bad")
    (tmp_path / "bad").mkdir()
    run = gitlab_job(path, "check", on.remote, tmp_path / "bad", told=told)
    assert run.code == 1, run.log
    assert [issue["location"]["path"] for issue in json.loads(run.summary)] == [
        "inbox/west/n0001.json"
    ]
    on.place.write_sheet(on.clone, "west")
    on.request("good")
    (tmp_path / "turn").mkdir()
    told = {"CI_COMMIT_SHA": on.merge(), "ADJUDICATOR_SECRET": secret_of(on.place.match)}
    run = gitlab_job(path, "turn", on.remote, tmp_path / "turn", told=told)
    assert run.code == 0, run.log
    assert git(on.remote, "log", "-1", "--format=%s", "main") == "Opening 1: turn-1-west"


# -- as files ------------------------------------------------------------------------------------


def written(way: Way) -> dict[str, bytes]:
    """What `git init` writes for a way, with names as the examples have them.

    That for no way in particular is what stands in each where the dice come from a beacon.
    """
    secret = Path("/srv/adjudicator/spring/referee")
    return way_files(
        way, branch="main", program=["adjudicator"], secret=secret, by_beacon=way == "none"
    )


@pytest.mark.parametrize("way", WAYS)
def test_the_examples_are_what_is_written(way: Way) -> None:
    """After a change of adjudicator/repository/ways: `python -m tests.repository.examples`."""
    folder = EXAMPLES / folder_of(way)
    there = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert there == written(way)


def folder_of(way: Way) -> str:
    """The name of the folder of its example."""
    return "beacon" if way == "none" else way


def _workflow(way: Way, name: str) -> Any:
    (raw,) = (raw for path, raw in written(way).items() if path.endswith(name))
    return yaml.safe_load(raw)


@pytest.mark.parametrize("way", ["github", "forgejo"])
def test_what_a_request_may_do(way: Way) -> None:
    """No secret, no right to write, nothing of the request is run: it is not even checked out."""
    (raw,) = (raw.decode() for path, raw in written(way).items() if path.endswith("check.yml"))
    workflow = yaml.safe_load(raw)
    assert "secrets." not in raw
    assert set(workflow[True]) == {"pull_request"}
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["check"]["steps"][0]["with"]["ref"] == "main"


@pytest.mark.parametrize("way", ["github", "forgejo"])
def test_what_a_turn_may_do(way: Way) -> None:
    workflow = _workflow(way, "turn.yml")
    assert set(workflow[True]) == {"push", "schedule", "workflow_dispatch"}
    assert workflow[True]["push"] == {"branches": ["main"]}
    assert workflow["permissions"] == {"contents": "write"}
    assert workflow["concurrency"]["cancel-in-progress"] is False
    job = workflow["jobs"]["turn"]
    assert job["steps"][0]["with"] == {"ref": "main", "fetch-depth": 0}
    assert way == "forgejo" or job["environment"] == "adjudicator"


@pytest.mark.parametrize("way", ["github", "forgejo"])
@pytest.mark.parametrize("name", ["check.yml", "turn.yml"])
def test_actions_and_package_are_pinned(way: Way, name: str, tmp_path: Path) -> None:
    (raw,) = (raw for path, raw in written(way).items() if path.endswith(name))
    (tmp_path / name).write_bytes(raw)
    for step in steps_of(tmp_path / name):
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step.get("uses", f"a@{'0' * 40}"))
        assert "${{" not in step.get("run", "")
    assert f'"wargame-adjudicator[git]=={__version__}"'.encode() in raw


def test_forgejo_runs_what_github_runs() -> None:
    """So that what is tried here for one holds for the other."""
    for name in ("check.yml", "turn.yml"):
        steps = {
            way: [
                step
                for job in _workflow(way, name)["jobs"].values()
                for step in job["steps"]
                if "run" in step and step["name"] != "Install"
            ]
            for way in ("github", "forgejo")
        }
        assert steps["github"] == steps["forgejo"]
        assert len(steps["github"]) == {"check.yml": 2, "turn.yml": 1}[name]


def test_hooks_quote_what_they_name(tmp_path: Path) -> None:
    program = ["/opt/a b/python", "-m", "adjudicator"]
    secret = tmp_path / "it's $HOME"
    files = way_files("bare", branch="main", program=program, secret=secret)
    for name in ("pre-receive", "post-receive"):
        raw = files[f"hooks/{name}"].decode()
        assert "'/opt/a b/python' -m adjudicator git" in raw
        assert "'\"'\"'s $HOME'" in raw
        hook = tmp_path / name
        hook.write_text(raw)
        subprocess.run([needed("sh"), "-n", str(hook)], check=True)
