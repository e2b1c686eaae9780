"""git by subprocess: the plumbing that the repository needs, by name.

No shell, no prompt where nobody sits, no variable of a hook that would lead into another
repository. Names of files and branches come from strangers: ids and refs are checked before they
become words of a command. What git says is kept out of results but for its last lines, in which
names and passwords of addresses are crossed out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from adjudicator.api.problems import Problem, TryAgain, Unusable
from adjudicator.repository.git_failures import (
    failed,
    no_folder,
    no_git,
    ref_locked,
    slow,
    too_old,
    unreached,
)

__all__ = [
    "ADJUDICATOR",
    "OLDEST",
    "Commit",
    "Git",
    "Person",
    "Pushed",
    "Said",
    "Tag",
    "TreeEntry",
    "check_size",
    "is_id",
    "is_ref",
    "open_git",
]

OLDEST = (2, 34)
"""The oldest git that will do: the first whose signatures by SSH keys can be verified."""
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REF = re.compile(r"refs/(?:heads|tags|remotes)/[A-Za-z0-9_][A-Za-z0-9._/-]{0,150}")
_KEPT = ("GIT_ASKPASS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM",
         "GIT_EXEC_PATH", "GIT_HTTP_USER_AGENT", "GIT_PROXY_COMMAND", "GIT_SSH",
         "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH",
         "GIT_TRACE")  # fmt: skip
"""What may stand in the environment and reaches git: how it travels, never where it works."""
_QUARANTINE = ("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_OBJECT_DIRECTORY", "GIT_QUARANTINE_PATH")
"""Where the objects lie that a push has brought and no ref names yet (githooks, pre-receive)."""
_SETTINGS = ("core.quotePath=false", "core.fsmonitor=false", "gc.auto=0", "maintenance.auto=false",
             "i18n.commitEncoding=UTF-8", "advice.pushUpdateRejected=false")  # fmt: skip
_SECONDS = 300
"""After so long without an end, a call of git is given up: the same may work later."""
_RACE = re.compile(
    r"fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref"
    r"|incorrect old value|reference already exists|already exists|failed to lock"
    r"|atomic push|atomic transaction"
)
"""How git says that somebody else was faster."""
_DECLINED = re.compile(r"declined|denied|denying|prohibited|protected|not allowed|deletion")
"""How git says that the other side does not want it, whatever else it says of other refs."""


class Said(NamedTuple):
    """What a call of git gave."""

    code: int
    """Its exit code."""
    out: bytes
    """Its standard output."""
    err: str
    """What it said, without names and passwords of addresses."""

    @property
    def text(self) -> str:
        """The output as text, without the last line break."""
        return self.out.decode(errors="surrogateescape").rstrip("\n")


class TreeEntry(NamedTuple):
    """A file in a tree."""

    path: str
    """Its path from the top; bytes that are no UTF-8 are surrogates."""
    mode: str
    """"100644", "100755"; "120000" is a symbolic link, "160000" a repository in it."""
    id: str
    """The id of its content."""
    size: int
    """How many bytes it has; a repository in it: 0."""

    @property
    def is_file(self) -> bool:
        """Whether it is an ordinary file."""
        return self.mode in ("100644", "100755")


class Person(NamedTuple):
    """Who stands in a commit. It proves nothing: anybody may write any name."""

    name: str
    """A name."""
    address: str
    """What stands between < and >; we write none that is anybody's."""

    @classmethod
    def of_seat(cls, seat: str) -> Person:
        """Returns who submits for a seat: nobody's name, nobody's address."""
        return cls(seat, f"{seat}@invalid")


ADJUDICATOR = Person("adjudicator", "adjudicator@invalid")
"""Who commits a turn, whoever runs it: the same bytes give the same commit (repository 3)."""


class Commit(NamedTuple):
    """What a commit says."""

    id: str
    """Its id."""
    tree: str
    """The id of its tree."""
    parents: tuple[str, ...]
    """The ids of its parents."""
    seconds: int
    """When it was committed, in seconds since 1970, as its committer says."""
    message: str
    """Its message."""


class Tag(NamedTuple):
    """What an annotated tag says."""

    seconds: int
    """When it was made, in seconds since 1970, as its tagger says."""
    text: str
    """Its message."""


class Pushed(NamedTuple):
    """What became of a push."""

    outcome: Literal["taken", "raced", "refused"]
    """taken: all refs stand as they were asked; raced: somebody else was faster, so fetch and try
    again; refused: the other side does not want it."""
    told: tuple[str, ...] = ()
    """What the other side said (`remote:` lines), and why it refused."""


