"use strict";
/*
 * The pen's reasoning: choices and orders in, what each order means and what may come next out.
 * It touches no page, no clock and no chance, so tests and other programs run it alone.
 *
 * Choices are as `adjudicator/core/choices.py` tells; orders are those of a sheet, by topic. An
 * order is read by matching the templates of its topic's gestures, and what no template matches is
 * a line "as written": nobody here knows what it does, and it is never called wrong.
 */
const Pen = (() => {
  /*
   * By game, its own part, of which each function may be left out:
   * begin(choices) -> own, enter(moment, topic, earlier), apply(choices, own, line) -> own: what a
   * moment holds of its own, at first, before a topic and behind a line;
   * check(choices, topics) -> [{path, text, x, place, unjudged}]: what it finds wrong, or leaves open;
   * note(choices, line): what it adds to a line;
   * ends(choices, moment, from) -> [place]: where something ends, of a reach that is its own;
   * expect(choices, moment, whens) -> {side(place), ends(place)}: for replies, whose piece stands
   * where behind moves of others, and where it can go.
   */
  const games = {};
  /*
   * By the names in `own` of gestures, what a game's script knows better than choices can say:
   * held, ends, begins, faults, apply stand for the functions below (held: `takable`); group, what
   * of several kinds goes where; derive, what follows from an order's values; complete, what else
   * an order needs; usual, which kinds go unless people say otherwise; regrouped, an order's values
   * with other kinds; most, of a point's count; besides, what is said of a kind where it is chosen.
   */
  const owns = {};
  const failures = [];  // faults of scripts that met an order which they could not read: for tests
  const ownOf = (gesture) => owns[gesture.own] || {};

  // -- expressions of sets ----------------------------------------------------------------------

  /** Whether a place is in an expression such as "own|declared&!city"; the empty one has all. */
  function within(moment, expression, place) {
    if (!expression) return true;
    return expression.split("|").some((all) => all.split("&").every((one) => {
      const no = one.startsWith("!"), name = no ? one.slice(1) : one;
      const members = moment.sets[name];
      const isIn = name === "foes" ? Boolean(moment.foes && moment.foes[place]) : Boolean(members && members.has(place));
      return no !== isIn;
    }));
  }

  // -- templates --------------------------------------------------------------------------------

  const isVariable = (text) => typeof text === "string" && text[0] === "$";
  const isObject = (value) => value !== null && typeof value === "object";

  /** Returns a template with its variables filled in; a field without a value is left out. */
  function fill(template, values) {
    if (isVariable(template)) return values[template.slice(1)];
    if (Array.isArray(template)) return template.map((one) => fill(one, values));
    if (!isObject(template)) return template;
    const made = {};
    for (const [key, inner] of Object.entries(template)) {
      const value = fill(inner, values);
      if (value !== undefined && value !== null) made[key] = value;
    }
    return made;
  }

  /** Matches a value with a template into `values`; `spare` names fields that it need not have. */
  function match(template, value, values, spare = []) {
    if (isVariable(template)) {
      const name = template.slice(1);
      if (name in values) return same(values[name], value);
      values[name] = value;
      return true;
    }
    if (Array.isArray(template)) {
      return Array.isArray(value) && value.length === template.length
        && template.every((one, place) => match(one, value[place], values));
    }
    if (!isObject(template)) return template === value;
    if (!isObject(value) || Array.isArray(value)) return false;
    return Object.keys(value).every((key) => key in template || spare.includes(key))
      && Object.entries(template).every(([key, inner]) =>
        (key in value || isVariable(inner)) && match(inner, value[key], values));
  }

  /** Whether two values of JSON say the same; of objects the order of keys says nothing. */
  function same(one, other) {
    if (!isObject(one) || !isObject(other)) return one === other;
    const keys = Object.keys(one);
    return Array.isArray(one) === Array.isArray(other)
      && keys.length === Object.keys(other).length
      && keys.every((key) => key in other && same(one[key], other[key]));
  }

  /** Returns what an asked value is: which option, and what was given with it; or nothing. */
  function optionOf(asked, value, values = {}) {
    for (const [place, option] of asked.options.entries()) {
      const { x: _, ...found } = values;
      const isLeftOut = option.value === undefined || option.value === null;
      if (isLeftOut ? value === undefined : match(option.value, value, found)) {
        const right = { count: Number.isInteger, ratio: (x) => /^[1-9]\d{0,2}\/[1-9]\d{0,2}$/.test(x), given: (x) => x !== undefined };
        if (!option.x || right[option.x](found.x)) return { place, x: found.x };
      }
    }
    return undefined;
  }

  /** Returns the value that an option writes. */
  const valueOf = (option, x, values) =>
    option.value === undefined || option.value === null ? undefined : fill(option.value, { ...values, x });

  // -- moments: what is where before an order ---------------------------------------------------

  // Of a moment only `stock`, `vague`, `pledged` and the fields of `own` are changed, by place or
  // name: all else is replaced, so that copies of a moment share it. `own` is what the game's script
  // keeps there.

  function firstMoment(choices, game) {
    const sets = {}, script = games[game] || {};
    for (const [name, places] of Object.entries(choices.sets || {})) sets[name] = setOf(places);
    return { choices, stock: { ...choices.stock }, foes: { ...choices.foes }, sets, vague: new Set(), pledged: [],
             script, own: script.begin ? script.begin(choices) : {} };
  }

  const copied = (moment) => ({ ...moment, stock: { ...moment.stock }, vague: new Set(moment.vague),
                                pledged: [...moment.pledged], own: { ...moment.own } });

  const setsKnown = new WeakMap();

  /** Returns the members of a set; "s0103..08" are those from s0103 to s0108. */
  function setOf(places) {
    if (!setsKnown.has(places)) {
      setsKnown.set(places, new Set(places.flatMap((one) => {
        const found = /^(.*?)(\d+)\.\.(\d+)$/.exec(one);
        if (!found) return [one];
        const [, before, first, last] = found, head = first.slice(0, first.length - last.length);
        const from = Number(first.slice(head.length));
        return Array.from({ length: Number(last) - from + 1 }, (_, n) => before + head + String(from + n).padStart(last.length, "0"));
      })));
    }
    return setsKnown.get(places);
  }

  const count = (moment, place, kind) => (moment.stock[place] || {})[kind] || 0;
  const total = (moment, place) =>
    Object.values(moment.stock[place] || {}).reduce((sum, one) => sum + one, 0);

  function addTo(held, place, kind, number) {
    const now = { ...held[place], [kind]: ((held[place] || {})[kind] || 0) + number };
    if (!now[kind]) delete now[kind];
    if (Object.keys(now).length) held[place] = now; else delete held[place];
  }
  const add = (moment, place, kind, number) => addTo(moment.stock, place, kind, number);

  function join(moment, name, place) {
    if (name && moment.sets[name]) moment.sets = { ...moment.sets, [name]: new Set(moment.sets[name]).add(place) };
  }

  function leave(moment, name, place) {
    const stay = name && moment.sets[name] ? [...moment.sets[name]].filter((one) => one !== place) : undefined;
    if (stay) moment.sets = { ...moment.sets, [name]: new Set(stay) };
  }

  function driveOut(moment, place) {
    if (!moment.foes[place]) return;
    const { [place]: gone, ...others } = moment.foes;
    moment.foes = others;
  }

  /** Returns where something of a kind is. */
  const placeOf = (moment, kind) => Object.keys(moment.stock).find((place) => moment.stock[place][kind]);

  /** Returns what is not there any more of what an order uses up: {place, kind}. */
  const lacking = (moment, takes = {}) => Object.entries(takes).flatMap(([place, held]) =>
    Object.keys(held).filter((kind) => count(moment, place, kind) < held[kind]).map((kind) => ({ place, kind })));

  function use(moment, takes = {}) {
    for (const place in takes) for (const kind in takes[place]) {
      const number = Math.min(takes[place][kind], count(moment, place, kind));
      if (number) add(moment, place, kind, -number);
    }
  }

  /** Returns the kinds that a gesture may take at a place, each with how many. */
  function takable(gesture, moment, place) {
    const { held } = ownOf(gesture);
    if (held) return held(moment, gesture, place);
    const found = {};
    const keep = gesture.keep || 0;
    for (const [kind, number] of Object.entries(moment.stock[place] || {})) {
      const wanted = !(gesture.kinds || []).length || gesture.kinds.includes(kind);
      if (wanted && number > keep) found[kind] = number - keep;
    }
    return found;
  }

  // -- reach ------------------------------------------------------------------------------------

  const graphs = new WeakMap();

  function neighbours(choices, names) {
    if (!graphs.has(choices)) graphs.set(choices, {});
    const known = graphs.get(choices), key = names.join(" ");
    if (!known[key]) {
      const found = {};
      for (const name of names) for (const [here, there] of choices.links[name]) {
        (found[here] || (found[here] = new Set())).add(there);
        (found[there] || (found[there] = new Set())).add(here);
      }
      for (const place in found) found[place] = [...found[place]].sort();
      known[key] = found;
    }
    return known[key];
  }

  /** Returns the ends that a reach names one by one, if it does. */
  function tableOf(choices, moment, reach, from) {
    if (reach.own && moment.script.ends) return moment.script.ends(choices, moment, from);
    const into = (reach.into || {})[from];
    return into === undefined ? (reach.table || {})[from]
      : Object.keys(choices.places).filter((to) => to !== from && within(moment, into, to));
  }

  const reachOf = (gesture, kind) => gesture.reach.find((one) =>
    !(one.kinds || []).length || kind === undefined || one.kinds.includes(kind));

  /**
   * Returns where something of a kind may end that begins at a place: a path by each end. Of equal
   * ways it is the one whose last places come first by id.
   */
  function ends(choices, moment, gesture, from, kind) {
    const own = ownOf(gesture).ends;
    if (own) return own(moment, gesture, from, kind);
    const reach = reachOf(gesture, kind), found = {};
    if (!reach || !within(moment, reach.begin, from)) return found;
    const table = tableOf(choices, moment, reach, from);
    if (table || !(reach.links || []).length) {
      for (const to of table || []) if (within(moment, reach.end, to)) found[to] = [from, to];
      return found;
    }
    const beside = neighbours(choices, reach.links), away = { [from]: 0 }, may = { [from]: true };
    let reached = [from];
    const points = reach.points === undefined ? 1 : reach.points;
    for (let step = 1; step <= points && reached.length; step++) {
      const next = [];
      for (const place of reached) for (const to of beside[place] || []) {
        if (to in away) continue;
        away[to] = step;
        may[to] = within(moment, reach.through, to);
        if (may[to]) next.push(to);
      }
      reached = next;
    }
    for (const to in away) {
      if (to === from || !within(moment, reach.end, to)) continue;
      const path = [to];
      while (path[0] !== from) path.unshift(beside[path[0]].find((one) => away[one] === away[path[0]] - 1 && may[one]));
      found[to] = path;
    }
    return found;
  }

  /** Whether something of a kind may go along a path, which need not be the shortest. */
  function isWay(choices, moment, gesture, path, kind) {
    const reach = reachOf(gesture, kind);
    const to = path[path.length - 1];
    if (!reach || path.length < 2 || to === path[0] || !within(moment, reach.begin, path[0]) || !within(moment, reach.end, to)) return false;
    if (!(reach.links || []).length) return (tableOf(choices, moment, reach, path[0]) || []).includes(to);
    const beside = neighbours(choices, reach.links);
    return path.length - 1 <= (reach.points === undefined ? 1 : reach.points) && path.slice(1).every((place, step) =>
      (beside[path[step]] || []).includes(place) && (step === path.length - 2 || within(moment, reach.through, place)));
  }

  /** Returns by place which of some kinds, of which there is but one each, can go there together. */
  function group(choices, moment, gesture, from, kinds) {
    if (ownOf(gesture).group) return ownOf(gesture).group(moment, gesture, from, kinds);
    const found = {};
    for (const kind of kinds) for (const to of Object.keys(ends(choices, moment, gesture, from, kind))) (found[to] || (found[to] = [])).push(kind);
    return found;
  }

  /** Returns the kinds that go from a place unless people say otherwise. */
  function usual(gesture, held, moment) {
    const kinds = Object.keys(held);
    return kinds.length && ownOf(gesture).usual ? ownOf(gesture).usual(kinds, moment) : kinds;
  }

  /** Returns what a game's script says of a kind besides its name, where units are chosen. */
  const besides = (moment, gesture, kind) => ownOf(gesture).besides ? ownOf(gesture).besides(moment, kind) : "";

  /** Returns values of an order with what else it needs, as its script knows. */
  const complete = (moment, gesture, values) => ownOf(gesture).complete ? ownOf(gesture).complete(moment, values) : values;

  /** Returns values of an order in which other kinds go: what followed from the old ones is left out. */
  const regrouped = (gesture, values, kinds) => ownOf(gesture).regrouped ? ownOf(gesture).regrouped(values, kinds) : { kinds };

  /** Returns how many of a count a point may have at most, as far as its script knows. */
  const mostOf = (moment, gesture, place) => ownOf(gesture).most ? ownOf(gesture).most(moment, gesture, place) : undefined;

  /** Whether a gesture may begin at a place. */
  function begins(choices, moment, gesture, place) {
    if (!within(moment, gesture.on, place) || lacking(moment, gesture.takes).length) return false;
    if (ownOf(gesture).begins) return ownOf(gesture).begins(moment, gesture, place);
    if (ownOf(gesture).held) return Object.keys(takable(gesture, moment, place)).length > 0;
    if (gesture.by === "point") {
      return !(gesture.room && total(moment, place) >= gesture.room) && !(gesture.foes && !moment.foes[place])
        && (!gesture.pool || Object.keys(takable(gesture, moment, gesture.pool)).length > 0);
    }
    if (!gesture.own && (choices.boxes || []).includes(place)) return false;  // as it is no place on the map
    if (gesture.by === "gather") return Object.keys(gatherable(choices, moment, gesture, place)).length > 0;
    return moment.vague.has(place) || total(moment, place) >= (gesture.least || 1);
  }

  /** Returns what can be brought to a place, by place and kind. */
  function gatherable(choices, moment, gesture, to) {
    const found = {};
    for (const place of neighbours(choices, gesture.links)[to] || []) {
      if (moment.stock[place] && within(moment, gesture.begin, place)) found[place] = { ...moment.stock[place] };
    }
    for (const kind of gesture.over || []) {
      if (count(moment, to, kind)) found[to] = { ...found[to], [kind]: count(moment, to, kind) };
    }
    return found;
  }

  /** Returns how many more units the orders of a topic may name, as its sum says. */
  const roomIn = (topic, lines) => Math.min(Infinity, ...sums(topic, lines)
    .filter(({ limit }) => limit.at_most !== undefined).map(({ limit, sum }) => limit.at_most - sum));

  /** Returns the sums that count in a topic, each with what it comes to. */
  function sums(topic, lines) {
    const has = (tag) => lines.some(({ order }) => order.order === tag);
    return (topic.limits || [])
      .filter((one) => one.limit === "sum" && (!one.given || has(one.given)) && !(one.not_given && has(one.not_given)))
      .map((limit) => ({ limit, sum: lines.reduce((sum, { values }) => sum + (values.count || 0), 0) }));
  }

  // -- reading ----------------------------------------------------------------------------------

  /** Returns how an order came about: its gesture and values; or that it stands as written. */
  function readOrder(topic, order) {
    for (const [number, gesture] of (topic.gestures || []).entries()) {
      const item = (gesture.items || []).findIndex((one) => same(one.order, order));
      if (item >= 0 && !gesture.make) return { number, gesture, values: { item } };
      const values = {};
      if (!gesture.make || !match(gesture.make, order, values, gesture.then || [])) continue;
      const asked = {}, parts = partsOf(gesture, values), derived = derive(gesture, values);
      const known = (gesture.asks || []).every((one) =>
        (asked[one.name] = optionOf(one, values[one.name], derived)) !== undefined);
      if (!known || !parts || (gesture.by === "gather" && !areGroups(values.groups))) continue;
      if (item >= 0) derived.item = item;
      return { number, gesture, values: derived, asked, parts, unjudged: gesture.by === "pick" && item < 0 };
    }
    return { number: -1, values: {} };
  }

  /** Returns values with what follows from them, so that options can be written by it. */
  const derive = (gesture, values) => ownOf(gesture).derive ? { ...values, ...ownOf(gesture).derive(values) } : values;

  /** Returns the things of an order's lists, each by its variables; nothing, if one is no list. */
  function partsOf(gesture, values) {
    const found = {};
    for (const [name, part] of Object.entries(gesture.parts || {})) {
      const listed = values[name] === undefined ? [] : values[name];
      if (!Array.isArray(listed)) return undefined;
      found[name] = listed.map((one) => { const each = {}; return match(part, one, each) ? each : undefined; });
      if (found[name].includes(undefined)) return undefined;
    }
    return found;
  }

  const areGroups = (groups) => isObject(groups) && Object.values(groups).every((held) =>
    isObject(held) && Object.values(held).every((number) => Number.isInteger(number) && number > 0));

  /** Returns the place at which an order ends, if it has one. */
  const endOf = (values) => values.to !== undefined ? values.to
    : values.path ? values.path[values.path.length - 1] : values.place;
  const beginOf = (values) => values.from !== undefined ? values.from
    : values.path ? values.path[0] : undefined;
  const alone = (held) => Object.keys(held).length === 1 ? Object.keys(held)[0] : undefined;

  /** Returns what of a list an order takes, if it is in it. */
  const itemOf = ({ gesture, values }) => gesture.by === "pick" && values.item !== undefined ? gesture.items[values.item] : {};

  /** Returns what is wrong with an order in a moment: keys of words, with values. */
  function faults(choices, moment, line, earlier) {
    const { gesture, values } = line, found = [];
    const told = (word, more) => found.push({ word, ...more });
    const alike = earlier.filter((one) => one.number === line.number);
    if (gesture.at_most && alike.length >= gesture.at_most) told("too-many-orders", { x: gesture.at_most });
    if (ownOf(gesture).faults) return [...found, ...ownOf(gesture).faults(moment, line, earlier)];
    const short = [gesture.takes, itemOf(line).takes].flatMap((takes) => lacking(moment, takes));
    for (const one of short) told("used-up", one);
    if (short.length) return found;
    if (gesture.by === "reply") return [...found, ...replyFaults(line, alike)];
    const from = beginOf(values), to = endOf(values);
    if (gesture.by === "pick") {
      const fault = line.parts && !line.unjudged ? struck(copied(moment), line) : undefined;
      if (fault) told(...fault);
      return found;
    }
    if (gesture.by === "point") {
      const probe = copied(moment);
      const named = new Set(gesture.once ? alike.map((one) => endOf(one.values)) : []);
      for (const one of piecesOf(line)) {
        const fault = pointed(probe, gesture, one, named, line.kind);
        if (fault) told(...fault);
        else put(probe, gesture, one);
        named.add(one.place);
      }
    } else if (gesture.by === "gather") {
      if (!within(moment, gesture.on, to)) told("not-there", { place: to });
      else if (alike.some((one) => endOf(one.values) === to)) told("named-twice", { place: to });
      else {
        const may = gatherable(choices, moment, gesture, to), groups = values.groups;
        for (const place in groups) for (const kind in groups[place]) {
          const left = (may[place] || {})[kind] || 0;
          if (groups[place][kind] > left) told("too-few-there", { place, kind, x: left });
        }
        for (const kind of gesture.over || []) {
          if (count(moment, to, kind) > ((groups[to] || {})[kind] || 0)) told("must-go", { place: to, kind });
        }
      }
    } else if (!begins(choices, moment, gesture, from) && !regained(moment, line)) told("not-from-there", { place: from });
    else if (!(values.path ? isWay(choices, moment, gesture, values.path, values.kind) : to in ends(choices, moment, gesture, from, values.kind))) {
      told(values.path && to in ends(choices, moment, gesture, from, values.kind) ? "no-way" : "not-reached", { place: to });
    }
    else if (gesture.moves && gesture.moves !== "no") {
      const held = takable(gesture, moment, from);
      const kind = values.kind || alone(held);
      const left = kind === undefined ? 0 : (held[kind] || 0) + regained(moment, line);
      if ((values.count || 1) > left && !moment.vague.has(from)) told("too-many", { x: left });
      if (values.with !== undefined) {
        if (!((gesture.carries || {})[kind] || []).includes(values.with)) told("not-along", { kind: values.with });
        else if ((values.count || 1) > count(moment, from, values.with)) told("too-many", { x: count(moment, from, values.with) });
      }
    }
    return found;
  }

  /** Returns what is put where by an order that names places: each by its variables. */
  function piecesOf({ gesture, values, parts }) {
    if (gesture.puts) return parts[gesture.puts];
    const lists = Object.values(parts || {});
    return lists.length ? lists.flat() : [values];
  }

  /** Returns what is wrong with one named place: a key of words, with values. */
  function pointed(moment, gesture, values, named, wanted) {
    const { place } = values;
    if (!within(moment, gesture.on, place)) return ["not-there", { place }];
    if (gesture.once && named.has(place)) return ["named-twice", { place }];
    if (gesture.foes && !((moment.foes[place] || {})[values.kind])) return ["none-there", { place, kind: values.kind }];
    if (gesture.pool) {
      const kind = values.kind || alone(takable(gesture, moment, gesture.pool)) || wanted;
      const left = kind === undefined ? 0 : count(moment, gesture.pool, kind);
      if ((values.count || 1) > left) return ["too-many", { x: left }];
      const room = gesture.room === undefined ? Infinity : Math.max(gesture.room - total(moment, place), 0);
      if ((values.count || 1) > room) return ["no-room", { place, x: room }];
    } else if (gesture.most && values.count > gesture.most) return ["too-many", { x: gesture.most }];
    return undefined;
  }

  /** Returns what is wrong with an order of a list that takes, puts or carries units: a key of words,
   * with values. What came before it may have changed what there is. */
  function struck(moment, { gesture, values, parts }) {
    for (const { place, kind, count: number } of parts[gesture.strikes] || []) {
      if (((moment.foes[place] || {})[kind] || 0) < number) return ["none-there", { place, kind }];
      addTo((moment.foes = { ...moment.foes }), place, kind, -number);
    }
    for (const { place } of parts[gesture.clears] || []) driveOut(moment, place);
    for (const one of parts[gesture.puts] || []) {
      if (moment.foes[one.place] && !gesture.clears) return ["not-there", { place: one.place }];
      const fault = pointed(moment, { ...gesture, on: "" }, one, new Set());
      if (fault) return fault;
      add(moment, one.place, one.kind, one.count);
    }
    const { from, to } = values;
    if (from === undefined || to === undefined) return undefined;
    if (!total(moment, from)) return ["not-from-there", { place: from }];
    if (moment.foes[to]) return ["not-there", { place: to }];
    const room = gesture.room === undefined ? Infinity : gesture.room - total(moment, to);
    return total(moment, from) > room ? ["no-room", { place: to, x: Math.max(room, 0) }] : undefined;
  }

  /** Returns how many replies an order is with all those under it. */
  const size = (order) => 1 + (order.then || []).reduce((sum, one) => sum + size(one), 0);

  /** Writes into replies how many they are: the outermost ones say it, others where they did. */
  function confirm(topic, orders, isInner = false) {
    for (const order of orders) {
      const { gesture } = readOrder(topic, order);
      if (!gesture || gesture.by !== "reply" || !gesture.confirm) continue;
      const { then, [gesture.confirm]: said } = order;
      delete order.then;
      delete order[gesture.confirm];
      if (!isInner || said !== undefined) order[gesture.confirm] = size({ then });
      if (then && then.length) order.then = then;
      confirm(topic, then || [], true);
    }
  }

  function replyFaults({ gesture, values, order, path }, alike) {
    const found = [], isFirst = path.length === 2, said = values[gesture.confirm];
    if (gesture.confirm && (isFirst ? said !== size(order) : said !== undefined && said !== size(order))) {
      found.push({ word: "miscounted", x: size(order) });
    }
    if (alike.some((one) => same(one.values.if, gesture.always) || same(one.values.if, values.if))) found.push({ word: "never-comes" });
    if (path.length / 2 > gesture.deepest) found.push({ word: "too-deep", x: gesture.deepest });
    if (isFirst && [...alike, { order }].reduce((sum, one) => sum + size(one.order), 0) > gesture.most) found.push({ word: "too-many-orders", x: gesture.most });
    return found;
  }

  /** Puts units out of a gesture's box on a place. */
  function put(moment, gesture, values) {
    if (gesture.pool) {
      const held = takable(gesture, moment, gesture.pool);
      const kind = values.kind || alone(held);
      if (kind !== undefined) {
        const number = Math.min(values.count || 1, held[kind] || 0);
        if (number) { add(moment, gesture.pool, kind, -number); add(moment, values.place, kind, number); }
      }
    }
    if (gesture.puts) driveOut(moment, values.place);
    if (gesture.joins && !within(moment, gesture.joins, values.place)) join(moment, gesture.joins, values.place);
  }

  /** Returns on which ends that dice decide a drawn order hangs. */
  const hangsOn = (moment, { gesture, values }) => gesture.hangs
    ? [endOf(values), values.won].filter((place) => place !== undefined && within(moment, gesture.hangs, place)) : [];

  /** Returns how many units of earlier orders may come to nothing while this one does not. */
  function regained(moment, line) {
    const mine = line.gesture.hangs ? hangsOn(moment, line) : [];
    return moment.pledged.filter((one) => one.from === beginOf(line.values) && one.kind === line.values.kind
      && !one.on.every((place) => mine.includes(place))).reduce((sum, one) => sum + one.number, 0);
  }

  /** Makes what an order does true of a moment; `late` takes what comes when the topic is through. */
  function apply(choices, moment, line, earlier, late) {
    const { gesture, values, parts = {} } = line, item = itemOf(line), { script } = moment;
    if (script.apply) moment.own = script.apply(choices, moment.own, line);
    if (ownOf(gesture).apply) return ownOf(gesture).apply(moment, line);
    use(moment, gesture.takes);
    use(moment, item.takes);
    if (item.gives) {
      const number = earlier.filter((one) => one.number === line.number).length;
      const given = item.gives[Math.min(number, item.gives.length - 1)] || {};
      for (const place in given) for (const kind in given[place]) add(moment, place, kind, given[place][kind]);
    }
    for (const one of parts[gesture.strikes] || []) {
      const struck = Math.min(one.count || 1, (moment.foes[one.place] || {})[one.kind] || 0);
      if (struck) addTo((moment.foes = { ...moment.foes }), one.place, one.kind, -struck);
    }
    for (const one of parts[gesture.clears] || []) driveOut(moment, one.place);
    const from = beginOf(values), to = endOf(values);
    if (gesture.by === "pick") {
      for (const one of parts[gesture.puts] || []) put(moment, gesture, one);
      if (from !== undefined && to !== undefined) {
        for (const [kind, number] of Object.entries(moment.stock[from] || {})) { add(moment, from, kind, -number); add(moment, to, kind, number); }
        join(moment, gesture.joins, to);
      }
      return;
    }
    if (gesture.by === "point") {
      for (const one of piecesOf(line)) put(moment, gesture, one);
      return;
    }
    if (gesture.by === "gather") {
      for (const place in values.groups) for (const kind in values.groups[place]) {
        const number = Math.min(values.groups[place][kind], count(moment, place, kind));
        if (number) { add(moment, place, kind, -number); late.push([place, kind, number]); }
      }
      return;
    }
    if (gesture.by === "reply" || gesture.moves === "now" || gesture.moves === "later") {
      const held = takable(gesture, moment, from), on = hangsOn(moment, line);
      for (const kind of [values.kind || alone(held), values.with]) {
        if (kind === undefined) continue;
        const number = Math.min(values.count || 1, kind === values.with ? count(moment, from, kind) : held[kind] || 0);
        if (on.length) moment.pledged.push({ from, kind, number: values.count || 1, on });
        if (!number) continue;
        add(moment, from, kind, -number);
        if (gesture.moves === "now") add(moment, to, kind, number);
        else late.push([to, kind, number]);
      }
    } else {
      moment.vague.add(from);
      moment.vague.add(to);
    }
    join(moment, gesture.joins, to);
  }

  /** Reads a list of orders in a moment, which goes on with each; returns its lines. */
  function readList(choices, topic, orders, moment, late, path) {
    const lines = [];
    for (const [place, order] of orders.entries()) {
      const written = { number: -1, values: {}, order, topic: topic.topic, path: [...path, place], faults: [], under: {}, moment: copied(moment) };
      const came = late.length;
      try {
        lines.push(readLine(choices, topic, written, moment, late, lines));
      } catch (error) {  // a pasted order may hold anything: whoever cannot read it lets it stand as written
        failures.push(error);
        Object.assign(moment, copied(written.moment));
        late.length = came;
        lines.push(written);
      }
    }
    return lines;
  }

  function readLine(choices, topic, written, moment, late, earlier) {
    const { order, path } = written, line = { ...written, ...readOrder(topic, order) };
    if (!line.gesture) return line;
    if (line.values.kinds && line.values.from === undefined) line.values.from = placeOf(moment, line.values.kinds[0]);
    if (line.values.kinds && line.values.to === undefined) line.values.to = line.values.from;
    line.faults = faults(choices, moment, line, earlier);
    for (const name of line.gesture.then || []) {
      const inner = copied(moment), to = endOf(line.values);
      apply(choices, inner, line, earlier, []);
      const { joins, leaves } = line.gesture;
      if (name === "then") leave(inner, leaves, to);
      if (name === "else" && joins && !within(moment, joins, to)) leave(inner, joins, to);
      line.under[name] = readList(choices, topic, order[name] || [], inner, [], [...path, name]);
    }
    if (line.gesture.by !== "reply") apply(choices, moment, line, earlier, late);
    return line;
  }

  /** Returns what is wrong with a topic as a whole. */
  function limited(choices, moment, topic, lines) {
    const places = Object.keys(choices.places).filter((place) => !(choices.boxes || []).includes(place));
    return (topic.limits || []).flatMap((limit) => {
      const { text, at_least: least = 0, at_most: most } = limit;
      if (limit.limit === "left") {
        const left = total(moment, limit.box);
        return left > (most || 0) ? [{ text, x: left }] : [];
      }
      if (limit.limit === "sum") {
        return sums(topic, lines).filter((one) => one.limit === limit).flatMap(({ sum }) =>
          sum < least ? [{ text, x: least - sum }] : sum > most ? [{ text, x: sum - most }] : []);
      }
      if (limit.limit === "stack") {
        return places.filter((place) => within(moment, limit.on, place) && total(moment, place) > most)
          .map((place) => ({ text, place, x: total(moment, place) }));
      }
      if (limit.limit === "near") {
        const beside = neighbours(choices, limit.links);
        return places.filter((place) => within(moment, limit.each, place) && !total(moment, place)
          && !(beside[place] || []).some((one) => total(moment, one) && within(moment, limit.begin, one)))
          .map((place) => ({ text, place }));
      }
      const lack = least - lines.length;
      return lack > 0 ? [{ text, x: lack }] : [];
    });
  }

  /**
   * Reads the orders of a sheet: by topic its lines, each with what is wrong with it, and the
   * moment behind it. `certain` is whether every line was understood.
   */
  function read(choices, orders, game) {
    const moment = firstMoment(choices, game), topics = [], { script } = moment;
    for (const topic of choices.topics) {
      const late = [];
      moment.pledged = [];
      if (script.enter) script.enter(moment, topic.topic, topics);
      const before = copied(moment);
      const lines = readList(choices, topic, orders[topic.topic] || [], moment, late, [topic.topic]);
      const after = copied(moment);
      for (const [number, gesture] of (topic.gestures || []).entries()) {
        if (!gesture.unsaid || lines.some((one) => one.number === number)) continue;
        apply(choices, moment, { ...readOrder({ gestures: [gesture] }, gesture.unsaid), number, order: gesture.unsaid }, lines, late);
      }
      for (const [place, kind, number] of late) add(moment, place, kind, number);
      topics.push({ topic, lines, before, moment: after, then: copied(moment), limits: limited(choices, moment, topic, lines) });
    }
    for (const told of checked(choices, topics, script)) {
      const line = lineAt(topics, told.path);
      if (told.path.length === 1) topics.find((one) => one.topic.topic === told.path[0]).limits.push(told);
      else if (line && told.unjudged) line.unjudged = true;
      else if (line && !line.faults.length) line.faults.push({ text: told.text, x: told.x, place: told.place });
    }
    return topics;
  }

  /** Returns what a game's script finds; where it cannot read an order, nothing of it is judged. */
  function checked(choices, topics, script) {
    try {
      return script.check ? [...script.check(choices, topics)] : [];
    } catch (error) {
      failures.push(error);
      return topics.flatMap(({ lines }) => [...all(lines)].map(({ path }) => ({ path, unjudged: true })));
    }
  }

  /** Yields all lines of a list, those under others behind them. */
  function* all(lines) {
    for (const line of lines) {
      yield line;
      for (const name in line.under) yield* all(line.under[name]);
    }
  }

  function lineAt(topics, path) {
    for (const { lines } of topics) for (const line of all(lines)) {
      if (same(line.path, path)) return line;
    }
    return undefined;
  }

  /** Returns an order that a gesture makes of values; `asked` has place and x of each option. */
  function make(gesture, values, asked = {}) {
    if (gesture.by === "pick" && values.item !== undefined) return JSON.parse(JSON.stringify(gesture.items[values.item].order));
    const given = { ...derive(gesture, values) };
    for (const one of gesture.asks || []) {
      const { place = 0, x } = asked[one.name] || {};
      const option = one.options[place];
      given[one.name] = valueOf(option, x === undefined ? option.usual : x, given);
    }
    return fill(gesture.make, given);
  }

  /** Returns the values of an order whose list has one thing, from the values of that thing. */
  function listed(gesture, values) {
    const name = gesture.puts || Object.keys(gesture.parts)[0];
    return { [name]: [fill(gesture.parts[name], values)] };
  }

  /** Adds what the list of one order has to the list of another: the same thing grows by its count. */
  function addPart(gesture, order, other) {
    const name = gesture.puts || Object.keys(gesture.parts)[0];
    const [key] = Object.entries(gesture.make).find(([, inner]) => inner === `$${name}`);
    const list = order[key] || (order[key] = []);
    for (const one of other[key]) {
      const alike = isObject(one) && Number.isInteger(one.count)
        ? list.find((each) => same({ ...each, count: 0 }, { ...one, count: 0 })) : undefined;
      if (alike) alike.count += one.count; else list.push(one);
    }
  }

  return { games, owns, failures, within, fill, match, same, optionOf, begins, ends, takable, gatherable, group, usual, besides,
           complete, regrouped, mostOf, placeOf, add, total, count, read, readOrder, roomIn, piecesOf, all, lineAt, make,
           listed, addPart, confirm, size, endOf, beginOf, alone, neighbours };
})();
if (typeof module !== "undefined") module.exports = Pen;
