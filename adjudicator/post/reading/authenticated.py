"""What the referee's own server says of who sent a mail (RFC 8601). It only takes away."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["failed_dmarc"]


def failed_dmarc(headers: Sequence[str], trusts: str) -> bool:
    """Whether the server that is trusted says that the sender's domain disowns the mail.

    Servers write one header for all they looked at, or one for each thing: all are read that stand
    on top of the first of another server. Below it anybody may have written them. One that cannot
    be read says nothing; so does a missing library.

    Args:
        headers: the Authentication-Results of the mail, topmost first, unfolded. The server must
            take away those that others wrote with its name.
        trusts: the name of the server.
    """
    try:
        import authres
    except ImportError:
        return False
    for header in headers:
        if _server_of(header) != trusts.lower():
            return False
        try:
            found = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {header}")
        except Exception:  # It raises what the standard library's parsers do, SyntaxError too.
            continue
        if any(one.method == "dmarc" and one.result == "fail" for one in found.results):
            return True
    return False


def _server_of(header: str) -> str:
    """Returns the name of the server that wrote a header, as far as it begins with one."""
    words = header.partition(";")[0].split()
    return words[0].lower() if words else ""
