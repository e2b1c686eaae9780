"""Templates of people: restyled, broken, hostile; none gets at more than the page."""

from __future__ import annotations

from pathlib import Path

import pytest

import adjudicator
from adjudicator.core.problem import Refused
from adjudicator.core.report import Attachment, Figure, Report
from adjudicator.narrate.html import report_html, standard_template
from tests.narrate.test_pages import REPORT

MATCH = Path("examples/stratix-match")


def test_the_standard_template_is_that_of_every_page() -> None:
    assert report_html(REPORT, standard_template()) == report_html(REPORT)
    log = adjudicator.open_log(MATCH / "log.jsonl")
    usual = log.report(n=1, pictures=False).html
    again = log.report(n=1, pictures=False, template=adjudicator.standard_template()).html
    assert usual == again


def test_a_restyled_page() -> None:
    """A copy with other colours, and a page of somebody's own."""
    other = standard_template().replace("--paper:#fdfbf5", "--paper:#123456")
    page = report_html(REPORT, other)
    assert "--paper:#123456" in page
    assert "A tank is destroyed." in page
    own = "<title>{{ page.title }}</title>{% for text in page.summary %}{{ text }}{% endfor %}"
    assert report_html(REPORT, own) == ("<title>Turn 1</title>Losses: none &amp; nothing else.")


def test_what_a_report_brings_is_never_markup() -> None:
    """But for the pictures, which the rules drew."""
    mean = "<script>alert(1)</script>\u202e"
    report = Report(
        title=mean, summary=(mean,), paragraphs=(), headline=mean,
        figures=(Figure(caption=mean, svg="<?xml?><svg><g/></svg>"),),
        attachments=(Attachment(mean, mean, mean),),
    )  # fmt: skip
    page = report_html(report)
    assert "<script" not in page
    assert "\u202e" not in page
    assert "<svg><g/></svg>" in page
    assert page.count("&lt;script&gt;") == 8


@pytest.mark.parametrize(
    ("template", "told"),
    [
        ("{{ page.title", "line 1 of the template cannot be used: "),
        ("\n\n{% if %}", "line 3 of the template"),
        ("{{ page.nothing }}", "has no attribute 'nothing'"),
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{{ say('no-such') }}", "English has no sentence 'no-such'"),
        ("{{ say('show-all') }}", "show-all takes the values count, and not none"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{% include 'other' %}", "no loader for this environment"),
        ("{{ page.__class__.__mro__ }}", "access to attribute '__class__'"),
        ("{{ page._replace(title='x') }}", "access to attribute '_replace'"),
        ("{{ say.__globals__ }}", "access to attribute '__globals__'"),
        ("{{ say.__self__.sentences }}", "access to attribute '__self__'"),
        ("{{ ''.__class__.__base__.__subclasses__() }}", "access to attribute '__class__'"),
        ("{{ page.summary|attr('__class__') }}", "access to attribute '__class__'"),
        ("{{ '{0.__class__}'.format(page) }}", "access to attribute '__class__'"),
        ("{{ open('/etc/passwd') }}", "'open' is undefined"),
        ("{{ cycler.__init__.__globals__ }}", "access to attribute '__init__'"),
        ("{{ range(999999999)|length }}", "Range too big"),
        ("{% set _ = page.contents.append(1) %}", "has no attribute 'append'"),
    ],
)
def test_a_broken_or_hostile_template_is_refused_with_its_line(template: str, told: str) -> None:
    with pytest.raises(Refused) as refused:
        report_html(REPORT, template)
    (problem,) = refused.value.problems
    assert problem.code == "template-unusable"
    assert told in problem.message
    assert "line " in problem.message


def test_templates_of_one_run_know_nothing_of_each_other() -> None:
    assert report_html(REPORT, "{% set page = 'x' %}{{ page }}") == "x"
    assert report_html(REPORT, "{{ page.title }}") == "Turn 1"
