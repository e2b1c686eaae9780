"use strict";
/*
 * What the pen knows of Galactic Conquest besides its choices: how far dice can lead, as
 * `rules/projected_checks.py` follows it, and the chance of each attack. (Steps 4 to 6)
 *
 * Bounds {most, fewest, against, traded}: by planet the most troops where it may be the seat's, the
 * fewest where it is for certain, the fewest that defend it where it may be another's; and whether
 * a set may have been turned in on the way, whose troops may stand anywhere.
 */
((Pen) => {
  const MOST = 99999, DEFENDING = 2, SIDES = 6, MOST_CARDS = 4;

  // -- chances ----------------------------------------------------------------------------------

  const rolls = {};

  /** Returns by troops that the attacker loses the chance of it; ties cost the attacker. */
  function roll(dice, defence) {
    const key = `${dice} ${defence}`;
    if (rolls[key]) return rolls[key];
    const compared = Math.min(dice, defence), ways = new Array(compared + 1).fill(0);
    const all = (n) => n ? all(n - 1).flatMap((one) => [1, 2, 3, 4, 5, 6].map((die) => [...one, die])) : [[]];
    const down = (thrown) => [...thrown].sort((a, b) => b - a);
    const against = all(defence).map(down);
    for (const attack of all(dice).map(down)) for (const defend of against) {
      let lost = 0;
      for (let place = 0; place < compared; place++) lost += attack[place] <= defend[place];
      ways[lost]++;
    }
    return (rolls[key] = ways.map((count) => count / SIDES ** (dice + defence)));
  }

  const tables = {};

  /** Returns the chance to capture a planet: `troops` stand where the attack begins. */
  function chance(troops, defenders, dice = 3) {
    const own = Math.min(troops - 1, 300), enemy = Math.min(defenders, 300);
    if (own < 1 || enemy < 1) return enemy < 1 ? 1 : 0;
    const table = tables[dice] || (tables[dice] = []);
    for (let here = table.length; here <= own; here++) table.push([1]);
    for (let here = 0; here <= own; here++) for (let there = table[here].length; there <= enemy; there++) {
      const fought = Math.min(dice, here), defence = Math.min(DEFENDING, there);
      table[here][there] = here === 0 ? 0 : roll(fought, defence).reduce((sum, part, lost) =>
        sum + part * table[here - lost][there - (Math.min(fought, defence) - lost)], 0);
    }
    return table[own][enemy];
  }

  function isUnder(troops, defenders, ratio, dice) {
    const [over, under] = ratio.split("/").map(Number);
    return over >= under || chance(troops, defenders, dice) < over / under - 1e-12;
  }

  // -- bounds -----------------------------------------------------------------------------------

  const troops = (bounds, planet) => {
    const found = bounds.most[planet] || 0;
    return found && bounds.traded ? MOST : found;
  };

  function either(one, other) {
    const most = { ...one.most }, against = { ...one.against }, fewest = {};
    for (const at in other.most) most[at] = Math.max(most[at] || 0, other.most[at]);
    for (const at in other.against) against[at] = Math.min(at in against ? against[at] : MOST, other.against[at]);
    for (const at in one.fewest) if (at in other.fewest) fewest[at] = Math.min(one.fewest[at], other.fewest[at]);
    return { most, fewest, against, traded: one.traded || other.traded };
  }

  /** Follows an order to invade and those under it; what is wrong goes to `told`. */
  function invaded(facts, before, order, path, told) {
    const from = order.from, to = order.to, here = troops(before, from);
    const found = !here ? "not-yours" : here < 2 ? "few" : !(to in before.against) ? "yours" : "";
    if (found) {
      told.push({ path, key: found, place: found === "yours" ? to : from });
      return before;
    }
    const under = (name, bounds) => (order[name] || []).reduce((now, next, place) =>
      invaded(facts, now, next, [...path, name, place], told), bounds);
    const defenders = before.against[to], until = order.until;
    const begins = !until || here === MOST || !((until.own !== undefined && here <= until.own)
      || (until.chance !== undefined && isUnder(here, defenders, until.chance, order.dice)));
    const felled = Math.min(order.dice || 3, here - 1, DEFENDING);
    let held = before;
    if (begins) {
      const stay = until && until.chance === undefined ? Math.min(here, until.own || 1) : here;
      const fewest = from in before.fewest ? { ...before.fewest, [from]: 1 } : before.fewest;
      const left = until ? 1 : Math.max(defenders - felled, 1);
      held = { most: { ...before.most, [from]: stay }, fewest, against: { ...before.against, [to]: left }, traded: before.traded };
    }
    let after = held = under("else", held);
    if (begins && (until || felled >= defenders)) {
      const wanted = Math.max(order.dice || 3, order.move === "all" ? 0 : order.move || 0);
      const moved = order.move === "all" ? here - 1 : Math.min(wanted, here - 1);
      const stay = order.move === "all" ? 1 : Math.max(here - wanted, 1);
      const most = { ...before.most, [from]: stay, [to]: moved }, against = { ...before.against };
      delete against[to];
      const alive = new Set(Object.keys(facts.owners).filter((at) => !(at in most)).map((at) => facts.owners[at]));
      const cards = Object.entries(facts.cards).filter(([seat]) => seat === facts.seat || !alive.has(seat))
        .reduce((sum, [, count]) => sum + count, 0);
      const taken = { most, against, fewest: { ...before.fewest, [to]: 1, [from]: 1 },
                      traded: before.traded || cards > MOST_CARDS };
      after = either(held, under("then", taken));
    }
    const isTried = (before.fewest[from] || 0) >= 2 && !(to in before.most);
    return isTried ? after : either(after, before);
  }

  /** Returns the bounds before any attack, from where a sheet's troops were placed. */
  function first(facts, moment) {
    const own = {};
    for (const at in facts.owners) if (facts.owners[at] === facts.seat) own[at] = Pen.total(moment, at);
    const cards = { ...facts.cards, [facts.seat]: Pen.total(moment, "hand") };
    return { most: own, fewest: own, against: { ...facts.against }, traded: false, cards };
  }

  /** Yields what no dice can make legal of a sheet: where, a sentence, its place. */
  function check(choices, topics) {
    const facts = choices.facts || {}, told = [];
    const named = (topic) => topics.find((one) => one.topic.topic === topic);
    const invade = named("invade"), fortify = named("fortify");
    if (!invade && !fortify) return told;
    let bounds = first(facts, (invade || fortify).before);
    const { cards } = bounds;
    for (const [place, line] of (invade ? invade.lines : []).entries()) {
      if (line.gesture) bounds = invaded({ ...facts, cards }, bounds, line.order, ["invade", place], told);
    }
    for (const { order, gesture, path } of fortify ? fortify.lines : []) {
      if (!gesture) continue;
      const lost = [order.from, order.to].find((at) => !troops(bounds, at));
      const here = troops(bounds, order.from);
      if (lost) told.push({ path, key: "not-yours", place: lost });
      else if (!(order.to in Pen.ends(choices, { sets: { own: new Set(Object.keys(bounds.most)) } }, gesture, order.from))) {
        told.push({ path, key: "no-path", place: order.to });
      } else if (here === 1) told.push({ path, key: "few", place: order.from });
      else if (order.count !== "all" && order.count > here - 1) told.push({ path, key: "many", x: here - 1, place: order.from });
    }
    return told.map(({ path, key, place, x }) => ({ path, text: facts.words[key], place, x }));
  }

  /** Returns the chance of an attack as things stand before all dice, in words. */
  function note(choices, line) {
    const { order, topic, path, moment } = line;
    if (topic !== "invade" || path.length > 2 || moment.vague.has(order.from)) return "";
    const percent = Math.round(100 * chance(Pen.total(moment, order.from), choices.facts.against[order.to] || 0, order.dice));
    return choices.facts.words.chance.replace("{x}", percent);
  }

  Pen.games["galactic-conquest"] = { check, note, chance };
})(typeof Pen === "undefined" ? globalThis.Pen : Pen);
