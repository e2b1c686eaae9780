"""Holds any engine against rule cases: python conform.py CASES... -- COMMAND...

This file stands alone. It needs Python 3.11 and nothing else, knows nothing of the engine but a
command, and is under the MIT licence like the cases. README.md beside it tells the format.

The command is started once; each case goes to it as one line of JSON (format, case, game, start,
orders, dice, decks: what a case gives, not what it expects), and it answers by one line of JSON.
With `--once` it is started anew for each case and its input ends behind the question.

Prints every case that differs, and "n hold, m differ". Ends with 0 if all hold, 1 if any differs,
2 if there is nothing to run.
"""

from __future__ import annotations

import argparse
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

FORMAT = 1
ASKED = ("case", "game", "start", "orders", "dice", "decks")
"""Fields of a case that the engine is given."""
OWN_WORDS = frozenset({"prompt", "rule", "message", "hint"})
"""Fields that hold the program's own wording, wherever they stand: never compared."""


def question_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what the engine is asked: the sheets are always a list, one entry an opening."""
    given = {name: case[name] for name in ASKED if name in case}
    orders = given.get("orders", {})
    return {
        "format": FORMAT,
        **given,
        "orders": orders if isinstance(orders, list) else [orders],
        "dice": given.get("dice", {}),
        "decks": given.get("decks", {}),
    }


def differences(case: Mapping[str, Any], answer: Mapping[str, Any], problems: str) -> list[str]:
    """Returns where an answer is not what the case says. Empty: it holds.

    Args:
        problems: how closely refusals are compared: "places", "codes" or "refused".
    """
    return list(_differences(case, answer, problems))


def _differences(
    case: Mapping[str, Any], answer: Mapping[str, Any], problems: str
) -> Iterator[str]:
    if answer.get("format", FORMAT) != FORMAT:
        yield f"the answer is of format {answer['format']}; this file reads format {FORMAT}"
        return
    if answer.get("failed"):
        yield f"no answer: {answer['failed']}"
        return
    yield from _of_problems(case.get("problems", []), answer.get("problems", []), problems)
    listed = {*case.get("dice", {}), *case.get("decks", {})}
    rolled = {*answer.get("rolled", [])}
    yield from (f"{label} is listed, but was never rolled" for label in sorted(listed - rolled))
    yield from (f"{label} was rolled, but is not listed" for label in sorted(rolled - listed))
    yield from _of_events(case, answer.get("events", []))
    if case.get("state") is not None:
        yield from _unequal(case["state"], answer.get("state"), "state")
    if case.get("pending") is not None:
        yield from _unequal(case["pending"], answer.get("pending", []), "pending")


def _of_problems(
    expected: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, Any]], how: str
) -> Iterator[str]:
    if how == "refused":
        if bool(expected) != bool(found):
            yield f"the sheets are {'' if found else 'not '}refused"
        return
    left = list(found)
    for one in expected:
        for other in left:
            if one["code"] == other.get("code") and (
                how == "codes"
                or all(one.get(key) in (None, other.get(key)) for key in ("seat", "path"))
            ):
                left.remove(other)
                break
        else:
            yield f"problem {one['code']} was not found at {one.get('path') or 'any place'}"
    for other in left:
        yield f"there is a problem: {json.dumps(other)}"


def _of_events(case: Mapping[str, Any], told: Sequence[Any]) -> Iterator[str]:
    place = 0
    for expected in case.get("events") or ():
        for index in range(place, len(told)):
            if not any(_unequal(expected, told[index], "")):
                place = index + 1
                break
        else:
            yield f"missing event {json.dumps(expected)}"
    for unwanted in case.get("never", ()):
        for event in told:
            if not any(_unequal(unwanted, event, "")):
                yield f"unwanted event {json.dumps(event)}"


def _unequal(expected: Any, actual: Any, where: str) -> Iterator[str]:
    """Says where `actual` lacks what `expected` names; an expected null may be absent."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            if key not in OWN_WORDS:
                yield from _unequal(value, actual.get(key), f"{where}.{key}")
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield f"{where} is {json.dumps(actual)}, not {json.dumps(expected)}"
        for index, (one, other) in enumerate(zip(expected, actual, strict=False)):
            yield from _unequal(one, other, f"{where}[{index}]")
    elif expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        yield f"{where} is {json.dumps(actual)}, not {json.dumps(expected)}"


class Engine:
    """A command that answers questions."""

    def __init__(self, command: Sequence[str], seconds: float, *, once: bool) -> None:
        self._command = command
        self._seconds = seconds
        self._once = once
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()

    def answer(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns what the command says; a command that says nothing has failed."""
        process = self._process or self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            if self._once:
                process.stdin.close()
            line = self._lines.get(timeout=self._seconds)
        except queue.Empty:
            self.close()
            return {"failed": f"the engine said nothing for {self._seconds:g} seconds"}
        except OSError:
            line = ""
        if self._once or not line:
            self.close()
        if not line.strip():
            return {"failed": "the engine ended without an answer"}
        try:
            told = json.loads(line)
        except ValueError:
            return {"failed": f"the engine wrote no JSON: {line.strip()[:80]}"}
        if not isinstance(told, dict) or told.get("case") != question["case"]:
            return {"failed": "the engine answered another question"}
        return told

    def _started(self) -> subprocess.Popen[str]:
        self._process = process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        lines: queue.Queue[str] = queue.Queue()
        self._lines = lines

        def read() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                lines.put(line)
            lines.put("")

        threading.Thread(target=read, daemon=True).start()
        return process

    def close(self) -> None:
        """Ends the command; the next question starts another."""
        if self._process is not None:
            process, self._process = self._process, None
            try:
                if process.stdin is not None:
                    process.stdin.close()
                process.wait(timeout=1)
            except (OSError, subprocess.TimeoutExpired):
                process.kill()
                process.wait()


def cases_in(paths: Sequence[Path]) -> Iterator[Path]:
    """Yields the case files among files and folders, in the order of their names."""
    for path in paths:
        yield from sorted(path.rglob("*.json")) if path.is_dir() else (path,)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the cases, prints what differs, returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    ours, _, command = (words, "", []) if "--" not in words else _split(words)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="+", type=Path, help="case files or folders of them")
    parser.add_argument("--once", action="store_true", help="start the command for each case")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="run each Nth case only")
    parser.add_argument("--seconds", type=float, default=60.0, help="wait so long for an answer")
    parser.add_argument(
        "--problems", choices=("places", "codes", "refused"), default="places",
        help="compare codes and places of problems; codes only; or only whether sheets are refused",
    )  # fmt: skip
    given = parser.parse_args(ours)
    if not command:
        parser.error("the engine's command stands behind --")
    files = list(cases_in(given.cases))[:: given.every]
    if not files:
        parser.error("there are no cases")
    engine = Engine(command, given.seconds, once=given.once)
    hold = differ = 0
    for path in files:
        case = json.loads(path.read_text(encoding="utf-8"))
        if case.get("format", FORMAT) != FORMAT:
            found = [f"the case is of format {case['format']}; this file reads format {FORMAT}"]
        else:
            found = differences(case, engine.answer(question_of(case)), given.problems)
        hold, differ = hold + (not found), differ + bool(found)
        if found:
            print(f"differs  {path}: {case['why']}  [{case['rule']}]")
            print("\n".join(f"    {line}" for line in found))
    engine.close()
    print(f"{hold} hold, {differ} differ")
    return 1 if differ else 0


def _split(words: list[str]) -> tuple[list[str], str, list[str]]:
    place = words.index("--")
    return words[:place], "--", words[place + 1 :]


if __name__ == "__main__":
    sys.exit(main())