def is_id(text: str) -> bool:
    """Whether a text is the full id of an object."""
    return _ID.fullmatch(text) is not None


def is_ref(name: str) -> bool:
    """Whether a full name of a ref is plain: no surprise for git, a shell or a person."""
    parts = name.split("/")
    return (
        _REF.fullmatch(name) is not None
        and ".." not in name
        and all(
            part and part[0] not in ".-" and not part.endswith((".", ".lock")) for part in parts
        )
    )


class Git:
    """A repository, asked and changed by the `git` command."""

    def __init__(self, folder: Path, *, quarantined: bool = False, may_ask: bool = False) -> None:
        """Names a repository; nothing is asked yet. See `open_git`.

        Args:
            folder: its work tree, any folder in it, or a bare repository.
            quarantined: whether this runs in a pre-receive hook: what a push has brought is seen.
            may_ask: whether somebody sits there who can type a password.
        """
        self.folder = folder
        """Where git is called."""
        self._environment = _environment(quarantined=quarantined, may_ask=may_ask)
        self._read: dict[str, dict[str, bytes | None]] = {}
        """By commit and path, files that were read; None: there is none. A commit never changes."""

    # -- calling --------------------------------------------------------------------------------

    def run(
        self,
        *words: str,
        stdin: bytes = b"",
        ok: Sequence[int] = (0,),
        environment: Mapping[str, str] | None = None,
    ) -> Said:
        """Calls git and returns what it gave.

        Args:
            words: the command and its words; whoever gives a stranger's word checks it first.
            ok: the exit codes that are answers.
            environment: variables for this call, such as GIT_INDEX_FILE.

        Raises:
            Unusable: `git-failed`, it ended with another code; `no-git`, there is none here.
            TryAgain: `git-slow`, it did not end in five minutes.
        """
        settings = [word for one in _SETTINGS for word in ("-c", one)]
        try:
            done = subprocess.run(
                ["git", *settings, *words],
                cwd=self.folder, input=stdin, capture_output=True, timeout=_SECONDS, check=False,
                env={**self._environment, **(environment or {})},
            )  # fmt: skip
        except FileNotFoundError:
            raise no_git() if shutil.which("git") is None else no_folder(self.folder) from None
        except NotADirectoryError:
            raise no_folder(self.folder) from None
        except subprocess.TimeoutExpired:
            raise TryAgain(slow(words[0], _SECONDS)) from None
        said = Said(
            done.returncode, done.stdout, _without_names(done.stderr.decode(errors="replace"))
        )
        if said.code not in ok:
            raise Unusable([failed(words[0], said.code, said.err)])
        return said

    # -- what it is -----------------------------------------------------------------------------

    @cached_property
    def version(self) -> tuple[int, ...]:
        """The version of git."""
        found = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", self.run("--version").text)
        return tuple(int(part) for part in found.groups() if part) if found else (0,)

    @cached_property
    def _places(self) -> tuple[Path, bool]:
        said = self.run("rev-parse", "--absolute-git-dir", "--is-bare-repository").text
        folder, is_bare = said.rsplit("\n", 1)
        return Path(folder), is_bare == "true"

    @property
    def git_folder(self) -> Path:
        """The folder of the repository itself: `.git`, or the bare repository."""
        return self._places[0]

    @property
    def is_bare(self) -> bool:
        """Whether it is bare: a server's."""
        return self._places[1]

    @cached_property
    def top(self) -> Path:
        """The top of the work tree; of a bare repository, its folder."""
        if self.is_bare:
            return self.git_folder
        return Path(self.run("rev-parse", "--show-toplevel").text)

    @property
    def own_folder(self) -> Path:
        """Where the program keeps its own things of this clone: `.git/adjudicator`."""
        return self.git_folder / "adjudicator"

    def config(self, name: str) -> str | None:
        """Returns a setting of git; None: it is not set."""
        said = self.run("config", "--get", name, ok=(0, 1))
        return said.text if said.code == 0 else None

    # -- objects that are there -----------------------------------------------------------------

    def commit_named(self, name: str) -> str | None:
        """Returns the id of the commit that a ref, or an id, leads to; None: there is none.

        Raises:
            ValueError: it is neither the full name of a ref nor an id, nor HEAD.
        """
        if not (is_id(name) or is_ref(name) or name == "HEAD"):
            raise ValueError(f"no ref: {name!r}")
        said = self.run(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}",
            ok=(0, 1, 128),
        )  # fmt: skip
        return said.text if said.code == 0 and is_id(said.text) else None

    def refs(self, prefix: str) -> dict[str, str]:
        """Returns the refs below a prefix such as `refs/tags/lock`, each with its object's id."""
        said = self.run("for-each-ref", "--format=%(refname) %(objectname)", prefix)
        found = (line.rsplit(" ", 1) for line in said.text.splitlines())
        return {name: id_ for name, id_ in found if is_ref(name)}

    def is_ancestor(self, older: str, newer: str) -> bool:
        """Whether a commit lies in the history of another, or is it."""
        said = self.run("merge-base", "--is-ancestor", _id(older), _id(newer), ok=(0, 1, 128))
        return said.code == 0

    def commits(self, since: str | None, until: str, *, first_parents: bool = False) -> list[str]:
        """Returns the ids of the commits up to one, oldest first, without those up to another."""
        words = ["rev-list", "--reverse", "--topo-order", *(["--first-parent"] * first_parents)]
        words += [_id(until), *([f"^{_id(since)}"] if since else []), "--"]
        return self.run(*words).text.split()

    def commit(self, id_: str) -> Commit:
        """Returns what a commit says."""
        raw = self.run("cat-file", "commit", _id(id_)).text
        head, _, message = raw.partition("\n\n")
        fields = [line.partition(" ")[::2] for line in head.splitlines()]
        tree = next(value for name, value in fields if name == "tree")
        parents = tuple(value for name, value in fields if name == "parent")
        committer = next(value for name, value in fields if name == "committer")
        found = re.search(r"> (\d+) [+-]\d{4}$", committer)
        return Commit(id_, tree, parents, int(found[1]) if found else 0, message)

    def tag(self, id_: str) -> Tag | None:
        """Returns what an annotated tag says, by its object's id; None: the object is no tag."""
        if self.run("cat-file", "-t", _id(id_)).text != "tag":
            return None
        head, _, text = self.run("cat-file", "tag", id_).text.partition("\n\n")
        found = re.search(r"^tagger .*> (\d+) [+-]\d{4}$", head, re.MULTILINE)
        return Tag(int(found[1]) if found else 0, text)

    def tree(self, commit: str, *under: str) -> list[TreeEntry]:
        """Returns the files of a commit's tree, or those below folders of it, by path.

        Args:
            under: paths of our own, such as `inbox/western/`; none: all.
        """
        words = ["ls-tree", "-r", "-z", "-l", "--full-tree", _id(commit), *under]
        found = []
        for line in self.run(*words).out.split(b"\0"):
            if line:
                said, _, path = line.partition(b"\t")
                mode, _, id_, size = said.decode().split()
                if size == "BAD":
                    raise Unusable([failed("ls-tree", 0, f"{id_} is missing")])
                name = path.decode(errors="surrogateescape")
                found.append(TreeEntry(name, mode, id_, 0 if size == "-" else int(size)))
        return found

    def contents(self, ids: Sequence[str]) -> list[bytes]:
        """Returns the contents of files by their ids; whoever asks has looked at their sizes."""
        if not ids:
            return []
        wanted = "".join(f"{_id(one)}\n" for one in ids).encode()
        out, found, place = self.run("cat-file", "--batch", stdin=wanted).out, [], 0
        for one in ids:
            end = out.index(b"\n", place)
            words = out[place:end].split()
            if len(words) != 3:
                raise Unusable([failed("cat-file", 0, f"{one} is missing")])
            size = int(words[2])
            found.append(out[end + 1 : end + 1 + size])
            place = end + size + 2
        return found

    def file(self, commit: str, path: str, *, limit: int) -> bytes | None:
        """Returns a file of a commit; None: it is not there, or is no ordinary file.

        Raises:
            Unusable: `file-too-large`, it is larger than the limit.
        """
        return self.files(commit, {path: limit}).get(path)

    def files(self, commit: str, limits: Mapping[str, int]) -> dict[str, bytes]:
        """Returns some files of a commit, by path; those that are not there are left out.

        Args:
            limits: by path, the most bytes of the file.

        Raises:
            Unusable: `file-too-large`, one is larger.
        """
        known = self._read.setdefault(_id(commit), {})
        if new := [path for path in limits if path not in known]:
            entries = {one.path: one for one in self.tree(commit, *new) if one.is_file}
            there = [path for path in new if path in entries]
            for path in there:
                check_size(entries[path], limits[path])
            contents = self.contents([entries[path].id for path in there])
            known |= {**dict.fromkeys(new), **dict(zip(there, contents, strict=True))}
        return {path: content for path in limits if (content := known[path]) is not None}

    # -- objects that are made ------------------------------------------------------------------

    def kept(self, content: bytes) -> str:
        """Keeps a file's content as it is, without filters; returns its id."""
        return self.run("hash-object", "-w", "--no-filters", "--stdin", stdin=content).text

    def all_kept(self, files: Mapping[str, bytes | None]) -> dict[str, str | None]:
        """Keeps the contents of files as they are; returns by path the ids, as `tree_with` asks."""
        named = [path for path, content in files.items() if content is not None]
        with tempfile.TemporaryDirectory(prefix="adjudicator-blobs-") as folder:
            for place, path in enumerate(named):
                Path(folder, str(place)).write_bytes(files[path] or b"")
            lines = "".join(f"{folder}/{place}\n" for place in range(len(named))).encode()
            words = ("hash-object", "-w", "--no-filters", "--stdin-paths")
            ids = self.run(*words, stdin=lines).text.split() if named else []
        return {**dict.fromkeys(files), **dict(zip(named, ids, strict=True))}

    def tree_with(self, base: str | None, files: Mapping[str, str | None]) -> str:
        """Returns the id of a tree: that of a commit, with files put in or (None) taken out.

        Made in an index of its own: neither the user's index nor their work tree is touched.

        Args:
            files: by path, the id of the content, as `kept` gives it.
        """
        lines = [
            (f"0 {'0' * 40}\t{path}" if id_ is None else f"100644 {id_}\t{path}").encode(
                errors="surrogateescape"
            )
            for path, id_ in files.items()
        ]
        with tempfile.TemporaryDirectory(prefix="adjudicator-index-") as folder:
            own = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
            self.run("read-tree", _id(base) if base else "--empty", environment=own)
            self.run("update-index", "--add", "--replace", "-z", "--index-info",
                     stdin=b"".join(line + b"\0" for line in lines), environment=own)  # fmt: skip
            return self.run("write-tree", environment=own).text

    def commit_tree(
        self, tree: str, parents: Sequence[str], message: str, *, person: Person, seconds: int,
        signs: bool = False,
    ) -> str:  # fmt: skip
        """Makes a commit, of which no ref knows; returns its id.

        Args:
            seconds: its date, in seconds since 1970, in UTC.
            signs: whether it is signed with the key that git's settings name (`user.signingKey`).
        """
        date = f"@{seconds} +0000"
        own = {
            f"GIT_{who}_{what}": value
            for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", person.name), ("EMAIL", person.address), ("DATE", date))
        }
        words = [word for one in parents for word in ("-p", _id(one))]
        signing = "-S" if signs else "--no-gpg-sign"
        return self.run(
            "commit-tree", signing, *words, _id(tree), stdin=message.encode(), environment=own
        ).text

    def tag_object(self, name: str, target: str, text: str, *, person: Person, seconds: int) -> str:
        """Makes an annotated tag of a commit, of which no ref knows; returns its id."""
        head = f"object {_id(target)}\ntype commit\ntag {name}\n"
        tagger = f"tagger {person.name} <{person.address}> {seconds} +0000\n\n"
        return self.run("mktag", "--strict", stdin=f"{head}{tagger}{text}\n".encode()).text

    def set_refs(self, refs: Mapping[str, tuple[str, str | None]]) -> bool:
        """Moves refs of this repository, all or none; whether they stood where they were said to.

        Nobody's move is lost: it fails if somebody else was faster.

        Args:
            refs: by full name, the new object and the old one; None: there is none yet.
        """
        lines = [
            f"update {_ref(name)} {_id(new)} {_id(old) if old else '0' * len(new)}\n"
            for name, (new, old) in refs.items()
        ]
        said = self.run("update-ref", "--stdin", stdin="".join(lines).encode(), ok=(0, 128))
        return said.code == 0

    # -- other repositories ---------------------------------------------------------------------

    def fetch(self, remote: str, refspecs: Sequence[str]) -> list[str]:
        """Fetches refs of another repository; returns what git said of them, line by line.

        Raises:
            TryAgain: `no-network`, it could not be reached; `ref-locked`, another git is at work in
                this repository, or a killed one has left its lock.
        """
        said = self.run(
            "fetch", "--no-progress", "--no-tags", "--no-recurse-submodules",
            "--no-write-fetch-head", "--no-auto-maintenance", "--end-of-options", remote,
            *refspecs, ok=(0, 1, 128),
        )  # fmt: skip
        if said.code == 128:
            raise TryAgain(unreached(remote, said.err))
        lines = said.err.splitlines()
        if locked := [line for line in lines if "cannot lock ref" in line]:
            raise TryAgain(ref_locked(locked[0]))
        return lines

    def ls_remote(self, remote: str, *patterns: str) -> dict[str, str]:
        """Returns refs of another repository by their full names, each with its object's id.

        Raises:
            TryAgain: `no-network`, it could not be reached.
        """
        said = self.run("ls-remote", "--quiet", "--end-of-options", remote, *patterns,
                        ok=(0, 1, 128))  # fmt: skip
        if said.code:
            raise TryAgain(unreached(remote, said.err))
        found = (line.split("\t", 1) for line in said.text.splitlines())
        return {name: id_ for id_, name in found if is_ref(name)}

    def push(
        self, remote: str, refs: Mapping[str, str], *, instead_of: str | None = None
    ) -> Pushed:
        """Pushes objects to refs, all of them or none; none of them by force but as said here.

        Args:
            refs: by full name of the ref, the id of the object.
            instead_of: the commit that the only ref leads to and need not lead on from; "": it is
                not there yet. None: nothing is replaced.

        Raises:
            TryAgain: `no-network`, the other repository could not be reached.
        """
        specs = [f"{_id(id_)}:{_ref(name)}" for name, id_ in refs.items()]
        atomic = ["--atomic"] if len(specs) > 1 else []
        leases = []
        if instead_of is not None:
            (ref,) = refs
            leases = [f"--force-with-lease={_ref(ref)}:{_id(instead_of) if instead_of else ''}"]
        said = self.run(
            "push", "--porcelain", "--no-verify", "--recurse-submodules=no", "--no-follow-tags",
            "--no-force", *atomic, *leases, "--end-of-options", remote, *specs, ok=(0, 1, 128),
        )  # fmt: skip
        told = [line[8:].rstrip() for line in said.err.splitlines() if line.startswith("remote: ")]
        if said.code == 0:
            return Pushed("taken", tuple(told))
        refused = [line[2:] for line in said.text.splitlines() if line.startswith("!\t")]
        if not refused:
            raise TryAgain(unreached(remote, said.err))
        why = [line.partition("\t")[2] for line in refused]
        raced = any(map(_RACE.search, why)) and not any(map(_DECLINED.search, why))
        return Pushed("raced" if raced else "refused", (*told, *why))


