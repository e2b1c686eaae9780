"use strict";
/*
 * What clicks on the map do: where the chosen gesture may begin and end, and the orders it makes.
 */
class Hand extends Board {
  constructor(seat) {
    super(seat);
    this.active = null;   // {topic, gesture}: what clicks on the map do
    this.from = null;     // where a drawn order begins
    this.taken = {};      // how many of each kind go along
    this.whens = [];      // moves of others that a reply is for, as far as they were clicked
    this.asking = null;   // {label, said}: a question that is answered by clicks, as far as it is
    this.host = null;     // the reply behind which replies are made, by its path
    this.kind = "";       // what is put on places
  }

  get now() {
    return this.active ? this.sheet.topic(this.active.topic.topic) : null;
  }

  /** Returns the lines under which an order that begins at a place may stand: the last such. */
  hosts(place) {
    const { gesture } = this.active;
    if (!(gesture.then || []).includes("then")) return [];
    return [...Pen.all(this.now.lines)].filter((line) => line.gesture === gesture && Pen.endOf(line.values) === place);
  }

  momentFor(place) {
    const host = this.hosts(place).pop();
    return host && !Pen.begins(this.sheet.choices, this.now.before, this.active.gesture, place)
      ? this.behind(host) : this.now.moment;
  }

  /** Returns the moment in which an order under another would stand. */
  behind(host) {
    const probe = copy(this.sheet.orders);
    let list = probe;
    for (const step of host.path) list = list[step];
    const path = [...host.path, "then", (list.then || []).length];
    (list.then || (list.then = [])).push({ order: "?" });
    return Pen.lineAt(Pen.read(this.sheet.choices, probe, data.game), path).moment;
  }

  /** Returns who can go where as a reply, behind the moves of others that were clicked. */
  get expected() {
    const script = Pen.games[data.game], moment = this.host ? this.behind(Pen.lineAt(this.sheet.topics, this.host)) : this.now.before;
    return script.expect(this.sheet.choices, moment, this.whens);
  }

  /** Whether a piece may be clicked for a reply: one's own, or of another whose move is not said. */
  mayReply(place) {
    const side = this.whose.side(place), { others } = this.active.gesture;
    return (side === this.sheet.seat || side in others && !this.whens.some((one) => one.side === side))
      && this.whose.ends(place).length > 0;
  }

  canBegin(place) {
    if (!this.active) return false;
    const { gesture } = this.active;
    if (gesture.by === "pick") return false;
    if (gesture.by === "reply") return this.mayReply(place);
    if (gesture.by === "gather" && this.lineTo(place)) return true;
    const full = gesture.at_most && this.now.lines.filter((line) => line.gesture === gesture).length >= gesture.at_most;
    if (full && !(gesture.by === "point" && gesture.parts) && !(gesture.foes && this.lineTo(place))) return false;
    if (gesture.by === "point" && Pen.roomIn(this.active.topic, this.now.lines) <= 0) return false;
    return Pen.begins(this.sheet.choices, this.momentFor(place), gesture, place)
      && (gesture.by !== "draw" || isGroup(gesture) || Object.keys(this.reached(place)).length > 0);
  }

  /** Returns where what is at a place may go, by place. */
  reached(place) {
    const { gesture } = this.active;
    if (gesture.by === "reply") return Object.fromEntries(this.whose.ends(place).map((to) => [to, [place, to]]));
    const moment = this.momentFor(place);
    if (gesture.by === "gather") return this.stacks(place);
    if (isGroup(gesture)) {
      return Pen.group(this.sheet.choices, moment, gesture, place, Object.keys(this.taken).filter((one) => this.taken[one]));
    }
    const taken = place === this.from ? this.taken : Pen.takable(gesture, moment, place);
    if (!(JSON.stringify(gesture.make).includes('"$kind"'))) return Pen.ends(this.sheet.choices, moment, gesture, place);
    const found = {};
    for (const kind of Object.keys(taken).filter((one) => taken[one])) {
      for (const to of Object.keys(Pen.ends(this.sheet.choices, moment, gesture, place, kind))) (found[to] || (found[to] = [])).push(kind);
    }
    return found;
  }

  /** Returns the places that an answer names, in order. */
  placesIn(answer) {
    return Object.values(answer).filter((one) => typeof one === "string" && one in this.at);
  }

