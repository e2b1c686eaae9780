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

/**
 * Fills a sheet by random clicks: each topic takes fewer than `most` orders, or as many as it must
 * have. What turns out wrong is taken back, as a person would. Of a sheet that is `begun` it first
 * takes some orders away; then most clicks lead nowhere, and it takes `patience` of them a topic.
 */
function walk(choices, game, seed, most = 7, begun = undefined, patience = begun ? 150 : 60) {
  const chance = random(seed);
  const below = (n) => Math.floor(chance() * n);
  const one = (things) => things[below(things.length)];
  let orders = {}, read = null;
  for (const topic of choices.topics) orders[topic.topic] = ((begun || {})[topic.topic] || []).filter(() => below(6) > 0);
  const now = () => read || (read = Pen.read(choices, orders, game));
  const at = (name) => now().find((t) => t.topic.topic === name);
  const clean = () => now().every((t) => [...Pen.all(t.lines)].every((l) => !l.faults.length));
  const change = (by) => { by(); read = null; };

  for (const { topic: name } of choices.topics) {
    const wanted = below(most);
    for (let tries = 0; tries < patience; tries++) {
      const { topic, lines, moment, limits } = at(name);
      if (lines.length >= wanted && !limits.length) break;
      if (!(topic.gestures || []).length) break;
      const gesture = one(topic.gestures);
      if (gesture.by === "reply" && [...Pen.all(lines)].length >= wanted) break;
      if (gesture.by === "reply") {
        const before = JSON.stringify(orders);
        change(() => reply(choices, game, gesture, orders, at(name), one, chance));
        if (!clean()) change(() => { orders = JSON.parse(before); });
        continue;
      }
      const most = Pen.roomIn(topic, lines);
      if (most <= 0 && gesture.by === "point") continue;
      const offer = offered(choices, gesture, moment, one, below);
      if (offer && offer.values.count > most) offer.values.count = most;
      if (!offer) continue;
      const order = Pen.make(gesture, offer.values, offer.asked);
      const before = JSON.stringify(orders);
      const host = gesture.parts && gesture.by === "point" && lines.find((l) => l.gesture === gesture);
      // An attack that goes on from the end of another stands under it half of the time.
      const into = [...Pen.all(lines)].filter((l) => l.gesture && (l.gesture.then || []).includes("then")
        && Pen.endOf(l.values) === offer.values.from);
      change(() => {
        if (host) Pen.addPart(gesture, orders[name][host.path[1]], order);
        else if (into.length && chance() < 0.7) {
          const under = Pen.lineAt([at(name)], one(into).path).order;
          (under.then || (under.then = [])).push(order);
        } else if (lines.length && (gesture.then || []).includes("else") && chance() < 0.15) {
          const under = one([...Pen.all(lines)]).order;
          (under.else || (under.else = [])).push(order);
        } else orders[name].push(order);
      });
      if (!clean()) change(() => { orders = JSON.parse(before); });
    }
  }
  for (let tries = 0; tries < 60; tries++) {
    const wrong = faulty(now());
    if (!wrong) break;
    change(() => { const list = wrong.slice(0, -1).reduce((held, step) => held[step], orders); list.splice(wrong[wrong.length - 1], 1); });
  }
  if (Pen.failures.length) throw Pen.failures[0];
  const ready = now().every((t) => !t.limits.length && [...Pen.all(t.lines)].every((l) => l.gesture && !l.unjudged && !l.faults.length));
  const used = [...new Set(now().flatMap((t) => [...Pen.all(t.lines)].map((l) => `${t.topic.topic} ${l.gesture ? l.gesture.by : "form"}`)))];
  return { orders, ready, used, wrong: now().flatMap((t) => t.limits.map((l) => `${t.topic.topic}: ${l.text}`)) };
}

