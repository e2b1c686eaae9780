"""What the commits of a range change, file by file, told without walking into what a stranger made.

A tree of a few hundred bytes can hold more files than there are atoms. So trees are read level by
level, and only where sheets may lie: the top, `inbox`, a seat's folder. All else that differs is
told as it stands there, a folder as one thing. A merge changes what differs from the one result
that merging its parents gives; where that is not clear, it is refused (repository.md, section 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.api.problems import Located, Problem
from adjudicator.repository.git import Git, is_id
from adjudicator.repository.inbox import INBOX

__all__ = ["MOST_COMMITS", "Change", "History", "Node", "history_of", "sizes_of"]

MOST_COMMITS = 64
"""How many commits are judged at once."""

_TREE = "40000"


class Node(NamedTuple):
    """What stands at a path in a tree."""

    mode: str
    """As git writes it: "100644" an ordinary file, "40000" a folder."""
    id: str
    """Of its content."""


_Nodes = Mapping[str, Node]


class Change(NamedTuple):
    """What a commit changes at one path."""

    commit: str
    """Its id."""
    path: str
    """The path; bytes that are no UTF-8 are surrogates."""
    new: Node | None
    """What it puts there; None: it takes away what stood there."""
    is_new: bool
    """Whether nothing stood there before."""


class History(NamedTuple):
    """What the commits of a range say."""

    commits: tuple[str, ...]
    """Their ids, oldest first."""
    changes: tuple[Change, ...]
    """What they change, in the same order; by path within one commit."""
    problems: tuple[Located, ...]
    """Why the range cannot be judged."""


def history_of(git: Git, since: str, until: str) -> History:
    """Returns what the commits up to one change, without those up to another.

    Args:
        since: the id of a commit that is trusted.
        until: the id of a commit that anybody may have made.

    Raises:
        Unusable: `git-failed`, `object-missing`.
    """
    commits, trees_of = _commits(git, since, until)
    if len(commits) > MOST_COMMITS:
        return History((), (), (_too_many(len(commits)),))
    trees = _Trees(git)
    changes: list[Change] = []
    problems: list[Located] = []
    for commit in commits:
        bases = _bases(git, commit) if len(commit.parents) == 2 else []
        if wrong := _unclear(commit, bases):
            problems.append(Located(wrong, ""))
            continue
        before = [trees_of.get(one) or git.commit(one).tree for one in commit.parents]
        base = [git.commit(one).tree for one in bases]
        trees.load([commit.tree, *before, *base])
        changes += (
            Change(commit.id, path, new, not was_there)
            for path, new, was_there in _differences(
                trees, "", trees.top(commit.tree), before=[trees.top(one) for one in before],
                base=trees.top(base[0]) if base else None,
            )
        )  # fmt: skip
    return History(tuple(one.id for one in commits), tuple(changes), tuple(problems))


def sizes_of(git: Git, ids: Sequence[str]) -> dict[str, int | None]:
    """Returns the sizes of contents by their ids; None: it is not there, or is no file's."""
    said = git.run("cat-file", "--batch-check", stdin="".join(f"{one}\n" for one in ids).encode())
    found: dict[str, int | None] = {}
    for id_, line in zip(ids, said.text.splitlines(), strict=True):
        words = line.split()
        found[id_] = int(words[2]) if len(words) == 3 and words[1] == "blob" else None
    return found


class _Commit(NamedTuple):
    """A commit, as far as it says what it changes."""

    id: str
    tree: str
    parents: tuple[str, ...]


def _commits(git: Git, since: str, until: str) -> tuple[list[_Commit], dict[str, str]]:
    """Returns the commits of a range, oldest first, and the trees of these and of their parents."""
    words = ("log", "--reverse", "--topo-order", "--boundary", "--format=%m %H %T %P")
    said = git.run(*words, "--end-of-options", until, f"^{since}", "--").text
    commits: list[_Commit] = []
    trees: dict[str, str] = {}
    for line in said.splitlines():
        mark, id_, tree, *parents = line.split()
        trees[id_] = tree
        if mark != "-":
            commits.append(_Commit(id_, tree, tuple(parents)))
    return commits, trees