  /** Returns the answers to a question that fit what was clicked. */
  answersLeft({ label, options }) {
    const said = this.asking && this.asking.label === label ? this.asking.said : [];
    return (options || []).filter((one) => said.every((place, number) => this.placesIn(one)[number] === place));
  }

  /** Returns the question that clicks answer. */
  get question() {
    return this.asking && this.sheet.mine.questions.find(({ label }) => label === this.asking.label);
  }

  /** Takes a click into the answer; where it leaves one answer alone, that is given. */
  answer(place) {
    const { said } = this.asking;
    if (said[said.length - 1] === place) said.pop();
    else if (place in this.ends) said.push(place);
    else return this.tell(word("not-reached", { place: placeName(this.sheet, place) }));
    const { question } = this, left = this.answersLeft(question);
    if (left.length > 1) return this.tell(question.text);
    this.give(question, left[0]);
    return this.tell(this.answerText(question, left[0]));
  }

  give({ label }, order) {
    this.asking = null;
    this.sheet.say((all) => {
      all.answers = { ...(all.answers || {}) };
      if (order === undefined) delete all.answers[label]; else all.answers[label] = order;
      if (!Object.keys(all.answers).length) delete all.answers;
    });
  }

  answerText({ options, texts }, order) {
    const number = (options || []).findIndex((one) => Pen.same(one, order));
    return (texts && texts[number]) || plainText(this.sheet, order);
  }

  act(place) {
    if (this.asking) { this.answer(place); return this.draw(); }
    const { gesture } = this.active || {};
    if (gesture && gesture.by === "reply") this.whose = this.expected;
    if (!gesture || gesture.by === "pick") return this.tell(word("choose-first"));
    if (gesture.by === "point") {
      const named = gesture.once && !gesture.foes && !gesture.parts && this.lineTo(place);
      if (named) this.takeOut(named);
      else if (this.canBegin(place)) this.point(place);
      else this.refuse(place, "not-there");
    } else if (gesture.by === "gather") {
      if (this.from === place) this.drop();
      else if (this.from && place in this.stacks(this.from)) this.gather(place);
      else if (this.canBegin(place)) this.aim(place);
      else this.tell(word(this.from ? "not-reached" : "not-there", { place: placeName(this.sheet, place) }));
    } else if (gesture.gathers) {
      if (this.canBegin(place)) this.attack(place);
      else this.tell(word("not-there", { place: placeName(this.sheet, place) }));
    } else if (this.from && (place !== this.from || isGroup(gesture)) && place in this.reached(this.from)) {
      if (gesture.by === "reply") this.replyTo(place); else this.drawTo(place);
    }
    else if (this.from === place) this.drop();
    else if (this.canBegin(place)) this.pickUp(place);
    else this.refuse(place, this.from ? "not-reached" : "not-from-there");
    return this.draw();
  }

  /** Says why a click does nothing: all is said already, or it does not go there. */
  refuse(place, key) {
    const { gesture } = this.active, made = this.now.lines.filter((line) => line.gesture === gesture).length;
    const isFull = !this.from && ((gesture.at_most && made >= gesture.at_most) || (made && !this.likely().length));
    this.tell(isFull ? word("hint-done") : word(key, { place: placeName(this.sheet, place) }));
  }

  /** Gives the last order of the chosen gesture once more, from another place. */
  again(place) {
    const { gesture } = this.active || {};
    if (this.asking || !gesture || gesture.by === "pick" || gesture.by === "reply") return;
    const last = [...Pen.all(this.now.lines)].filter((line) => line.gesture === gesture).pop(), to = last && Pen.endOf(last.values);
    if (gesture.by === "point") this.act(place);
    else if (!to) this.tell(word("again-none"));
    else if (gesture.by === "gather") { this.from = to; this.act(place); this.from = null; this.draw(); }
    else {
      this.from = null;
      if (!this.canBegin(place)) { this.refuse(place, "not-from-there"); return; }
      this.pickUp(place);
      if (to in this.reached(place) && to !== place) this.act(to);
      else { this.from = null; this.tell(word("not-reached", { place: placeName(this.sheet, to) })); this.draw(); }
    }
  }

  /** Returns the order of the chosen gesture that ends at a place. */
  lineTo(place) {
    const { gesture } = this.active;
    return this.now.lines.find((line) => line.gesture === gesture && Pen.endOf(line.values) === place);
  }

