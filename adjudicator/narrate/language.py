"""A language: sentences by key, and how their parts are put together.

A sentence is a template, or a small function for what no template can say. In a template stands

    {place}                  a value as it is
    {count:# city|# cities}  one form or the other by a number, or by the length of a list; `#` is
                             the number
    {names:and}              a list: "a, b and c"; `or` likewise; `list` with commas alone
    {number:nth}             "1st"
    {name:of}                "Amber's"
    {name:begin}             with a capital, where it begins a sentence

A second language is one module with the same keys; each sentence there takes the same values.
"""

from __future__ import annotations

import inspect
import string
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

__all__ = ["Grammar", "Language", "MissingSentence", "Sentence"]

Sentence: TypeAlias = str | Callable[..., str]
"""A template, or a function of its values by name."""


class MissingSentence(KeyError):
    """A key that the language does not have, or values other than its sentence takes."""


class Grammar(NamedTuple):
    """How a language puts words together."""

    and_: str
    """The word before the last of several things."""
    or_: str
    """The word before the last of several choices."""
    nothing: str
    """What stands for an empty list."""
    nth: Callable[[int], str]
    """Gives an ordinal: "1st"."""
    possessive: Callable[[str], str]
    """Gives whose something is: "Amber's"."""

    def listed(self, things: Sequence[str], word: str = "") -> str:
        """Returns "a, b and c"; without a word "a, b, c"."""
        if not things:
            return self.nothing
        if len(things) == 1 or not word:
            return ", ".join(things)
        return f"{', '.join(things[:-1])} {word} {things[-1]}"


class Language:
    """One language, as far as somebody's sentences go."""

    def __init__(
        self, language: str, name: str, grammar: Grammar, sentences: Mapping[str, Sentence]
    ) -> None:
        self.code = language
        """As pages name it: "en"."""
        self.name = name
        """What it calls itself: "English"."""
        self.grammar = grammar
        """How it puts words together."""
        self.sentences = sentences
        """Every sentence by its key."""
        self._values: dict[str, frozenset[str]] = {}

    def __contains__(self, key: object) -> bool:
        """Whether there is a sentence of this key."""
        return key in self.sentences

    def with_sentences(self, sentences: Mapping[str, Sentence]) -> Language:
        """Returns the language with a game's own sentences, beside those that all games share.

        Raises:
            ValueError: one of them has the key of another.
        """
        if twice := sorted({*sentences} & {*self.sentences}):
            raise ValueError(f"{', '.join(twice)}: all games share sentences of these keys")
        return Language(self.code, self.name, self.grammar, {**self.sentences, **sentences})

    def values_of(self, key: str) -> frozenset[str]:
        """Returns the names of the values that a sentence takes.

        Raises:
            MissingSentence: there is no such sentence.
        """
        if key not in self._values:
            sentence = self._sentence(key)
            if isinstance(sentence, str):
                names = frozenset(name for _, name, _ in _parts(sentence) if name)
            else:
                names = frozenset(inspect.signature(sentence).parameters)
            self._values[key] = names
        return self._values[key]

    def say(self, key: str, /, **values: Any) -> str:
        """Returns a sentence with its values.

        Raises:
            MissingSentence: there is no such sentence, or it takes other values.
        """
        sentence = self._sentence(key)
        if (wanted := self.values_of(key)) != values.keys():
            given = ", ".join(sorted(values)) or "none"
            named = ", ".join(sorted(wanted)) or "none"
            raise MissingSentence(f"{key} takes the values {named}, and not {given}")
        if not isinstance(sentence, str):
            return sentence(**values)
        parts = _parts(sentence)
        return "".join(
            before + (self._formed(values[name], form) if name else "")
            for before, name, form in parts
        )

    def _sentence(self, key: str) -> Sentence:
        if key not in self.sentences:
            raise MissingSentence(f"{self.name} has no sentence {key!r}")
        return self.sentences[key]

    def _formed(self, value: Any, form: str) -> str:
        """Returns a value as a template wants it."""
        grammar = self.grammar
        if "|" in form:
            count = value if isinstance(value, int) else len(value)
            one, _, more = form.partition("|")
            return (one if count == 1 else more).replace("#", str(count))
        match form:
            case "":
                return str(value)
            case "and":
                return grammar.listed(value, grammar.and_)
            case "or":
                return grammar.listed(value, grammar.or_)
            case "list":
                return grammar.listed(value)
            case "nth":
                return grammar.nth(value)
            case "of":
                return grammar.possessive(value)
            case "begin":
                return str(value)[:1].upper() + str(value)[1:]
        raise MissingSentence(f"there is no form {form!r} of a value")


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[tuple[str, str, str], ...]:
    """Returns a template as texts, each with the value behind it and its form; none at the end."""
    found = []
    for before, name, form, conversion in string.Formatter().parse(template):
        if conversion or (name is not None and not name.isidentifier()):
            raise MissingSentence(f"a value is named by a word alone: {template!r}")
        found.append((before, name or "", form or ""))
    return tuple(found)
