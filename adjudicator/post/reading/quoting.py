"""Whose words stand in a text: the sender's own, those that they answer, those that they forward.

No library does this as is wanted here: where a sheet may come from matters more than to cut off
as much as possible. What is not known to be quoted counts as the sender's own; a template that
came from the office itself is known by its hash and never taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.post.reading.scan import GAP

__all__ = ["JOINT", "Whose", "is_whole_mail", "unflowed", "unsigned", "whose_words"]

JOINT = "\ue000"
"""Where lines were joined that a program had wrapped at a blank."""
_QUOTE = re.compile(r"[ \t]*(?:> ?)+")
_SIGNATURE = re.compile(r"--[ \xa0]?")
_WROTE = re.compile(
    r"(?:^|[\s:,.>])(?:wrote|writes|schrieb(?:en)?|schreef|écrit|écrivait"
    r"|ha scritto|scrive|escribió|escreveu|skrev|napisał\(a\)|napisała?|napsala?|kirjoitti|írta"
    r"|a scris|yazd\u0131"
    r"|пишет|написала?|написав|έγραψε|写道|寫道|のメッセージ|さんは書きました)(?=\W|\Z)",
    re.IGNORECASE,
)
_WHEN = re.compile(r"\d{4}|\d[:.]\d\d")
_WHEN_AND_WHO = re.compile(r"\d{1,2}[:.]\d\d\b.{0,200}<[^<>\s]{3,200}@[^<>\s]{1,200}>\s*[:\uff1a]")
"""As some languages say it, without a verb."""
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_EDGES = " \t\xa0-*_#=>.:"
_RULE = re.compile(r"\s*_{25,}\s*")
_ORIGINAL = re.compile(
    r"(?:original|ursprüngliche|originale|oprindelig|opprinnelig|oorspronkelijk|alkuperäinen"
    r"|původní|eredeti|mensaje original|message d|mensagem original|messaggio originale)\b.{0,60}",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"(?:please )?(?:reply|(?:type|write|enter) your reply|antworten sie)\b.{0,30}"
    r"(?:above|oberhalb)\b.{0,40}",
    re.IGNORECASE,
)
_FORWARD = re.compile(
    r"(?:forwarded|weitergeleitete|fwd|doorgestuurd|videresendt|vidarebefordrat|message transféré"
    r"|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|przekazana)\b.{0,100}",
    re.IGNORECASE,
)
_FORWARD_BEGINS = re.compile(
    r"(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)"
    r"|début du message (?:réexpédié|transféré)|inizio messaggio inoltrato"
    r"|inicio del mensaje reenviado|início da mensagem (?:encaminhada|reencaminhada)"
    r"|begin doorgestuurd bericht)",
    re.IGNORECASE,
)
_FORWARD_ENDS = re.compile(r"end (?:of )?forwarded message", re.IGNORECASE)
_MOST_LINE = 600
"""Characters of a line, or of several, that may be more than words: longer ones are only words."""
_FORWARDED_SUBJECT = re.compile(
    r"\W*(?:fwd?|wg|tr|rv|enc|vs|vb|vl|pd|doorst|i|re(?:d|env))\s*:", re.IGNORECASE
)
_LABELS = re.compile(
    r"[\s*]*(?:(?P<who>from|von|de|da|van|från|fra|od|lähettäjä|от|отправитель|expéditeur)"
    r"|(?P<what>sent|gesendet|envoyé|inviato|enviad[oa](?: el| em)?|verzonden|skickat|sendt"
    r"|wysłano|lähetetty|odesláno|date|datum|data|fecha|dato|to|an|à|a|para|aan|till?|do|cc"
    r"|kopie|komu|кому|дата|subject|betreff|objet|oggetto|asunto|assunto|onderwerp|ämne|emne|temat|aihe"
    r"|předmět|тема))"
    r"[\s*]*:[\s*]*\S.*",
    re.IGNORECASE,
)
_MAIL_FIELD = re.compile(r"([A-Za-z][A-Za-z0-9-]{1,40}):\s")
_OF_A_MAIL = {
    "received", "return-path", "message-id", "mime-version", "dkim-signature", "delivered-to",
    "content-type", "content-transfer-encoding",
}  # fmt: skip


class Whose(NamedTuple):
    """The lines of a text, by whose they are."""

    own: str
    """The sender's."""
    quoted: str
    """What they answer, without its marks, and what stands below their signature."""
    forwarded: str
    """What they pass on."""


def unflowed(text: str, *, deletes_blank: bool) -> str:
    """Returns a text with the lines joined that format=flowed had parted (RFC 3676).

    Args:
        deletes_blank: DelSp=yes: the blank at a line's end was put in, in the middle of words.
    """
    done: list[list[str]] = []
    depth = -1  # That of a line which goes on; -1: none does.
    for line in text.split("\n"):
        bare = line.lstrip(">")
        marks, bare = len(line) - len(bare), bare.removeprefix(" ")
        flows = bare.endswith(" ") and bare != "-- "
        if flows:
            bare = bare[:-1] if deletes_blank else f"{bare}{JOINT}"
        if depth == marks and bare != "-- ":
            done[-1].append(bare)
        else:
            done.append([f"{'>' * marks}{' ' if marks else ''}{bare}"])
        depth = marks if flows else -1
    return "\n".join(map("".join, done))