  /** Returns the kinds that the chosen gesture may put, or name, each with how many there are. */
  kinds(place) {
    const { gesture } = this.active, { moment } = this.now;
    if (!JSON.stringify([gesture.make, gesture.parts || {}]).includes('"$kind"')) return {};
    return gesture.foes ? moment.foes[place] || {} : gesture.pool ? Pen.takable(gesture, moment, gesture.pool) : {};
  }

  point(place) {
    const { topic, gesture } = this.active, kinds = Object.keys(this.kinds(place));
    const counts = JSON.stringify([gesture.make, gesture.parts || {}]).includes('"$count"');
    const made = this.now.lines.find((line) => line.gesture === gesture && (gesture.parts
      || (Pen.endOf(line.values) === place && (gesture.foes || !kinds.length || line.values.kind === this.kindOf(kinds)))));
    const values = { place };
    if (kinds.length) values.kind = this.kindOf(kinds);
    if (counts) values.count = 1;
    this.sheet.change((orders) => {
      const list = orders[topic.topic] || (orders[topic.topic] = []), at = made && made.path[1];
      if (gesture.parts) {
        const order = Pen.make(gesture, Pen.listed(gesture, values), this.asked(gesture));
        if (made) Pen.addPart(gesture, list[at], order); else list.push(order);
      } else if (made && gesture.foes) {
        values.kind = kinds[(kinds.indexOf(made.values.kind) + 1) % kinds.length];
        list[at] = Pen.make(gesture, { ...made.values, ...values }, made.asked);
      } else if (made && counts) {
        list[at] = Pen.make(gesture, { ...made.values, count: (made.values.count || 1) + 1 }, made.asked);
      } else list.push(Pen.make(gesture, values, this.asked(gesture)));
    });
    this.told(topic, place);
  }

  /** Returns the chosen kind, or the first one if there is none of it. */
  kindOf(kinds) {
    return kinds.includes(this.kind) ? this.kind : kinds[0];
  }

  /** Takes an order out: a second click on a place that is named once. */
  takeOut(line) {
    const text = lineText(this.sheet, line), { topic } = this.active;
    this.sheet.change((orders) => { orders[topic.topic].splice(line.path[1], 1); });
    this.tell(word("removed", { what: text }));
  }

  // -- several stacks to one target

  /** Returns the stacks that may go to a target, or already do, by place and kind. */
  stacks(to) {
    const { gesture } = this.active, line = this.lineTo(to);
    const found = Pen.gatherable(this.sheet.choices, this.now.moment, gesture, to);
    for (const [place, held] of Object.entries(line ? line.values.groups : {})) for (const kind in held) {
      found[place] = { ...found[place], [kind]: ((found[place] || {})[kind] || 0) + held[kind] };
    }
    return found;
  }

  aim(place) {
    this.from = place;
    const stacks = this.stacks(place);
    const over = Object.fromEntries(Object.entries(stacks).filter(([at]) => at === place));
    if (!this.lineTo(place) && stacks[place]) this.setGroups(place, over);
    const names = Object.keys(stacks).filter((at) => at !== place).map((at) => placeName(this.sheet, at)).sort();
    this.tell(word("aimed", { place: placeName(this.sheet, place), stacks: names.join(", ") || word("empty") }));
  }

  /** Sends all of a stack, or takes it out again. */
  gather(place) {
    const to = this.from, line = this.lineTo(to), groups = { ...(line ? line.values.groups : {}) };
    const { topic } = this.active;
    if (groups[place]) delete groups[place]; else groups[place] = this.stacks(to)[place];
    this.setGroups(to, groups);
    this.told(topic, to);
  }

  /** Makes an order of stacks, changes it, or takes it out if nobody is left. */
  setGroups(to, groups) {
    const { topic, gesture } = this.active, line = this.lineTo(to);
    const left = Object.fromEntries(Object.entries(groups)
      .map(([place, held]) => [place, Object.fromEntries(Object.entries(held).filter(([, count]) => count))])
      .filter(([, held]) => Object.keys(held).length));
    this.sheet.change((orders) => {
      const list = orders[topic.topic] || (orders[topic.topic] = []);
      const order = Pen.make(gesture, { ...(line ? line.values : { to }), groups: left }, line ? line.asked : this.asked(gesture));
      if (!Object.keys(left).length) { if (line) list.splice(line.path[1], 1); } else if (line) list[line.path[1]] = order; else list.push(order);
    });
  }

