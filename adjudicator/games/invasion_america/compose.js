"use strict";
/*
 * What the pen knows of Invasion: America besides its choices: how far units come from wherever an
 * earlier order has put them, who is in supply then, who can attack what. It follows the rules of
 * `rules/`: journeys and ground, harbours, limits, supply, rail, naval, replacements, attack_checks.
 * Hexes are numbers inside, as in `boards/hexes.py`.
 *
 * Of a moment, `own` has: topic; aboard, by unit its ship; moved, used, halted, landed, spent;
 * out, who is out of supply; hangs, whether attacks come before.
 */
((Pen) => {
  const LAND = 1, AIR = 2, SHIPS = 4, ASSAULTED = 8, FOUGHT = 16;
  const MOST = 12;  // units of one order to move
  const boards = new WeakMap();

  // -- the map ----------------------------------------------------------------------------------

  function boardOf(choices) {
    if (boards.has(choices)) return boards.get(choices);
    const { columns, sections, land, sides } = choices.facts;
    const rows = sections.flatMap(([letter, count]) => Array.from({ length: count }, (_, row) => letter + String(row + 1).padStart(2, "0")));
    const rowOf = Object.fromEntries(rows.map((name, row) => [name, row]));
    const costs = (land || "").replace(/(\d+)(.)/g, (_, count, letter) => letter.repeat(count));
    const at = {}, links = [], sets = {};
    let side = 0;
    for (const [, gap, letter] of (sides || "").matchAll(/([0-9a-z]+)([A-Z])/g)) at[side += parseInt(gap, 36)] = letter;
    const hex = (place) => rowOf[place.slice(0, 3)] * columns + Number(place.slice(3)) - 1;
    const number = (one) => rows[Math.floor(one / columns)] + String(one % columns + 1).padStart(2, "0");
    function around(here) {
      const row = Math.floor(here / columns), column = here % columns, shift = row % 2;
      const one = (r, c) => r >= 0 && r < rows.length && c >= 0 && c < columns ? r * columns + c : -1;
      return [one(row, column + 1), one(row + 1, column + shift), one(row + 1, column + shift - 1),
              one(row, column - 1), one(row - 1, column + shift - 1), one(row - 1, column + shift)];
    }
    const sideOf = (here, way, there) => at[here < there ? 3 * here + way : 3 * there + (way + 3) % 6];
    const cost = (one) => costs[one] === "." ? 0 : costs.charCodeAt(one) - 96;
    /** Returns what can be entered over land from a hex, with what it costs. */
    const over = (here) => links[here] || (links[here] = !cost(here) ? [] : around(here).flatMap((there, way) => {
      const letter = there < 0 || !cost(there) ? "A" : sideOf(here, way, there) || "";
      return letter === "A" || letter === "Z" ? [] : [[there, cost(there) + (letter ? letter.charCodeAt(0) - 65 : 0)]];
    }));
    const attacks = (here, there, hovers) => {
      const way = around(here).indexOf(there);
      if (way < 0 || !cost(here) || !cost(there)) return false;
      const letter = sideOf(here, way, there);
      return letter !== "A" && (letter !== "Z" || hovers);
    };
    const slant = (one) => [Math.floor(one / columns), one % columns - Math.floor(one / columns / 2)];
    const distance = (one, other) => {
      const [north, east] = [slant(other)[0] - slant(one)[0], slant(other)[1] - slant(one)[1]];
      return Math.max(Math.abs(north), Math.abs(east), Math.abs(north + east));
    };
    /** Returns a set of the choices as hexes. */
    const set = (moment, name) => sets[name] || (sets[name] = new Set([...moment.sets[name] || []].filter((place) => rowOf[place.slice(0, 3)] !== undefined).map(hex)));
    const kept = new Map();
    /** Returns what is found by a key, found once: enemies stand still while a sheet is made. */
    const once = (key, find) => {
      if (!kept.has(key)) kept.set(key, find());
      return kept.get(key);
    };
    const found = { once, hex, number, around, over, attacks, distance, set, isHex: (place) => rowOf[place.slice(0, 3)] !== undefined };
    boards.set(choices, found);
    return found;
  }

  /** Returns what it costs to come to each hex; who enters one of `ends` stops there. */
  function spread(start, over, most, closed, ends) {
    const found = new Map([[start, 0]]), queue = [[start]];
    for (let spent = 0; spent < queue.length; spent++) for (const here of queue[spent] || []) {
      if (found.get(here) !== spent || here !== start && ends.has(here)) continue;
      for (const [there, cost] of over(here)) {
        const all = spent + cost;
        if (all > most || closed.has(there) || found.has(there) && found.get(there) <= all) continue;
        found.set(there, all);
        (queue[all] || (queue[all] = [])).push(there);
      }
    }
    return found;
  }

  // -- units ------------------------------------------------------------------------------------

  const NOBODY = new Set();
  const mix = (unit) => unit.slice(0, -3);
  const type = (unit) => unit.slice(unit.indexOf("-") + 1, -3);
  const facts = (moment) => moment.choices.facts;
  const kind = (moment, unit) => (facts(moment).units[mix(unit)] || [""])[0];
  const isLand = (moment, unit) => kind(moment, unit) === "land";
  const isAir = (moment, unit) => kind(moment, unit) === "air" || type(unit) === "carrier";
  const isListed = (moment, name, unit) => (facts(moment)[name] || []).includes(unit);
  const at = (moment, place) => Object.keys(moment.stock[place] || {});
  const isAshore = (moment, unit) => !moment.own.aboard[unit] && kind(moment, unit) !== "naval";
  const ashore = (moment, place) => at(moment, place).filter((unit) => isAshore(moment, unit));
  const cargo = (moment, ship) => Object.keys(moment.own.aboard).filter((unit) => moment.own.aboard[unit] === ship);
  const names = (moment, units) => units.map((unit) => ((moment.choices.kinds || {})[unit] || { one: unit }).one).join(", ");
  const half = (number) => Math.floor((number + 1) / 2);
  const told = (moment, word, more = {}) => ({ text: facts(moment).words[word], ...more });
  const asHeld = (units) => Object.fromEntries(units.map((unit) => [unit, 1]));
  const ignores = (moment, unit) => moment.own.partisans && type(unit) === "militia";
  const last = (list) => list && list[list.length - 1];

  /** Returns the movement points of a unit. (3.37, 9.31, 17.32) */
  function points(moment, unit, place) {
    let found = facts(moment).units[mix(unit)][1];
    if (moment.own.out.has(unit)) found = half(found);
    return (moment.sets.weather || NOBODY).has(place) ? half(found) : found;
  }

  // -- supply -----------------------------------------------------------------------------------

  /** Returns which of one's units are out of supply. (9.0) */
  function outOfSupply(moment) {
    const board = boardOf(moment.choices), set = (name) => board.set(moment, name);
    const places = Object.keys(moment.stock).filter((place) => board.isHex(place) && at(moment, place).length);
    const shut = new Set([...set("closed"), ...set("zones")]);
    const opened = places.map(board.hex).filter((one, index) => set("zones").has(one) && !set("closed").has(one)
      && ashore(moment, places[index]).some((unit) => ["land", "supply"].includes(kind(moment, unit)))).sort();
    for (const one of opened) shut.delete(one);
    const ships = places.filter((place) => at(moment, place).some((unit) => type(unit) === "amphibious")).map(board.hex)
      .filter((one) => landing(moment, one));
    const flood = (starts, most) => {
      const found = new Map();
      let front = starts.filter((one) => !shut.has(one));
      for (const one of front) found.set(one, 0);
      for (let steps = 1; front.length && steps <= most; steps++) {
        const next = [];
        for (const here of front) for (const [there] of board.over(here)) {
          if (!found.has(there) && !shut.has(there)) { found.set(there, steps); next.push(there); }
        }
        front = next;
      }
      return found;
    };
    const near = flood(ships, facts(moment).limits[3]), lines = {};
    const linesOf = (nation) => lines[nation] || (lines[nation] = (() => {
      const sources = facts(moment).side === "us" ? [...set(`supply-${nation}`)]
        : places.filter((place) => ashore(moment, place).some((unit) => set("ports").has(board.hex(place))
            || type(unit) === "supply" && !moment.own.landed.has(unit) && set("coast").has(board.hex(place)))).map(board.hex);
      const key = `far ${nation} ${sources.join(" ")} ${opened.join(" ")}`;
      return { far: board.once(key, () => flood(sources, Infinity)), sources: new Set([...sources, ...ships].filter((one) => shut.has(one))) };
    })());
    const out = new Set();
    for (const place of places) for (const unit of at(moment, place)) {
      if (!isAshore(moment, unit) || kind(moment, unit) === "rail" || ignores(moment, unit)) continue;
      const one = board.hex(place), nation = unit.slice(0, unit.indexOf("-")), { far, sources } = linesOf(nation);
      const isReached = far.has(one) || near.has(one) || sources.has(one)
        || board.over(one).some(([there]) => far.has(there) || near.has(there) && near.get(there) <= facts(moment).limits[3] - 1);
      if (!isReached || nation === "us" && set("cut").has(one)) out.add(unit);
    }
    return out;
  }

  // -- phases -----------------------------------------------------------------------------------

  const PHASE = { naval: "naval", replacements: "replacement", rail: "rail", movement: "movement", combat: "combat", mechanised: "mechanised" };

  /** Begins a topic: nobody has moved, and supply is judged before movement. (9.31) */
  function enter(moment, topic, before) {
    const known = facts(moment);
    if (!known || !PHASE[topic]) return;
    if (!moment.own.topic) {
      Object.assign(moment.own, { aboard: known.aboard || {}, used: {}, halted: new Set(known.halted), spent: {},
        landed: new Set(known.landed), out: new Set(known.out), partisans: known.partisans, isJudged: !["naval", "replacement", "supply"].includes(known.phase) });
    }
    const own = moment.own, isNow = PHASE[topic] === known.phase;
    own.topic = topic;
    own.moved = new Set(isNow ? Object.keys(known.moved || {}) : []);
    if (isNow) own.spent = { ...known.moved };
    if (before.some(({ topic: one, lines }) => one.topic === "partisans" && lines.length)) own.partisans = true;
    const attacks = before.find((one) => one.topic.topic === "combat");
    if (topic === "mechanised" && attacks) {
      own.hangs = attacks.lines.length > 0 || known.phase === "combat";
      own.out = known.phase === "mechanised" ? own.out : outOfSupply(moment);
    } else if (["rail", "movement"].includes(topic) && !own.isJudged) {
      own.out = outOfSupply(moment);
      own.isJudged = true;
    }
  }

  // -- moves ------------------------------------------------------------------------------------

  function mayMove(moment, unit) {
    const { topic, moved, halted } = moment.own;
    return ["land", "air"].includes(kind(moment, unit)) && !moved.has(unit) && !isListed(moment, "still", unit)
      && !isListed(moment, "rooted", unit) && !(topic === "movement" && halted.has(unit))
      && (topic !== "mechanised" || ["armour", "mechanised"].includes(type(unit)));
  }

  const movable = (moment, gesture, place) => asHeld(at(moment, place).filter((unit) => mayMove(moment, unit)));
  const isBox = (place) => place === "holding-box";
  const hasSupply = (moment, place) => ashore(moment, place).some((unit) => type(unit) === "supply" && !moment.own.landed.has(unit));

  /** Returns what going ashore costs; 0: nobody can. (7.0, 15.15) */
  function unloading(moment, ship, place) {
    const board = boardOf(moment.choices);
    if (isBox(place) || hasSupply(moment, place)) return facts(moment).loading;
    if (board.set(moment, "ports").has(board.hex(place)) && ashore(moment, place).some((unit) => kind(moment, unit) !== "rail")) return facts(moment).loading;
    return type(ship) === "amphibious" ? landing(moment, board.hex(place)) : 0;
  }

  function landing(moment, one) {
    const board = boardOf(moment.choices);
    const name = Object.keys(moment.sets).find((each) => each.startsWith("landing-") && board.set(moment, each).has(one));
    return name ? Number(name.slice(8)) : 0;
  }

  const loads = (moment, ship, place) => {
    const board = boardOf(moment.choices);
    return isBox(place) || board.set(moment, "ports").has(board.hex(place)) || hasSupply(moment, place)
      || type(ship) === "amphibious" && landing(moment, board.hex(place)) > 0;
  };

  const mayCarry = (moment, ship, unit) => type(ship) === "transport" ? ["land", "air"].includes(kind(moment, unit))
    : type(ship) === "amphibious" && ["land", "supply"].includes(kind(moment, unit)) && type(unit) !== "special-infantry";

  /** Returns by hex what it costs a unit to come there ashore, its own first. (Chapter 10, 7.0) */
  function ways(moment, unit, place) {
    const board = boardOf(moment.choices), ship = moment.own.aboard[unit];
    const most = points(moment, unit, place), hovers = type(unit) === "hovercraft";
    if (isBox(place)) return { ways: new Map([[place, ship ? facts(moment).loading : 0]]), most };
    const here = board.hex(place), closed = board.set(moment, "closed");
    const ends = ignores(moment, unit) ? NOBODY : board.set(moment, "zones");
    const spent = ship ? unloading(moment, ship, place) : 0;
    if (ship && (!spent || closed.has(here) || hovers && !board.set(moment, "hover-ends").has(here))) return { ways: new Map(), most };
    if (ship && ends.has(here)) return { ways: new Map([[place, spent]]), most };
    const found = new Map();
    for (const [to, cost] of overland(moment, board, here, most - spent, hovers, ends)) found.set(to, spent + cost);
    return { ways: found, most };
  }

  /** Returns by hex what the way there costs over land, or as hovercraft go. */
  function overland(moment, board, here, most, hovers, ends) {
    return board.once(`${hovers} ${ends === NOBODY} ${here} ${most}`, () => {
      const over = hovers ? (one) => hoverLinks(moment, board, one) : board.over, closed = board.set(moment, "closed"), found = [];
      const reached = spread(here, over, most, closed, ends);
      // To an adjacent hex it leads directly. (Ruling 57)
      for (const there of board.around(here)) reached.delete(there);
      for (const [there, cost] of over(here)) if (!closed.has(there) && cost <= most) reached.set(there, cost);
      for (const [there, cost] of reached) if (!hovers || there === here || board.set(moment, "hover-ends").has(there)) found.push([board.number(there), cost]);
      return found;
    });
  }

  function hoverLinks(moment, board, here) {
    const rooms = board.set(moment, "hover");
    return rooms.has(here) ? board.around(here).filter((there) => rooms.has(there)).map((there) => [there, 1]) : [];
  }

  function moveEnds(moment, gesture, place, unit) {
    const found = {}, { ways: all, most } = ways(moment, unit, place), board = boardOf(moment.choices);
    for (const [to, cost] of all) {
      if (cost > most || to === place && !moment.own.aboard[unit]) continue;
      if (isBox(to) || !board.set(moment, "allied").has(board.hex(to))) found[to] = [place, to];
    }
    return found;
  }

  /** Returns the ships aboard of which a unit can go in a place, by room. (7.0, 7.11) */
  function shipsFor(moment, unit, from, to) {
    const board = boardOf(moment.choices), isIn = to !== from || moment.own.aboard[unit];
    if (isIn && !isBox(to) && !ignores(moment, unit) && board.set(moment, "zones").has(board.hex(to))) return [];
    return at(moment, to).filter((ship) => kind(moment, ship) === "naval" && mayCarry(moment, ship, unit) && moment.own.aboard[unit] !== ship
      && loads(moment, ship, to) && cargo(moment, ship).length < facts(moment).limits[2]);
  }

  function boardEnds(moment, gesture, place, unit) {
    const found = {}, { ways: all, most } = ways(moment, unit, place);
    for (const to of Object.keys(moment.stock)) {
      if (all.has(to) && all.get(to) + facts(moment).loading <= most && shipsFor(moment, unit, place, to).length) found[to] = [place, to];
    }
    return found;
  }

  /** Yields what is wrong with units that an order names together. */
  function* apart(moment, line, may) {
    const { kinds, from } = line.values;
    if (kinds.length > MOST) yield told(moment, "many");
    if (from === undefined || kinds.some((unit) => Pen.placeOf(moment, unit) !== from)) yield told(moment, "together");
    const unable = kinds.filter((unit) => !may(unit));
    if (unable.length) yield told(moment, "moved", { what: names(moment, unable) });
  }

  function moveFaults(moment, line, find) {
    const { kinds, from, to, ship, way } = line.values;
    const found = [...apart(moment, line, (unit) => mayMove(moment, unit))];
    // A way through several hexes is judged by where it ends: what it costs more, `check` tells.
    if (way && way.length > 1) line.unjudged = true;
    else if (!found.length) {
      const far = kinds.filter((unit) => !(to in find(moment, line.gesture, from, unit)));
      if (far.length) found.push(told(moment, "far", { what: names(moment, far), place: to }));
      else if (ship && kinds.some((unit) => !shipsFor(moment, unit, from, to).includes(ship))) found.push(told(moment, "aboard", { place: to }));
      else if (ship && cargo(moment, ship).length + kinds.length > facts(moment).limits[2]) found.push(told(moment, "cargo"));
    }
    if (!found.length || !moment.own.hangs) return found;
    line.unjudged = true;
    return [];
  }

  function shift(moment, units, to) {
    for (const unit of units) {
      const from = Pen.placeOf(moment, unit);
      if (from === undefined || from === to) continue;
      Pen.add(moment, from, unit, -1);
      Pen.add(moment, to, unit, 1);
    }
  }

  const and = (set, more) => new Set([...set, ...more]);

  function moved(moment, line) {
    const { kinds, to, ship } = line.values, aboard = { ...moment.own.aboard };
    for (const unit of kinds) if (ship) aboard[unit] = ship; else delete aboard[unit];
    if (to !== undefined) shift(moment, kinds, to);
    Object.assign(moment.own, { aboard, moved: and(moment.own.moved, kinds), hasMoved: true });
  }

  /** A way of one hex, to be written and to be read. */
  const byWay = (values) => "way" in values ? { to: last(values.way) || values.from } : { way: values.to === values.from ? undefined : [values.to] };

  const together = (find) => (moment, gesture, from, kinds) => {
    const found = {};
    for (const unit of kinds) for (const to of Object.keys(find(moment, gesture, from, unit))) (found[to] || (found[to] = [])).push(unit);
    return found;
  };

  const reaches = (find) => (moment, gesture, place) => Object.keys(movable(moment, gesture, place)).some((unit) => Object.keys(find(moment, gesture, place, unit)).length > 0);

  /** Those ashore go, or what one ship carries: not a hexful at once. */
  const crew = (kinds, moment) => {
    const ship = moment.own.aboard[kinds[0]], onLand = kinds.filter((unit) => !moment.own.aboard[unit]);
    return onLand.length ? onLand : kinds.filter((unit) => moment.own.aboard[unit] === ship);
  };

  const onShip = (moment, unit) => {
    const ship = moment.own.aboard[unit], text = facts(moment).words["on-ship"];
    return ship ? ` ${text.replace("{what}", names(moment, [ship]))}` : "";
  };

  Pen.owns["invasion-move"] = {
    begins: reaches(moveEnds), besides: onShip, usual: crew, held: movable, ends: moveEnds, group: together(moveEnds), derive: byWay, apply: moved,
    faults: (moment, line) => moveFaults(moment, line, moveEnds),
  };

  const roomFor = (moment, from, to, kinds) => {
    const ships = at(moment, to).filter((one) => kinds.some((unit) => shipsFor(moment, unit, from, to).includes(one)));
    const free = (ship) => kinds.filter((unit) => shipsFor(moment, unit, from, to).includes(ship)).slice(0, facts(moment).limits[2] - cargo(moment, ship).length);
    return ships.map((ship) => [ship, free(ship)]).sort((one, other) => other[1].length - one[1].length)[0];
  };

  Pen.owns["invasion-board"] = {
    begins: reaches(boardEnds), besides: onShip, usual: crew, held: movable, ends: boardEnds, derive: byWay, apply: moved,
    group: (moment, gesture, from, kinds) => Object.fromEntries(Object.entries(together(boardEnds)(moment, gesture, from, kinds))
      .map(([to, able]) => [to, roomFor(moment, from, to, able)[1]])),
    complete: (moment, values) => ({ ...values, ship: roomFor(moment, values.from, values.to, values.kinds)[0] }),
    faults: (moment, line) => moveFaults(moment, line, boardEnds),
  };

  // -- ships ------------------------------------------------------------------------------------

  const waterOf = (moment, ship) => (facts(moment).waters || {})[ship] || 0;

  /** Whether a ship may assault a hex with enemies. (5.23, 15.0) */
  function mayAssault(moment, ship, to) {
    const load = cargo(moment, ship), assaults = moment.sets[`assaults-${facts(moment).ships[ship]}`] || NOBODY;
    return assaults.has(to) && type(ship) === "amphibious" && load.some((unit) => isLand(moment, unit))
      && !load.some((unit) => type(unit) === "supply") && !at(moment, to).some((unit) => type(unit) === "amphibious");
  }

  const sails = (moment, ship, from, to) => to !== from && (moment.sets[facts(moment).ships[ship]] || NOBODY).has(to) || mayAssault(moment, ship, to);

  function sailEnds(moment, gesture, place, ship) {
    const found = {}, name = facts(moment).ships[ship];
    for (const to of moment.sets[name] || []) found[to] = true;
    delete found[place];
    for (const to of moment.sets[`assaults-${name}`] || []) if (mayAssault(moment, ship, to)) found[to] = true;
    return found;
  }

  const isSailing = (moment, ship) => kind(moment, ship) === "naval" && !moment.own.moved.has(ship) && !isListed(moment, "still", ship);

  Pen.owns["invasion-sail"] = {
    held: (moment, gesture, place) => asHeld(at(moment, place).filter((ship) => isSailing(moment, ship))),
    usual: (kinds, moment) => kinds.slice(0, facts(moment).limits[1]),
    ends: sailEnds,
    group(moment, gesture, from, kinds) {
      // Ships in different waters of a hex do not go together. (Ruling 39)
      const ships = kinds.filter((ship) => waterOf(moment, ship) === waterOf(moment, kinds[0]));
      const found = together(sailEnds)(moment, gesture, from, ships);
      for (const to in found) if ((facts(moment).foes || {})[to] && mayAssault(moment, found[to][0], to)) found[to] = found[to].slice(0, 1);
      return found;
    },
    faults(moment, line) {
      const { kinds, from, to } = line.values, found = [...apart(moment, line, (ship) => isSailing(moment, ship))];
      const far = kinds.filter((ship) => !sails(moment, ship, from, to) || waterOf(moment, ship) !== waterOf(moment, kinds[0])
        || kinds.length > 1 && mayAssault(moment, ship, to));
      return found.length || !far.length ? found : [told(moment, "far", { what: names(moment, far), place: to })];
    },
    apply(moment, line) {
      const { kinds, to } = line.values;
      shift(moment, kinds.flatMap((ship) => [ship, ...cargo(moment, ship)]), to);
      Object.assign(moment.own, { moved: and(moment.own.moved, kinds), sailed: and(moment.own.sailed || [], kinds) });
    },
  };

  Pen.owns["invasion-supply"] = {
    faults(moment, line) {
      const { unit, ship } = line.order, from = ship || moment.own.aboard[unit];
      const gone = moment.own.moved.has(unit) ? unit : (moment.own.sailed || NOBODY).has(from) ? from : "";
      if (gone) return [told(moment, "moved", { what: names(moment, [gone]) })];
      return ship && cargo(moment, ship).length >= facts(moment).limits[2] ? [told(moment, "cargo")] : [];
    },
    apply(moment, line) {
      const { unit, ship } = line.order, aboard = { ...moment.own.aboard }, from = ship || aboard[unit];
      if (ship) aboard[unit] = ship; else delete aboard[unit];
      const landed = ship ? moment.own.landed : and(moment.own.landed, [unit]);
      Object.assign(moment.own, { aboard, landed, moved: and(moment.own.moved, [unit, from]) });
    },
  };

  // -- replacements, rail -----------------------------------------------------------------------

  const fleet = (moment, place) => at(moment, place).filter((unit) => kind(moment, unit) === "naval").length + ((facts(moment).fleets || {})[place] || 0);
  const stack = (moment, place) => ashore(moment, place).filter((unit) => kind(moment, unit) !== "rail").length;

  /** Returns how many units of a nation and type find room in a place. (6.0, 12.0, 12.14) */
  function room(moment, mixed, place) {
    const board = boardOf(moment.choices), of = facts(moment).units[mixed][0], [most, ships] = facts(moment).limits;
    if (isBox(place) || of === "rail") return Infinity;
    if (of === "naval") return ships - fleet(moment, place);
    return board.set(moment, "allied").has(board.hex(place)) ? 0 : most - stack(moment, place);
  }

  /** Whether units of a nation and type come back in a place, now that ships have sailed. (8.23, 8.24) */
  function opens(moment, mixed, place) {
    if (isBox(place) || moment.sets.returns) return isBox(place) ? facts(moment).side === "pal" : moment.sets.returns.has(place);
    const board = boardOf(moment.choices), one = board.hex(place), isNaval = facts(moment).units[mixed][0] === "naval";
    const isOpen = board.set(moment, "ports").has(one) ? ashore(moment, place).length > 0 : board.set(moment, "coast").has(one) && hasSupply(moment, place);
    return isOpen && !(place in (facts(moment).foes || {})) && !(isNaval && board.set(moment, "parted").has(one))
      && !(mixed.endsWith("-hovercraft") && !board.set(moment, "hover-ends").has(one));
  }

  const coming = (moment, gesture) => facts(moment).coming[gesture.kinds[0]];

  /** Returns how many units of choice are used up by what has come. */
  const chosen = (moment) => Object.entries(moment.own.used).reduce((sum, [one, count]) => sum + Math.max(0, count - facts(moment).coming[one][0]), 0);

  function canCome(moment, gesture) {
    const [listed, most, isOfChoice] = coming(moment, gesture), used = moment.own.used[gesture.kinds[0]] || 0;
    const free = Math.max(listed - used, 0) + (isOfChoice ? (facts(moment)["of-choice"] || 0) - chosen(moment) : 0);
    return Math.max(Math.min(most - used, free), 0);
  }

  Pen.owns["invasion-replace"] = {
    begins: (moment, gesture, place) => canCome(moment, gesture) > 0 && opens(moment, gesture.kinds[0], place) && room(moment, gesture.kinds[0], place) > 0,
    most: (moment, gesture, place) => Math.min(canCome(moment, gesture), room(moment, gesture.kinds[0], place)),
    faults(moment, line) {
      const { gesture, values, asked } = line, number = values.count || 1;
      const isThere = asked.by.place > 0 || opens(moment, gesture.kinds[0], values.place);
      if (!isThere) return [{ word: "not-there", place: values.place }];
      const can = canCome(moment, gesture), left = room(moment, gesture.kinds[0], values.place);
      return number > can ? [told(moment, "box", { x: can })] : number > left ? [{ word: "too-many", x: Math.max(left, 0) }] : [];
    },
    apply(moment, line) {
      const { gesture, values } = line, mixed = gesture.kinds[0], used = moment.own.used[mixed] || 0, number = values.count || 1;
      const units = coming(moment, gesture)[3].slice(used, used + number), board = boardOf(moment.choices);
      for (const unit of units) Pen.add(moment, values.place, unit, 1);
      const isHeld = !isBox(values.place) && facts(moment).units[mixed][0] !== "naval" && board.set(moment, "zones").has(board.hex(values.place))
        && !units.some((unit) => ignores(moment, unit));
      Object.assign(moment.own, { used: { ...moment.own.used, [mixed]: used + number },
        halted: isHeld ? and(moment.own.halted, units) : moment.own.halted });
    },
  };

  const isRail = (moment, unit) => kind(moment, unit) === "rail" && !isListed(moment, "still", unit);
  const rides = (moment, unit) => ["land", "air"].includes(kind(moment, unit)) && !isListed(moment, "still", unit) && !isListed(moment, "rooted", unit);

  function railEnds(moment, gesture, place, unit) {
    const found = {}, board = boardOf(moment.choices), here = board.hex(place), zones = board.set(moment, "zones"), net = board.set(moment, "net");
    if (!isRail(moment, unit) || zones.has(here) || !net.has(here)) return found;
    const most = points(moment, unit, place) - (moment.own.spent[unit] || 0);
    return board.once(`rail ${here} ${most}`, () => {
      const shut = new Set([...board.set(moment, "closed"), ...zones]);
      const over = (one) => board.over(one).filter(([there]) => net.has(there)).map(([there]) => [there, 1]);
      const reached = spread(here, over, most, shut, NOBODY), beside = over(here).map(([there]) => there);
      for (const there of board.around(here)) if (!beside.includes(there)) reached.delete(there);
      reached.delete(here);
      for (const [there, cost] of reached) found[board.number(there)] = cost;
      return found;
    });
  }

  Pen.owns["invasion-rail"] = {
    begins: (moment, gesture, place) => at(moment, place).some((unit) => isRail(moment, unit) && Object.keys(railEnds(moment, gesture, place, unit)).length > 0),
    held(moment, gesture, place) {
      const there = at(moment, place), board = boardOf(moment.choices);
      const trains = board.isHex(place) ? there.filter((unit) => isRail(moment, unit)) : [];
      return asHeld(trains.length ? [...trains, ...there.filter((unit) => rides(moment, unit))] : []);
    },
    usual: (kinds) => [kinds[0], ...kinds.filter((unit) => type(unit) !== "rail").slice(0, 1)],
    ends: railEnds,
    group(moment, gesture, from, kinds) {
      const train = kinds.find((unit) => isRail(moment, unit)), rider = kinds.find((unit) => rides(moment, unit));
      return train ? Object.fromEntries(Object.keys(railEnds(moment, gesture, from, train)).map((to) => [to, rider ? [train, rider] : [train]])) : {};
    },
    regrouped: (values, kinds) => ({ kinds, rail: kinds.find((unit) => type(unit) === "rail"), carry: kinds.find((unit) => type(unit) !== "rail") }),
    derive: (values) => ({ ...byWay(values), ..."rail" in values ? { kinds: [values.rail, values.carry].filter(Boolean) }
      : { way: [values.to], rail: values.kinds.find((unit) => type(unit) === "rail"), carry: values.kinds.find((unit) => type(unit) !== "rail") } }),
    faults(moment, line) {
      const { rail, carry, from, to, way } = line.values;
      const found = [...apart(moment, line, (unit) => unit === rail ? isRail(moment, unit) : rides(moment, unit))];
      if (way && way.length > 1) line.unjudged = true;
      else if (!found.length && !(to in railEnds(moment, line.gesture, from, rail))) found.push(told(moment, "far", { what: names(moment, [rail]), place: to }));
      return found;
    },
    apply(moment, line) {
      const { rail, carry, from, to, kinds } = line.values, cost = railEnds(moment, line.gesture, from, rail)[to] || 0;
      shift(moment, kinds, to);
      Object.assign(moment.own, { spent: { ...moment.own.spent, [rail]: (moment.own.spent[rail] || 0) + cost },
        halted: carry ? and(moment.own.halted, [carry]) : moment.own.halted });
    },
  };

  // -- attacks ----------------------------------------------------------------------------------

  const foe = (moment, place) => (facts(moment).foes || {})[place] || [0];
  const isFoe = (moment, place) => place in (facts(moment).foes || {}) && !(foe(moment, place)[0] & FOUGHT);
  /** Whether a lone rail unit may have been overrun by who moved before; which way, is not said here. (16.43) */
  const isPassed = (moment, place) => !foe(moment, place)[0] && moment.own.hasMoved;
  const participants = (moment, units) => [...new Set(units.flatMap((unit) => type(unit) === "amphibious"
    ? [unit, ...cargo(moment, unit).filter((one) => isLand(moment, one))] : [unit]))];
  const mayBeLeftOut = (order) => Boolean(order.at_least || (order.if_won || []).length || (order.unless_won || []).length);

  /** Whether a unit can take part in an attack of some units on some hexes. (13.1, 14.1, 15.0) */
  function canAttack(moment, unit, units, hexes) {
    const board = boardOf(moment.choices), place = Pen.placeOf(moment, unit), ship = moment.own.aboard[unit];
    if (place === undefined || isListed(moment, "still", unit) || isListed(moment, "fought", unit)) return false;
    if (ship) return units.includes(ship) && isLand(moment, unit);
    if (isAir(moment, unit)) {
      if (isBox(place)) return false;
      const far = hexes.map((one) => board.distance(board.hex(place), board.hex(one))), near = Math.min(...far);
      return near <= facts(moment).units[mix(unit)][2] && !(near === 1 && Math.max(...far) > 1)
        && !(near > 1 && hexes.length > 1 && !units.some((one) => isLand(moment, one)));
    }
    if (isLand(moment, unit)) return !isBox(place) && hexes.every((one) =>
      board.attacks(board.hex(place), board.hex(one), type(unit) === "hovercraft") && !(foe(moment, one)[0] & SHIPS));
    return type(unit) === "amphibious";
  }

  const dueAt = (moment, place) => foe(moment, place)[0] & ASSAULTED ? at(moment, place).filter((unit) => type(unit) === "amphibious") : [];

  /** Whether the air over a hex is disputed by who is not attacked before. (14.5) */
  function isDisputed(moment, place, before) {
    const board = boardOf(moment.choices), flags = foe(moment, place)[0];
    return !(flags & AIR) && (flags & LAND) > 0 && (facts(moment).air || []).some(([one, range]) =>
      !before.includes(one) && board.distance(board.hex(one), board.hex(place)) <= range);
  }

  function* attackFaults(moment, line, earlier) {
    const { order } = line, units = order.units, hexes = order.hexes, board = boardOf(moment.choices);
    const attacks = earlier.filter((one) => one.gesture).map((one) => one.order), certain = attacks.filter((one) => !mayBeLeftOut(one));
    if (hexes.some((one) => isPassed(moment, one))) line.unjudged = true;
    const wrong = hexes.find((one) => !isFoe(moment, one));
    if (wrong) { yield told(moment, "no-enemy", { place: wrong }); return; }
    const unable = units.filter((unit) => !canAttack(moment, unit, units, hexes));
    if (unable.length) yield told(moment, "reach", { what: names(moment, unable), place: hexes[0] });
    const ships = units.filter((unit) => type(unit) === "amphibious");
    const isAssault = ships.length === 1 && hexes.length === 1 && Pen.placeOf(moment, ships[0]) === hexes[0]
      && landing(moment, board.hex(hexes[0])) > 0 && foe(moment, hexes[0])[0] & ASSAULTED;
    const due = hexes.find((one) => dueAt(moment, one).length && !dueAt(moment, one).some((ship) => units.includes(ship)));
    if (ships.length && !isAssault || due) yield told(moment, "assault", { place: due || hexes[0] });
    if (new Set(hexes.flatMap((one) => foe(moment, one).slice(1))).size > 1) yield told(moment, "forces");
    const disputed = units.some((unit) => isAir(moment, unit)) && hexes.find((one) => isDisputed(moment, one, attacks.flatMap((each) => each.hexes)));
    if (disputed) yield told(moment, "air", { place: disputed });
    const all = participants(moment, units);
    const goes = (move, unit) => all.includes(unit) && kind(moment, unit) !== "naval" && !isListed(moment, "rooted", unit)
      && (moment.own.aboard[unit] || near(moment, Pen.placeOf(moment, unit), hexes) <= 1 + 3 * (hexes.length - 1));
    for (const move of order.advance || []) {
      const stays = move.units.filter((unit) => !goes(move, unit));
      if (stays.length) yield told(moment, "advance", { what: names(moment, stays) });
      else if (board.isHex(move.to || "target") && near(moment, move.to, hexes) > 3 * hexes.length) yield told(moment, "advance", { what: names(moment, move.units) });
    }
    const lost = (order.lose || []).filter((unit) => !all.includes(unit));
    if (lost.length) yield told(moment, "twice", { what: names(moment, lost) });
    const again = all.filter((unit) => certain.some((one) => participants(moment, one.units).includes(unit)));
    if (again.length) yield told(moment, "twice", { what: names(moment, again) });
    const twice = hexes.find((one) => certain.some((each) => each.hexes.includes(one)));
    if (twice) yield told(moment, "no-enemy", { place: twice });
    const never = [...order.if_won || [], ...order.unless_won || []].find((one) => !attacks.some((each) => each.hexes.includes(one)));
    if (never) yield told(moment, "condition", { place: never });
  }

  const near = (moment, place, hexes) => {
    const board = boardOf(moment.choices);
    return place && board.isHex(place) ? Math.min(...hexes.map((one) => board.distance(board.hex(place), board.hex(one)))) : Infinity;
  };

  /** Returns who can attack a hex: the amphibious unit that must, land units beside it, air units. */
  function attackers(moment, place) {
    if (!isFoe(moment, place) || isPassed(moment, place)) return [];
    const due = dueAt(moment, place), busy = moment.own.attacking || NOBODY;
    const all = Object.keys(moment.stock).flatMap((one) => at(moment, one)).filter((unit) => !busy.has(unit) && (type(unit) !== "amphibious" || due.includes(unit)));
    if (due.length && !due.some((ship) => all.includes(ship)) || (moment.own.attacked || []).includes(place)) return [];
    const isShut = isDisputed(moment, place, moment.own.attacked || []);
    return all.filter((unit) => !(isShut && isAir(moment, unit)) && canAttack(moment, unit, due, [place]));
  }

  Pen.owns["invasion-attack"] = {
    held: (moment, gesture, place) => asHeld(attackers(moment, place)),
    ends: () => ({}),
    // What is aboard takes part in an assault unnamed.
    usual(kinds, moment) {
      const onLand = kinds.filter((unit) => !isAir(moment, unit) && !moment.own.aboard[unit]);
      return onLand.length ? onLand : kinds;
    },
    complete: (moment, values) => ({ ...values, hexes: [values.to],
      from: Pen.placeOf(moment, values.kinds[0]) }),
    derive(values) {
      const onLand = values.kinds.filter((unit) => /-(armour|mechanised|infantry|militia|hovercraft)-/.test(unit));
      const move = (to) => onLand.length ? [{ units: onLand, to }] : undefined;
      return { "to-target": move("target"), "to-end": move("end"), to: values.to || values.hexes[0] };
    },
    faults: (moment, line, earlier) => [...attackFaults(moment, line, earlier)],
    apply(moment, line) {
      const own = moment.own;
      own.attacking = and(own.attacking || [], participants(moment, line.order.units));
      own.attacked = [...own.attacked || [], ...line.order.hexes];
    },
  };

  // -- the set-up -------------------------------------------------------------------------------

  const place = (values) => values.place;
  const stands = (moment, place) => (moment.own.stands || {})[place] || (facts(moment).stands || {})[place] || [0, 0];

  Pen.owns["invasion-deploy"] = {
    begins: (moment, gesture, place) => mostSetUp(moment, gesture, place) > 0,
    most: mostSetUp,
    faults(moment, line) {
      const { gesture, values, asked } = line, most = mostSetUp(moment, gesture, values.place);
      if (!asked.by.place && !Pen.within(moment, gesture.on, values.place)) return [{ word: "not-there", place: values.place }];
      const drafted = moment.choices.topics[0].draft || [];
      if (Object.keys(values.carrying || {}).length && !drafted.some((one) => Pen.same(one, line.order))) line.unjudged = true;
      return (values.count || 1) > most ? [{ word: "too-many", x: Math.max(most, 0) }] : [];
    },
    apply(moment, line) {
      const { gesture, values } = line, mixed = gesture.kinds[0], number = values.count || 1, isNaval = facts(moment).units[mixed][0] === "naval";
      const take = (one, count) => Pen.add(moment, gesture.pool, one, -Math.min(count, Pen.count(moment, gesture.pool, one)));
      take(mixed, number);
      for (const [one, count] of Object.entries(values.carrying || {})) take(`${mixed.slice(0, mixed.indexOf("-"))}-${one}`, count);
      Pen.add(moment, values.place, mixed, number);
      const [land, ships] = stands(moment, values.place), counts = facts(moment).units[mixed][0] !== "rail";
      if (counts && !isNaval && gesture.pool.endsWith(`-${mixed.slice(0, mixed.indexOf("-"))}`)) {
        moment.own.held = { ...moment.own.held, [place(values)]: [...(moment.own.held || {})[place(values)] || [], gesture.pool] };
      }
      moment.own.stands = { ...moment.own.stands, [values.place]: isNaval ? [land, ships + number] : [land + (counts ? number : 0), ships] };
    },
  };

  function mostSetUp(moment, gesture, place) {
    const mixed = gesture.kinds[0], of = facts(moment).units[mixed][0], left = Pen.count(moment, gesture.pool, mixed);
    if (isBox(place) || of === "rail") return left;
    const [most, ships] = facts(moment).limits, [there, fleetThere] = stands(moment, place);
    if ((facts(moment).single || []).includes(mixed)) return Math.min(left, 1 - Pen.count(moment, place, mixed), most - there);
    return Math.min(left, of === "naval" ? ships - fleetThere : (facts(moment).alone ? 1 : most) - there);
  }

  // -- the end of phases ------------------------------------------------------------------------

  /** Yields what is too much at the end of a phase: three units, three ships. (6.0, 12.0) */
  function* check(choices, topics) {
    if (choices.facts && choices.facts.phase === "set-up") yield* checkSetUp(choices, topics[0]);
    for (const { topic, lines, moment } of topics) {
      if (!["naval", "rail", "movement", "mechanised"].includes(topic.topic) || !lines.length || !choices.facts.limits) continue;
      const [most, ships] = choices.facts.limits;
      for (const place of Object.keys(moment.stock)) {
        if (isBox(place)) continue;
        // Militia may have risen in a city that others have come through; which way they take is not said. (19.64)
        const may = choices.facts.rise && moment.sets.cities.has(place) && at(moment, place).length ? choices.facts.rise : 0;
        const many = stack(moment, place), afloat = fleet(moment, place);
        const word = many + may > most ? "full" : afloat > ships ? "fleet" : "";
        if (!word) continue;
        const line = lines.filter((one) => one.gesture && (Pen.endOf(one.values) === place || one.order.unit && Pen.placeOf(moment, one.order.unit) === place)).pop();
        const unjudged = Boolean(moment.own.hangs) || word === "full" && many <= most;
        yield { path: line ? line.path : [topic.topic], unjudged, text: choices.facts.words[word], x: word === "full" ? many : afloat, place };
      }
    }
  }

  /** Yields what a set-up lacks as a whole. (17.1, 19.42, 19.62) */
  function* checkSetUp(choices, { lines, moment }) {
    const { garrison, foreign, supplied, words } = choices.facts, board = boardOf(choices);
    if (garrison) {
      const south = moment.sets.annexation, there = Object.keys(moment.stock).filter((one) => south.has(one)).flatMap((one) => Object.entries(moment.stock[one]));
      const count = there.reduce((sum, [mixed, number]) => sum + (mixed.startsWith("us-") && kind(moment, `${mixed}-00`) === "land" && !mixed.endsWith("-militia") ? number : 0), 0);
      if (count < garrison) yield { path: ["setup"], text: words.garrison, x: garrison - count };
    }
    for (const line of lines) {
      if (!line.gesture || !foreign || !foreign.includes(`${line.gesture.pool} ${line.gesture.kinds[0]}`)) continue;
      const around = board.around(board.hex(line.values.place)).filter((one) => one >= 0).map(board.number);
      if (!around.some((one) => ((moment.own.held || {})[one] || []).includes(line.gesture.pool))) yield { path: line.path, text: words.beside };
    }
    const drafted = choices.topics[0].draft || [], changed = lines.find((line, index) => !Pen.same(line.order, drafted[index]));
    if (supplied && changed) yield { path: changed.path, unjudged: true };
  }

  Pen.games["invasion-america"] = { enter, check };
})(Pen);
