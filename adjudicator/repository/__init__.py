"""The repository: a match played by git.

It moves files by git and judges who may write what; it knows no rule and no die. It uses the
library's face, the page for spectators and the `git` command, nothing else. The modules by
chapters; each uses those of its own chapter and of the chapters above it.

What git does, and what lies in a repository.
    git_failures, git, settings, inbox, origin

What only its reader can open.
    sealing, views

What players send.
    promises, throwaway, submit, pledging

A turn.
    sheets, page, publishing, timing, turns, going_on

Who may write what, and how it is told.
    history, commits, annotations

What is wrong with a repository.
    leaks, stale_locks, doctor

How a repository begins.
    steps, beginning
"""