  pickUp(place) {
    this.from = place;
    const { gesture } = this.active, moment = this.momentFor(place);
    this.taken = gesture.by === "reply" ? {} : Pen.takable(gesture, moment, place);
    if (isGroup(gesture)) {
      const usual = Pen.usual(gesture, this.taken, moment);
      this.taken = Object.fromEntries(Object.keys(this.taken).map((kind) => [kind, Number(usual.includes(kind))]));
    }
    this.tellEnds();
  }

  /** Says where what was picked up may go. */
  tellEnds() {
    if (isGroup(this.active.gesture) && !Object.values(this.taken).some(Boolean)) return this.tell(word("picked-nobody", { place: placeName(this.sheet, this.from) }));
    const ends = Object.keys(this.reached(this.from)).map((to) => placeName(this.sheet, to)).sort();
    const key = ends.length > SHOWN ? "picked-wide" : ends.length > 16 ? "picked-many" : ends.length ? "picked" : "picked-none";
    return this.tell(word(key, { place: placeName(this.sheet, this.from), ends: ends.join(", "), x: ends.length }));
  }

  /** Orders what attacks a place together: whoever usually does. */
  attack(to) {
    const { topic, gesture } = this.active, { moment } = this.now;
    const kinds = Pen.usual(gesture, Pen.takable(gesture, moment, to), moment);
    this.add(topic, gesture, Pen.complete(moment, gesture, { to, kinds }));
    this.told(topic, to);
  }

  /** Adds an order of a gesture at the end of a topic. */
  add(topic, gesture, values) {
    this.sheet.change((orders) => { (orders[topic.topic] || (orders[topic.topic] = [])).push(Pen.make(gesture, values, this.asked(gesture))); });
  }

  /** Takes the move of another that was clicked into the condition, or makes the reply. */
  replyTo(to) {
    const { topic, gesture } = this.active, from = this.from, side = this.whose.side(from);
    this.from = null;
    if (side !== this.sheet.seat) {
      this.whens.push({ side, from, to });
      return this.tell(word("reply-then", { what: conditionText(this.sheet, gesture, this.whens) }));
    }
    const values = { if: this.whens.length ? this.whens.map((one) => Pen.fill(gesture.condition, one)) : gesture.always, from, to };
    const order = Pen.make(gesture, values, this.asked(gesture));
    this.sheet.change((orders) => {
      let at = orders[topic.topic] || (orders[topic.topic] = []);
      if (this.host) {
        const host = this.host.reduce((one, step) => one[step], orders);
        at = host.then || (host.then = []);
      }
      at.push(order);
    });
    this.whens = [];
    const made = [...Pen.all(this.now.lines)].filter((line) => line.gesture === gesture && line.values.to === to).pop();
    this.tell(made ? lineText(this.sheet, made) : "");
    return undefined;
  }

  drop() {
    this.from = null;
    this.taken = {};
    this.tell(word("dropped"));
  }

  drawTo(to) {
    const { topic, gesture } = this.active, from = this.from;
    const names = JSON.stringify(gesture.make), ends = this.reached(from);
    if (isGroup(gesture)) {
      this.add(topic, gesture, Pen.complete(this.now.moment, gesture, { from, to, kinds: ends[to] }));
      this.from = null;
      this.taken = {};
      this.told(topic, to);
      return;
    }
    const host = this.hosts(from).pop();
    const under = host && this.momentFor(from) !== this.now.moment ? host : null;
    const kinds = names.includes('"$kind"') ? ends[to] : [Object.keys(this.taken)[0]];
    this.sheet.change((orders) => {
      for (const kind of kinds) {
        const values = { from, to };
        if (names.includes('"$kind"')) values.kind = kind;
        if (names.includes('"$count"')) values.count = this.taken[kind];
        if (names.includes('"$path"')) values.path = Pen.ends(this.sheet.choices, this.now.moment, gesture, from, kind)[to];
        const order = Pen.make(gesture, values, this.asked(gesture));
        let list = orders[topic.topic] || (orders[topic.topic] = []);
        if (under) {
          let at = orders;
          for (const step of under.path) at = at[step];
          list = at.then || (at.then = []);
        }
        list.push(order);
      }
    });
    this.from = null;
    this.taken = {};
    this.told(topic, to, kinds.length);
  }

