"""Every paragraph of the rulebook of 1986 that states a rule, by its place and a name of ours.

In the order of the book. A case names the paragraph in its `rule`: "1986 action 5: order of fire".
`python -m tests.coverage_table` makes the table in the game's README from this list.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PARAGRAPHS", "Paragraph"]


class Paragraph(NamedTuple):
    """One rule of the book."""

    place: str
    """Chapter or action: "action 5"."""
    name: str
    """Our name for it: "order of fire"."""
    says: str
    """What it says, in our words."""
    functions: tuple[str, ...]
    """What carries it out: modules under the game's package, without `rules.`."""
    cases: tuple[str, ...] = ()
    """Patterns of cases that belong to it by their names, besides those that cite it."""

    @property
    def citation(self) -> str:
        """How cases cite it, behind the edition."""
        return f"{self.place}: {self.name}"


def _of(place: str, *listed: tuple[str, str, str] | tuple[str, str, str, str]) -> list[Paragraph]:
    """Returns the paragraphs of one place: name, what it says, functions, patterns of cases."""
    return [
        Paragraph(place, name, says, tuple(functions.split()), tuple(" ".join(cases).split()))
        for name, says, functions, *cases in listed
    ]


PARAGRAPHS: tuple[Paragraph, ...] = (
    *_of(
        "choice of forces",
        ("two players", "one player leads all three invaders, the other the USA",
         "__init__._check_seats book.Book.seat_of"),
        ("three players", "one leads the western and the eastern invader, one the southern, one the USA",
         "__init__._check_seats book.Book.seat_of"),
        ("four players", "each leads one side", "__init__._check_seats book.Book.seat_of"),
        ("units", "60 units a side, 24 infantry, 12 hovertanks, 9 mobile units, 9 helicopters, 6 bombers; "
         "the USA also 24 partisans and 12 lasers", "editions.FORTRESS_AMERICA_1986 book.Book.units_of"),
    ),
    *_of(
        "map",
        ("cities", "there are 30 cities", "book.Book.is_city"),
        ("mountain cities", "a city in the mountains is both", "book.Book.is_hard"),
        ("resources", "oil, mineral and agricultural areas count points and are named by cards",
         "book.Book.points cards.partisan_cards"),
        ("sectors", "five sectors matter to cards alone", "cards.partisan_cards"),
        ("invasion zones", "six spaces for each invader; the USA never holds or occupies one",
         "book.Book.zones_of book.Book.is_foreign_zone shape.check_shape"),
        ("lakes", "lakes are no spaces and are not crossed", "shape.check_shape"),
        ("adjacency", "spaces with a common border are adjacent, spaces that touch in a point are not",
         "shape.check_shape ways.distances"),
    ),
    *_of(
        "set-up",
        ("who begins", "the USA sets up first, then the invaders", "steps.next_step setup.setup_usa"),
        ("the USA's units", "two units of any kind in each of the 30 cities", "setup.setup_usa"),
        ("nothing else", "no lasers and no partisans yet", "shape.check_shape setup.setup_usa"),
        ("the invaders' units", "each puts his first wave into his own zones, as he likes",
         "setup.setup_invaders"),
        ("first wave", "a third of each kind: 8 infantry, 4 hovertanks, 3 mobile units, 3 helicopters, "
         "2 bombers", "setup.setup_invaders"),
        ("five a zone", "no more than five units in a zone", "setup.setup_invaders"),
    ),
    *_of(
        "order of play",
        ("sequence", "western, southern, eastern invader, then the USA, turn by turn",
         "turns.next_turn turns.end_of_turn"),
        ("same time", "advanced: invaders may play at the same time",
         "steps.next_step together.concerns together.judged", "together/*"),
        ("actions", "eight actions; only the USA fires lasers, only invaders check supply",
         "steps.next_step"),
    ),
    *_of(
        "action 1",
        ("first turn", "what was set up is the invaders' reinforcement of turn 1",
         "reinforcements.invader_reinforcements"),
        ("eight a turn", "from turn 2 to 6 each invader brings eight units of his choice",
         "reinforcements.invader_reinforcements"),
        ("after turn 6", "when all 60 have come, none are left", "reinforcements.invader_reinforcements"),
        ("own zones", "they come into the invader's own zones", "shape.check_shape"),
        ("ready at once", "units that came move and attack in the same turn",
         "reinforcements.invader_reinforcements cards.partisan_cards"),
        ("five a space", "never more than five units in a space, but for bombers over enemies",
         "movement.check_stacks reinforcements.invader_reinforcements cards.partisan_cards"),
        ("destroyed invaders", "destroyed invading units never return", "evolve.evolve"),
        ("destroyed US units", "destroyed US units come back, with cards only",
         "evolve.evolve cards.partisan_cards"),
        ("a laser a turn", "from turn 1 the USA places one laser", "reinforcements.laser_placement"),
        ("laser in a US city", "in any city that the USA holds", "reinforcements.laser_placement"),
        ("one laser a city", "no more than one in a city", "reinforcements.laser_placement"),
        ("two cards", "the USA draws two cards and plays them after the laser",
         "turns.end_of_turn cards.partisan_cards"),
        ("one after another", "in the order in which they were drawn", "cards.partisan_cards"),
        ("no card is kept", "a card is played now or lost", "cards.partisan_cards"),
        ("what a card shows", "which units, and how many, where it says", "cards.partisan_cards"),
        ("friendly land", "units come into friendly land", "cards.partisan_cards"),
        ("empty enemy land", "or into empty enemy land, which is the USA's again at once",
         "cards.partisan_cards capture.take"),
        ("no zones", "not into invasion zones", "shape.check_shape"),
        ("no occupied land", "not into land that an enemy occupies", "cards.partisan_cards"),
        ("no enemy cities", "not into empty cities that an enemy holds, but for the airlift",
         "cards.partisan_cards", "cards/p86-14-*"),
        ("deck renewed", "when the deck is empty the discards become the deck", "turns.end_of_turn"),
        ("infantry for partisans", "if partisans run out, infantry may come instead",
         "cards.partisan_cards"),
        ("bonus cards", "cards for retaken cities are played after the two of the next turn",
         "turns.end_of_turn cards.partisan_cards"),
        ("as much as possible", "a card is carried out as far as it can be", "cards.partisan_cards"),
        ("not good in cities", "such a card enters no enemy city without battle",
         "cards.partisan_cards", "cards/p86-10-* cards/p86-21-* cards/p86-27-*"),
        ("where possible", "such a card's units stand apart as far as they can",
         "cards.partisan_cards"),
        ("friendly and enemy", "who holds a space, and whether an enemy occupies it",
         "book.Book.owner book.Book.is_friendly"),
        ("other invaders", "invaders are enemies of each other", "book.Book.is_friendly declare.declaration"),
    ),
    *_of(
        "action 2",
        ("declaring", "a player names the spaces that he means to attack or enter", "declare.declaration"),
        ("enemy land only", "occupied or empty enemy land, never friendly land", "declare.declaration"),
        ("combat position", "a unit must stand beside a declared space, or be able to come there",
         "declare.combat_position maneuvers.maneuvers"),
        ("zones", "the USA may declare invasion zones", "declare.declaration shape.check_shape"),
        ("several battles", "units of one space may attack several", "attacks.assignment"),
        ("one battle a unit", "each unit takes part in one battle, as said beforehand",
         "attacks.assignment"),
    ),
    *_of(
        "action 3",
        ("moving", "units may move into combat position, between own zones and friendly land, or not at all",
         "maneuvers.maneuvers"),
        ("combat position", "whether moved or not, units beside a declared space may attack",
         "declare.combat_position"),
        ("lasers", "lasers neither move nor fight", "shape.check_shape"),
        ("lost lasers", "a destroyed laser does not come back with its city", "evolve.evolve"),
        ("foot units", "infantry and partisans do not move", "shape.check_shape"),
        ("vehicles", "mobile units and hovertanks move to a friendly space beside theirs",
         "maneuvers.maneuvers movement.check_move"),
        ("helicopters", "two spaces, over any land", "maneuvers.maneuvers movement.check_move"),
        ("helicopters attack", "from a friendly space beside the enemy like all others",
         "declare.combat_position"),
        ("landing", "in declared empty enemy land, but no city", "maneuvers.maneuvers"),
        ("landed helicopters", "they cut off retreat, but neither attack nor move again",
         "declare.combat_position invasion.invasion retreat.retreat"),
        ("bombers", "four spaces, over any land", "maneuvers.maneuvers movement.check_move"),
        ("bombers attack", "from a friendly space beside the enemy like all others",
         "declare.combat_position"),
        ("no bombers in empty land", "they do not land in empty enemy land", "maneuvers.maneuvers"),
        ("bombing", "they may end over declared land that enemies occupy", "maneuvers.maneuvers"),
        ("bombers must attack", "bombers over enemies attack, alone or with others", "attacks.assignment"),
        ("five bombers", "up to five over one area, whatever stands in it", "maneuvers.maneuvers"),
        ("must move", "a unit into position for each declared space, if none stands there",
         "maneuvers.maneuvers"),
        ("may move", "into friendly land and own zones", "maneuvers.maneuvers"),
        ("not into foreign zones", "nobody enters another's zone", "shape.check_shape"),
        ("not into enemy land", "but for landing helicopters and bombers", "maneuvers.maneuvers"),
        ("five a space", "no more than five units in a space at the end", "movement.check_stacks"),
    ),
    *_of(
        "action 4",
        ("when", "in the US turn alone, every laser on the board, the new one too", "lasers.laser_fire"),
        ("any space", "at any area or zone, cities and mountains alike", "lasers.laser_fire"),
        ("any unit", "at any kind of unit", "lasers.laser_fire"),
        ("hit", "a d10: five or more destroys the unit", "lasers.laser_fire"),
        ("miss", "four or less misses", "lasers.laser_fire"),
        ("one shot a space", "no second laser fires at a space in this turn", "lasers.laser_fire"),
        ("every laser", "each laser fires once", "lasers.laser_fire"),
    ),
    *_of(
        "action 5",
        ("battles", "wherever a declared space holds an enemy, units in position fight", "combat.battle"),
        ("order of battles", "as the attacker likes", "attacks.assignment combat.battle"),
        ("defender first", "the defender fires first, and his hits fall before they fire",
         "combat.battle"),
        ("order of fire", "air, then mechanized, then foot units", "combat.battle"),
        ("dice", "each unit rolls the die of its kind once", "combat.battle"),
        ("lone partisan", "a d8 if no other unit takes part, also as the last one left", "combat.battle"),
        ("results", "hit, disengaged or retreat, or nothing", "combat.battle"),
        ("choice of targets", "after the roll, by the order of casualties", "casualties.ask_target"),
        ("columns", "6 or more hits in column 1, 5 or more in column 2; the defender uses column 2",
         "combat.battle"),
        ("destroyed units", "invading units leave the game, US units may come back", "evolve.evolve"),
        ("disengaged", "a 1 of the defender puts an attacker of his choice out of action until the end "
         "of the turn", "casualties.ask_disengaged combat.battle"),
        ("retreat", "a 1 of the attacker drives out a defender of his choice", "casualties.ask_retreating"),
        ("retreat where", "the defender moves it at once, as far as in the second movement, into a "
         "friendly space, not a declared one, five units at most", "retreat.retreat"),
        ("no retreat", "a unit that cannot retreat is destroyed", "retreat.retreat"),
        ("hits before ones", "of each class all hits first, then disengaging and retreats",
         "combat.battle"),
        ("held", "if all attackers are gone or out of action, the battle is over and the space held",
         "combat.battle"),
        ("won", "if no defender is left, the attacker has won and may enter later", "combat.battle"),
        ("combined arms", "a city or mountain is attacked in column 1, but in column 2 with a unit of "
         "each class, still there after the defender's fire", "combat.battle"),
        ("open land", "declared land without defenders is open", "book.Book.is_open invasion.invasion"),
    ),
    *_of(
        "action 6",
        ("reach", "as in the first movement; foot units one space", "movement.check_move"),
        ("five a space", "no more than five units in a space", "movement.fitted_plan"),
        ("bombers leave a lost battle", "also if they were disengaged", "invasion.invasion"),
        ("bombers alone", "where they alone attacked they leave, and take nothing", "invasion.invasion"),
        ("bombers land", "one to four spaces away, in friendly land or zones", "invasion.invasion"),
        ("into open land", "any units may enter, whether they fought or not; nobody must",
         "invasion.invasion"),
        ("nobody after bombers alone", "nobody enters what bombers alone won", "invasion.invasion"),
        ("into friendly spaces", "friendly land and own zones", "invasion.invasion"),
        ("to a landed helicopter", "into open land in which a helicopter landed", "invasion.invasion"),
        ("not into enemy spaces", "neither enemy land nor foreign zones", "invasion.invasion"),
        ("disengaged stay", "units out of action do not move, but for bombers that must leave",
         "invasion.invasion"),
        ("landed helicopters stay", "a helicopter that landed stays", "invasion.invasion"),
        ("lasers destroyed", "an invader's unit that enters an open city destroys its laser",
         "invasion.invasion capture.take"),
        ("lasers count for ever", "a destroyed laser stays his who destroyed it", "book.Book.points"),
    ),
    *_of(
        "action 7",
        ("who", "invaders alone, each in his own turn", "supply.supply_check"),
        ("cut off", "units without a line of friendly spaces to an own zone are destroyed",
         "supply.supply_check"),
        ("open land counts", "open land with an own unit is friendly here", "supply.supply_check"),
        ("a turn's grace", "who is cut off in another's turn may restore his line in his own",
         "supply.supply_check"),
        ("helicopters beyond", "a helicopter beyond land that was held is cut off", "supply.supply_check"),
    ),
    *_of(
        "action 8",
        ("not taken", "a declared space without a unit of the invader stays its holder's",
         "capture.capture"),
        ("taken", "with one it is his, also if another invader held it", "capture.capture capture.take"),
        ("up again", "disengaged units stand up", "evolve.evolve"),
        ("USA: zones", "markers in invasion zones go back", "capture.capture"),
        ("USA: not taken", "land without a US unit stays the invader's", "capture.capture"),
        ("USA: retaken", "land with one is the USA's again", "capture.capture capture.take"),
        ("USA: bonus cards", "a card for each city retaken, for the next turn",
         "capture.take turns.end_of_turn"),
    ),
    *_of(
        "chapter 3",
        ("the USA destroys", "the USA wins when all invading units are destroyed", "turns.end_of_turn"),
        ("invaders concede", "the USA wins when all invaders give up after a US turn",
         "turns.end_of_turn", "chapter-3/*conced*"),
        ("18 cities", "the invaders win if they hold 18 cities together at the end of a US turn",
         "turns.end_of_turn book.Book.captured_cities"),
        ("two players", "the player of all three has then won", "turns.end_of_turn"),
        ("last round", "with more players each invader plays once more, against all",
         "turns.end_of_turn"),
        ("the USA defends", "in the last round the USA only defends", "turns.end_of_turn"),
        ("points", "10 a city, 5 a destroyed laser, 3 a resource area", "book.Book.points"),
        ("best invader", "most points win", "turns.end_of_turn"),
    ),
    *_of(
        "chapter 4",
        ("five units a turn", "invaders bring five units in eight turns",
         "reinforcements.invader_reinforcements", "chapter-4/five-*"),
        ("bombers beside", "bombers attack from adjacent spaces only",
         "maneuvers.maneuvers", "chapter-4/bombers-*"),
        ("partisans d6", "partisans never roll a d8", "combat.battle", "chapter-4/partisan-*"),
        ("no bonus card", "retaken cities give no cards", "turns.end_of_turn",
         "chapter-4/no-bonus-* chapter-4/bonus-*"),
        ("lasers at the start", "the USA begins with lasers", "setup.setup_usa", "chapter-4/lasers-*"),
        ("other number of cities", "more or fewer cities win", "turns.end_of_turn", "chapter-4/cities-*"),
    ),
    *_of(
        "chapter 5",
        ("attempt to relieve", "two undefended cities with lasers, three battles, and supply",
         "combat.battle invasion.invasion supply.supply_check"),
    ),
    *_of(
        "appendix 1",
        *(
            (f"p86-{number:02}", says, "cards.partisan_cards", f"cards/p86-{number:02}-*")
            for number, says in enumerate(
                (
                    "rising in the Plains", "veterans near St. Louis", "clear sky for lasers",
                    "airliners refitted", "desert convoy ambush", "car plants rearm",
                    "eastern mountain headquarters", "Buffalo armour works", "farm machines refitted",
                    "western guerrilla base", "night raid on barracks",
                    "strikes in two occupied cities", "eastern veterans' brigade", "major airlift",
                    "miners' revolt", "raiders in the oilfields", "National Guard everywhere",
                    "Chicago production drive", "eastern minutemen", "revolt in the West",
                    "southern rebels strike", "Texas volunteers", "resistance grows in the West",
                    "raiders in the southern countryside", "passes closed in the Rockies",
                    "Rocky Mountains training camp", "mountain convoy strike", "Arkansas militia",
                    "refugees in the Rockies", "dug in on the farmland",
                ),
                start=1,
            )
        ),
    ),
    *_of(
        "appendix 3",
        ("dice", "d6 for infantry, partisan, mobile unit; d8 hovertank, helicopter; d10 bomber, laser",
         "editions.FORTRESS_AMERICA_1986 combat.battle"),
        ("first movement", "foot 0, mechanized 1, helicopter 2, bomber 4",
         "editions.FORTRESS_AMERICA_1986 shape.check_shape"),
        ("second movement", "foot and mechanized 1, helicopter 2, bomber 4",
         "editions.FORTRESS_AMERICA_1986 shape.check_shape"),
        ("casualties of foot", "foot, then mechanized, then air units", "casualties.ask_target"),
        ("casualties of mechanized", "foot or mechanized, then air units", "casualties.ask_target"),
        ("casualties of air", "any", "casualties.ask_target"),
        ("combat results", "1: disengaged or retreat; 2 to 5, or to 4 in column 2: nothing; above: hit",
         "editions.FORTRESS_AMERICA_1986 combat.battle"),
    ),
)