def is_whole_mail(text: str) -> bool:
    """Whether a text begins with the head of a mail: one was put in without saying so."""
    names = set()
    for line in text.lstrip().split("\n")[:30]:
        found = _MAIL_FIELD.match(line)
        if found is None and not line.startswith((" ", "\t")):
            break
        if found is not None:
            names.add(found[1].lower())
    return len(names) > 1 and bool(names & _OF_A_MAIL)


def whose_words(text: str, subject: str) -> Whose:
    """Parts a text by whose words they are.

    Args:
        subject: that of the mail: behind "Fwd:" nothing below a head of a mail is its sender's.
    """
    lines = text.split("\n")
    own: list[str] = []
    quoted: list[str] = []
    forwarded: list[str] = []
    kept, place = own, 0
    while place < len(lines):
        line = lines[place]
        rule = _rule(line)
        if kept is forwarded and rule == "forward-ends":
            kept = own
        elif kept is not own:
            kept.append(line)
        elif taken := _attribution(lines, place):
            place += taken
            following = next((one for one in lines[place:] if one.strip()), ">")
            own.append(GAP)
            quoted.append(GAP)
            kept = own if _QUOTE.match(following) else quoted
            continue
        elif rule == "forward":
            kept = forwarded
        elif rule == "above" or _is_head(lines, place):
            kept = quoted
            quoted.append(GAP)
        elif _SIGNATURE.fullmatch(line):
            place = _below_signature(lines, place, quoted)
            continue
        elif _QUOTE.match(line):
            quoted.append(line)
            own.append(GAP)
        else:
            own.append(line)
            if line.strip():
                quoted.append(GAP)
        place += 1
    bare = [_QUOTE.sub("", line, count=1) if _QUOTE.match(line) else line for line in quoted]
    if _FORWARDED_SUBJECT.match(subject):
        forwarded, bare = [*forwarded, *bare], []
    return Whose("\n".join(own), "\n".join(bare), "\n".join(forwarded))


def _below_signature(lines: Sequence[str], place: int, quoted: list[str]) -> int:
    """Keeps a signature apart; returns where it ends: at what is answered, or forwarded."""
    while place < len(lines):
        line = lines[place]
        if (
            _QUOTE.match(line)
            or _attribution(lines, place)
            or _rule(line) in ("above", "forward")
            or _is_head(lines, place)
        ):
            break
        quoted.append(line)
        place += 1
    return place


def _rule(line: str) -> str:
    """Returns what a line says of those below it: "above", "forward", "forward-ends", nothing."""
    if len(line) > _MOST_LINE:
        return ""
    if _RULE.fullmatch(line):
        return "above"
    core = line.strip(_EDGES)
    if _FORWARD_BEGINS.fullmatch(core):
        return "forward"
    marked = line.lstrip(" \t\xa0*>").startswith("--")
    if marked and _FORWARD_ENDS.fullmatch(core):
        return "forward-ends"
    if marked and _FORWARD.fullmatch(core):
        return "forward"
    if (marked and _ORIGINAL.fullmatch(core)) or _ABOVE.fullmatch(core):
        return "above"
    return ""


def _attribution(lines: Sequence[str], place: int) -> int:
    """Returns how many lines say who wrote what follows, on which day; 0: none do."""
    first = lines[place]
    if not first.strip() or first.lstrip().startswith((">", "{")):
        return 0
    if _says_who_wrote(first):
        return 1
    if len(first) > _MOST_LINE or not _WHEN.search(first):
        return 0
    for count in (2, 3):
        several = lines[place : place + count]
        if len(several) < count or not several[-1].strip():
            return 0
        if _says_who_wrote(" ".join(several)):
            return count
    return 0


def _says_who_wrote(line: str) -> bool:
    if len(line) > _MOST_LINE:
        return False
    bare = line.strip(" \t\xa0*_-")
    ends = bare.endswith((":", "\uff1a")) or line.lstrip().startswith("----")
    if not ends or not ("@" in bare or any(map(str.isdigit, bare))):
        return False
    return bool(_WROTE.search(bare.rstrip(":\uff1a ")) or _WHEN_AND_WHO.search(bare))


def _is_head(lines: Sequence[str], place: int) -> bool:
    """Whether a few lines give sender, day, recipient, subject of what follows."""
    if not _LABELS.fullmatch(lines[place][:_MOST_LINE]):
        return False
    found = [_LABELS.fullmatch(line[:_MOST_LINE]) for line in lines[place : place + 6]]
    labels = [one for one in found if one is not None]
    return len(labels) >= 3 and any(one["who"] for one in labels)


def unsigned(text: str) -> str:
    """Returns the words of a text that was signed within itself (RFC 9580 7), or it as it is."""
    before, signed, rest = text.partition(_SIGNED)
    if not signed:
        return text
    _, _, words = rest.partition("\n\n")
    words = words.partition("\n-----BEGIN PGP SIGNATURE-----")[0]
    lines = (line.removeprefix("- ") for line in words.split("\n"))
    return before + "\n".join(lines)