  asked(gesture) {
    const asked = {};
    for (const one of gesture.asks || []) asked[one.name] = { place: 0 };
    return asked;
  }

  /** Says what an act did: the newest line, and what is left to do. */
  told(topic, place, number = 1) {
    const { lines, limits } = this.sheet.topic(topic.topic);
    const made = [...Pen.all(lines)].filter((one) => one.gesture && (Pen.endOf(one.values) === place
      || Object.values(one.parts || {}).flat().some((part) => part.place === place))).slice(-number);
    const left = limits.slice(0, 2).map((one) => limitText(this.sheet, one));
    this.tell([made.map((line) => lineText(this.sheet, line)).join("; "), ...left].filter(Boolean).join(". "));
  }

  choose(topic, number) {
    this.asking = null;
    this.isChosen = true;  // anew: something of it is to be seen
    this.active = topic && { topic, gesture: (topic.gestures || [])[number], number };
    this.from = null;
    this.taken = {};
    this.whens = [];
    this.host = null;
    if (topic && this.active.gesture) {
      if (this.active.gesture.by === "reply") this.whose = this.expected;
      this.tell(this.hint());
    }
  }

  /** Returns where the chosen gesture may begin now, as the map shows it. */
  likely() {
    return this.clickable().filter((place) => this.canBegin(place) && this.isLikely(place));
  }

  /** Returns what to click for the chosen gesture, which may begin at some places. */
  way(places) {
    const { gesture } = this.active;
    if (!places.length) return word(this.now.lines.some((line) => line.gesture === gesture) ? "hint-done" : "hint-none");
    if (gesture.by === "reply") return word("reply-begin");
    const counts = JSON.stringify([gesture.make, gesture.parts || {}]).includes('"$count"');
    return word(gesture.gathers ? "hint-attack" : gesture.by !== "point" ? `hint-${gesture.by}` : gesture.foes ? "hint-foes" : counts ? "hint-count" : "hint-point");
  }

  /** Returns what to click, and where it may begin. */
  hint() {
    const { gesture, topic } = this.active, places = this.likely(), way = this.way(places);
    const told = topic.text === gesture.text ? `${topic.text}: ${way}` : `${topic.text}, ${gesture.text}: ${way}`;
    if (!places.length || gesture.by === "reply") return told;
    return `${told} ${places.length > NAMED ? word("hint-many", { x: places.length }) : word("hint-few", { places: places.map((one) => placeName(this.sheet, one)).sort().join(", ") })}`;
  }

  state(place) {
    if (this.asking) return this.asking.said.includes(place) ? "from" : place in this.ends ? "end" : "none";
    if (this.from) return place === this.from ? "from" : place in this.ends ? "end" : "none";
    return this.canBegin(place) && this.isLikely(place) ? "begin" : "none";
  }

  /** Whether a place is shown as one to begin with: where own units must come to be near what is
   * named, only what is near own units now. */
  isLikely(place) {
    const { gesture } = this.active;
    const near = gesture.joins && this.sheet.choices.topics.flatMap((topic) => topic.limits || [])
      .find((limit) => limit.limit === "near" && limit.each === gesture.joins);
    if (!near) return true;
    const beside = Pen.neighbours(this.sheet.choices, near.links)[place] || [];
    return beside.some((one) => Pen.total(this.now.moment, one));
  }

  draw() {
    const { gesture } = this.active || {};
    if (this.host && !(Pen.lineAt(this.sheet.topics, this.host) || {}).gesture) [this.host, this.whens, this.from] = [null, [], null];
    if (gesture && gesture.by === "reply") this.whose = this.expected;
    this.ends = this.from ? this.reached(this.from) : {};
    if (this.asking) {
      const at = this.asking.said.length;
      this.ends = Object.fromEntries(this.answersLeft(this.question).map((one) => [this.placesIn(one)[at], true]));
    }
    this.states = Object.fromEntries(Object.keys(this.at).map((place) => [place, "none"]));
    for (const place of this.clickable()) this.states[place] = this.state(place);
    this.drawArrows();
    this.lay();
    this.drawPanel();
    this.showActive();
    if (this.isChosen) this.showSome();
    this.isChosen = false;
  }
}
