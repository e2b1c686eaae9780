"""What a report's page needs so that sheets can be made on it: a block of data, scripts, a style.

The block says the header of the next sheet, what each seat that is awaited may order, the forms of
all orders, and all words. It holds what the reader of the report may know, and nothing else:
choices are made from views. Scripts stand in the page as they stand here, without their comments.
"""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from adjudicator.audit.automatic import header_for, topics_open
from adjudicator.audit.opening import SavedMatch
from adjudicator.compose import english, german
from adjudicator.core.capabilities import Composes
from adjudicator.core.ending import MATCH, MATCH_ORDERS
from adjudicator.core.game import Game, Order, Rules, StandingOrder
from adjudicator.core.redaction import asked, is_unread
from adjudicator.core.report import Pen
from adjudicator.core.save import state_of
from adjudicator.core.sheet import sheet_schema_id, standing_types, tag_of, topics_of
from adjudicator.core.values import FrozenMap
from adjudicator.core.visible import visible
from adjudicator.documents.schemas import schema_of
from adjudicator.documents.templates import standing_for
from adjudicator.narrate.languages import narrator_of

__all__ = [
    "choices_of",
    "forms_of",
    "lean_script",
    "own_script",
    "pens_of",
    "shared_scripts",
    "with_position",
    "with_reply",
]

_WORDS = {"en": english.WORDS, "de": german.WORDS}
_PAGE = ("sheet.js", "board.js", "hand.js", "panel.js", "page.js")
_BEGIN = 'composing(JSON.parse(document.getElementById("pen-data").textContent));\n'
_ADDRESS = re.compile(
    r"(?=.{3,254}\Z)[A-Za-z0-9#$'*+/=_~-]+(\.[A-Za-z0-9#$'*+/=_~-]+)*"
    r"@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*"
)
"""One address as RFC 5322 writes it without quotes or comments, and without the signs that mean
something in a `mailto:` link (RFC 6068): no link that begins with it holds a second receiver or a
header that nobody sees."""
_BLOCK = re.compile(r'(?<=<script type="application/json" id="pen-data">)[^<]*(?=</script>)')
"""The block of data in a page that was made; no text in it holds a `<`."""
_MOST_TEXTS = 100
"""Answers of a longer list are told by their fields: words would make it half as long again."""
_COMMENT = re.compile(r"^ */\*.*?\*/\n|^ *//[^\n]*\n|^ +", re.DOTALL | re.MULTILINE)
"""Comments that stand in lines of their own, and the room at the beginning of lines."""


def pens_of(
    rules: Rules[Any],
    saved: SavedMatch,
    *,
    seat: str | None,
    title: str,
    reply: str | None = None,
    is_alone: bool = False,
) -> Iterator[Pen]:
    """Yields what a page needs so that sheets can be made on it.

    Nothing where nobody's orders are awaited, or the game does not say what may be ordered.

    Args:
        seat: who reads the page; None: everybody. Where seats know different things of a match, a
            page for everybody makes no sheets.
        title: what people call the match, else the title of the game.
        reply: the address to which sheets are mailed. It stands in the page for all to read, so
            only a page that goes to one seat may have it; None: people choose it in their mail.
        is_alone: whether the page is for nothing else: then it opens where it is about one seat.

    Raises:
        ValueError: `reply` is not one plain address.
    """
    if reply is not None:
        _check_address(reply)
    if saved.is_over or not isinstance(rules, Composes) or (rules.is_hidden and seat is None):
        return
    narrator = narrator_of(rules)
    words = dict(_WORDS.get(narrator.language.code, english.WORDS))
    awaited = [one.seat for one in saved.pending if one.seat is not None and not is_unread(one)]
    seats: dict[str, dict[str, Any]] = {}
    for whose in (one for one in dict.fromkeys(awaited) if seat in (None, one)):
        choices = choices_of(rules, saved, whose)
        choices["topics"].append(_match_topic(words))
        seats[whose] = {
            "name": narrator.seat(whose),
            **_chain(saved, whose),
            "choices": choices,
            "questions": list(_questions(rules, saved, whose)),
            # Standing orders are secret: a page for everybody begins with the defaults.
            "standing": standing_for(
                rules, saved if seat else saved.model_copy(update={"standing": FrozenMap()}), whose
            ),
        }
    if not seats:
        return
    header = header_for(saved, next(iter(seats)))
    has_chain = any("chain" in one for one in seats.values())
    if not has_chain:
        words = {key: text for key, text in words.items() if not key.startswith("keys")}
    data = {
        "format": 1,
        "header": {key: header[key] for key in ("t", "game", "n", "head")},
        "schema": sheet_schema_id(rules.game),
        "game": rules.game.name,
        "title": title,
        **({"is_public": True} if seat is None else {}),
        **({"follows": True} if saved.pledges_follow else {}),
        **({} if reply is None else {"reply": reply}),
        **({"alone": True} if is_alone else {}),
        "words": words,
        "forms": forms_of(rules.game),
        "seats": seats,
    }
    yield Pen(_block(_seen(data)), tuple(_scripts(rules, has_chain=has_chain)), _text("page.css"))


