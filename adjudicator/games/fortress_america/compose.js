"use strict";
/*
 * What the pen knows of Fortress America besides its choices: how partisan cards spread their units,
 * as `rules/card_placing.py` judges it, and what no dice can make legal of the second movement, as
 * `rules/projection_checks.py` follows it. (Actions 1, 5 and 6, rulings 100 to 102)
 */
((Pen) => {
  const size = (held) => Object.values(held || {}).reduce((sum, one) => sum + one, 0);
  const sumOf = (things, by) => things.reduce((sum, one) => sum + by(one), 0);

  /** Yields what is wrong with the cards: their order, and how they spread their units. */
  function* cards(choices, { lines }) {
    const { hand, forced, cards: facts, stack } = choices.facts, played = [...forced];
    for (const { gesture, order, parts, path, moment } of lines) {
      const before = hand.slice(0, Math.max(hand.indexOf(order.card), 0));
      if (!before.every((card) => played.includes(card))) yield { path, key: "card-order" };
      played.push(order.card);
      const { spread, groups, areas, short } = (gesture && facts[order.card]) || {};
      if (!spread) continue;
      const at = {}, of = {};
      for (const { place, kind, count } of parts.places) {
        at[place] = (at[place] || 0) + count;
        of[kind] = (of[kind] || 0) + count;
      }
      const used = Object.keys(at).length;
      const open = [...moment.sets[order.card]].filter((place) => !moment.foes[place] && Pen.total(moment, place) < stack);
      const isWrong = spread === "one-area" ? used > 1 : spread === "one-or-two-areas" ? used > 2
        : spread === "separate-where-possible" ? used < Math.min(size(at), open.length)
        : spread === "one-each" && (used > areas || groups.some((group) => sumOf(group, (place) => at[place] || 0) > 1));
      if (isWrong) yield { path, key: "card-spread" };
      for (const [kind, most, other, others] of short || []) {
        if ((of[kind] || 0) < most && (of[other] || 0) > others) yield { path, key: "card-stand-in" };
      }
    }
  }

  /** Returns who fights where, by the place of the battle and where the attackers stand. */
  function battles(choices, { lines, before }) {
    const found = {}, left = {};
    for (const place in before.stock) left[place] = { ...before.stock[place] };
    const take = (groups) => {
      for (const place in groups) for (const kind in groups[place]) {
        if (left[place]) left[place][kind] = Math.max((left[place][kind] || 0) - groups[place][kind], 0);
      }
    };
    for (const { values } of lines) take((found[values.to] = values.groups));
    const beside = Pen.neighbours(choices, ["borders"]);
    for (const area of before.sets.declared) {
      if (area in found || !before.foes[area]) continue;
      const groups = {};
      for (const place of beside[area]) if (before.sets.own.has(place) && size(left[place])) groups[place] = { ...left[place] };
      if (size(left[area])) groups[area] = { ...left[area] };
      take((found[area] = groups));
    }
    return found;
  }

  /** Returns what the second movement is judged by: battles, and which places can come to be open. */
  function outlook(choices, named) {
    const { facts } = choices, { before } = named("invasion");
    const fights = battles(choices, named("attacks"));
    const fires = named("lasers") ? named("lasers").lines : [];
    const lasers = named("lasers") ? facts.lasers + (named("reinforcements") ? named("reinforcements").lines.length : 0) : 0;
    const foes = (area) => size(before.foes[area]);
    const beside = Pen.neighbours(choices, ["borders"]);
    const attackers = (area) => {
      const kinds = {};
      for (const held of Object.values(fights[area] || {})) for (const kind in held) kinds[kind] = (kinds[kind] || 0) + held[kind];
      return kinds;
    };
    /** Returns why a place that others hold can never be entered; nothing: it may be won. */
    const shut = (area) => {
      if (!foes(area) || facts.earlier) return "";
      const aimed = lasers > fires.length || fires.slice(0, lasers).some(({ values }) => values.place === area);
      let left = foes(area) - (lasers && aimed ? 1 : 0);
      if (left <= 0) return "";
      const kinds = attackers(area);
      if (!size(kinds)) return "few-attack";
      if (facts.strikes && beside[area].some((place) => before.sets.sources.has(place))) left -= facts.strikes;
      if (left > 0 && left > size(kinds)) return "lost";
      return left > 0 && Object.keys(kinds).every((kind) => kind === "bomber") ? "bombers-only" : "";
    };
    return { before, fights, foes, shut, earlier: facts.earlier };
  }

  /** Yields what is wrong with the second movement whatever the dice bring. */
  function* invasion(choices, named, seen) {
    const { before, foes, shut } = seen, going = [];
    for (const line of named("invasion").lines) {
      if (!line.gesture) continue;
      const { path, values } = line, end = Pen.endOf(values);
      const barred = [end, values.won].find((place) => place !== undefined && shut(place));
      if (barred) yield { path, key: shut(barred), place: barred, x: foes(barred) };
      else if (!line.faults.length) going.push({ path, end, from: values.path[0], kind: values.kind, count: values.count,
        least: values.least || 1, on: [end, values.won].filter((place) => before.foes[place]) });
    }
    const doubted = guarded(named);
    for (const area of new Set(going.map(({ end }) => end))) {
      const entering = going.filter(({ end }) => end === area);
      const most = sumOf(entering, ({ count }) => count) + Pen.total(before, area);
      const { stack } = choices.facts, { path } = entering.pop();
      const x = most > stack ? fewest(seen, area, going) : 0;
      if (x > stack) yield { path, key: "overflow", place: area, x };
      else if (most > stack && doubted.size) {
        const isOff = (place) => place !== area && doubted.has(place), fights = { ...seen.fights };
        for (const place of doubted) if (isOff(place)) delete fights[place];
        const sure = going.filter(({ on }) => !on.some(isOff));
        if (fewest({ ...seen, fights }, area, sure) > stack) yield { path, unjudged: true };
      }
    }
  }

  /** Returns the places whose battle a condition may call off before the first die. (Ruling 60) */
  function guarded(named) {
    const orders = named("battles") ? named("battles").lines.map(({ order }) => Object.keys(order.guards || {})) : [];
    return new Set([...named("attacks").lines.filter(({ values }) => values.least).map(({ values }) => values.to), ...orders.flat()]);
  }

  /** Returns how many will be in a place that is open, whatever else the dice bring. */
  function fewest({ before, fights, foes, earlier }, area, going) {
    const enters = (one) => one.end === area && one.on.every((place) => place === area);
    const groups = new Map(going.filter(enters).map(({ from, kind }) => [`${from} ${kind}`, { from, kind }]));
    const of = (from, kind) => going.filter((one) => one.from === from && one.kind === kind);
    let count = 0;
    for (const { from, kind } of groups.values()) {
      const there = Pen.count(before, from, kind), orders = of(from, kind), all = sumOf(orders, (one) => one.count);
      const stake = sumOf(Object.values(fights), (fight) => (fight[from] || {})[kind] || 0);
      const sure = orders.filter((one) => enters(one) && (one.least === 1 || (!stake && there >= all)));
      const coming = sumOf(sure, (one) => one.count);
      count += Math.min(coming, Math.max(0, there - (all - coming)));
    }
    for (const [kind, there] of Object.entries(before.stock[area] || {})) {
      count += Math.max(0, there - sumOf(of(area, kind), (one) => one.count));
    }
    const places = [...new Set([area, ...[...groups.values()].map(({ from }) => from)])];
    for (const [battle, fight] of Object.entries(fights)) {
      const fighting = sumOf(places, (place) => size(fight[place]));
      count -= Math.min(fighting, earlier && foes(battle) ? fighting : foes(battle));
    }
    return count;
  }

  function check(choices, topics) {
    const named = (name) => topics.find(({ topic }) => topic.topic === name), told = [];
    if (named("cards") && choices.facts.hand) told.push(...cards(choices, named("cards")));
    const isKnown = topics.every(({ topic, lines }) => topic.topic === "invasion" || lines.every((line) => line.gesture));
    if (named("invasion") && named("attacks") && isKnown) told.push(...invasion(choices, named, outlook(choices, named)));
    return told.map(({ key, ...more }) => (key ? { ...more, text: choices.facts.words[key] } : more));
  }

  for (const edition of ["1986", "2012"]) Pen.games[`fortress-america-${edition}`] = { check };
})(typeof Pen === "undefined" ? globalThis.Pen : Pen);