def open_git(folder: Path, *, quarantined: bool = False, may_ask: bool = False) -> Git:
    """Returns the repository that a folder lies in; see `Git`.

    Raises:
        Unusable: `no-git`, `git-too-old`, `no-repository`; `git-failed`, git does not go into it:
            it is of somebody else's (`safe.directory`), or of a later form.
    """
    found = Git(folder, quarantined=quarantined, may_ask=may_ask)
    if not folder.is_dir():
        raise no_folder(folder)
    if found.version < OLDEST:
        raise too_old(found.version, OLDEST)
    said = found.run("rev-parse", "--git-dir", ok=(0, 128))
    if said.code and "not a git repository" in said.err:
        raise no_folder(folder)
    if said.code:
        raise Unusable([failed("rev-parse", said.code, said.err)])
    return found


def check_size(entry: TreeEntry, limit: int) -> None:
    """Raises Unusable (`file-too-large`) for a file in a tree that is larger than a limit."""
    if entry.size > limit:
        message = f"the repository holds a file of {entry.size} bytes: more than {limit}"
        hint = "Nothing of a match is that large: `git log` of it says who put it there."
        raise Unusable([Problem("file-too-large", message, hint=hint, kind="unusable")])


# -- inside -------------------------------------------------------------------------------------


def _environment(*, quarantined: bool, may_ask: bool) -> dict[str, str]:
    kept = (*_KEPT, *_QUARANTINE) if quarantined else _KEPT
    found = {
        name: value
        for name, value in os.environ.items()
        if name in kept or not (name.startswith("GIT_") or name == "ADJUDICATOR_SECRET")
    }
    found |= {"LC_ALL": "C", "LANGUAGE": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
              "GIT_NO_REPLACE_OBJECTS": "1"}  # fmt: skip
    if not may_ask:
        found |= {"GIT_TERMINAL_PROMPT": "0", "SSH_ASKPASS": "false",
                  "SSH_ASKPASS_REQUIRE": "force", "GCM_INTERACTIVE": "never"}  # fmt: skip
    return found


def _id(text: str) -> str:
    if not is_id(text):
        raise ValueError(f"no id of an object: {text!r}")
    return text


def _ref(name: str) -> str:
    if not is_ref(name):
        raise ValueError(f"no full name of a ref: {name!r}")
    return name


def _without_names(text: str) -> str:
    """Crosses out what stands before the host in addresses: names, passwords and tokens."""
    return re.sub(r"(\w+://)[^/@\s]*@", r"\1", text)
