"""The lines of the guides, and of README's first turn, run as they stand, one after another.

A shell runs them, and each command is a process. What a player or a referee has before (a mailed
file) or edits by hand is done here in between.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.repository.ground import git
from tests.test_readme import FENCE, GUIDES
from tests.warm import shell_command

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "fortress-america-1986"
NEEDS_NETWORK = "curl "

_PRELUDE = """\
adjudicator() {
  $ADJUDICATOR "$@"
  local code=$?
  case $code in 0 | 3) ;; *) echo "exit $code: adjudicator $*" >> faults.txt ;; esac
  return $code
}
"""
"""Exit code 3 says that something is still missing, as the guides do."""


class Guide(NamedTuple):
    """A guide, and what is done by hand before a block that begins with a line."""

    path: str
    by_hand: dict[str, str]
    section: str = ""
    """The heading whose blocks are run; empty: all."""


_JOINED = """\
adjudicator new fortress-america-1986 own --scenario ready --mode sealed --joins
cp own/offer.json .
"""
_LOCKED = """\
for seat in southern eastern usa; do adjudicator join offer.json $seat; done
adjudicator begin own join-own-*.json
adjudicator template own western --out western.json --force
adjudicator check own western.json
adjudicator adjudicate own western.json
cp own/log.jsonl .
"""
_LINE = """\
adjudicator new nine-fields spring --play east
adjudicator template spring west --out west.json
$PYTHON -c "
from pathlib import Path
from adjudicator.documents.sheet_lines import packed_sheet
Path('west.txt').write_text(packed_sheet(Path('west.json').read_bytes()))"
"""
_REPLY = """\
adjudicator template spring west --out west.json
$PYTHON -c "
from email.message import EmailMessage
from pathlib import Path
mail = EmailMessage()
mail['From'], mail['To'], mail['Subject'] = 'anna@example.org', 'you@example.org', 'Re: spring'
mail.set_content('Here it is.')
mail.add_attachment(Path('west.json').read_bytes(), maintype='application', subtype='json',
                    filename='west.json')
Path('reply.eml').write_bytes(mail.as_bytes())"
"""
_KEYS = """\
for name in anna ben; do
  ssh-keygen -q -t ed25519 -N "" -C "" -f "$name-key"
  mv "$name-key.pub" "$name.pub"
done
export GIT_CONFIG_GLOBAL="$PWD/gitconfig" GIT_CONFIG_NOSYSTEM=1
git config --global user.name anna
git config --global user.email anna@example.org
"""
_SHARED = "cp duel/offer.json .\ngit init --quiet --bare --initial-branch=main duel.git\n"
_FORGE = """\
git init --quiet --bare --initial-branch=main forge.git
git config --global "url.$PWD/forge.git.insteadOf" https://github.com/club/spring.git
"""
_MERGED = """\
tree=$(git -C forge.git rev-parse "sheet^{tree}")
merge=$(git -C forge.git commit-tree -p main -p sheet -m Merge "$tree")
git -C forge.git update-ref refs/heads/main "$merge"
adjudicator git turn --in spring
"""
_ACCOUNT = """\
git config --global "url.$PWD/spring.git.insteadOf" judge@example.org:spring.git
export ADJUDICATOR_ACCOUNT=anna
"""
_ENTRIES = """\
$PYTHON -c "
names = 'Anna Ben Carla Dora Emil Frida Gustav Hanna Ivo Jana Kurt Lena Max Nora Otto Petra'.split()
names += [name + ' junior' for name in names[:{more}]]
print('Name,E-mail,Rating')
for n, name in enumerate(names):
    print(f'{{name}},player{{n}}@example.org,{{1800 - 20 * n}}')" > entries.csv
"""
_PLAYED_EVENT = """\
adjudicator office new office --address judge@example.org --referee paula@example.org
adjudicator tournament new cup nine-fields standard --title Cup --referee Paula --format groups
for name in Anna Ben Carla; do
  adjudicator tournament add cup $name --address $name@example.org
done
adjudicator tournament pair cup
adjudicator tournament start cup --office office
"""
_RULES = """\
adjudicator tournament new rules nine-fields standard --title Rules --referee Paula --referee Ben \\
    --rounds 2
