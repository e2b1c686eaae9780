"""Do the cases of a row of the README's table notice when its functions are changed?

    python -m tests.mutation GAME [PARAGRAPH] [--blind] [--seconds N] [--json]

Every row names a paragraph, the functions that carry it out and the cases that show it. Here each
operator, constant and condition of those functions, and of those that they call in their module
and that no row names, is changed, one at a time, and the cases of the row are run. A row none of
whose cases notices any change shows nothing: it is listed, and the command ends with 1. A change
that no case of the row notices is tried with every other case of the game that comes past it; what
none notices is listed with `--survivors`.

Why no library. Both that are kept were looked at:

* `mutmut` 3 mutates every function of a copied tree at once and lets pytest choose: a change is
  "killed" by whatever test comes past. It has no notion of a row, runs test functions and no data
  files (all cases would be one parametrised test), and changes neither constants of a module nor
  those of a class, of which the table names several.
* `cosmic-ray` writes each change to disk and starts a shell command for it: with a start of half a
  second and some ten thousand changes that is hours, for one command, not for one a row; and it
  too reports by module.

Both are good at what they are for, the changes themselves; those are a hundred lines here
(`changes.py`). What is ours is the question: which *row* notices. So a change is compiled in
memory and put into the function that is there (`function.__code__`, which every module that
imported it by name sees too), in a forked child that has the game loaded, with bounds on time and
memory, so that one that never ends or spoils a cache harms nothing (`trial.py`). Constants, and
functions that run while a module is imported, are changed by importing the game anew in the child.

Left out: docstrings, messages, hints and other sentences, which no case may compare; the places in
sheets that problems name, which `tests/errors` holds word by word; what makes examples and matches
by chance (`sample`); defaults of parameters.

Verdicts are kept in `.mutation/` by function and case, so a new case costs only itself. They do not
know what else a function calls: `--afresh` forgets them.
"""
