"""Problems as values, and the exceptions that bring them: the same for every front end.

A sheet that is refused is a `Located` problem in a result. Exceptions are for what cannot be
answered at all:

    AdjudicatorError
    |-- Refused            problems of an input; nothing was changed
    |   |-- RefusedFile    they stand in files: each has its file, line and column
    |   `-- Unusable       a file or match cannot be used as it is
    |-- TryAgain           nothing is wrong with the input; the same call may work later
    `-- ReplayDivergence   the same journal led to another position: a bug or altered files
"""

from __future__ import annotations

from adjudicator.core.problem import (
    AdjudicatorError,
    Problem,
    Refused,
    ReplayDivergence,
    TryAgain,
    Unusable,
)
from adjudicator.documents.problems import (
    Located,
    RefusedFile,
    UnusableFile,
    as_json,
    closest_name,
    in_log,
    render,
    shortened,
    summary,
    unusable_file,
)

__all__ = [
    "AdjudicatorError",
    "Located",
    "Problem",
    "Refused",
    "RefusedFile",
    "ReplayDivergence",
    "TryAgain",
    "Unusable",
    "UnusableFile",
    "as_json",
    "closest_name",
    "in_log",
    "render",
    "shortened",
    "summary",
    "unusable_file",
]