for name in Anna Ben Carla Dora Emil Frida; do adjudicator tournament add rules $name; done
"""
_WRITTEN = """\
$PYTHON -c "
import json, re
from datetime import date
from pathlib import Path
blocks = re.findall(r'(?s)[\\x60]{{3}}json\\n(.*?)[\\x60]{{3}}', Path('{guide}').read_text())
path = Path('rules/tournament.json')
told = json.loads(path.read_bytes())
new = json.loads(blocks[{block}])
new |= dict(day=str(date.today())) if {block} else dict()
told.update(new) if {block} == 0 else told['amendments'].append(new)
path.write_text(json.dumps(told))"
"""
_WRITTEN_OF = partial(_WRITTEN.format, guide=ROOT / "examples" / "guides" / "event.md")
_PLAY = """\
for match in {matches}; do
  adjudicator adjudicate {event}/matches/$match --play all --until over > played.txt
done
"""
PLAYED = (
    Guide(
        "README.md",
        {"adjudicator check alone west.json": "$PYTHON edit.py"},
        "## Your first turn in five minutes",
    ),
    Guide(
        "examples/guides/player.md",
        {
            "adjudicator status state.json": (
                f"cp '{EXAMPLE}'/before/now/state.json '{EXAMPLE}'/before/log.jsonl ."
            ),
            "adjudicator join offer.json western": _JOINED,
            "adjudicator pledge log.jsonl western --sheet western.json": _LOCKED,
        },
    ),
    Guide("examples/guides/browser.md", {"adjudicator check spring west.txt": _LINE}),
    Guide("examples/guides/referee.md", {}),
    Guide("examples/guides/mail.md", {"adjudicator adjudicate spring reply.eml": _REPLY}),
    Guide(
        "examples/guides/two-friends.md",
        {
            "adjudicator join offer.json east": "cp duel/offer.json .",
            "adjudicator pledge log.jsonl east": "cp duel/log.jsonl .",
            "adjudicator verify log.jsonl --state state.json": (
                "cp duel/log.jsonl duel/now/state.json ."
            ),
        },
    ),
    Guide(
        "examples/guides/event.md",
        {
            "adjudicator tournament pair rules": _RULES + _WRITTEN_OF(block=0),
            "adjudicator tournament standings rules": _WRITTEN_OF(block=1),
            "adjudicator tick": _PLAYED_EVENT,
        },
    ),
    Guide(
        "examples/guides/event-swiss.md",
        {
            "adjudicator tournament add cup --csv entries.csv --dry": _ENTRIES.format(more=0),
            "adjudicator tournament result cup\nadjudicator tournament standings": _PLAY.format(
                event="cup", matches="01-01 01-02 01-03 01-04 01-05 01-06"
            ),
        },
    ),
    Guide(
        "examples/guides/event-ladder.md",
        {
            "adjudicator tournament result ladder\nadjudicator tournament audit": _PLAY.format(
                event="ladder", matches="01-01 01-02"
            ),
        },
    ),
    Guide(
        "examples/guides/event-tables.md",
        {
            "adjudicator tournament new stars": _ENTRIES.format(more=8),
        },
    ),
    Guide("examples/guides/position.md", {}),
    Guide("examples/guides/git-two-friends.md", {"adjudicator join offer.json east": _SHARED}),
    Guide(
        "examples/guides/git-club.md",
        {
            "adjudicator new nine-fields spring": _KEYS,
            "git -C spring remote add origin https": _FORGE,
            "git -C anna switch --quiet main": _MERGED,
        },
    ),
    Guide(
        "examples/guides/git-server.md",
        {
            "adjudicator new nine-fields spring": _KEYS,
            "git clone --quiet judge@example.org": _ACCOUNT,
        },
    ),
)


def _blocks(text: str, language: str) -> list[str]:
    found = [block for block in FENCE.finditer(text) if block["language"] == language]
    return [re.sub(r"^ {3}", "", block["text"], flags=re.MULTILINE) for block in found]


def _script(guide: Guide, text: str) -> str:
    """Returns the blocks of a guide as one script, with what is done by hand before them."""
    script, by_hand = _PRELUDE, dict(guide.by_hand)
    for block in _blocks(text, "sh"):
        if NEEDS_NETWORK in block:
            continue
        for begins in [one for one in by_hand if block.startswith(one)]:
            script += by_hand.pop(begins) + "\n"
        script += block
    assert not by_hand, f"{guide.path} has no block that begins so: {by_hand}"
    return script


def _write_files(folder: Path, text: str) -> None:
    """Writes what a reader writes: the position of a guide, the first turn's order."""
    (block, *_) = [*_blocks(text, "json"), ""]
    if '"start"' in block:
        (folder / "board.json").write_text(block)
    (folder / "edit.py").write_text(
        "from pathlib import Path\n"
        "path = Path('west.json')\n"
        "lines = path.read_text().splitlines()\n"
        'assert \'"orders": {"march": [], "fall-back": []}\' in lines[-2]\n'
        f"lines[-2] = {block.rstrip()!r}\n"
        "path.write_text('\\n'.join(lines))\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the blocks for sh; PowerShell has its own")
