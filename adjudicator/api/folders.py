"""Folders of a front end's own: made, locked, added to, so that a crash leaves old or new.

What `named_files` does for one file that somebody names, these do for a folder that a program
keeps: a journal that grows by whole lines, files that move from one folder into the next, and 32
random bytes that it makes once.
"""

from adjudicator.audit.tfd1 import make_secret
from adjudicator.documents.storage import (
    PRIVATE,
    append_durably,
    cut_durably,
    is_unfinished,
    make_folder,
    match_lock,
    move_file,
    new_folder,
    remove_unfinished,
    sync_names,
    waiting_lock,
)

__all__ = [
    "PRIVATE",
    "append_durably",
    "cut_durably",
    "is_unfinished",
    "make_folder",
    "make_secret",
    "match_lock",
    "move_file",
    "new_folder",
    "remove_unfinished",
    "sync_names",
    "waiting_lock",
]
