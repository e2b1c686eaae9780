"""Commands by their grammar, words to pass on, and the sender's own lines."""

from __future__ import annotations

import pytest

from adjudicator.post.reading.intake import read_mail
from adjudicator.post.reading.words import COMMANDS
from tests.post.reading.shape import OWN, SHEET_TEXT, head, letter_quoted, mail


def read_text(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the command of a mail with this text, and the codes of its problems."""
    read = read_mail(mail(head(), text), own=OWN)
    asked = () if read.command is None else (read.command.word, *read.command.arguments)
    return asked, tuple(one.code for one in read.problems)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("status", ("status",)),
        ("  STATUS  ", ("status",)),
        ("*Status*", ("status",)),
        ("> ignored\nmine", ("mine",)),
        ("\n\n\u00a0\nsheet\nthanks, Ann", ("sheet",)),
        ("report", ("report",)),
        ("report 12", ("report", "12")),
        ("Map 3.", ("map", "3")),
        ("log", ("log",)),
        ("withdraw", ("withdraw",)),
        ("leave 5", ("leave", "5")),
        ("Leave 5 days", ("leave", "5")),
        ("extend 48h", ("extend", "48h")),
        ("extend 2 days", ("extend", "2d")),
        ("extend 48 hours", ("extend", "48h")),
        ("renew", ("renew",)),
        ("help!", ("help",)),
        ("confirm", ("confirm",)),
        ("offers", ("offers",)),
        ("join spring western", ("join", "spring", "western")),
        ("Join Spring-2 West_1", ("join", "spring-2", "west_1")),
        ("check", ("check",)),
    ],
)
def test_commands(line: str, asked: tuple[str, ...]) -> None:
    assert read_text(f"{line}\n\n{letter_quoted()}") == (asked, ())
    assert read_text(f"{line}\n{letter_quoted()}") == (asked, ())


@pytest.mark.parametrize(
    "line",
    ["report from the front", "leave", "leave 5000", "leave soon", "extend", "extend 48", "map x",
     "join", "join spring", "join a b c", "join ../x y", "status of spring", "renew now",
     "report -1", "leave 5; rm", "extend \u0664h", "join spr\u0456ng western"],
)  # fmt: skip
def test_what_a_command_does_not_take(line: str) -> None:
    """Nothing but the grammar: what follows reaches no shell, path or format string."""
    assert read_text(line) == ((), ("command-unclear",))


@pytest.mark.parametrize("line", ["ok", "Hello", "statusx", "status-quo", "stat us", "12 status"])
def test_what_is_no_command(line: str) -> None:
    assert read_text(line) == ((), ("mail-without-sheet",))


def test_every_command_says_how_it_is_written() -> None:
    for word, (_, usual) in COMMANDS.items():
        first = usual.partition(",")[0].replace("MATCH SEAT", "spring western")
        assert read_text(first)[0][0] == word


def test_words_are_passed_on_as_they_stand() -> None:
    """Each line as written; nothing in them is a command, a sheet, or hidden."""
    text = f"--- TO All:\n\n  Gr\u00fc\u00dfe\x1b[2J \u202ex\nstatus\n{SHEET_TEXT}\n\n---\nlog\n"
    read = read_mail(mail(head(), text))
    (passage,) = read.passages
    assert passage.to is None
    assert passage.text == f"  Gr\u00fc\u00dfe\\u001b[2J \\u202ex\nstatus\n{SHEET_TEXT}"
    assert not read.found
    assert read.command is not None
    assert read.command.word == "log"


def test_words_at_their_limit() -> None:
    """Four kilobytes in all, in UTF-8."""
    said = "\u00e4" * 1024
    fits = f"--- to all\n{said}\n---\n--- to red\n{said}\n---\n"
    assert len(read_mail(mail(head(), fits)).passages) == 2
    read = read_mail(mail(head(), fits.replace("\u00e4\n", "\u00e4x\n", 1)))
    assert not read.passages
    assert [one.code for one in read.problems] == ["words-too-long"]


def test_flowed_words_come_whole() -> None:
    raw = mail(head(), "--- to all\nA long line \nthat goes on.\n---\n",
               kind="text/plain; charset=utf-8; format=flowed")  # fmt: skip
    assert [one.text for one in read_mail(raw).passages] == ["A long line that goes on."]


def test_a_line_that_lost_its_mark_breaks_a_quoted_sheet() -> None:
    """An order that a program put outside of the quote is not dropped in silence."""
    quoted = "".join(f"> {line}\n" for line in SHEET_TEXT.split("\n"))
    assert read_mail(mail(head(), f"Here\n\n{quoted}")).found
    order = next(line for line in quoted.split("\n") if '"unit"' in line)
    lost = quoted.replace(order, order.removeprefix("> "), 1)
    assert not read_mail(mail(head(), f"Here\n\n{lost}")).found
    marked = SHEET_TEXT.replace('        "unit"', '>        "unit"', 1)
    read = read_mail(mail(head(), f"Here\n\n{marked}\n"))
    assert [one.code for one in read.problems] == ["sheet-cut-off"]
    assert not read.found


@pytest.mark.parametrize("line", ["__________", "-----", "=====", "Orders, turn 3:", "--> mine"])
def test_what_people_draw_above_a_sheet(line: str) -> None:
    """A line of their own is no mark of a program."""
    (found,) = read_mail(mail(head(), f"Hello\n{line}\n{SHEET_TEXT}\n{line}\nAnn\n")).found
    assert found.where == "text"


@pytest.mark.parametrize(
    "line",
    [
        "On 27 Nov 2026 at 20:00, Spring wrote:",
        "Am 27.11.2026 um 20:00 schrieb Spring:",
        "Le ven. 27 nov. 2026 à 20:00, Spring <judge@play.test> a\nécrit :",
        "El vie, 27 nov 2026 a las 20:00, Spring (<judge@play.test>) escribió:",
        "Il giorno ven 27 nov 2026 alle ore 20:00 Spring <judge@play.test> ha scritto:",
        "Em sex., 27 de nov. de 2026 às 20:00, Spring <judge@play.test>\nescreveu:",
        "Op vr 27 nov 2026 om 20:00 schreef Spring <judge@play.test>:",
        "Den fre 27 nov. 2026 kl 20:00 skrev Spring <judge@play.test>:",
        "pt., 27 lis 2026 o 20:00 Spring <judge@play.test> napisał(a):",
        "pe 27. marraskuuta 2026 klo 20.00 Spring\n<judge@play.test> kirjoitti:",
        "2026年11月27日(金) 20:00 Spring <judge@play.test>:",
        "On Fri, Nov 27, 2026 at 8:00\u202fPM Spring <\njudge@play.test>\nwrote:",
        "-----Ursprüngliche Nachricht-----",
        "-------- Message d'origine --------",
        "-----Původní zpráva-----",
        "________________________________",
        "*From:* Spring\n*Sent:* Friday\n*To:* Ann\n*Subject:* x",
        "**From:** Spring\n**Sent:** Friday\n**To:** Ann",
        "Von: Spring\nGesendet: Freitag\nAn: Ann",
        "De : Spring\nEnvoyé : vendredi\nÀ : Ann\nObjet : x",
        "##- Please type your reply above this line -##",
    ],
)
def test_what_programs_write_above_what_is_answered(line: str) -> None:
    """In other languages too: what stands below is not the sender's, marked or not."""
    other = SHEET_TEXT.replace('"n": 7', '"n": 6')
    (found,) = read_mail(mail(head(), f"{SHEET_TEXT}\n\n{line}\n\n{other}\n")).found
    assert found.raw == SHEET_TEXT.encode()
    read = read_mail(mail(head(), f"Thanks!\n\n{line}\n\n{other}\n"), by_hand=True)
    assert [one.code for one in read.problems] == ["sheet-quoted"]