@pytest.mark.parametrize("guide", PLAYED, ids=lambda guide: Path(guide.path).stem)
def test_the_lines_of_a_guide_run(guide: Guide, tmp_path: Path) -> None:
    text = (ROOT / guide.path).read_text(encoding="utf-8")
    if guide.section:
        text = text.partition(f"\n{guide.section}\n")[2].partition("\n## ")[0]
    _write_files(tmp_path, text)
    script = _script(guide, text)
    done = subprocess.run(
        ["bash", "-u", "-c", script],
        cwd=tmp_path, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHON": sys.executable, "PYTHONPATH": str(ROOT),
             "ADJUDICATOR": shell_command()},
    )  # fmt: skip
    faults = tmp_path / "faults.txt"
    assert not faults.exists(), f"{faults.read_text()}\n{done.stderr}"
    assert "command not found" not in done.stderr, done.stderr
    if "/git-" in guide.path:
        assert not re.search(r"^(?:fatal|error): ", done.stderr, re.MULTILINE), done.stderr
        (clone,) = (name for name in ("anna", "ben") if (tmp_path / name).is_dir())
        assert git(tmp_path / clone, "log", "-1", "--format=%s") == "Opening 1: turn-1-west"
        assert "log.jsonl: sound." in done.stdout
    if guide.path.endswith("/event.md"):
        rules = json.loads((tmp_path / "rules/tournament.json").read_bytes())
        assert (rules["sides"], len(rules["referees"]), len(rules["amendments"])) == ("bid", 2, 1)
        assert "one more referee" in (tmp_path / "pages/rulings.html").read_text(encoding="utf-8")
    if guide.path == "README.md":
        assert "4 companies" in done.stdout or "marches from Brook to Elm with 4" in done.stdout
        assert (tmp_path / "alone/now/report.html").exists()


def test_every_guide_with_commands_is_among_them() -> None:
    with_commands = {name for name in GUIDES if "```sh" in (ROOT / name).read_text()}
    assert with_commands == {guide.path for guide in PLAYED} - {"README.md"}


def test_the_problem_of_the_position_is_what_is_shown(tmp_path: Path) -> None:
    """One unit more than may stand there: `new` says what the guide shows."""
    text = (ROOT / "examples/guides/position.md").read_text(encoding="utf-8")
    start = json.loads(_blocks(text, "json")[0])
    start["start"]["units"]["s3"]["southern"]["infantry"] += 1
    (tmp_path / "board.json").write_text(json.dumps(start))
    line = [sys.executable, "-m", "adjudicator", "new", "fortress-america-1986", "ours"]
    done = subprocess.run(
        [*line, "--scenario", "board.json"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 1
    (shown,) = [block for block in _blocks(text, "") if block.startswith("board.json")]
    for shown_line in shown.splitlines():
        assert (
            shown_line.partition(": ")[2] in done.stderr
            if "board.json" in shown_line
            else (shown_line in done.stderr)
        )
