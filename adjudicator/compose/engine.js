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
   * check(choices, topics) -> [{path, text, x, place}]: what it finds wrong;
   * note(choices, line): what it adds to a line;
   * begin(choices), apply(choices, own, line) -> own: what a moment holds of its own, behind a line;
   * ends(choices, moment, from) -> [place]: where something ends, of a reach that is its own;
   * expect(choices, moment, whens) -> {side(place), ends(place)}: for replies, whose piece stands
   * where behind moves of others, and where it can go.
   */
  const games = {};

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
  function optionOf(asked, value) {
    for (const [place, option] of asked.options.entries()) {
      const found = {};
      const isLeftOut = option.value === undefined || option.value === null;
      if (isLeftOut ? value === undefined : match(withX(option.value), value, found)) {
        const right = { count: Number.isInteger, ratio: (x) => /^[1-9]\d{0,2}\/[1-9]\d{0,2}$/.test(x) };
        if (!option.x || right[option.x](found.x)) return { place, x: found.x };
      }
    }
    return undefined;
  }
  const withX = (template) => template;

  /** Returns the value that an option writes. */
  const valueOf = (option, x) =>
    option.value === undefined || option.value === null ? undefined : fill(option.value, { x });

  // -- moments: what is where before an order ---------------------------------------------------

  function firstMoment(choices, game) {
    const stock = {};
    for (const [place, held] of Object.entries(choices.stock || {})) stock[place] = { ...held };
    const sets = {};
    for (const [name, places] of Object.entries(choices.sets || {})) sets[name] = new Set(places);
    const script = games[game] || {};
    return { stock, sets, vague: new Set(), script, own: script.begin ? script.begin(choices) : null };
  }

  function copied(moment) {
    const stock = {}, sets = {};
    for (const place in moment.stock) stock[place] = { ...moment.stock[place] };
    for (const name in moment.sets) sets[name] = new Set(moment.sets[name]);
    return { ...moment, stock, sets, vague: new Set(moment.vague) };
  }

  const count = (moment, place, kind) => (moment.stock[place] || {})[kind] || 0;
  const total = (moment, place) =>
    Object.values(moment.stock[place] || {}).reduce((sum, one) => sum + one, 0);

  function add(moment, place, kind, number) {
    const held = moment.stock[place] || (moment.stock[place] = {});
    held[kind] = (held[kind] || 0) + number;
    if (!held[kind]) delete held[kind];
  }

  /** Returns what is not there any more of what an order uses up: {place, kind}. */
  const lacking = (moment, takes = {}) => Object.entries(takes).flatMap(([place, held]) =>
    Object.keys(held).filter((kind) => count(moment, place, kind) < held[kind]).map((kind) => ({ place, kind })));

  function use(moment, takes = {}) {
    for (const place in takes) for (const kind in takes[place]) {
      add(moment, place, kind, -Math.min(takes[place][kind], count(moment, place, kind)));
    }
  }

  /** Returns the kinds that a gesture may take at a place, each with how many. */
  function takable(gesture, moment, place) {
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
    const reach = gesture.reach.find((one) =>
      !(one.kinds || []).length || kind === undefined || one.kinds.includes(kind));
    const found = {};
    if (!reach) return found;
    const { script } = moment, into = (reach.into || {})[from];
    const table = reach.own && script.ends ? script.ends(choices, moment, from)
      : into === undefined ? (reach.table || {})[from]
      : Object.keys(choices.places).filter((to) => to !== from && within(moment, into, to));
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

  /** Whether a gesture may begin at a place. */
  function begins(choices, moment, gesture, place) {
    if (!within(moment, gesture.on, place) || lacking(moment, gesture.takes).length) return false;
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
      const asked = {};
      const known = (gesture.asks || []).every((one) =>
        (asked[one.name] = optionOf(one, values[one.name])) !== undefined);
      if (known) return { number, gesture, values, asked };
    }
    return { number: -1, values: {} };
  }

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
    const takes = gesture.by === "pick" ? gesture.items[values.item].takes : gesture.takes;
    const short = lacking(moment, takes);
    for (const one of short) told("used-up", one);
    if (gesture.by === "pick" || short.length) return found;
    if (gesture.by === "reply") return [...found, ...replyFaults(line, alike)];
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

  /** Makes what an order does true of a moment; `late` takes what comes when the topic is through. */
  function apply(choices, moment, line, earlier, late) {
    const { gesture, values } = line;
    if (moment.script.apply) moment.own = moment.script.apply(choices, moment.own, line);
    use(moment, gesture.takes);
    if (gesture.by === "pick") {
      const item = gesture.items[values.item], gives = item.gives || [];
      use(moment, item.takes);
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
    if (gesture.by === "reply" || gesture.moves === "now" || gesture.moves === "later") {
      const held = takable(gesture, moment, from);
      const kind = values.kind || alone(held);
      if (kind !== undefined) {
        const number = Math.min(values.count || 1, held[kind] || 0);
        add(moment, from, kind, -number);
        if (gesture.moves === "later") late.push([to, kind, number]);
        else add(moment, to, kind, number);
      }
    } else if (gesture.by === "draw") {
      moment.vague.add(from);
      moment.vague.add(to);
    }
    if (gesture.joins && moment.sets[gesture.joins]) moment.sets[gesture.joins].add(to);
  }

  /** Reads a list of orders in a moment, which goes on with each; returns its lines. */
  function readList(choices, topic, orders, moment, late, path) {
    const lines = [];
    for (const [place, order] of orders.entries()) {
      const line = { ...readOrder(topic, order), order, topic: topic.topic, path: [...path, place], faults: [], under: {} };
      line.moment = copied(moment);
      if (line.gesture) {
        line.faults = faults(choices, moment, line, lines);
        for (const name of line.gesture.then || []) {
          const inner = copied(moment), to = endOf(line.values);
          apply(choices, inner, line, lines, []);
          const { joins, leaves } = line.gesture;
          if (name === "then" && leaves && inner.sets[leaves]) inner.sets[leaves].delete(to);
          if (name === "else" && joins && !within(moment, joins, to)) inner.sets[joins].delete(to);
          line.under[name] = readList(choices, topic, order[name] || [], inner, [], [...line.path, name]);
        }
        if (line.gesture.by !== "reply") apply(choices, moment, line, lines, late);
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
    const moment = firstMoment(choices, game), topics = [];
    for (const topic of choices.topics) {
      const late = [];
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
      if (line && !line.faults.length) line.faults.push({ text: told.text, x: told.x, place: told.place });
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
    const given = { ...values };
    for (const one of gesture.asks || []) {
      const { place = 0, x } = asked[one.name] || {};
      const option = one.options[place];
      given[one.name] = valueOf(option, x === undefined ? option.usual : x);
    }
    return fill(gesture.make, given);
  }

  return { games, within, fill, match, same, optionOf, begins, ends, takable, total, count, read,
           readOrder, all, lineAt, make, endOf, beginOf, alone, confirm, size };
})();
if (typeof module !== "undefined") module.exports = Pen;