/** Makes a reply to moves that are possible, behind another one or not. */
function reply(choices, game, gesture, orders, { topic, lines, before }, one, chance) {
  const hosts = [...Pen.all(lines)].filter((line) => line.gesture && line.path.length / 2 < gesture.deepest);
  const host = hosts.length && chance() < 0.6 ? one(hosts) : null, whens = [];
  const list = host ? host.order.then || (host.order.then = []) : orders[topic.topic];
  let moment = before;
  if (host) {
    list.push({ order: "?" });
    moment = Pen.lineAt(Pen.read(choices, orders, game), [...host.path, "then", list.length - 1]).moment;
    list.pop();
  }
  const pieces = (isOwn) => {
    const expected = Pen.games[game].expect(choices, moment, whens);
    return Object.keys(choices.places).flatMap((place) => {
      const side = expected.side(place);
      const wanted = isOwn ? side && !(side in gesture.others) : side in gesture.others && !whens.some((when) => when.side === side);
      return wanted ? expected.ends(place).slice(0, 40).map((to) => ({ side, from: place, to })) : [];
    });
  };
  for (const count = Math.floor(chance() * 3); whens.length < count;) {
    const found = pieces(false);
    if (!found.length) break;
    whens.push(one(found));
  }
  const said = whens.map((when) => ({ ...when }));
  for (const when of said) {
    if (chance() < 0.1) delete when.from; else if (chance() < 0.1) delete when.to;
    if (chance() < 0.15) when.captured = one(["any", "none", ...choices.facts.kinds]);
  }
  const own = pieces(true);
  if (!own.length) return;
  const { from, to } = one(own), asked = { catch: { place: chance() < 0.15 ? 1 : 0 } };
  const values = { if: said.length ? said.map((when) => Pen.fill(gesture.condition, when)) : gesture.always, from, to };
  list.push(Pen.make(gesture, values, asked));
  Pen.confirm(topic, orders[topic.topic]);
}

/** Returns the path of an order that a person would take back: one that is wrong itself, or that
 * brings too many to a place, or names one beside which nobody stands; or nothing. */
function faulty(topics) {
  for (const { lines } of topics) for (const line of Pen.all(lines)) if (line.faults.length) return line.path;
  for (const { topic, limits } of topics) for (const { place } of limits) {
    for (const { lines } of [...topics].reverse()) for (const line of [...lines].reverse()) {
      if (place === undefined || !line.gesture || Pen.endOf(line.values) !== place) continue;
      if (line.topic === topic.topic || line.gesture.joins) return line.path;
    }
  }
  return undefined;
}