def _check_address(reply: str) -> None:
    """Raises ValueError unless it is one plain address."""
    if not _ADDRESS.fullmatch(reply):
        raise ValueError(f"not one plain address: {reply!r}")


def _block(data: Any) -> str:
    """Returns a page's data as text: `<` is escaped, so no text of it ends or begins an element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def with_position(pen: Pen, state: bytes) -> Pen:
    """Returns what a page needs, with the position: the judge's page reads it out of the report.

    Args:
        state: the state.json that is mailed with the report, so what its reader may know.
    """
    # As it stands: what zlib makes of it differs from machine to machine.
    text = json.dumps(state.decode(), ensure_ascii=False).replace("<", "\\u003c")
    return pen._replace(data=f'{pen.data[:-1]},"position":{text}}}')


def with_reply(page: str, seat: str, reply: str) -> str:
    """Returns a page that was made, for one seat alone: its sheets are mailed to an address.

    A page on which the seat makes no sheet stays as it is. Nobody but the seat may read the page.

    Args:
        page: the page of a report, as it was made for this seat or for everybody.
        reply: the address to which the seat mails its sheets.

    Raises:
        ValueError: `reply` is not one plain address.
    """
    _check_address(reply)
    found = _BLOCK.search(page)
    data = json.loads(found[0]) if found else {}
    if found is None or seat not in data["seats"]:
        return page
    data |= {"reply": reply, "seats": {seat: data["seats"][seat]}}
    return f"{page[: found.start()]}{_block(data)}{page[found.end() :]}"


def choices_of(rules: Rules[Any], saved: SavedMatch, seat: str) -> dict[str, Any]:
    """Returns what a seat may order, as JSON: of the topics that are asked of it now.

    The game must have the capability `Composes`.
    """
    assert isinstance(rules, Composes)
    view = rules.view(state_of(rules.game, saved.position), seat)
    found: dict[str, Any] = rules.choices(view, seat).model_dump(mode="json", exclude_defaults=True)
    topics = topics_open(rules, saved, seat)
    found["topics"] = [one for one in found.get("topics", ()) if one["topic"] in topics]
    return found


@cache
def forms_of(game: Game) -> dict[str, Any]:
    """Returns the forms of all orders and standing orders of a game.

    By topic and tag the name of a schema under `$defs`. Examples are left out; words stand, for
    they are the help.
    """
    defs: dict[str, Any] = {}

    def named(model: type[Order] | type[StandingOrder]) -> str:
        schema = schema_of(model, tag_of(model), "urn:adjudicator:form")
        defs.update(_bare(schema.get("$defs", {})))
        if "$ref" in schema:
            return str(schema["$ref"]).rpartition("/")[2]
        own = {key: one for key, one in schema.items() if key[0] != "$"}
        defs[model.__name__] = {**_bare(own), "title": model.__name__}
        return model.__name__

    return {
        "orders": {
            topic: {tag_of(model): named(model) for model in models}
            for topic, models in topics_of(game).items()
        },
        "standing": {tag: named(model) for tag, model in standing_types(game).items()},
        "$defs": defs,
    }


def _bare(schema: Any) -> Any:
    """Returns a schema without its examples."""
    if isinstance(schema, list):
        return [_bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _bare(one) for key, one in schema.items() if key != "examples"}


def _questions(rules: Rules[Any], saved: SavedMatch, seat: str) -> Iterator[dict[str, Any]]:
    """Yields the questions that wait for a seat, each with its legal answers if they are listed."""
    narrator = narrator_of(rules)
    view = rules.view(state_of(rules.game, saved.position), seat)
    for pending in asked(rules, saved.pending, seat):
        if pending.seat != seat or pending.topic in ("orders", "rolls"):
            continue
        options = pending.options or ()
        ordered = ({"order": one["order"], **dict(sorted(one.items()))} for one in options)
        text = narrator.question(pending, view)
        listed = [*ordered]
        texts = [narrator.answer(one) for one in listed] if len(listed) <= _MOST_TEXTS else []
        yield {
            "label": pending.label, "topic": pending.topic, "text": text, "options": listed,
            **({"texts": texts} if any(texts) else {}),
        }  # fmt: skip


def _chain(saved: SavedMatch, seat: str) -> dict[str, Any]:
    """Returns the chain of a seat as it was opened last: a page holds a key file against it."""
    chain = saved.chains.get(seat)
    return {} if chain is None else {"chain": chain.to_json()}


def _match_topic(words: dict[str, str]) -> dict[str, Any]:
    """Returns what a seat may say of the match as a whole: give it up, offer or accept a draw."""
    tags = [tag_of(model) for model in MATCH_ORDERS]
    items = [{"text": words[tag], "order": {"order": tag}} for tag in tags]
    pick = {"by": "pick", "text": words["match-pick"], "items": items, "at_most": 1}
    return {"topic": MATCH, "text": words["match"], "gestures": [pick]}


def _seen(value: Any) -> Any:
    """Returns data in which nothing stands that is not seen."""
    if isinstance(value, str):
        return visible(value, keep="\n")
    if isinstance(value, dict):
        return {key: _seen(one) for key, one in value.items()}
    return [_seen(one) for one in value] if isinstance(value, (list, tuple)) else value


def _scripts(rules: Rules[Any], *, has_chain: bool) -> Iterator[str]:
    """Yields the reasoning, the forms, the game's own part if it has one, and the page."""
    *first, page = shared_scripts(has_chain=has_chain)
    module = type(rules).__module__.split(".")
    own = own_script(".".join(module[:3]) if module[0] == "adjudicator" else module[0])
    yield from (*first, *own, page)


