"use strict";
/*
 * Random clicks: fills sheets by what the pen offers and by nothing else. Runs where `Pen` is.
 */

/** A small generator of numbers in [0, 1): the same for the same seed, on any machine. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Fills a sheet; or, of `begun`, takes some orders away and fills it again. */
function walk(choices, game, seed, begun) {
  const chance = random(seed);
  const below = (n) => Math.floor(chance() * n);
  const one = (things) => things[below(things.length)];
  const orders = {}, singles = Object.values(choices.kinds || {}).filter((kind) => kind.is_one).length;
  for (const { topic } of choices.topics) orders[topic] = ((begun || {})[topic] || []).filter(() => below(6) > 0);
  const at = (name) => Pen.read(choices, orders, game).find((t) => t.topic.topic === name);
  const clean = () => Pen.read(choices, orders, game).every((t) => [...Pen.all(t.lines)].every((l) => !l.faults.length && !l.isUnsure));

  for (const { topic: name } of choices.topics) {
    // Where many single units are to be led, sheets are longer.
    const wanted = below(7 + Math.floor(singles / 6));
    for (let tries = 0; tries < (begun ? 600 : 60); tries++) {
      const { topic, lines, moment, limits } = at(name);
      if (lines.length >= wanted && !limits.length) break;
      if (!(topic.gestures || []).length) break;
      const gesture = one(topic.gestures);
      const offer = offered(choices, gesture, moment, one, below);
      if (!offer) continue;
      const order = Pen.make(gesture, offer.values, offer.asked);
      const before = JSON.stringify(orders);
      // An attack that goes on from the end of another stands under it half of the time.
      const into = [...Pen.all(lines)].filter((l) => l.gesture && (l.gesture.then || []).includes("then")
        && Pen.endOf(l.values) === offer.values.from);
      if (into.length && chance() < 0.7) {
        const host = Pen.lineAt([at(name)], one(into).path).order;
        (host.then || (host.then = [])).push(order);
      } else if (lines.length && (gesture.then || []).includes("else") && chance() < 0.15) {
        const host = one([...Pen.all(lines)]).order;
        (host.else || (host.else = [])).push(order);
      } else orders[name].push(order);
      if (!clean()) Object.assign(orders, JSON.parse(before));
    }
  }
  const read = Pen.read(choices, orders, game);
  const ready = read.every((t) => !t.limits.length && [...Pen.all(t.lines)].every((l) => l.gesture && !l.isUnsure && !l.faults.length));
  return { orders, ready };
}

function offered(choices, gesture, moment, one, below) {
  if (gesture.by === "pick") {
    return gesture.items.length ? { values: { item: below(gesture.items.length) } } : null;
  }
  const named = new Set([...(gesture.on && moment.sets[gesture.on]) || Object.keys(choices.places), ...Object.keys(moment.stock)]);
  const places = [...named].filter((place) => (gesture.own || !(choices.boxes || []).includes(place))
    && Pen.begins(choices, moment, gesture, place));
  if (!places.length) return null;
  const values = {}, asked = {};
  for (const ask of gesture.asks || []) {
    const offered = ask.options.filter((option) => option.x !== "given");
    const place = below(offered.length), option = ask.options[place];
    asked[ask.name] = { place };
    if (option.x === "count") asked[ask.name].x = 1 + below(6);
    if (option.x === "ratio") asked[ask.name].x = `${1 + below(4)}/${4 + below(3)}`;
  }
  const place = one(places);
  const names = JSON.stringify(gesture.make);
  let held = {};
  if (gesture.by === "point") {
    values.place = place;
    held = gesture.pool ? Pen.takable(gesture, moment, gesture.pool) : {};
    const most = Pen.mostOf(moment, gesture, place);
    if (names.includes('"$count"') && (!gesture.pool || most)) values.count = 1 + below(most || gesture.most || 9);
  } else {
    held = Pen.takable(gesture, moment, place);
    values.from = place;
  }
  if (/"\$(kinds|rail)"/.test(names)) {
    let kinds = (below(2) ? Pen.usual(gesture, held, moment) : Object.keys(held)).filter(() => below(3) > 0);
    if (!kinds.length) kinds = [one(Object.keys(held))];
    if (gesture.gathers) return { values: Pen.complete(moment, gesture, { kinds, to: place }), asked };
    const group = Pen.group(choices, moment, gesture, place, kinds), to = one(Object.keys(group));
    return to === undefined ? null : { values: Pen.complete(moment, gesture, { from: place, to, kinds: group[to] }), asked };
  }
  const kind = one(Object.keys(held));
  if (names.includes('"$kind"')) values.kind = kind;
  if (names.includes('"$count"') && held[kind] && !("count" in asked)) values.count = 1 + below(held[kind]);
  if (gesture.by === "draw") {
    const ends = Pen.ends(choices, moment, gesture, place, kind);
    const to = one(Object.keys(ends));
    if (to === undefined) return null;
    values.to = to;
    if (names.includes('"$path"')) values.path = ends[to];
  }
  return { values, asked };
}

