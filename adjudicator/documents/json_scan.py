"""A JSON scanner that knows where everything stands and says what is wrong in plain words.

It is slower than the standard library and used only when a place is asked for or something is
wrong. Where it can go on after a problem it does, so that one run shows as many as possible.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from adjudicator.core.limits import MAX_PROBLEMS, MAX_TEXT, MAX_VALUES
from adjudicator.core.problem import Problem, no_more
from adjudicator.core.values import MAX_INTEGER, JSONValue
from adjudicator.core.visible import visible
from adjudicator.documents.problems import AT_KEY, quoted, shortened

__all__ = ["Fault", "Place", "Scan", "scan"]

_BLANKS = re.compile(r"[ \t\r\n]*")
_NO_BLANKS = frozenset('"{}[],:-0123456789tfn')
"""Characters that begin no blank and no comment: a scan meets them a million times."""
_COMMENT = re.compile(r"#[^\r\n]*|//[^\r\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_STRANGE_BLANKS = "\v\f\x1c\x1d\x1e\x1f\x85\xa0\u200b\u200c\u200d\u2060\ufeff\u2028\u2029\u3000"
_PLAIN_TEXT = re.compile(r'[^"\\\x00-\x1f\x7f-\x9f\ufffe\uffff]*')
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_PIECE = re.compile(r'"[^"\r\n]{0,40}"?|[^\s"{}\[\],:]{1,40}|.', re.DOTALL)
_WORD = re.compile(r"[^\W\d][\w.-]*")
_SMALL_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?![-+.\w])")
_NUMBER_LIKE = re.compile(r"[-+.\w]+")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FRACTION = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
_OTHER_QUOTES = re.compile(
    r"'([^'\r\n]*)'|`([^`\r\n]*)`|[\u201c-\u201f\u00ab\u00bb]([^\u201c-\u201f\u00ab\u00bb\"\r\n]*)"
    r"[\u201c-\u201f\u00ab\u00bb\"]|[\u2018-\u201b]([^\u2018-\u201b'\r\n]*)[\u2018-\u201b']"
)
_OTHER_QUOTE_MARKS = "'`\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb"
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS: dict[str, JSONValue] = {"true": True, "false": False, "null": None}
_NOT_NUMBERS = frozenset({"nan", "infinity", "inf"})
_SPELLINGS = {"none": "null", "nil": "null", "undefined": "null", "true": "true", "false": "false"}
_SPELLINGS |= {"null": "null"}
_CUT_OFF = "The file seems to be cut off; save or send it again"
_CLOSERS = {"object": "}", "list": "]"}


@dataclass(slots=True)
class Place:
    """Where a value stands: offsets of its key (if it has one), its start, its end."""

    key: int | None
    start: int
    end: int = 0
    inner: dict[str | int, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem at an offset; `text` is the offending piece, ready to be shown."""

    problem: Problem
    offset: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scan found. Data and root mean something only when there are no faults."""

    data: JSONValue
    root: Place | None
    faults: tuple[Fault, ...]


def scan(text: str, *, depth: int, values: int = MAX_VALUES) -> Scan:
    """Scans a whole document of at most `values` values that nest at most `depth` deep."""
    scanner = _Scanner(text, depth, values)
    root = Place(None, 0)
    data: JSONValue = None
    try:
        data = scanner.document(root)
    except _StoppedError:
        assert scanner.faults, "a scan stops at a fault"
    return Scan(data, root, tuple(scanner.faults))


class _StoppedError(Exception):
    """The scan cannot go on; the reason is the last fault."""


class _Scanner:
    """The text, how far it was read, and what was wrong on the way."""

    def __init__(self, text: str, depth: int, values: int) -> None:
        self.text = text
        self.depth = depth
        self.values = values
        self.counted = 0
        self.at = 0
        self.path: list[str | int] = []
        self.faults: list[Fault] = []

    def document(self, root: Place) -> JSONValue:
        self.blanks()
        if self.at == len(self.text):
            if not self.faults:
                self.stop("empty-file", "the file is empty", "Check that it is the right file", 0)
            raise _StoppedError
        data = self.value(root)
        self.blanks()
        if self.at < len(self.text):
            hint = "A file holds one JSON value; take the rest out"
            if self.text[self.at] in "}]":
                hint = "There is one closing bracket too many, here or further up"
            self.stop("trailing-text", "there is more text after the end", hint, self.at)
        return data

    # Values

    def value(self, place: Place) -> JSONValue:
        """Reads the value at the present offset and notes its place."""
        place.start = self.at
        self.counted += 1
        if self.counted > self.values:
            message = f"the file holds more than {self.values} values"
            self.stop("too-many-values", message, "Nothing in a match holds so many", self.at)
        char = self.text[self.at : self.at + 1]
        data: JSONValue
        if char == '"':
            data = self.string()
        elif char == "{":
            data = self.object(place)
        elif char == "[":
            data = self.list(place)
        elif char and char in "+-.0123456789":
            data = self.number()
        elif char and char in _OTHER_QUOTE_MARKS:
            data = self.other_quotes()
        else:
            data = self.word()
        place.end = self.at
        return data

    def object(self, place: Place) -> dict[str, JSONValue]:
        self.enter(place.start)
        data: dict[str, JSONValue] = {}
        comma = -1
        while not self.closed("object", place.start, comma):
            key_at = self.at
            key = self.key()
            inner = Place(key_at, self.at)
            self.path.append(key)
            if key in data:
                message = f"the key {quoted(key)} stands twice in this object"
                self.note("duplicate-key", message, "Keep one of the two", key_at, about_key=True)
            if self.text[self.at : self.at + 1] in (",", "}"):
                message = f"the key {quoted(key)} has no value"
                self.note("value-missing", message, "Write its value after the colon", self.at)
                data[key] = None
            else:
                data[key] = self.value(inner)
            place.inner[key] = inner
            self.path.pop()
            comma = self.comma("object", place.start)
        return data

    def list(self, place: Place) -> list[JSONValue]:
        self.enter(place.start)
        data: list[JSONValue] = []
        comma = -1
        while not self.closed("list", place.start, comma):
            index = len(data)
            inner = Place(None, self.at)
            self.path.append(index)
            data.append(self.value(inner))
            place.inner[index] = inner
            self.path.pop()
            comma = self.comma("list", place.start)
        return data

    def enter(self, opened: int) -> None:
        """Steps over an opening bracket, unless it stands too deep."""
        if len(self.path) >= self.depth:
            message = f"lists and objects nest more than {self.depth} deep here"
            self.stop("too-deep", message, "Nothing in a match nests so deep", opened)
        self.at += 1

    def closed(self, kind: str, opened: int, comma: int) -> bool:
        """Steps over the closing bracket if it is next; `comma` is that of a comma just read."""
        self.blanks()
        while self.text[self.at : self.at + 1] == ",":
            message = "there is a comma too many"
            self.note("comma-too-many", message, "Take it out", self.at)
            self.at += 1
            self.blanks()
        char = self.text[self.at : self.at + 1]
        closer = _CLOSERS[kind]
        if not char:
            self.unfinished(kind, opened)
        if char in "}]" and char != closer:
            message = f'"{char}" stands where the {kind} is closed with "{closer}"'
            self.stop("wrong-bracket", message, self.opened_at(kind, opened), self.at, text=char)
        if char != closer:
            return False
        if comma >= 0:
            message = f'there is a comma before "{closer}"'
            self.note("comma-too-many", message, "Take it out", comma)
        self.at += 1
        return True

    def comma(self, kind: str, opened: int) -> int:
        """Steps over a comma and returns its offset; -1 if the bracket closes instead."""
        self.blanks()
        char = self.text[self.at : self.at + 1]
        if char == ",":
            self.at += 1
            return self.at - 1
        if not char:
            self.unfinished(kind, opened)
        if char not in "}]":
            message = f"a comma is missing before {self.piece(self.at)}"
            hint = r"Put a comma between the two; a quote inside a text is written \""
            self.note("comma-missing", message, hint, self.at)
            if char not in '"{[':
                raise _StoppedError
        return -1

    # Keys and texts

    def key(self) -> str:
        """Reads a key and its colon."""
        start = self.at
        char = self.text[start]
        if char == '"':
            key = self.string()
        elif char in _OTHER_QUOTE_MARKS:
            key = self.other_quotes()
        else:
            word = _WORD.match(self.text, start)
            if not word:
                message = f"a key in quotes belongs here, not {self.piece(start)}"
                hint = 'An object is written {"key": value, "key": value}'
                self.stop("key-expected", message, hint, start)
            key = word.group()
            self.at = word.end()
            message = f"the key {quoted(key)} stands without quotes"
            self.note("no-quotes", message, f"Write {quoted(key)}", start)
        if not key.isascii():
            message = f"the key {quoted(key)} has characters outside ASCII"
            hint = "Keys are written in plain letters, digits, hyphens and underscores"
            self.note("non-ascii-key", message, hint, start)
        self.blanks()
        if self.text[self.at : self.at + 1] != ":":
            if self.at == len(self.text):
                self.stop("unfinished", "the file ends after a key", _CUT_OFF, self.at)
            message = f"a colon is missing after the key {quoted(key)}"
            self.stop("colon-missing", message, f"Write {quoted(key)}: and its value", self.at)
        self.at += 1
        self.blanks()
        return key

    def string(self) -> str:
        """Reads a text in double quotes."""
        start = self.at
        self.at += 1
        parts: list[str] = []
        while True:
            plain = _PLAIN_TEXT.match(self.text, self.at)
            assert plain is not None
            parts.append(plain.group())
            self.at = plain.end()
            char = self.text[self.at : self.at + 1]
            if char == '"':
                self.at += 1
                return self.whole("".join(parts), start)
            if not char or char in "\r\n":
                message = "the text that begins here has no closing quote on its line"
                hint = r"Close it with a double quote; a line end inside a text is written \n"
                self.stop("unfinished", message, hint, start, text=self.line_from(start))
            if char == "\\":
                parts.append(self.escape(start))
            else:
                hint = r"Write \t for a tab" if char == "\t" else "Take it out"
                self.control(char, hint)
                self.at += 1

    def whole(self, text: str, start: int) -> str:
        """Returns a text that was read; one that is too long is a problem."""
        if len(text) > MAX_TEXT:
            message = f"this text has {len(text)} characters, and {MAX_TEXT} at most belong here"
            self.note("text-too-long", message, "Shorten it", start, text=self.line_from(start))
        return text

    def escape(self, start: int) -> str:
        """Reads one escape inside the text that begins at `start`."""
        at = self.at
        letter = self.text[at + 1 : at + 2]
        if letter == "u" and (four := _HEX4.match(self.text, at + 2)):
            self.at += 6
            number = int(four.group(), 16)
            if 0xD800 <= number <= 0xDFFF:
                return self.surrogate(number, at)
            char = chr(number)
        elif letter in _ESCAPES and letter:
            self.at += 2
            char = _ESCAPES[letter]
        elif not letter:
            message = "the text that begins here has no closing quote"
            self.stop("unfinished", message, "Close it with a double quote", start)
        else:
            self.at += 1
            message = f"\\{visible(letter)} is no escape that JSON knows"
            hint = r"A backslash itself is written \\"
            if letter == "u":
                message = r"\u is not followed by four hexadecimal digits"
                hint = "Write the character itself"
            self.note("bad-escape", message, hint, at, text=self.line_from(start))
            return ""
        if _UNFIT.match(char):
            self.control(char, "Take it out", at=at)
        return char

    def surrogate(self, first: int, at: int) -> str:
        """Joins the two halves of a character beyond U+FFFF; half of one is a problem."""
        second = _HEX4.match(self.text, self.at + 2)
        if first <= 0xDBFF and second and self.text.startswith("\\u", self.at):
            low = int(second.group(), 16)
            if 0xDC00 <= low <= 0xDFFF:
                self.at += 6
                return chr(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00))
        shown = self.text[at : at + 6]
        message = f"{shown} is only half of a character"
        hint = "Write the character itself instead of its escape"
        self.note("lone-surrogate", message, hint, at, text=shown)
        return ""

    def control(self, char: str, hint: str, *, at: int | None = None) -> None:
        message = f"a text may not hold the control character U+{ord(char):04X}"
        self.note("control-character", message, hint, self.at if at is None else at)

    def other_quotes(self) -> str:
        """Reads a text in quotes that JSON does not know, to go on after it."""
        start = self.at
        found = _OTHER_QUOTES.match(self.text, start)
        shown = found.group() if found else self.line_from(start)
        message = f"{shortened(shown, 30)} does not stand in straight double quotes"
        inside = next((part for part in found.groups() if part is not None), "") if found else ""
        hint = f"Write {quoted(inside)}" if found else 'Use the quote " on both sides'
        self.note("wrong-quotes", message, hint, start, text=shortened(shown))
        if not found:
            raise _StoppedError
        self.at = found.end()
        return inside

    # Numbers and words

    def number(self) -> int:
        """Reads a whole number; what looks like another number is a problem."""
        start = self.at
        if small := _SMALL_INTEGER.match(self.text, start):
            self.at = small.end()
            return int(small.group())
        found = _NUMBER_LIKE.match(self.text, start)
        assert found is not None
        digits = found.group()
        self.at = found.end()
        shown = shortened(digits, 30)
        if _INTEGER.fullmatch(digits):
            if len(digits) <= 17 and abs(int(digits)) <= MAX_INTEGER:
                return int(digits)
            message = f"the number {shown} is too large"
            hint = f"Whole numbers go from -{MAX_INTEGER} to {MAX_INTEGER}"
            self.note("integer-too-large", message, hint, start, text=shown)
        elif fraction := _FRACTION.fullmatch(digits):
            whole, decimals = fraction.groups()
            hint = "Write a whole number, without decimals and without an exponent"
            if decimals and not decimals.strip(".0") and digits == whole + decimals:
                hint = f"Write {shortened(whole, 30)}"
            message = f"{shown} is not written as a whole number"
            self.note("not-an-integer", message, hint, start, text=shown)
        elif digits.lstrip("+-").lower() in _NOT_NUMBERS:
            self.not_a_number(shown, start)
        else:
            hint = "Write digits only, with no zero, plus or point in front"
            self.note("bad-number", f"{shown} is not a number", hint, start, text=shown)
        return 0

    def word(self) -> JSONValue:
        """Reads `true`, `false`, `null`; goes on after any other word."""
        start = self.at
        found = _WORD.match(self.text, start)
        if not found:
            if start == len(self.text):
                self.stop("unfinished", "the file ends where a value belongs", _CUT_OFF, start)
            message = f"a value belongs here, not {self.piece(start)}"
            hint = 'A value is a text in quotes, a whole number, [a list], {"an": "object"}'
            self.stop("value-expected", message, hint, start)
        word = found.group()
        self.at = found.end()
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        shown = shortened(word, 30)
        if word.lower() in _NOT_NUMBERS:
            self.not_a_number(shown, start)
            return 0
        spelling = _SPELLINGS.get(word.lower())
        message = f"the word {shown} stands without quotes"
        hint = f"Write {spelling}" if spelling else f"Write {quoted(word)}"
        self.note("no-quotes", message, hint, start, text=shown)
        return word

    def not_a_number(self, shown: str, start: int) -> None:
        message = f"{shown} is not a number that a file may hold"
        self.note("not-a-number", message, "Write a whole number", start, text=shown)

    # Between values

    def blanks(self) -> None:
        """Steps over blanks; comments and unusual blanks are problems to go on after."""
        if self.text[self.at : self.at + 1] in _NO_BLANKS:
            return
        while True:
            found = _BLANKS.match(self.text, self.at)
            assert found is not None
            self.at = found.end()
            char = self.text[self.at : self.at + 1]
            if char and char in _STRANGE_BLANKS:
                message = f"the character U+{ord(char):04X} stands between the values"
                hint = "Replace it with an ordinary space"
                self.note("strange-blank", message, hint, self.at)
                self.at += 1
            elif comment := _COMMENT.match(self.text, self.at):
                hint = "Take it out; a JSON file has no comments"
                shown = shortened(comment.group())
                self.note("comment", "there is a comment here", hint, self.at, text=shown)
                self.at = comment.end()
            else:
                return

    # Faults

    def note(
        self,
        code: str,
        message: str,
        hint: str,
        offset: int,
        *,
        text: str = "",
        about_key: bool = False,
    ) -> None:
        """Notes a fault at the present path; the scan goes on."""
        problem = Problem(code, message, tuple(self.path), hint=hint, kind="malformed")
        if about_key:
            problem = problem._replace(facts=(AT_KEY,))
        self.faults.append(Fault(problem, offset, text))
        if len(self.faults) == MAX_PROBLEMS:
            last = no_more("reading", "Check that it is the right file")
            self.faults.append(Fault(last, offset))
            raise _StoppedError

    def stop(self, code: str, message: str, hint: str, offset: int, *, text: str = "") -> NoReturn:
        """Notes a fault after which nothing can be made of the rest."""
        self.note(code, message, hint, offset, text=text)
        raise _StoppedError

    def unfinished(self, kind: str, opened: int) -> NoReturn:
        message = f"the file ends inside {'an object' if kind == 'object' else 'a list'}"
        self.stop("unfinished", message, self.opened_at(kind, opened), self.at)

    def opened_at(self, kind: str, opened: int) -> str:
        """Says where the bracket was opened that is to be closed."""
        line = self.text.count("\n", 0, opened) + 1
        return f'The {kind} opened on line {line} is closed with "{_CLOSERS[kind]}"'

    def piece(self, at: int) -> str:
        """The next thing in the text, as it is called in a message."""
        found = _PIECE.match(self.text, at)
        return shortened(found.group(), 30) if found else "the end of the file"

    def line_from(self, at: int) -> str:
        return shortened(re.split(r"[\r\n]", self.text[at : at + 200], maxsplit=1)[0])
