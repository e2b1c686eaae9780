"""What an office answers to sheets, pledges and joins, in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.api.problems import Located, Problem, TryAgain, render
from adjudicator.api.texts import amount, joined, paragraphs_text

if TYPE_CHECKING:
    from adjudicator.api.checking import Checked
    from adjudicator.api.match import Match
    from adjudicator.api.outcomes import Receipt
    from adjudicator.api.routing import Addressed
    from adjudicator.post.office.settings import Limits
    from adjudicator.post.reading.mail import Found

__all__ = [
    "TOO_LARGE",
    "also_unread",
    "begun_already",
    "did_you",
    "for_the_referee",
    "not_begun",
    "not_yours",
    "nothing_found",
    "of_check",
    "of_join",
    "of_sheet",
    "other_match",
    "over_limit",
    "refused_join",
    "signed",
    "too_late",
]

TOO_LARGE = """\
Your mail is longer than 1 MiB, so nothing of it was read. Send the sheet alone, as a file that is
attached or pasted as text.
"""


def of_sheet(
    match: Match, receipt: Receipt, checked: Checked | None, *, found: Found, crossed: str
) -> str:
    """Returns the receipt of a sheet or a pledge.

    Args:
        checked: what the rules say of it; None: it is a pledge.
        crossed: the Date of the sheet that it replaces, if that is the later one.
    """
    if not receipt.accepted:
        return _refused(match, receipt.problems, receipt.seat)
    lines = [
        f"It is in, for {receipt.seat} in opening {receipt.n}.",
        f"Its hash, by which the log will name it: {receipt.hash}",
    ]
    lines += [f"To read it, this was mended: {repair}." for repair in found.repairs]
    if found.where not in ("attachment", "line") and _has_no_blind(receipt):
        lines.append(
            "It has no blind: somebody who sees its hash might guess a short sheet. The page of "
            "the report and the program put one in."
        )
    if receipt.replaces:
        lines.append("It takes the place of your earlier sheet.")
    if crossed:
        lines.append(
            f"Two mails may have crossed: the earlier one says it was written at {crossed}, later "
            f"than this one. What came last counts: now this one stands."
        )
    text = "\n".join([*lines, ""])
    if receipt.problems:
        text += "\n" + "\n".join(render(one) for one in receipt.problems) + "\n"
    if checked is not None and checked.is_read:
        text += _does(checked)
    return text + "\n" + _awaited(match)


def of_check(match: Match, checked: Checked, seat: str) -> str:
    """Returns what the rules say of a sheet that is not filed."""
    if not checked.is_acceptable:
        return _refused(match, checked.problems, seat)
    good = f"It is good, and was not filed: `check` only looks.\nIts hash: {checked.hash}\n"
    return good + _does(checked) + "\n" + _awaited(match)


def _has_no_blind(receipt: Receipt) -> bool:
    return receipt.sheet is not None and "orders" in receipt.sheet and "blind" not in receipt.sheet


def _does(checked: Checked) -> str:
    """Returns what a sheet does, its chances, and which further mails it may ask for."""
    if checked.is_empty:
        return f"\nNote: {checked.about_empty}.\n"
    orders = ", ".join(f"{topic} {count}" for topic, count in checked.orders.items())
    text = f"\nOrders: {orders or 'none'}.\n"
    if checked.stop is not None:
        mails = sorted({f"{stop.seat} ({stop.topic})" for stop in checked.mails})
        budget = f"may ask for one more mail of {joined(mails)}" if mails else "is enough"
        text += f"Mails: this one {budget}.\n"
    text += paragraphs_text(checked.preview) + paragraphs_text(checked.chances)
    return text


def _refused(match: Match, problems: Sequence[Located], seat: str | None) -> str:
    problems = tuple(problems)
    lines = [
        f"It was NOT taken: {amount(len(problems), 'problem')}. Nothing was changed.",
        "",
        *(render(one) for one in problems),
        "",
    ]
    if seat is not None and not match.is_locked and match.is_asked(seat):
        if seat in match.waiting:
            lines += ["Your earlier sheet stands.", ""]
        lines += ["The header that a sheet must have now:", "", match.header_text(seat).rstrip()]
        lines += ["", "Mend it and send the whole sheet again, as an answer to this mail."]
    return "\n".join([*lines, ""])


def _awaited(match: Match) -> str:
    """Returns whose sheets are in and whose are awaited."""
    inside = sorted({str(one.seat) for one in match.awaited if one.is_in and one.seat})
    lacking = sorted({str(one.seat) for one in match.awaited if not one.is_in and one.seat})
    lacking = [seat for seat in lacking if seat not in match.plays]
    said = f"In: {joined(inside, none='nothing yet')}."
    return f"{said} Still due: {joined(lacking)}.\n"


def nothing_found(problems: Sequence[Problem]) -> str:
    """Returns the answer to a mail of which nothing could be read."""
    lines = ["In your mail I found no sheet, no command and no words to pass on."]
    lines += [f"* {problem.message}. {problem.hint}".rstrip() for problem in problems]
    lines += ["", _HOW]
    return "\n".join(lines)


def also_unread(problems: Sequence[Problem]) -> str:
    """Returns what in a mail could not be read, beside something that was."""
    lines = ["Also in your mail:"]
    lines += [f"* {problem.message}. {problem.hint}".rstrip() for problem in problems]
    return "\n".join([*lines, ""])


_HOW = """\
How to send a sheet: answer a letter of mine and attach the file that its page made, or paste the
line that begins with sheet: above the quoted text. The one word `help` brings the list of commands.
"""


def did_you(match: str, seat: str) -> str:
    """Returns the question whether a sheet is really its seat's."""
    return f"""\
A sheet for {seat} in {match} came from your address, and not as an answer to a letter of mine.
Anybody can write an address, so it is not filed yet.

Was it you? Then answer this mail with the one word

confirm

If it was not you, do nothing: it will not be filed.
"""