@cache
def shared_scripts(*, has_chain: bool = False) -> tuple[str, ...]:
    """Returns what every page has: the reasoning, the forms and, as the last one, the page.

    The page's parts stand in one function, so that no name of theirs meets another one, and a page
    that gets its data later can begin anew with it.

    Args:
        has_chain: whether a seat has a chain, so that there are parts for its key.
    """
    *before, last = _PAGE
    parts = "".join(_text(name) for name in (*before, *(("keyed.js",) if has_chain else ()), last))
    page = f"function composing(data) {{\n{parts}}}\n{_BEGIN}"
    return (*map(_text, ("engine.js", "forms.js", *(("keys.js",) if has_chain else ()))), page)


@cache
def own_script(package: str) -> tuple[str, ...]:
    """Returns the script that a game brings along as `compose.js`, if it does."""
    try:
        raw = pkgutil.get_data(package, "compose.js")
    except FileNotFoundError:
        return ()
    return () if raw is None else (lean_script(raw.decode()),)


@cache
def _text(name: str) -> str:
    raw = pkgutil.get_data("adjudicator.compose", name)
    assert raw is not None, "the package brings its scripts along"
    return lean_script(raw.decode())


def lean_script(text: str) -> str:
    """Returns a script, or a style, without comments and the room at the beginning of lines."""
    return _COMMENT.sub("", text)
