"""What letters say: a sentence by its key, in the language of the match; and times for people."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from adjudicator.post.letters import english, german
from adjudicator.post.letters.way import Way

__all__ = ["Words", "words_of"]


class Words:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        told = german if language == "de" else english
        self.code = "de" if language == "de" else "en"
        """The code of the language."""
        self._sentences: Mapping[str, str] = told.SENTENCES
        self._days, self._months, self._day = told.DAYS, told.MONTHS, told.DAY

    def say(self, key: str, **values: object) -> str:
        """Returns a sentence with its values. None of them is looked at for braces."""
        return self._sentences[key].format(**values)

    def day(self, time: datetime) -> str:
        """Returns a day as "Sun 29 Nov"."""
        day, month = self._days[time.weekday()], self._months[time.month - 1]
        told: str = self._day.format(day=day, number=time.day, month=month)
        return told

    def soon(self, way: Way, time: datetime) -> str:
        """Returns a time in few letters, for a subject: in the zone of the match."""
        told = way.told(time)
        return f"{self.day(told)} {told:%H:%M}"

    def when(self, way: Way, time: datetime) -> str:
        """Returns a time with its year, in the zone of the match and in UTC."""
        told, utc = way.told(time), time.astimezone(UTC)
        text = f"{self.day(told)} {told.year}, {told:%H:%M} {way.zone}"
        if way.zone == "UTC":
            return text
        behind = f"{utc:%H:%M}" if utc.date() == told.date() else f"{self.day(utc)} {utc:%H:%M}"
        return f"{text} ({behind} UTC)"


def words_of(language: str) -> Words:
    """Returns the sentences of a language; of one that has none, English."""
    return Words(language)