/** Reads a recorded sheet: what of it the pen does not understand, finds wrong or writes otherwise. */
function misread(choices, game, orders) {
  const told = [];
  const topics = Pen.read(choices, orders, game);
  for (const [topic, listed] of Object.entries(orders)) {
    if (listed.length && !topics.some((one) => one.topic.topic === topic)) told.push(`no topic ${topic}`);
  }
  for (const { topic, lines, limits } of topics) {
    told.push(...limits.map((one) => `${topic.topic}: ${one.text} (${one.x})`));
    for (const line of Pen.all(lines)) {
      if (!line.gesture) told.push(`as written: ${JSON.stringify(line.order)}`);
      told.push(...line.faults.map((fault) => `${JSON.stringify(fault)} ${JSON.stringify(line.order)}`));
      if (!line.gesture) continue;
      const again = Pen.make(line.gesture, line.values, line.asked);
      for (const name of line.gesture.then || []) if (line.order[name]) again[name] = line.order[name];
      if (!Pen.same(again, line.order)) told.push(`made again: ${JSON.stringify(again)}`);
    }
  }
  return told;
}

/**
 * Returns every order that a topic's gestures could write of one kind, from anywhere to anywhere,
 * each with whether it is offered as the first one; `orders` has those of earlier topics.
 */
function offers(choices, game, orders, name, near = {}) {
  const { topic, before } = Pen.read(choices, orders, game).find((one) => one.topic.topic === name);
  const places = Object.keys(choices.places).filter((place) => !(choices.boxes || []).includes(place));
  const found = [];
  for (const gesture of topic.gestures || []) {
    const names = JSON.stringify(gesture.make || ""), asked = {};
    for (const one of gesture.asks || []) asked[one.name] = { place: 0 };
    const counted = names.includes('"$count"') && !("count" in asked);
    if (/"\$(kinds|rail)"/.test(names)) found.push(...together(choices, before, gesture, asked, near));
    else if (gesture.by === "pick") {
      gesture.items.forEach((one, item) => found.push([Pen.make(gesture, { item }), true]));
    } else if (gesture.by === "point") {
      for (const place of places) {
        const order = Pen.make(gesture, { place, ...(counted ? { count: 1 } : {}) }, asked);
        found.push([order, Pen.begins(choices, before, gesture, place)]);
      }
    } else {
      const kinds = names.includes('"$kind"') ? Object.keys(choices.kinds || {}) : [undefined];
      for (const from of places) for (const kind of kinds) {
        const held = Pen.takable(gesture, before, from);
        const may = Pen.begins(choices, before, gesture, from) && (kind === undefined ? !gesture.moves || gesture.moves === "no" || Object.keys(held).length > 0 : kind in held);
        const ends = may ? Pen.ends(choices, before, gesture, from, kind) : {};
        for (const to of places) {
          const values = { from, to, ...(kind === undefined ? {} : { kind }), ...(counted ? { count: 1 } : {}) };
          if (names.includes('"$path"')) { if (!(to in ends)) continue; values.path = ends[to]; }
          found.push([Pen.make(gesture, values, asked), to in ends]);
        }
      }
    }
  }
  return found;
}

/**
 * Yields an order of each single unit to each place that `near` lists of where it stands, with
 * whether it is offered; of what gathers, of each unit at each place that `near` has.
 */
function* together(choices, moment, gesture, asked, near) {
  const order = (values) => Pen.make(gesture, Pen.complete(moment, gesture, values), asked);
  if (gesture.gathers) {
    for (const to of Object.keys(near).filter((place) => (choices.facts.foes || {})[place])) {
      const held = Object.keys(Pen.takable(gesture, moment, to)), ships = held.filter((unit) => unit.includes("-amphibious-"));
      for (const place in moment.stock) for (const unit of Object.keys(moment.stock[place])) {
        yield [order({ to, kinds: [...new Set([...ships, unit])] }), held.includes(unit)];
      }
    }
    return;
  }
  const isByRail = JSON.stringify(gesture.make).includes('"$rail"');
  for (const from in near) for (const unit of Object.keys(moment.stock[from] || {})) {
    if (isByRail && !unit.includes("-rail-")) continue;
    const may = unit in Pen.takable(gesture, moment, from) && Pen.begins(choices, moment, gesture, from);
    const ends = may ? Pen.group(choices, moment, gesture, from, [unit]) : {};
    for (const to of near[from]) {
      const values = { from, to, kinds: [unit] }, isOffered = (ends[to] || []).includes(unit);
      if (!JSON.stringify(gesture.make).includes('"$ship"')) yield [Pen.make(gesture, values, asked), isOffered];
      else if (isOffered) yield [order(values), true];
      else for (const ship of Object.keys(moment.stock[to] || {}).filter((one) => /-(transport|amphibious)-/.test(one))) {
        yield [Pen.make(gesture, { ...values, ship }, asked), false];
      }
    }
  }
}
