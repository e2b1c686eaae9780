"""Hostile files made from valid ones: their structure changed, then sometimes their bytes."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis import strategies as st

from adjudicator.audit import tfd1
from adjudicator.core.values import canonical
from tests.audit.log_changes import chained, lines_of
from tests.intake.kinds import KINDS, Kind
from tests.programs import needed

__all__ = ["HOSTILE_TEXTS", "hostile_files"]

Tree: TypeAlias = Any
Draw: TypeAlias = Callable[[Any], Any]

HOSTILE_TEXTS = (
    "", " ", "..", "../../x", "/etc/passwd", "-rf", "--out", "a\\b", "a b", "a\nb\tc", "\u202etxt",
    "\u200b", "\ufeff", "\u2028", "\x1b[2J", "\x00", "\x85", "\U000e0001", "\u3164", "<script>x",
    "]]>&\"'<!--", "%s%n{0}", "x" * 41, "x" * 300, "x" * 11_000, "Zo\u00eb", "\U0001f600", "null",
    "turn-1", "western", "usa", "portland", "w1", "infantry", "bomber", "nowhere", "place", "move",
)  # fmt: skip
NUMBERS = (
    -1,
    0,
    1,
    2,
    3,
    7,
    99,
    255,
    4097,
    2**31,
    2**32 + 1,
    2**53 - 1,
    -(2**53) + 1,
    2**53,
    10**40,
)
VALUES: tuple[Any, ...] = (
    None, True, False, [], {}, [[]], {"": None}, [None], {"order": "move"}, {"t": "orders"},
)  # fmt: skip
HOSTILE_BYTES = (
    b"NaN", b"Infinity", b"-Infinity", b"1e999", b"1e5", b"1.0", b"-0", b"0x1", b"01", b"\x00",
    b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b'"\\ud800"', b'"\\u202e"', b"\xef\xbb\xbf", b"\r\n",
    b",", b"[", b"]", b"{", b"}", b'"', b"\\", b":", b"//", b"[" * 200, b'{"a":' * 200, b"9" * 5000,
    b"\xe2\x80\xae", b"{}", b"\n\n", b"'", b'"t":"orders",',
)  # fmt: skip


def hostile_files(kind: Kind, model: Path) -> st.SearchStrategy[bytes]:
    """Returns a strategy for files of a kind that are nearly valid.

    Args:
        model: the workplace as it was made, where the valid files are.
    """
    if kind.program:
        needed(kind.program)
    paths = [model / base for base in kind.bases]
    bases = [path.read_bytes() for path in paths if path.exists()]
    return st.composite(_hostile_file)(kind, bases)


def _hostile_file(draw: Draw, kind: Kind, bases: Sequence[bytes]) -> bytes:
    raw: bytes = bases[0] if draw(st.integers(0, 2)) else draw(st.sampled_from(bases))
    if not raw.startswith((b"{", b"[")):  # a key or a signature
        return _changed_bytes(draw, raw)
    if kind.is_sheet and draw(st.integers(0, 2)):
        return _changed_a_little(draw, json.loads(bases[0]), json.loads(raw))
    if draw(st.integers(0, 5)):
        is_log = kind.file.endswith(".jsonl")
        raw = _changed_log(draw, raw) if is_log else _changed(draw, kind, raw, bases[0])
    if not draw(st.integers(0, 3)):
        raw = _changed_bytes(draw, raw)
    return raw


def _with_header(tree: Tree, fits: Tree) -> Tree:
    """A sheet for another opening would be refused before its orders are read."""
    if isinstance(tree, dict) and "head" in fits:
        tree |= {name: fits[name] for name in ("game", "n", "head", "player")}
    return tree


def _changed_a_little(draw: Draw, fits: Tree, tree: Tree) -> bytes:
    """Changes orders so that they are nearly legal: another unit, area or number, one less."""
    tree = _with_header(tree, fits)
    for _ in range(draw(st.sampled_from([0, 1, 1, 2, 3]))):
        places = [path for path in _places(tree) if path[0] not in _HEADER and len(path) > 1]
        if not places:
            break
        whole = [path for path in places if isinstance(path[-1], int)]
        path = draw(st.sampled_from(whole if whole and draw(st.booleans()) else places))
        parent, last = _at(tree, path[:-1]), path[-1]
        value = parent[last]
        if isinstance(value, str):
            alike = [_at(tree, one) for one in places if _key_of(one) == _key_of(path)]
            parent[last] = draw(st.sampled_from(sorted(set(filter(_is_text, alike)))))
        elif isinstance(value, int) and not isinstance(value, bool):
            parent[last] = value + draw(st.sampled_from([-1, -1, 1]))
        elif isinstance(parent, list) and draw(st.booleans()):
            parent.insert(draw(st.integers(0, len(parent))), parent.pop(last))
        else:
            del parent[last]
    return json.dumps(tree, indent=1).encode()


def _key_of(path: tuple[Any, ...]) -> str:
    """The last name on the way to a place."""
    return next(step for step in reversed(path) if isinstance(step, str))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_HEADER = ("game", "n", "head", "player", "t", "pledge", "blind")


def _changed(draw: Draw, kind: Kind, raw: bytes, fits: bytes) -> bytes:
    tree = json.loads(raw)
    if kind.is_sheet:
        tree = _with_header(tree, json.loads(fits))
    for _ in range(draw(st.sampled_from([1, 1, 2, 3]))):
        tree = _changed_tree(draw, tree)
    if kind.file.endswith("save.json") and isinstance(tree, dict) and draw(st.integers(0, 9)):
        tree.pop("sha256", None)
        tree["sha256"] = _hash_of(tree)
    if kind.name == "case" or draw(st.booleans()):
        return json.dumps(tree, indent=1).encode()
    return json.dumps(tree, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _hash_of(tree: Tree) -> str:
    try:
        return tfd1.digest(canonical(tree))
    except ValueError:
        return tfd1.ZERO


def _changed_log(draw: Draw, raw: bytes) -> bytes:
    """Changes lines; mostly the chain of hashes is made right again, so that more is read."""
    lines: list[Tree] = lines_of(raw)
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["tree", "tree", "tree", "drop", "double", "swap"])):
            case "tree":
                changed = _changed_tree(draw, lines[place])
                lines[place] = changed if isinstance(changed, dict) else {"t": changed}
            case "drop" if len(lines) > 1:
                del lines[place]
            case "double":
                lines.insert(place, copy.deepcopy(lines[place]))
            case _:
                other = draw(st.integers(0, len(lines) - 1))
                lines[place], lines[other] = lines[other], lines[place]
    if draw(st.booleans()):
        _mend_genesis(lines[0])
    try:
        return chained(lines)
    except ValueError:  # half a character has no canonical form
        return raw


def _mend_genesis(line: Tree) -> None:
    """Makes the hashes of line 0 right, where it still has offer and joins."""
    offer, joins = line.get("offer"), line.get("joins")
    if isinstance(offer, dict) and isinstance(joins, list):
        for join in joins:
            if isinstance(join, dict):
                join["offer"] = _hash_of(offer)
        try:
            line["gid"] = tfd1.gid(offer, [join for join in joins if isinstance(join, dict)])
        except (KeyError, ValueError):
            return


# -- trees ---------------------------------------------------------------------------------------


def _changed_tree(draw: Draw, tree: Tree) -> Tree:
    """Changes one thing in a tree: drops, doubles, swaps, retypes, renames, splices, misspells."""
    places = list(_places(tree))
    if not places:
        return draw(_any_value())
    path = draw(st.sampled_from(places))
    parent, last = _at(tree, path[:-1]), path[-1]
    match draw(st.sampled_from(_CHANGES)):
        case "drop":
            del parent[last]
        case "double" if isinstance(parent, list):
            parent.extend([copy.deepcopy(parent[last])] * draw(st.sampled_from([1, 2, 30])))
        case "double":
            parent[f"{last}-2"] = copy.deepcopy(parent[last])
        case "swap":
            other = draw(st.sampled_from(places))
            owner = _at(tree, other[:-1])
            theirs = copy.deepcopy(owner[other[-1]])
            owner[other[-1]] = copy.deepcopy(parent[last])
            if _is_there(tree, path):
                _at(tree, path[:-1])[last] = theirs
        case "rename" if isinstance(parent, dict):
            value = parent.pop(last)
            parent[draw(st.one_of(_near_text(last), _names()))] = value
        case "splice":
            parent[last] = draw(_spliced())
        case "near" if isinstance(parent[last], bool) or parent[last] is None:
            parent[last] = draw(_any_value())
        case "near" if isinstance(parent[last], int):
            step = st.sampled_from([-2, -1, 1, 2, 10, 1000])
            parent[last] = draw(st.one_of(step.map(lambda by: parent[last] + by), _numbers()))
        case "near" if isinstance(parent[last], str):
            parent[last] = draw(st.one_of(_near_text(parent[last]), _names()))
        case _:
            parent[last] = draw(_any_value())
    return tree


_CHANGES = ("drop", "double", "swap", "retype", "rename", "splice", "near", "near", "near")


def _places(tree: Tree, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    inner = dict(enumerate(tree)) if isinstance(tree, list) else tree
    for key, value in inner.items() if isinstance(inner, dict) else ():
        yield from _places(value, (*path, key))


def _at(tree: Tree, path: Sequence[Any]) -> Tree:
    for step in path:
        tree = tree[step]
    return tree


def _is_there(tree: Tree, path: Sequence[Any]) -> bool:
    try:
        _at(tree, path)
    except (LookupError, TypeError):
        return False
    return isinstance(_at(tree, path[:-1]), dict | list)


def _any_value() -> st.SearchStrategy[Any]:
    return st.one_of(st.sampled_from(VALUES).map(copy.deepcopy), _numbers(), _names())


def _numbers() -> st.SearchStrategy[int]:
    return st.sampled_from(NUMBERS)


def _names() -> st.SearchStrategy[str]:
    return st.sampled_from(HOSTILE_TEXTS)


def _near_text(text: str) -> st.SearchStrategy[str]:
    """The text with one slip of the pen."""
    ways = [
        text[:-1],
        text + "s",
        text.upper(),
        text.replace("-", "_"),
        f" {text}",
        text[1:] or "x",
    ]
    return st.sampled_from([*ways, f"{text}/{text}", text[::-1]])


def _spliced() -> st.SearchStrategy[Any]:
    """A piece of another valid file."""
    return st.sampled_from([kind for kind in KINDS if kind.bases[0].is_absolute()]).flatmap(
        _piece_of
    )


def _piece_of(kind: Kind) -> st.SearchStrategy[Any]:
    raw = kind.bases[0].read_bytes()
    tree = lines_of(raw)[0] if kind.name == "log" else json.loads(raw)
    return st.sampled_from(list(_places(tree))).map(lambda path: copy.deepcopy(_at(tree, path)))


# -- bytes ---------------------------------------------------------------------------------------


def _changed_bytes(draw: Draw, raw: bytes) -> bytes:
    """Changes bytes: puts some in, doubles some, cuts off, or writes another encoding."""
    place = draw(st.integers(0, len(raw)))
    length = draw(st.sampled_from([0, 0, 1, 5, 60]))
    match draw(st.sampled_from(["put", "put", "double", "cut", "encode"])):
        case "put":
            put: bytes = draw(st.sampled_from(HOSTILE_BYTES))
            return raw[:place] + put + raw[place + length :]
        case "double":
            return raw[: place + length] + raw[place:]
        case "cut":
            return raw[:place]
        case _:
            encoding = draw(st.sampled_from(["utf-16", "utf-16-le", "utf-8-sig", "latin-1"]))
            text: str = raw.decode("utf-8", "replace").replace(
                "\n", draw(st.sampled_from(["\n", "\r\n"]))
            )
            return text.encode(encoding, "replace")