def other_match(said: Addressed) -> str:
    """Returns the answer to a sheet of no match of the office."""
    named = f'match {said.match} and seat "{said.seat}"' if said.match else "no match"
    return f"""\
Your sheet names {named}. There is no such match and seat here, so it was not filed. Take the newest
letter of the match: its page and its header name the right one.
"""


def not_yours(match: str, seat: str) -> str:
    """Returns the answer to a sheet of somebody else's seat."""
    return f"""\
Your mail holds a sheet for {seat} in {match}. That seat is not registered to your address, so the
sheet was not judged and not filed. If the seat is yours, ask the referee to register your address.
"""


def not_begun(match: str) -> str:
    """Returns that a match awaits its joins."""
    return f"{match} has not begun: joins are awaited. Sheets come after the first letter.\n"


def begun_already(match: str) -> str:
    """Returns that a match takes no joins any more."""
    return f"{match} has begun already: your join was not taken. Nothing was changed.\n"


def refused_join(problems: Sequence[str]) -> str:
    """Returns the answer to a join that has problems."""
    return "\n".join(["It was NOT taken. Nothing was changed.", "", *problems, ""])


def of_join(match: str, seat: str, awaited: Sequence[str]) -> str:
    """Returns the receipt of a join."""
    begins = (
        f"Still awaited: {joined(list(awaited))}."
        if awaited
        else "All are there: the match begins, and its first letter follows."
    )
    return f"""\
Your join for {seat} in {match} is in. Keep the key file that your program wrote: it makes your
pledges, and nobody else has it.

{begins}
"""


def for_the_referee(match: str) -> str:
    """Returns that a new join in a match under way is the referee's to enter."""
    return f"""\
Your mail holds a new join for a seat of {match}, which is under way. The referee enters it: they
were told. Nothing was changed yet.
"""


def over_limit(limits: Limits) -> str:
    """Returns the one answer a day to too many mails."""
    return f"""\
More mails came than I answer: {limits.seat_hour} an hour for a seat, {limits.day} a day in all.
Your mails are kept, and good sheets in them are filed; answers go on when fewer come. If a program
of yours answers by itself, please stop it. `status` tells what stands.
"""


def too_late(match: str, n: int) -> str:
    """Returns the answer to a sheet that comes when none is taken any more."""
    return f"""\
Your sheet for opening {n} of {match} came after its deadline and the time of grace: it was not
filed. What the clock of the match does about it stands in the next letter; `status` tells it now.
"""


def signed(
    key: str, *, gid: str, n: int, seat: str, hash_: str, at: datetime
) -> tuple[tuple[str, bytes], ...]:
    """Returns a receipt that the office signs, and its signature; nothing if it has no key.

    The text is `tfd1 receipt`, gid, n, seat, hash and the minute of arrival, a line each. With it a
    player shows that their sheet was there in time (post.md 7).

    Args:
        key: the file of the SSH key; empty: none.
    """
    if not key:
        return ()
    from adjudicator.api.signing import signed_text

    minute = at.strftime("%Y-%m-%dT%H:%MZ")
    text = f"tfd1 receipt\n{gid}\n{n}\n{seat}\n{hash_}\n{minute}\n".encode()
    try:
        signature = signed_text(Path(key), text, "tfd1-receipt")
    except TryAgain:
        return (("receipt.txt", text),)
    return (("receipt.txt", text), ("receipt.txt.sig", signature))
