"""Languages: same keys, same values; every place that says something; a match told in German."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.ending import SeatConceded
from adjudicator.core.game import AnswerUnused, OrderCut, OrderFailed
from adjudicator.core.referee import first_save, run
from adjudicator.narrate.english import ENGLISH
from adjudicator.narrate.html import standard_template
from adjudicator.narrate.language import Grammar, Language, MissingSentence
from adjudicator.narrate.languages import CODES, in_language, narrator_of, shared_language
from adjudicator.narrate.narrator import MAX_HEADLINE, Narrator
from tests.games.nine_fields.test_nine_fields import TO_ELM, opened, sheets
from tests.narrate.catalogues import GAMES, both, catalogue, catalogues, keys_of, said
from tests.tidy import package

MATCH = Path("examples/nine-fields-match")
LISTED = ("and", "or", "list")
FORMS = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def test_every_sentence_of_every_language_can_be_said() -> None:
    """With any values; no brace is left, and each of its values is told."""
    checked = 0
    for game, code, of in catalogues():
        for key, sentence in of.sentences.items():
            if not isinstance(sentence, str):
                continue
            found = FORMS.findall(sentence.replace("{{", "").replace("}}", ""))
            # A list may also be counted: the form that needs the list decides.
            forms = dict(sorted(found, key=lambda one: one[1] in LISTED))
            assert forms.keys() == of.values_of(key), (game, code, key)
            told = of.say(key, **{name: _value(name, form) for name, form in forms.items()})
            for name, form in forms.items():
                is_told = "|" in form or form == "nth" or name.upper() in told.upper()
                assert is_told, (game, code, key, name)
            assert sentence.strip() == sentence, (game, code, key)
            checked += 1
    assert checked > 200


def _value(name: str, form: str) -> object:
    if form in LISTED:
        return [name, f"{name}2", f"{name}3"]
    return 2 if form == "nth" or "|" in form else name


def test_languages_have_the_same_keys_and_values() -> None:
    compared = 0
    for game in ("", *GAMES):
        english = catalogue(game, "en")
        for code in CODES[1:]:
            other = catalogue(game, code)
            if english is None or other is None:
                continue
            ours, theirs = both(english.sentences, other.sentences)
            assert ours == theirs, (game, code, ours ^ theirs)
            for key in ours:
                assert english.values_of(key) == other.values_of(key), (game, code, key)
            compared += 1
    assert compared == 2, "what all games share, and the tutorial game"


def test_every_place_says_a_sentence_that_there_is_with_the_values_that_it_takes() -> None:
    used: dict[str, set[str]] = {}
    for one in said():
        of = catalogue(one.game, "en") or ENGLISH
        keys = keys_of(one, of)
        assert keys or one.key.startswith(("why-", "card-text-")), (
            f"{one.where}: there is no such sentence"
        )
        used.setdefault(one.game, set()).update(keys)
        for key in keys:
            takes = of.values_of(key)
            assert one.values == takes or (one.is_open and one.values <= takes), one.where
    source = "".join(one.text for one in package() if one.path.stem not in ("english", "german"))
    page = standard_template()
    for key, given in re.findall(r'say\("([a-z-]+)"([^)]*)\)', page):
        assert {*re.findall(r"(\w+)=", given)} == ENGLISH.values_of(key), key
    source += page
    for game in ("", *GAMES):
        if (own_words := catalogue(game, "en")) is None:
            continue
        own = {*own_words.sentences} - ({*ENGLISH.sentences} if game else set())
        unused = {key for key in own - used.get(game, set()) if f'"{key}"' not in source}
        assert not unused, f"nobody says {sorted(unused)} of {game or 'the shared sentences'}"


def test_a_missing_key_or_value_is_told() -> None:
    grammar = Grammar("and", "or", "nothing", str, str)
    of = Language("xx", "Nonsense", grammar, {"one": "{a} {b:and}", "two": "{a.__class__}"})
    assert of.say("one", a=1, b=["c"]) == "1 c"
    assert of.say("one", a=1, b=[]) == "1 nothing"
    for key, values in (("none", {}), ("one", {"a": 1}), ("one", {"a": 1, "b": [], "c": 2})):
        with pytest.raises(MissingSentence):
            of.say(key, **values)
    with pytest.raises(MissingSentence, match="by a word alone"):
        of.say("two", a=1)
    with pytest.raises(MissingSentence, match="no form"):
        Language("xx", "X", grammar, {"one": "{a:upper}"}).say("one", a="b")
    with pytest.raises(ValueError, match="next"):
        ENGLISH.with_sentences({"next": "Then"})
    with pytest.raises(ValueError, match="there are en, de"):
        shared_language("fr")


def test_reasons_stand_in_the_language_for_every_code_of_the_core_and_the_game() -> None:
    german = catalogue("nine_fields", "de")
    assert german is not None
    rules = Path("adjudicator/games/nine_fields/rules.py").read_text()
    codes = {*re.findall(r'Problem\(\s*"([a-z-]+)"', rules)}
    for path in Path("adjudicator/core").glob("*.py"):
        text = path.read_text()
        for part in text.split("OrderFailed(")[1:]:
            codes.update(re.findall(r'code="([a-z-]+)"', part[:400]))
    assert {"too-many", "no-draw-offer", "not-asked-for", "turn-never-came"} <= codes
    lacking = {code for code in codes if f"why-{code}" not in german}
    assert not lacking


def test_a_report_in_german_has_no_english_sentence() -> None:
    """Line by line: what is the same in both is a name, a label, or to be copied."""
    log = adjudicator.open_log(MATCH / "log.jsonl")
    labels = re.compile(
        r'^(\s*(\[\d+\] )?[a-z0-9-]+(/[a-z0-9-]+)+|\s*"[\w-]+": ?.*,?|\s+"[0-9a-f]{64}",|[=-]*)$'
    )
    same: set[str] = set()
    for n in range(log.last + 1):
        ours, theirs = (log.report(n=n, pictures=False, language=code) for code in CODES)
        english, german = ours.text.splitlines(), theirs.text.splitlines()
        same |= {line for line in german if line in english and not labels.match(line)}
        assert '<html lang="de">' in theirs.html
        assert ours.text == log.report(n=n, pictures=False).text
    names = {*opened().map.areas} | {"fall", "back"}
    words = {word.lower() for line in same for word in re.findall("[A-Za-z]+", line)}
    assert words <= names, "nothing but names and topics, at the ends of lines"


def test_the_page_and_the_map_of_a_german_report() -> None:
    told = adjudicator.open_log(MATCH / "log.jsonl").report(language="de")
    for words in ("Was geschah", "Würfe", "Die Karte überspringen", "Runde", "Ost", "Marsch"):
        assert words in told.html
    for words in ("What happened", "Skip the map", ">Rolls<", ">East<", ">Turn<"):
        assert words not in told.html


def test_the_question_of_a_match_is_told_in_german() -> None:
    two = {"companies": {"brook": {"west": 3}, "elm": {"east": 2}, "heath": {"east": 1}}}
    rules = opened(two, ask=["fall-back"])
    label = "turn-1/west/battle/elm"
    orders = {"west": {"orders": {"march": [TO_ELM]}}}
    dice = ScriptedDice({f"{label}/round-1/attacker": [6], f"{label}/round-1/defender": [2]}, {})
    done = run(rules, first_save(rules), sheets(rules, 1, orders), 1, dice=dice)
    (pending,) = done.save.pending
    asked = [narrator_of(in_language(rules, code)).question(pending, done.state) for code in CODES]
    english = "3 attack 1 of yours in elm: fall back to heath, or stand (elm)?"
    assert asked == [
        f"{english} (chapter 3)",
        "3 greifen in elm an, 1 verteidigen: zurückweichen nach heath, oder stehen bleiben (elm)? "
        "(Kapitel 3)",
    ]
    assert pending.prompt == english, "what is saved and hashed stays English"


def test_what_the_core_records_is_told_in_german() -> None:
    of = Narrator(shared_language("de"))
    order: Any = {"seat": "west", "topic": "march", "index": 1, "order": {}}
    failed = OrderFailed(code="not-asked-for", message="nobody asked", **order)
    assert of.of_the_core(failed) == (
        "West, 2. Befehl unter march: nicht ausgeführt, denn danach wurde nicht gefragt."
    )
    assert of.of_the_core(OrderCut(done={}, **order)).endswith("zum Teil ausgeführt.")
    unused = AnswerUnused(seat="west", label="a/b", order={}, message="it was late")
    assert of.of_the_core(unused).startswith("West, Antwort auf a/b: sie wurde nicht gebraucht")
    assert Narrator(ENGLISH).of_the_core(unused) == "West's answer to a/b is not used: it was late."
    assert of.of_the_core(SeatConceded(seat="west")) == "West gibt auf."


def test_no_log_state_or_question_depends_on_the_language() -> None:
    rules = adjudicator.open_log(MATCH / "log.jsonl").rules
    other = in_language(rules, "de")
    assert narrator_of(other).language.code == "de"
    assert narrator_of(rules).language.code == "en", "these stay as they were"
    assert other.start is rules.start
    with pytest.raises(ValueError, match="is told in en, de"):
        in_language(rules, "fr")


def test_a_headline_holds_as_much_as_there_is_room_for() -> None:
    of = Narrator(ENGLISH)
    assert of.headline([]) == "Nothing changes hands"
    assert of.headline(["portland falls", "", "San Francisco holds"]) == (
        "Portland falls; San Francisco holds"
    )
    long = of.headline([f"the {number}th city falls" for number in range(20)])
    assert len(long) <= MAX_HEADLINE
    assert long.endswith("falls")
    assert of.headline(["x" * 101]) == "Nothing changes hands"
