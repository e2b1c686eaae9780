"""What the referee's own server says of who sent a mail (RFC 8601). It only takes away."""

from __future__ import annotations

__all__ = ["failed_dmarc"]


def failed_dmarc(header: str, trusts: str) -> bool:
    """Whether the server that is trusted says that the sender's domain disowns the mail.

    A header that cannot be read, or of another server, says nothing; so does a missing library.

    Args:
        header: the topmost Authentication-Results of the mail, unfolded. The server must take away
            those that others wrote with its name.
        trusts: the name of the server.
    """
    try:
        import authres
    except ImportError:
        return False
    try:
        found = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {header}")
    except Exception:  # It raises what the standard library's parsers do, SyntaxError too.
        return False
    if str(found.authserv_id or "").lower() != trusts.lower():
        return False
    return any(one.method == "dmarc" and one.result == "fail" for one in found.results)