/** Returns values that a random click of a gesture would take; or nothing. */
function offered(choices, gesture, moment, one, below) {
  if (gesture.by === "pick") {
    return gesture.items.length ? { values: { item: below(gesture.items.length) } } : null;
  }
  const named = new Set([...(gesture.on && moment.sets[gesture.on]) || Object.keys(choices.places), ...Object.keys(moment.stock)]);
  let places = [...named].filter((place) => (gesture.own || !(choices.boxes || []).includes(place))
    && Pen.begins(choices, moment, gesture, place));
  const near = choices.topics.flatMap((topic) => topic.limits || []).find((limit) => limit.limit === "near" && limit.each === gesture.joins);
  if (near && below(10)) {
    const beside = Pen.neighbours(choices, near.links);
    places = places.filter((place) => (beside[place] || []).some((there) => Pen.total(moment, there)));
  }
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
  const names = JSON.stringify([gesture.make, gesture.parts || {}]);
  let held = {};
  if (gesture.by === "gather") {
    const groups = {};
    for (const [from, kinds] of Object.entries(Pen.gatherable(choices, moment, gesture, place))) {
      for (const [kind, number] of Object.entries(kinds)) {
        const going = from === place ? number : below(number + 1);
        if (going) (groups[from] || (groups[from] = {}))[kind] = going;
      }
    }
    return Object.keys(groups).length ? { values: { to: place, groups }, asked } : null;
  }
  if (gesture.by === "point") {
    values.place = place;
    const most = Pen.mostOf(moment, gesture, place);
    held = gesture.pool ? Pen.takable(gesture, moment, gesture.pool) : gesture.foes ? moment.foes[place] : {};
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
  if (names.includes('"$count"') && held[kind] && !("count" in asked)) {
    const room = gesture.by === "point" && gesture.room ? gesture.room - Pen.total(moment, place) : held[kind];
    values.count = 1 + below(Math.min(held[kind], room));
  }
  if (gesture.by === "draw") {
    const ends = Pen.ends(choices, moment, gesture, place, kind);
    const to = one(Object.keys(ends));
    if (to === undefined) return null;
    values.to = to;
    if (names.includes('"$path"')) values.path = ends[to];
  }
  return { values: gesture.parts ? Pen.listed(gesture, values) : values, asked };
}

/** Reads a recorded sheet: what of it the pen does not understand, finds wrong or writes otherwise. */
function misread(choices, game, orders) {
  const told = [];
  const topics = Pen.read(choices, orders, game);
  if (Pen.failures.length) throw Pen.failures[0];
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
 * each with whether it is offered as the first one; `orders` has those of earlier topics. Of a list
 * in an order there is one thing; orders that must have more of it are left out. Of orders that are
 * not offered there is every `step`th.
 */
function offers(choices, game, orders, name, step = 1, near = {}) {
  const { topic, before } = Pen.read(choices, orders, game).find((one) => one.topic.topic === name);
  const places = Object.keys(choices.places).filter((place) => !(choices.boxes || []).includes(place));
  const units = Object.keys(choices.kinds || {}).filter((kind) => !choices.kinds[kind].is_one);
  const found = [];
  let passed = 0;
  const put = (order, isOffered) => { if (isOffered || !(passed++ % step)) found.push([order, isOffered]); };
  const isRead = (order) => Pen.read(choices, { ...orders, [name]: [order] }, game)
    .find((one) => one.topic.topic === name).lines.every((line) => line.gesture && !line.faults.length);
  for (const gesture of topic.gestures || []) {
    const names = JSON.stringify([gesture.make || "", gesture.parts || {}]), asked = {};
    for (const one of gesture.asks || []) asked[one.name] = { place: 0 };
    const counted = names.includes('"$count"') && !("count" in asked);
    const kinds = names.includes('"$kind"') ? units : [undefined];
    const valued = (values, kind) => ({ ...values, ...(kind === undefined ? {} : { kind }), ...(counted ? { count: 1 } : {}) });
    if (/"\$(kinds|rail)"/.test(names)) {
      for (const [order, isOffered] of together(choices, before, gesture, asked, near)) put(order, isOffered);
    } else if (gesture.by === "pick") {
      gesture.items.forEach((one, item) => {
        const order = Pen.make(gesture, { item });
        put(order, Boolean(gesture.own) || isRead(order));
      });
    } else if (gesture.by === "gather") {
      for (const to of places) for (const place of places) for (const kind of units) {
        const isAny = (before.stock[place] || {})[kind] || place === to;
        if (!isAny) continue;
        const order = Pen.make(gesture, { to, groups: { [place]: { [kind]: 1 } } }, asked);
        put(order, Pen.begins(choices, before, gesture, to) && isRead(order));
      }
    } else if (gesture.by === "point") {
      if (gesture.parts && gesture.pool) continue;
      for (const place of places) for (const kind of kinds) {
        const values = valued({ place }, kind);
        const order = Pen.make(gesture, gesture.parts ? Pen.listed(gesture, values) : values, asked);
        const held = gesture.pool ? Pen.takable(gesture, before, gesture.pool) : gesture.foes ? before.foes[place] : undefined;
        put(order, Pen.begins(choices, before, gesture, place) && (kind === undefined || !held || kind in held));
      }
    } else {
      for (const from of places) for (const kind of kinds) {
        const held = Pen.takable(gesture, before, from);
        const may = Pen.begins(choices, before, gesture, from) && (kind === undefined ? !gesture.moves || gesture.moves === "no" || Object.keys(held).length > 0 : kind in held);
        const ends = may ? Pen.ends(choices, before, gesture, from, kind) : {};
        const ways = names.includes('"$path"') ? anyWays(choices, gesture, from) : {};
        for (const to of places) {
          if (!(to in ends) && passed++ % step) continue;
          const values = valued({ from, to }, kind);
          if (names.includes('"$path"')) {
            if (!ends[to] && !ways[to]) continue;
            values.path = ends[to] || ways[to];
          }
          found.push([Pen.make(gesture, values, asked), to in ends]);
        }
      }
    }
  }
  return found;
}

/** Returns the shortest ways from a place, whatever they pass, of at most eight links. */
function anyWays(choices, gesture, from) {
  const links = [...new Set(gesture.reach.flatMap((reach) => reach.links || []))];
  const beside = Pen.neighbours(choices, links), found = { [from]: [from] };
  let reached = [from];
  for (let step = 0; step < 8; step++) {
    reached = reached.flatMap((place) => (beside[place] || []).filter((to) => !found[to]).map((to) => {
      found[to] = [...found[place], to];
      return to;
    }));
  }
  delete found[from];
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
