"""Die Wörter der Tabellen einer Veranstaltung auf Deutsch."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS"]

WORDS: Mapping[str, str] = {
    "point": ",",
    "between": "{low} bis {high}",
    "standings": "Stand nach Runde {round}",
    "standings-none": "Stand: noch keine Runde ist ausgelost",
    "group": "Gruppe {number}",
    "place": "Platz",
    "player": "Spieler",
    "score": "Wertung",
    "round": "R{number}",
    "met": "Partien",
    "won": "Siege",
    "met-what": "Partien: gegen andere gespielt, ohne kampflose und spielfreie Runden.",
    "open": "Noch im Gang: {matches}.",
    "appealed": "Nicht endgültig: einem Einspruch wurde stattgegeben, und das Ergebnis gilt noch "
    "wie zuvor, bis es berichtigt wird: {matches}.",
    "no-places": "Ohne Platz, als Lückenfüller: {names}.",
    "standbys": "Ohne Platz, als Ersatz noch ohne Partie: {names}.",
    "best": "Von jedem zählen die {count} besten Ergebnisse.",
    "top-board": "Die Plätze an {match} legen die ersten Plätze fest.",
    "knock-out": "Im K.-o. teilen alle, die noch dabei sind, den ersten Platz, und alle, die in "
    "einer Runde ausschieden, den ihren, bis das Finale gewonnen ist.",
    "equal": "Wer in allem gleich steht, teilt den Platz.",
    "direct-encounter": "DV",
    "direct-encounter-what": "DV: direkter Vergleich, der Platz unter denen, die gleich standen.",
    "buchholz": "BH",
    "buchholz-what": "BH: Buchholz, die Wertungen der Gegner.",
    "buchholz-cut-1": "BH-1",
    "buchholz-cut-1-what": "BH-1: Buchholz ohne den niedrigsten Wert.",
    "buchholz-cut-2": "BH-2",
    "buchholz-cut-2-what": "BH-2: Buchholz ohne die beiden niedrigsten Werte.",
    "buchholz-median-1": "BHM",
    "buchholz-median-1-what": "BHM: Buchholz ohne den niedrigsten und den höchsten Wert.",
    "sonneborn-berger": "SB",
    "sonneborn-berger-what": "SB: Sonneborn-Berger, die Wertungen der Gegner mal dem, was gegen "
    "sie geholt wurde.",
    "sonneborn-berger-cut-1": "SB-1",
    "sonneborn-berger-cut-1-what": "SB-1: Sonneborn-Berger ohne den niedrigsten Wert.",
    "progressive": "FW",
    "progressive-what": "FW: Fortschrittswertung, die Summe der Stände nach jeder Runde.",
    "wins": "S",
    "wins-what": "S: gewonnene Partien, nicht kampflos oder spielfrei.",
    "weaker-wins": "SS",
    "weaker-wins-what": "SS: mit der schwächeren Seite gewonnene Partien ({sides}).",
    "opponents": "Geg",
    "opponents-what": "Geg: die Wertungen aller anderen an den eigenen Tischen.",
    "points": "Pkt",
    "points-what": "Pkt: die Punkte der Spielregel.",
    "lot": "Los",
    "lot-what": "Los: der Platz in der Auslosung.",
    "teams": "Mannschaften",
    "team": "Mannschaft",
    "members": "Wer zählt",
    "sides": "Das Beste jeder Seite",
    "side": "Seite",
    "ratings": "Wertungszahlen vom {day}",
    "rank": "Rang",
    "rating": "Zahl",
    "range": "Liegt zwischen",
    "matches": "Partien",
    "last": "Letztes Ergebnis",
    "ratings-what": "Eine Zahl liegt wahrscheinlich zwischen den beiden Grenzen: sie selbst, "
    "weniger und mehr zwei Sigma (Plackett-Luce). Wer keinen Rang hat, hat zu wenig gespielt oder "
    "vor zu langer Zeit: das Sigma ist {sigma} oder mehr.",
    "balance": "Wie oft jede Seite gewinnt",
    "balance-built-in": "Partien mit einem eingebauten Spieler",
    "wins-of": "Siege",
    "share": "Anteil",
    "share-fair": "Gleich wäre",
    "balance-what": "Partien, die zu Ende gespielt oder aufgegeben wurden. Wer den ersten Platz "
    "teilt, teilt den Sieg. In 95 von 100 Fällen liegt der Anteil zwischen den Grenzen (Wilson).",
    "not-known": "nicht bekannt",
    "not-known-what": "Nicht bekannt: bei weniger als {count} Partien sagt der Anteil nichts.",
    "luck": "Würfelglück: eine Erzählung, kein Beweis",
    "throws": "Würfe",
    "expected": "Erwartet",
    "came": "Gefallen",
    "so-badly": "So schlecht",
    "so-well": "So gut",
    "luck-what": "So schlecht, so gut: in wie vielen ebenso großen ehrlichen Veranstaltungen es "
    "überhaupt jemandem so schlecht oder so gut geht, oder noch mehr so (Holm, über alle Spieler "
    "und beide Richtungen). Alle Würfe eines Spielers stehen in einer Summe; mehr ist besser, und "
    "Verluste zählen unter 0.",
    "luck-none": "Kein Wurf wurde gezählt: es gab noch keinen, oder das Spiel zählt keine.",
    "luck-nobody": "Niemandes Glück war ungewöhnlich.",
    "luck-badly": "{name} hatte Pech.",
    "luck-well": "{name} hatte Glück.",
    "luck-fair": "Ehrliche Würfel nennen in bis zu 5 von 100 Veranstaltungen jemanden. Ob die "
    "Würfel die des Protokolls sind, beweist dessen Prüfung, nicht diese Tabelle.",
}
"""Nach Schlüssel; was in Klammern steht, wird eingesetzt."""