def _differences(
    trees: _Trees, above: str, now: _Nodes, *, before: Sequence[_Nodes], base: _Nodes | None
) -> Iterator[tuple[str, Node | None, bool]]:
    """Yields by path what stands otherwise than the parents have it, or than merging them gives."""
    names = sorted({*now}.union(*before, base or ()))
    for name in names:
        new, olds = now.get(name), [nodes.get(name) for nodes in before]
        common = None if base is None else base.get(name)
        is_clear, wanted = _merged(olds, common)
        if is_clear and new == wanted:
            continue
        path = f"{above}{name}"
        found = (new, *olds, common)
        if _may_descend(path) and all(one is None or one.mode == _TREE for one in found):
            trees.load([one.id for one in found if one is not None])
            inside = [trees.below(one) for one in olds]
            known = None if base is None else trees.below(common)
            yield from _differences(trees, f"{path}/", trees.below(new), before=inside, base=known)
        else:
            yield path, new, any(olds)


def _merged(olds: Sequence[Node | None], common: Node | None) -> tuple[bool, Node | None]:
    """Returns whether what merging gives is clear, and what it is."""
    if len(olds) == 1:
        return True, olds[0]
    one, other = olds
    if one == other or other == common:
        return True, one
    return (True, other) if one == common else (False, None)


def _may_descend(path: str) -> bool:
    """Whether sheets lie below a folder: `inbox`, and the folders in it."""
    parts = path.split("/")
    return parts[0] == INBOX and len(parts) <= 2


class _Trees:
    """Trees, each read once."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._read: dict[str, _Nodes] = {}

    def load(self, ids: Sequence[str]) -> None:
        """Reads trees that will be asked for, all at once."""
        lacking = [one for one in dict.fromkeys(ids) if one not in self._read]
        for id_, raw in zip(lacking, self._git.contents(lacking), strict=True):
            self._read[id_] = _nodes(raw, len(id_) // 2)

    def top(self, id_: str) -> _Nodes:
        """Returns what stands in a tree that was read."""
        return self._read[id_]

    def below(self, node: Node | None) -> _Nodes:
        """Returns what stands in a folder; nothing where there is none."""
        return {} if node is None else self.top(node.id)


def _nodes(raw: bytes, width: int) -> dict[str, Node]:
    """Reads a tree as git keeps it: mode, space, name, NUL, id.

    What git would not write, a name twice or one with a slash, stands there as no file.
    """
    found: dict[str, Node] = {}
    place = 0
    while place < len(raw):
        space, end = raw.find(b" ", place), raw.find(b"\0", place)
        if not place < space < end or end + 1 + width > len(raw):
            found[""] = Node("malformed", raw.hex())
            break
        name = raw[space + 1 : end].decode(errors="surrogateescape")
        id_ = raw[end + 1 : end + 1 + width].hex()
        mode = raw[place:space].decode(errors="replace")
        is_odd = name in found or not name or "/" in name
        found[name] = Node("malformed" if is_odd else mode, id_)
        place = end + 1 + width
    return found


def _bases(git: Git, commit: _Commit) -> list[str]:
    """Returns the newest commits that both parents of a merge come from."""
    said = git.run("merge-base", "--all", *commit.parents, ok=(0, 1))
    return [line for line in said.text.splitlines() if is_id(line)]


def _unclear(commit: _Commit, bases: Sequence[str]) -> Problem | None:
    """Returns why it cannot be said what a commit changes."""
    told = commit.id[:10]
    if not commit.parents or (len(commit.parents) == 2 and not bases):
        return Problem(
            "unrelated-history",
            f"commit {told} does not come from this match",
            hint="Commit in a clone of this repository: `git clone` it, or `git fetch`.",
            kind="invalid",
        )
    if len(commit.parents) == 1:
        return None
    if len(bases) == 1:
        return None
    return Problem(
        "merge-unclear",
        f"commit {told} merges so that nobody can say what it changes",
        hint="Put your sheet on the newest state: `git fetch`, then `git rebase`.",
        kind="invalid",
    )


def _too_many(count: int) -> Located:
    message = f"{count} commits at once: at most {MOST_COMMITS} are judged"
    hint = "Put your sheet into one commit on the newest state: `git fetch`, then `git rebase -i`."
    return Located(Problem("too-many-commits", message, hint=hint, kind="invalid"), "")
