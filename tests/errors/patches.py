"""What no file can bring about: a full disk, a locked match, damage in the match's own folder."""

from __future__ import annotations
