"""All of one opening in one report, for a tournament director who has nothing but that file.

The position before, the sheets as locked, the turn key and each roll derived in numbers, what
happened and by which rule, the position after, what an audit proves, and how to repeat it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import engine
from adjudicator.audit.verify import audit_dice
from adjudicator.core.game import AnswerUnused, OrderCut, OrderFailed, QuestionAnswered
from adjudicator.core.redaction import asked
from adjudicator.core.report import Attachment, Line, Paragraph, Report
from adjudicator.documents.game_help import rulings_of
from adjudicator.documents.keys.derivation import key_lines, keys_by_opening, roll_line
from adjudicator.documents.keys.signatures import fingerprint, key_fault, key_in_force, keys_of
from adjudicator.documents.keys.signed_heads import audit_signatures, sheet_signatures
from adjudicator.documents.printed import pretty
from adjudicator.documents.problems import Located
from adjudicator.matches.fallbacks import OnFault, standings_or_plain
from adjudicator.matches.opening_report import opening_report
from adjudicator.matches.published.disputed import Disputed, LockedSheet
from adjudicator.matches.published.logged import Logged

__all__ = ["dispute_report"]

_RULINGS = re.compile(r"\brulings? (?P<numbers>\d+(?:(?:, | and | to )\d+)*)")


def dispute_report(
    logged: Logged, n: int, *, full: bool, program: str, on_fault: OnFault
) -> Report:
    """Returns all of opening `n` as one report.

    Args:
        full: with what players may not know: hidden positions and sheets not published yet.
        program: the name and version of the program, to repeat it with.
        on_fault: takes what the program fails to tell or to draw.
    """
    return _Dispute(Disputed(logged, n, full=full), program, on_fault).report()


class _Dispute:
    """One dispute in the making."""

    def __init__(self, found: Disputed, program: str, on_fault: OnFault) -> None:
        self.found, self.program, self.on_fault = found, program, on_fault
        self.rules, self.genesis = found.rules, found.genesis

    # -- the report ---------------------------------------------------------------------------

    def report(self) -> Report:
        """Returns it all, in the order in which a director reads."""
        told = self._told
        paragraphs = [
            self._match(),
            self._before(),
            *self._sheets(),
            Paragraph(
                heading="The turn key", lines=tuple(key_lines(self.found.lines, self.found.n))
            ),
            Paragraph(heading="What happened", lines=tuple(self._what_happened())),
            *(told.paragraphs[:-1] if told is not None else ()),
            *self._unmet(),
            *self._answers(),
            *self._rules(),
            self._dice(),
            self._after(),
            self._proved(),
            self._repeat(),
        ]
        return Report(
            title=f"Opening {self.found.n} of {self.genesis.offer.game}, "
            "for the tournament director",
            summary=tuple(self._summary()),
            paragraphs=tuple(paragraphs),
            changes=told.changes if told is not None else None,
            tables=told.tables if told is not None else (),
            figures=told.figures if told is not None else (),
            attachments=tuple(self._attachments()),
        )

    @cached_property
    def _told(self) -> Report | None:
        """The report of the opening as its players got it; None: it could not be made again."""
        if self.found.opening is None:
            return None
        done = self.found.opening.run
        return opening_report(
            self.rules,
            self.found.opening.saved,
            before=done.before,
            events=done.events,
            state=done.state,
            on_fault=self.on_fault,
            full=self.found.full,
        )

    def _summary(self) -> Iterator[str]:
        told = self._told
        if told is not None:
            yield f"{told.title.removesuffix('.')}."
            yield from told.summary
        if self.found.full:
            yield (
                "WARNING: this file was made with --full. It may hold what players must not know: "
                "show it to nobody who plays."
            )
        if self.found.opening is None:
            yield self._not_made()
        for line in self.found.logged.read.lines:
            if isinstance(line.payload, log.Annul) and line.payload.n == self.found.n:
                yield f"This opening was annulled (line k={line.k}): {line.payload.reason!r}"
        names = ", ".join(f"{one.seat}'s of opening {one.n}" for one in self.found.sheets_kept_back)
        if names and not self.found.full:
            yield (
                f"Sheets left out, for they are not published yet: {names}. Until then nobody but "
                "the referee can repeat this opening; `dispute --full` puts them in."
            )

    def _not_made(self) -> str:
        if self.found.needs_secret:
            return (
                "The match has hidden information, and its secret is not here: what happened "
                "cannot be told before it is over, the public dice can be checked all the same."
            )
        if self.found.waiting_for:
            return (
                f"The sheets of opening {self.found.waiting_for[0]} are withheld and not here: "
                "what happened cannot be told, the dice can be checked all the same."
            )
        return (
            "The rules, run again, do not give what the log says: what happened cannot be told. "
            "See what the audit says."
        )

    def _what_happened(self) -> Iterator[Line]:
        """Yields what stands over the narrative, which is that of the report to the players."""
        if self._told is None:
            yield Line(text=self._not_made())
            return
        yield Line(text=f"{self._told.title}, as the report to the players tells it:")
        for text in self._told.summary:
            yield Line(text=text)

    # -- what it is about ---------------------------------------------------------------------

    def _match(self) -> Paragraph:
        offer = self.genesis.offer
        options = offer.to_json()["scenario"]["options"]
        texts = [
            f"{self.rules.game.title}, {engine(self.rules)}; the rules, map and options have the "
            f"SHA-256 {offer.rules.sha256}.",
            f"The options: {', '.join(f'{name} {_word(options[name])}' for name in options)}."
            if options
            else "No options.",
            f"Mode {_mode(self.genesis)}; seats {', '.join(self.rules.seats)}; "
            f"the match's id {self.genesis.gid}.",
            f"This opening stands in the lines k={self.found.begins} to k={self.found.ends.k} of "
            f"the log; the log in this file ends with line k={self.found.lines[-1].k}, whose hash "
            "is its head:",
        ]
        texts += [
            f"Key of {held.holder}: {fingerprint(held.key)}."
            for held in keys_of(self.found.lines)
            if not key_fault(held.key)
        ]
        lines = [Line(text=text) for text in texts]
        lines.insert(4, Line(text=self.found.lines[-1].hash, verbatim=True))
        return Paragraph(heading="The match", lines=tuple(lines))

    def _before(self) -> Paragraph:
        if self.found.opening is None:
            return Paragraph(heading="Before", lines=(Line(text=self._not_made()),))
        earlier = [
            line.payload.sha256
            for line in self.found.lines[: self.found.begins]
            if isinstance(line.payload, log.StateReached)
        ]
        named = earlier[-1] if earlier else self.genesis.offer.start
        before = self.found.opening.run.before
        return Paragraph(heading="Before", lines=(*self._standing(before, named),))

    def _after(self) -> Paragraph:
        assert isinstance(self.found.ends.payload, log.StateReached)
        named = self.found.ends.payload.sha256
        if self.found.opening is None:
            told = f"The log names the position reached by its SHA-256 {named}."
            return Paragraph(heading="After", lines=(Line(text=told),))
        pending = self.found.opening.saved.pending
        awaited = [
            Line(text=f"Awaited next of {one.seat or 'the referee'}: {one.prompt}")
            for one in (pending if self.found.full else asked(self.rules, pending, None))
        ]
        state = self.found.opening.run.state
        return Paragraph(heading="After", lines=(*self._standing(state, named), *awaited))

    def _standing(self, state: Any, named: str) -> Iterator[Line]:
        """Yields how a match stands, and the state as JSON."""
        view = self.rules.view(state, None)
        shown = state if self.found.full else view
        for text in standings_or_plain(self.rules, shown, n=self.found.n, on_fault=self.on_fault):
            yield Line(text=text)
        public = view.to_json()
        hashed = tfd1.json_hash(public)
        agrees = "as the log names it" if hashed == named else f"but the log names {named}"
        yield Line(text=f"The state has the SHA-256 {hashed}, {agrees}.")
        yield Line(text="The state as JSON", lines=_json_lines(public), folded=True)
        if self.found.full and shown != view:
            yield Line(
                text="The whole state, with what players may not know",
                lines=_json_lines(state.to_json()),
                folded=True,
            )

    # -- sheets -------------------------------------------------------------------------------

    def _sheets(self) -> Iterator[Paragraph]:
        none = [seat for seat, hash_ in self.found.lock.orders.items() if hash_ is None]
        lines = [Line(text=f"No sheet of {', '.join(none)}.")] if none else []
        signed = sheet_signatures(self.found.logged.path.parent, self.found.logged.read)
        keys = keys_of(self.found.logged.read.lines)
        for one in self.found.sheets:
            whence = "" if one.n == self.found.n else f" of opening {one.n}, still in force"
            texts = [f"SHA-256 in the lock line of opening {one.n}: {one.hash}"]
            state = signed.get((one.n, one.seat))
            if state is True:
                texts.append(f"The signature by the key of {one.seat} was verified.")
            elif isinstance(state, Located):
                texts.append(f"Its signature is WRONG: {state.problem.message}.")
            elif key_in_force(keys, one.seat, self.found.begins) is not None:
                texts.append("No signature of it is here.")
            else:
                texts.append(f"No key of {one.seat} stands in the log: it is not signed.")
            inner = [Line(text=text) for text in texts]
            if one.document is None:
                inner.append(Line(text="It is withheld: the log does not show it yet."))
            else:
                inner += self._document_lines(one)
            lines.append(Line(text=f"The sheet of {one.seat}{whence}", lines=tuple(inner)))
        yield Paragraph(heading="The sheets as locked", lines=tuple(lines))

    @staticmethod
    def _document_lines(one: LockedSheet) -> Iterator[Line]:
        assert one.document is not None
        agrees = tfd1.json_hash(one.document) == one.hash
        answers = "It hashes to that entry" if agrees else "It does NOT hash to that entry"
        orders = one.document.get("orders", {})
        counted = ", ".join(f"{topic} {len(listed)}" for topic, listed in orders.items())
        yield Line(text=f"{answers}. Its orders: {counted or 'none'}.")
        yield Line(text="The sheet", lines=_json_lines(_as_ordered(one.document)), folded=True)

    # -- rules --------------------------------------------------------------------------------

    def _unmet(self) -> Iterator[Paragraph]:
        lines = []
        for event in self.found.public_events():
            if not isinstance(event, OrderFailed | OrderCut | AnswerUnused):
                continue
            rule = next((one.rule for one in self.found.rule_of_unmet if one.event == event), "")
            cited = f" (rule {rule})" if rule else ""
            lines.append(Line(text=f"{_unmet_text(event)}{cited}", lines=_unmet_orders(event)))
        if lines:
            yield Paragraph(heading="Not carried out, or only in part", lines=tuple(lines))

    def _answers(self) -> Iterator[Paragraph]:
        rules = {one.label: one for one in self.found.asked}
        lines = []
        for event in self.found.public_events():
            if isinstance(event, QuestionAnswered):
                asked = rules.get(event.label)
                rule = f" (rule {asked.rule})" if asked is not None and asked.rule else ""
                lines.append(Line(text=f"{event.label}: {_SOURCES[event.source]}{rule}"))
        if lines:
            head = Line(text="Each question by its label, where the answer came from, its rule:")
            yield Paragraph(heading="Questions and their answers", lines=(head, *lines))

    def _rules(self) -> Iterator[Paragraph]:
        cited = self.found.cited()
        if not cited:
            return
        numbers = {number for rule in cited for number in _ruling_numbers(rule)}
        rulings = [one for one in rulings_of(self.rules.game) if one.number in numbers]
        lines = [Line(text=f"The orders and questions were judged by: {'; '.join(cited)}.")]
        lines += [Line(text=f"Ruling {one.number}: {one.text}") for one in rulings]
        yield Paragraph(heading="Rules and rulings", lines=tuple(lines))

    # -- dice ---------------------------------------------------------------------------------

    def _dice(self) -> Paragraph:
        told = self._told
        named = tuple(_labels(told.paragraphs)) if told is not None else ()
        numbers = {label: f"[{place}] " for place, label in enumerate(named, start=1)}
        keys = keys_by_opening(self.found.lines)
        within = list(self.found.drawn())
        lines = []
        for opened, drawn in within:
            if opened == self.found.n:
                number = numbers.get(drawn.label, "")
                lines.append(roll_line(drawn, keys[opened], self.genesis.gid, number=number))
        own = {drawn.label for opened, drawn in within if opened == self.found.n}
        for opened, drawn in within:
            if opened != self.found.n and drawn.label in numbers and drawn.label not in own:
                number = f"{numbers[drawn.label]}rolled in opening {opened} already: "
                lines.append(roll_line(drawn, keys[opened], self.genesis.gid, number=number))
        if not lines:
            lines = [Line(text="No dice were rolled in this opening.")]
        else:
            how = (
                "A draw takes the first 8 hexadecimal digits of an HMAC as a number x. Below the "
                "largest multiple of the sides, x mod sides + 1 is the value; else the next HMAC "
                "is taken. The HMAC's key is the turn key, its message names label, draw, sides "
                "and attempt."
            )
            lines.insert(0, Line(text=how))
        return Paragraph(heading="The dice, derived", lines=tuple(lines))

    # -- the audit ----------------------------------------------------------------------------

    def _proved(self) -> Paragraph:
        """Tells what `verify` says of the log in this file."""
        signed = audit_signatures(self.found.logged.path.parent, self.found.logged.read)
        heads = tuple((k, who) for k, who in signed.heads if k < len(self.found.lines))
        dice = replace(audit_dice(self.found.read), signed_heads=heads)
        lines = [Line(text=text) for text in (*dice.reports, *signed.reports)]
        problems = [*dice.failures, *(one.problem for one in signed.problems), *self.found.problems]
        lines += [Line(text=f"REFUTED, {one.code}: {one.message}") for one in problems]
        if self.found.opening is not None:
            told = "The rules, run again on these sheets and dice, give this opening byte by byte."
            lines.append(Line(text=told))
        else:
            lines.append(Line(text=self._not_made()))
        since = [f"{seat} in opening {n}" for n, seat in self.found.countersigned()]
        if since:
            told = (
                f"The whole log goes on, and later sheets answer it as it stands here: those of "
                f"{', '.join(since)}. So these seats saw this opening as it is."
            )
            lines.append(Line(text=told))
        return Paragraph(heading="What is proved, and what is not", lines=tuple(lines))

    def _repeat(self) -> Paragraph:
        own = [
            line.payload.label
            for line in self.found.lines[self.found.begins : self.found.ends.k]
            if isinstance(line.payload, log.Roll)
        ]
        commands = [
            "adjudicator verify log.jsonl",
            f"adjudicator report log.jsonl --n {self.found.n}",
            f"adjudicator map log.jsonl --n {self.found.n} --out map.svg",
            f"adjudicator dispute log.jsonl --n {self.found.n} --out again.html",
            "python verify_log.py log.jsonl",
            *(f"python verify_log.py log.jsonl --die {label}" for label in own[:1]),
        ]
        lines = [
            Line(
                text="Save log.jsonl from the end of this file. In the text form of this file it "
                "stands between two lines; this takes it out:",
                lines=(
                    Line(
                        text="sed '1,/^=== log.jsonl ===$/d; /^=== end of log.jsonl ===$/,$d' "
                        "dispute.txt > log.jsonl",
                        verbatim=True,
                    ),
                ),
            ),
            Line(
                text=f"Then, with {self.program} or one of the same rules:",
                lines=tuple(Line(text=text, verbatim=True) for text in commands),
            ),
            Line(
                text="verify_log.py is one file that needs Python alone and shares no code with "
                "the program; it comes with it, in adjudicator/audit/verifiers/."
            ),
        ]
        if self.found.sheets_kept_back and self.found.full:
            told = (
                "The log does not show all sheets yet: put each into the folder of log.jsonl under "
                "the name it has here, and name the folder in place of log.jsonl."
            )
            lines.insert(1, Line(text=told))
        return Paragraph(heading="To repeat it", lines=tuple(lines))

    def _attachments(self) -> Iterator[Attachment]:
        note = f"The log up to line k={self.found.lines[-1].k}, as published."
        yield Attachment(name="log.jsonl", content=self.found.raw.decode(), note=note)
        for one in self.found.sheets_kept_back:
            if one.document is not None:
                yield Attachment(
                    name=f"referee/orders/n{one.n:04d}/{one.seat}.json",
                    content=pretty(one.document).decode(),
                    note="A sheet that the log does not show yet: show it to nobody who plays.",
                )


# -- small things ----------------------------------------------------------------------------------

_SOURCES = {
    "label": "answered in the sheet by its label",
    "topic": "answered by the orders of its topic in the sheet",
    "only": "there was only one legal answer",
    "standing": "answered by a standing order",
    "default": "answered by the published default",
    "end": "no more orders",
    "conceded": "the seat had conceded",
}


def _mode(genesis: log.Genesis) -> str:
    return str(genesis.offer.mode or "not named")


def _word(value: object) -> str:
    return pretty(value).decode().strip()


def _json_lines(document: Any) -> tuple[Line, ...]:
    texts = pretty(document).decode().rstrip("\n").split("\n")
    return tuple(Line(text=text, verbatim=True) for text in texts)


def _unmet_text(event: OrderFailed | OrderCut | AnswerUnused) -> str:
    if isinstance(event, AnswerUnused):
        return f"{event.seat}: the answer to {event.label} was not used: {event.message}"
    which = f"{event.seat}: {event.topic}[{event.index}]"
    if isinstance(event, OrderCut):
        return f"{which} was carried out in part"
    return f"{which} was not carried out: {event.message}"


def _unmet_orders(event: OrderFailed | OrderCut | AnswerUnused) -> tuple[Line, ...]:
    texts = [f"ordered: {_order(event.order)}"]
    if isinstance(event, OrderCut):
        texts.append(f"done:    {_order(event.done)}")
    return tuple(Line(text=text, verbatim=True) for text in texts)


def _order(document: Mapping[str, Any]) -> str:
    """Returns an order on one line, as its player would write it."""
    return json.dumps(_as_ordered({key: v for key, v in document.items() if v is not None}))


def _as_ordered(document: Any) -> Any:
    """Returns JSON with the tag of each order first, where players look for it."""
    if isinstance(document, Mapping):
        tags = {key: document[key] for key in ("order", "standing") if key in document}
        return {key: _as_ordered(value) for key, value in {**tags, **document}.items()}
    if isinstance(document, list | tuple):
        return [_as_ordered(value) for value in document]
    return document


def _ruling_numbers(rule: str) -> Iterator[int]:
    """Yields the rulings that a citation names: `rulings 15 and 65`, `rulings 37 to 42`."""
    for found in _RULINGS.finditer(rule):
        for part in re.split(r", | and ", found["numbers"]):
            first, _, last = part.partition(" to ")
            yield from range(int(first), int(last or first) + 1)


def _labels(paragraphs: Iterable[Paragraph]) -> Iterator[str]:
    """Yields the labels of rolls in the order in which a report numbers them."""

    def inside(lines: Iterable[Line]) -> Iterator[str]:
        for line in lines:
            if line.label is not None:
                yield line.label
            yield from inside(line.lines)

    for paragraph in paragraphs:
        yield from inside(paragraph.lines)
