"use strict";
/*
 * What the pen knows of Four Fronts besides its choices: where pieces go, as `rules/generate.py` says,
 * so that second moves and replies start behind the first; and what is wrong with replies, as
 * `rules/replies.py` judges them. (Ruling 48)
 *
 * A position {b, assault, truce, next, sure} is never changed: a piece a square, eight numbers an army
 * from 8 on; the quarter of a cease-fire; who is next; how sure it is: 2 wholly, 1 of the own pieces, 0.
 */
((Pen) => {
  const FILES = 19, ARTILLERY = 2, HELICOPTER = 3, ICBM = 5, STEPS = 3;
  const AROUND = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]];
  const known = new WeakMap();
  const name = (at) => String.fromCharCode(97 + at % FILES) + (Math.floor(at / FILES) + 1);
  const num = (square) => square ? square.charCodeAt(0) - 97 + FILES * (square.slice(1) - 1) : -1;
  const side = (p, at) => (p.b[at] >> 3) - 1;

  // -- the board --------------------------------------------------------------------------------

  /** Returns the facts with the rays from each square, and what is near it. */
  function board({ facts }) {
    if (!known.has(facts)) {
      const rays = facts.red.map((_, at) => AROUND.map(([across, up]) => {
        const ray = [];
        let file = at % FILES + across, rank = Math.floor(at / FILES) + up;
        for (; file >= 0 && file < FILES && facts.marks[file + FILES * rank]; file += across, rank += up) ray.push(file + FILES * rank);
        return ray;
      }));
      known.set(facts, { ...facts, rays, near: rays.map((eight) => eight.flatMap((ray) => ray.slice(0, 1))) });
    }
    return known.get(facts);
  }

  function begin(choices) {
    const { pieces, truce, assault, me } = choices.facts;
    const b = Uint8Array.from(pieces, (letter) => letter === "." ? 0 : letter.charCodeAt(0) - 57);
    return { b, assault, truce: truce && truce[1], next: me, sure: 2 };
  }

  // -- moves ------------------------------------------------------------------------------------

  const enters = (g, here, there) => !g.red[there] || g.red[here] > g.red[there];
  const walks = (g, way, there) => g.marks[there] !== "w" && !way.includes(there) && enters(g, way[way.length - 1], there)
    && !(g.marks[there] === "b" && way.some((at) => g.marks[at] === "b"));
  const isRecon = (g, p, at) => g.marks[at] === "r" && !p.assault;
  const isOpen = (g, p, at) => !g.red[at] && !isRecon(g, p, at) && !(p.truce && g.quarter[at] === p.truce);

  function hops(g, here) {
    const ends = [];
    for (const ray of g.rays[here]) for (const there of ray) {
      if (enters(g, here, there) && g.marks[there] !== "w") ends.push(there);
      if (g.quarter[there]) break;
    }
    return ends;
  }

  /** Returns where the piece on a square can end. */
  function reaches(g, p, from) {
    const kind = p.b[from] & 7, own = side(p, from), found = new Set();
    const walk = (way) => {
      for (const there of g.near[way[way.length - 1]]) if (walks(g, way, there)) {
        if (way.length === STEPS) found.add(there);
        else if (!p.b[there]) walk([...way, there]);
      }
    };
    if (kind < ARTILLERY) walk([from]);
    else if (kind === HELICOPTER) {
      let last = [from];
      for (let step = 0; step < STEPS; step++) {
        last = last.flatMap((here) => hops(g, here)).filter((at) => at !== from && !found.has(at) && found.add(at));
      }
    } else for (const [way, ray] of g.rays[from].entries()) {
      let here = from;
      for (const there of kind === ARTILLERY && way % 2 ? [] : ray) {
        if (!enters(g, here, there)) break;
        here = there;
        if (g.red[there] || g.marks[there] === "w") continue;
        found.add(there);
        if (kind !== ICBM && p.b[there] && side(p, there) !== own) break;
      }
    }
    return [...found].filter((at) => !g.red[at] && !(isRecon(g, p, from) && isRecon(g, p, at))
      && (!p.b[at] || !g.red[from] && side(p, at) !== own && isOpen(g, p, at)));
  }

  /** Returns where a piece could ever go from a square, on an empty board. */
  function ever(g, piece, from) {
    const b = new Uint8Array(FILES ** 2);
    b[from] = piece;
    return reaches(g, { b, assault: true, truce: 0 }, from);
  }

  const goes = (g, p, from) => p.sure > 1 ? reaches(g, p, from) : ever(g, p.b[from], from);

  /** Returns the position behind a move. */
  function after(g, p, from, to) {
    const b = p.b.slice(), isShot = b[to] && (b[from] & 7) === ICBM, sure = isRecon(g, p, to) ? 0 : p.sure;
    b[to] = b[from];
    b[from] = 0;
    if (isShot) for (const at of g.near[to]) if (isOpen(g, p, at)) b[at] = 0;
    if (isShot && g.expended) b[to] = 0;
    return { ...p, b, sure };
  }

  /** Returns a position as the next army finds it: a cease-fire that it made is over. */
  function passed(g, p) {
    const next = g.order[(g.order.indexOf(p.next) + 1) % g.order.length];
    return { ...p, next, truce: g.truce && g.truce[0] === next ? 0 : p.truce };
  }

  const ahead = (g, p) => p.next === g.me ? passed(g, p) : p;

  // -- orders -----------------------------------------------------------------------------------

  /** Returns the position behind moves of others: as sure as it is, else as it looks if they make them. */
  function behind(g, p, whens) {
    const from = num(whens[0].from), to = num(whens[0].to);
    const isKnown = p.sure > 1 && whens.length === 1 && g.order.length === 2 && side(p, from) === p.next && reaches(g, p, from).includes(to);
    if (isKnown) return passed(g, after(g, p, from, to));
    const b = p.b.slice(), isTheirs = (square) => square && side(p, num(square)) !== g.me;
    for (const when of whens) if (isTheirs(when.from) && isTheirs(when.to)) [b[num(when.to)], b[num(when.from)]] = [b[num(when.from)], 0];
    return { ...p, b, sure: Math.min(p.sure, 1), next: g.me };
  }

  /** Returns the position behind an order. */
  function apply(choices, p, { topic, order }) {
    const g = board(choices), way = order.move || order, from = num(way.from), to = num(way.to), b = p.b.slice();
    if (topic === "catch" && g.breach && g.breach[0] === order.side) b[num(g.breach[1])] = 0;
    if (topic === "move") return side(p, from) === g.me ? after(g, p, from, to) : p;
    if (topic === "play" && way.to) {
      b[to] = way.kind ? 8 * (g.me + 1) + g.kinds.indexOf(way.kind) : b[from];
      if (from >= 0) b[from] = 0;
    }
    if (topic !== "replies") return { ...p, b };
    const q = behind(g, ahead(g, p), order.if);
    if (side(q, from) !== g.me || !goes(g, q, from).includes(to)) return { ...q, sure: 0 };
    return q.sure > 1 ? passed(g, after(g, q, from, to)) : after(g, q, from, to);
  }

  /** Returns the squares of which the last move has to leave one. */
  function dueNow(g, { sets, own, stock }) {
    const due = g.due.filter((one) => !sets.stays.has(one));
    return (stock.moves || {}).move > 1 || due.some((one) => side(own, num(one)) !== g.me) ? [] : due;
  }

  /** Returns where a piece goes behind the orders before it; where breaches are refused, one that must. */
  function ends(choices, moment, from) {
    const g = board(choices), at = (square) => reaches(g, moment.own, num(square)), due = g.strict ? dueNow(g, moment) : [];
    return due.includes(from) || !due.some((one) => at(one).length) ? at(from).map(name) : [];
  }

  function isPath(g, p, from, by, to) {
    const kind = p.b[from] & 7, way = [from, ...by.map(num), to], all = (is) => way.every((at, step) => !step || is(at, step));
    if (kind === HELICOPTER) return by.length < STEPS && all((at, step) => hops(g, way[step - 1]).includes(at));
    if (kind >= ARTILLERY) return g.rays[from].some((ray) => all((at, step) => at === ray[step - 1]));
    return by.length === STEPS - 1 && all((at, step) => g.near[way[step - 1]].includes(at) && walks(g, way.slice(0, step), at) && (step === STEPS || !p.b[at]));
  }

  /** Returns what is wrong with a move, or with a reply: a key of words and a place; or nothing. */
  function wrong(g, before, order) {
    const { if: whens, move = order } = order, named = [], p = whens ? ahead(g, before) : before;
    for (const { side: army, from, to, captured } of Array.isArray(whens) ? whens : []) {
      const at = num(from), end = num(to), owner = side(p, at), about = g.armies.indexOf(army);
      const isFalse = army && (about === g.me || !g.order.includes(about) || named.includes(army))
        || captured && !["any", "none", ...g.kinds].includes(captured) || !army && !from && !to && !captured
        || to && (g.red[end] || g.marks[end] === "w")
        || from && p.sure > 1 && (!p.b[at] || owner === g.me || army && about !== owner || to && !g.keep.includes(owner) && !ever(g, p.b[at], at).includes(end));
      if (isFalse) return ["when", from || to];
      named.push(army);
    }
    const q = whens ? behind(g, p, whens) : p, from = num(move.from), to = num(move.to);
    const mayEnd = q.sure ? side(q, from) === g.me && goes(g, q, from).includes(to) : g.kinds.some((_, kind) => ever(g, 8 * g.me + 8 + kind, from).includes(to));
    return !mayEnd || q.sure > 1 && move.path && !isPath(g, q, from, move.path, to) ? ["own", move.to] : null;
  }

  function check(choices, topics) {
    const g = board(choices), told = [];
    for (const { lines } of topics) for (const { gesture, moment, order, path } of Pen.all(lines)) {
      const found = gesture && /^(move|reply)$/.test(order.order) && wrong(g, moment.own, order);
      if (found) told.push({ path, text: g.words[found[0]], place: found[1] });
    }
    return told;
  }

  /** Says who can go where behind the orders of a moment and the moves of others in `whens`. */
  function expect(choices, moment, whens) {
    const g = board(choices), first = ahead(g, moment.own), q = behind(g, first, whens.length ? whens : "any");
    const on = (at) => whens.length || side(q, at) === g.me ? q : first;
    return {
      side: (square) => g.armies[side(on(num(square)), num(square))],
      ends: (square) => goes(g, on(num(square)), num(square)).map(name),
    };
  }

  /** Says of a move whether it draws a card or leaves a duty undone. */
  function note(choices, { order, moment, topic }) {
    const g = board(choices);
    if (topic !== "move") return "";
    const due = dueNow(g, moment), isUndone = due.length && !due.includes(order.from);
    return [isRecon(g, moment.own, num(order.to)) && "draws", isUndone && "breach"].filter(Boolean).map((key) => g.words[key]).join(", ");
  }

  Pen.games.stratix = { begin, apply, ends, check, expect, note, board, reaches, after };
})(Pen);
