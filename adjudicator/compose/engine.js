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
  const games = {};  // by game, its own part: {enter(moment, topic), check(choices, topics) -> [{path, text}], note(choices, line)}
  // By the names in `own` of gestures, what a game's script knows better than choices can say:
  // {held, ends, begins, faults, apply} instead of the functions below (held: `takable`); group, what
  // of several kinds goes where; derive, what follows from an order's values; complete, what else
  // an order needs; usual, which kinds go unless people say otherwise; most, of a point's count.
  const owns = {};
  const ownOf = (gesture) => owns[gesture.own] || {};

  // -- expressions of sets ----------------------------------------------------------------------

  /** Whether a place is in an expression such as "own|declared&!city"; the empty one has all. */
  function within(moment, expression, place) {
    if (!expression) return true;
    return expression.split("|").some((all) => all.split("&").every((one) => {
      const no = one.startsWith("!");
      const members = moment.sets[no ? one.slice(1) : one];
      return no !== Boolean(members && members.has(place));
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
      const found = { ...values };
      delete found.x;
      const isLeftOut = option.value === undefined || option.value === null;
      if (isLeftOut ? value === undefined : match(withX(option.value), value, found)) {
        const right = { count: Number.isInteger, ratio: (x) => /^[1-9]\d{0,2}\/[1-9]\d{0,2}$/.test(x), given: (x) => x !== undefined };
        if (!option.x || right[option.x](found.x)) return { place, x: found.x };
      }
    }
    return undefined;
  }
  const withX = (template) => template;

  /** Returns the value that an option writes. */
  const valueOf = (option, x, values) =>
    option.value === undefined || option.value === null ? undefined : fill(option.value, { ...values, x });

  // -- moments: what is where before an order ---------------------------------------------------

  // What a moment holds is never changed, but replaced: so a copy of it is cheap. `own` is what
  // the game's script keeps there.

  function firstMoment(choices) {
    const sets = {};
    for (const [name, places] of Object.entries(choices.sets || {})) sets[name] = setOf(choices, places);
    return { choices, stock: { ...choices.stock }, sets, vague: new Set(), own: {} };
  }

  const setsKnown = new WeakMap();

  /** Returns the members of a set; "s0103..08" are those from s0103 to s0108. */
  function setOf(choices, places) {
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

  const copied = (moment) => ({ ...moment, stock: { ...moment.stock }, sets: { ...moment.sets },
                                vague: new Set(moment.vague), own: { ...moment.own } });
  const withPlace = (set, place) => new Set(set).add(place);
  const without = (set, place) => new Set([...set].filter((one) => one !== place));

  const count = (moment, place, kind) => (moment.stock[place] || {})[kind] || 0;
  const total = (moment, place) =>
    Object.values(moment.stock[place] || {}).reduce((sum, one) => sum + one, 0);

  function add(moment, place, kind, number) {
    const held = { ...moment.stock[place] };
    held[kind] = (held[kind] || 0) + number;
    if (!held[kind]) delete held[kind];
    moment.stock[place] = held;
  }

  /** Returns where something of a kind is. */
  const placeOf = (moment, kind) => Object.keys(moment.stock).find((place) => moment.stock[place][kind]);

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

  /** Returns where something of a kind may end that begins at a place: a path by each end. */
  function ends(choices, moment, gesture, from, kind) {
    const own = ownOf(gesture).ends;
    if (own) return own(moment, gesture, from, kind);
    const reach = gesture.reach.find((one) =>
      !(one.kinds || []).length || kind === undefined || one.kinds.includes(kind));
    const found = {};
    if (!reach) return found;
    const table = (reach.table || {})[from];
    if (table || !(reach.links || []).length) {
      for (const to of table || []) if (within(moment, reach.end, to)) found[to] = [from, to];
      return found;
    }
    const beside = neighbours(choices, reach.links), paths = { [from]: [from] };
    let reached = [from];
    const points = reach.points === undefined ? 1 : reach.points;
    for (let step = 0; step < points && reached.length; step++) {
      const next = [];
      for (const place of reached) for (const to of beside[place] || []) {
        if (paths[to]) continue;
        paths[to] = [...paths[place], to];
        if (within(moment, reach.end, to)) found[to] = paths[to];
        if (within(moment, reach.through, to)) next.push(to);
      }
      reached = next;
    }
    return found;
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

  const complete = (moment, gesture, values) => ownOf(gesture).complete ? ownOf(gesture).complete(moment, values) : values;

  /** Returns values of an order in which other kinds go: what followed from the old ones is left out. */
  const regrouped = (gesture, values, kinds) => ownOf(gesture).regrouped ? ownOf(gesture).regrouped(values, kinds) : { kinds };

  /** Returns how many of a count a point may have at most, as far as its script knows. */
  const mostOf = (moment, gesture, place) => ownOf(gesture).most ? ownOf(gesture).most(moment, gesture, place) : undefined;

  /** Whether a gesture may begin at a place. */
  function begins(choices, moment, gesture, place) {
    if (!within(moment, gesture.on, place)) return false;
    if (ownOf(gesture).begins) return ownOf(gesture).begins(moment, gesture, place);
    if (ownOf(gesture).held) return Object.keys(takable(gesture, moment, place)).length > 0;
    if (gesture.by === "point") {
      return !gesture.pool || Object.keys(takable(gesture, moment, gesture.pool)).length > 0;
    }
    return moment.vague.has(place) || total(moment, place) >= (gesture.least || 1);
  }

  // -- reading ----------------------------------------------------------------------------------

  /** Returns how an order came about: its gesture and values; or that it stands as written. */
  function readOrder(topic, order) {
    for (const [number, gesture] of (topic.gestures || []).entries()) {
      if (gesture.by === "pick") {
        const item = gesture.items.findIndex((one) => same(one.order, order));
        if (item >= 0) return { number, gesture, values: { item } };
        continue;
      }
      const values = {};
      if (!match(gesture.make, order, values, gesture.then || [])) continue;
      const asked = {}, derived = derive(gesture, values);
      const known = (gesture.asks || []).every((one) =>
        (asked[one.name] = optionOf(one, values[one.name], derived)) !== undefined);
      if (known) return { number, gesture, values: derived, asked };
    }
    return { number: -1, values: {} };
  }

  /** Returns values with what follows from them, so that options can be written by it. */
  const derive = (gesture, values) => ownOf(gesture).derive ? { ...values, ...ownOf(gesture).derive(values) } : values;

  /** Returns the place at which an order ends, if it has one. */
  const endOf = (values) => values.to !== undefined ? values.to
    : values.path ? values.path[values.path.length - 1] : values.place;
  const beginOf = (values) => values.from !== undefined ? values.from
    : values.path ? values.path[0] : undefined;
  const alone = (held) => Object.keys(held).length === 1 ? Object.keys(held)[0] : undefined;

  /** Returns what is wrong with an order in a moment: keys of words, with values. */
  function faults(choices, moment, line, earlier) {
    const { gesture, values } = line, found = [];
    const told = (word, more) => found.push({ word, ...more });
    const alike = earlier.filter((one) => one.number === line.number);
    if (gesture.at_most && alike.length >= gesture.at_most) told("too-many-orders", { x: gesture.at_most });
    if (ownOf(gesture).faults) return [...found, ...ownOf(gesture).faults(moment, line, earlier)];
    if (gesture.by === "pick") {
      const takes = gesture.items[values.item].takes || {};
      for (const place in takes) for (const kind in takes[place]) {
        if (count(moment, place, kind) < takes[place][kind]) told("used-up", { place, kind });
      }
      return found;
    }
    const from = beginOf(values), to = endOf(values);
    if (gesture.by === "point") {
      if (!within(moment, gesture.on, to)) told("not-there", { place: to });
      if (gesture.once && alike.some((one) => endOf(one.values) === to)) told("named-twice", { place: to });
      if (gesture.pool) {
        const kind = values.kind || alone(takable(gesture, moment, gesture.pool)) || line.kind;
        const left = kind === undefined ? 0 : count(moment, gesture.pool, kind);
        if ((values.count || 1) > left) told("too-many", { x: left });
      } else if (gesture.most && values.count > gesture.most) told("too-many", { x: gesture.most });
      return found;
    }
    if (!begins(choices, moment, gesture, from)) told("not-from-there", { place: from });
    else if (!(to in ends(choices, moment, gesture, from, values.kind))) told("not-reached", { place: to });
    else if (gesture.moves && gesture.moves !== "no") {
      const held = takable(gesture, moment, from);
      const kind = values.kind || alone(held);
      const left = kind === undefined ? 0 : held[kind] || 0;
      if ((values.count || 1) > left && !moment.vague.has(from)) told("too-many", { x: left });
    }
    return found;
  }

  /** Makes what an order does true of a moment; `late` takes what comes when the topic is through. */
  function apply(choices, moment, line, earlier, late) {
    const { gesture, values } = line;
    if (ownOf(gesture).apply) return ownOf(gesture).apply(moment, line);
    if (gesture.by === "pick") {
      const item = gesture.items[values.item], gives = item.gives || [];
      for (const place in item.takes || {}) for (const kind in item.takes[place]) {
        add(moment, place, kind, -Math.min(item.takes[place][kind], count(moment, place, kind)));
      }
      const number = earlier.filter((one) => one.number === line.number).length;
      const given = gives[Math.min(number, gives.length - 1)] || {};
      for (const place in given) for (const kind in given[place]) add(moment, place, kind, given[place][kind]);
      return;
    }
    const from = beginOf(values), to = endOf(values);
    if (gesture.by === "point" && gesture.pool) {
      const held = takable(gesture, moment, gesture.pool);
      const kind = values.kind || alone(held);
      if (kind !== undefined) {
        const number = Math.min(values.count || 1, held[kind] || 0);
        add(moment, gesture.pool, kind, -number);
        add(moment, to, kind, number);
      }
    }
    if (gesture.by === "draw" && (gesture.moves === "now" || gesture.moves === "later")) {
      const held = takable(gesture, moment, from);
      const kind = values.kind || alone(held);
      if (kind !== undefined) {
        const number = Math.min(values.count || 1, held[kind] || 0);
        add(moment, from, kind, -number);
        if (gesture.moves === "now") add(moment, to, kind, number);
        else late.push([to, kind, number]);
      }
    } else if (gesture.by === "draw") {
      moment.vague.add(from);
      moment.vague.add(to);
    }
    if (gesture.joins && moment.sets[gesture.joins]) moment.sets[gesture.joins] = withPlace(moment.sets[gesture.joins], to);
  }

  /** Reads a list of orders in a moment, which goes on with each; returns its lines. */
  function readList(choices, topic, orders, moment, late, path) {
    const lines = [];
    for (const [place, order] of orders.entries()) {
      const line = { ...readOrder(topic, order), order, topic: topic.topic, path: [...path, place], faults: [], under: {} };
      line.moment = copied(moment);
      if (line.gesture) {
        if (line.values.kinds && line.values.from === undefined) line.values.from = placeOf(moment, line.values.kinds[0]);
        if (line.values.kinds && line.values.to === undefined) line.values.to = line.values.from;
        line.faults = faults(choices, moment, line, lines);
        for (const name of line.gesture.then || []) {
          const inner = copied(moment), to = endOf(line.values);
          apply(choices, inner, line, lines, []);
          const { joins, leaves } = line.gesture;
          if (name === "then" && leaves && inner.sets[leaves]) inner.sets[leaves] = without(inner.sets[leaves], to);
          if (name === "else" && joins && !within(moment, joins, to)) inner.sets[joins] = without(inner.sets[joins], to);
          line.under[name] = readList(choices, topic, order[name] || [], inner, [], [...line.path, name]);
        }
        apply(choices, moment, line, lines, late);
      }
      lines.push(line);
    }
    return lines;
  }

  /** Returns what is wrong with a topic as a whole. */
  function limited(moment, topic, lines) {
    return (topic.limits || []).flatMap((limit) => {
      if (limit.limit === "left") {
        const left = total(moment, limit.box);
        return left > (limit.at_most || 0) ? [{ text: limit.text, x: left }] : [];
      }
      const lack = (limit.at_least || 0) - lines.length;
      return lack > 0 ? [{ text: limit.text, x: lack }] : [];
    });
  }

  /**
   * Reads the orders of a sheet: by topic its lines, each with what is wrong with it, and the
   * moment behind it. `certain` is whether every line was understood.
   */
  function read(choices, orders, game) {
    const moment = firstMoment(choices), topics = [];
    for (const topic of choices.topics) {
      const late = [];
      if (games[game] && games[game].enter) games[game].enter(moment, topic.topic, topics);
      const before = copied(moment);
      const lines = readList(choices, topic, orders[topic.topic] || [], moment, late, [topic.topic]);
      for (const [place, kind, number] of late) add(moment, place, kind, number);
      const after = copied(moment);
      for (const [place, kind, number] of late) add(after, place, kind, -number);
      topics.push({ topic, lines, before, moment: after, limits: limited(moment, topic, lines) });
    }
    const own = game && games[game];
    if (own && own.check) for (const told of own.check(choices, topics)) {
      const line = lineAt(topics, told.path);
      if (told.path.length === 1) topics.find((one) => one.topic.topic === told.path[0]).limits.push(told);
      if (line && told.unsure) line.isUnsure = true;
      else if (line && !line.faults.length) line.faults.push({ text: told.text, x: told.x, place: told.place });
    }
    return topics;
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
    if (gesture.by === "pick") return JSON.parse(JSON.stringify(gesture.items[values.item].order));
    const given = { ...derive(gesture, values) };
    for (const one of gesture.asks || []) {
      const { place = 0, x } = asked[one.name] || {};
      const option = one.options[place];
      given[one.name] = valueOf(option, x === undefined ? option.usual : x, given);
    }
    return fill(gesture.make, given);
  }

  return { games, owns, within, placeOf, add, group, usual, complete, besides, mostOf, regrouped, fill, match, same, optionOf, begins, ends, takable, total, count, read,
           readOrder, all, lineAt, make, endOf, beginOf, alone };
})();
if (typeof module !== "undefined") module.exports = Pen;
