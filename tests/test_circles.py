"""Imports go one way: what a module needs of another, that one does not need of it."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

from tests.tidy import imports, package, report


def test_no_circles() -> None:
    """No module imports itself by way of others, not even inside a function.

    Two circles are meant: the face's classes make each other; a list of shipped scenarios asks the
    reader of scenarios what is wrong with a file.
    """
    modules = {".".join(source.parts): source for source in package()}
    graph: dict[str, set[str]] = {}
    for name, source in modules.items():
        named = {found.removeprefix("adjudicator.") for _, found in imports(source)}
        reached = {one if one in modules else one.rpartition(".")[0] for one in named}
        graph[name] = {one for one in reached & modules.keys() if one != name}
    graph["documents.library"].discard("documents.scenarios")
    ours = {name: found for name, found in graph.items() if name.split(".")[0] not in ("", "api")}
    try:
        TopologicalSorter(ours).prepare()
    except CycleError as error:
        report([" -> ".join(error.args[1])])
