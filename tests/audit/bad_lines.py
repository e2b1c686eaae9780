"""Lines that may stand in no log: what is not understood, and what is not written canonically."""

from __future__ import annotations

from adjudicator.core.values import MAX_INTEGER

__all__ = ["MALFORMED", "NOT_CANONICAL"]

MALFORMED = [
    b"",
    b"\xff",
    b"\xef\xbb\xbf{}",
    b"[]",
    b"{}{}",
    b'{"a":1,}',
    b'{"a":01}',
    b'{"a":1e2}',
    b'{"a":"\\x"}',
    b'{"a":"\t"}',
    b'{"a":"\\ud83d\\u0041"}',
    b'{"a"',
    b'{"a":1,"a":1}',
    '{"ä":1}'.encode(),
    b'{"a":1.0}',
    b'{"a":-Infinity}',
    b'{"a":"\\ud800"}',
    b'{"a":%d}' % (MAX_INTEGER + 1),
    b'{"a":' + b"9" * 5000 + b"}",
    b'{"a":' * 101 + b"1" + b"}" * 101,
    b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
]
"""Lines that no reader understands."""

NOT_CANONICAL = [
    b'{"a":-0}',
    b'{"a": 1}',
    b'{"b":1,"a":1}',
    b'{"a":"\\u0041"}',
    b'{"a":"\\/"}',
    b'{"a":"\\u000A"}',
    b'{"a":1}\r',
]
"""Objects that are understood, and of which the canonical bytes are others."""
