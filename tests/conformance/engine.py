"""The program's own engine with one fault: the tests let `conform.py` find it.

python -m tests.conformance.engine FAULT
"""

from __future__ import annotations

import json
import sys
from threading import Event
from typing import Any

from adjudicator.documents.case_answers import answer_to
from adjudicator.registry import by_name

__all__ = ["BY_THE_PIPE", "FAULTS", "spoiled"]

FAULTS = (
    "none", "own-words", "no-events", "order-of-events", "dice-left", "dice-of-its-own", "state",
    "pending", "never-refuses", "other-code", "other-place", "always-refuses", "other-format",
)  # fmt: skip
"""Of the answer. The first two are none: other words are allowed."""
BY_THE_PIPE = ("state", "silent", "no-json", "other-case", "hangs")
"""Of how it is given, besides a wrong answer."""


def spoiled(fault: str, told: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer with a fault; what is given is changed."""
    match fault:
        case "own-words":
            told["problems"] = [one | {"message": "no"} for one in told["problems"]]
            told["pending"] = [one | {"prompt": "?", "rule": "?"} for one in told["pending"]]
        case "no-events":
            told["events"] = []
        case "order-of-events":
            told["events"] = told["events"][::-1]
        case "dice-left":
            told["rolled"] = told["rolled"][1:]
        case "dice-of-its-own":
            told["rolled"] = [*told["rolled"], "turn-1/mine"]
        case "state":
            told["state"] = {}
        case "pending":
            told["pending"] = [*told["pending"], {"seat": "nobody"}]
        case "never-refuses":
            told["problems"] = []
        case "other-code":
            told["problems"] = [one | {"code": "wrong"} for one in told["problems"]]
        case "other-place":
            told["problems"] = [one | {"path": ["elsewhere"]} for one in told["problems"]]
        case "always-refuses":
            told["problems"] = [{"code": "no"}]
        case "other-case":
            told["case"] = "another"
        case "other-format":
            told["format"] = 2
        case _:
            pass
    return told


def main() -> None:
    """Answers each line, in the way of the fault."""
    fault = sys.argv[1]
    assert fault in (*FAULTS, *BY_THE_PIPE), fault
    for line in sys.stdin:
        if fault == "silent":
            return
        while fault == "hangs":
            Event().wait()
        told = spoiled(fault, answer_to(line.encode(), "question", by_name()).to_json())
        print("no json" if fault == "no-json" else json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
