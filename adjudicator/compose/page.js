"use strict";
/*
 * The pen: a sheet made by clicks in the report that came by mail. Everything stands in the page;
 * nothing is fetched, and nothing leaves it but what its reader saves, copies or mails.
 *
 * The block `pen-data` says the header of the sheet, what each seat may order, and all words. Text
 * of it goes into text nodes only.
 */
(() => {
  const source = document.getElementById("pen-data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const MANY = 150;  // on a board of more places only those have a shape that can be clicked now
  const FEW = 9;  // so many answers are buttons; more are a list
  const FINGER = 15;  // pixels that half a place is to be wide at least, in the median, on a phone
  const NEAR = 30;  // pixels from a place's middle within which a click is for it

  // -- small things -----------------------------------------------------------------------------

  /** Returns an element with attributes, listeners (`on...`) and children; texts become text. */
  function el(name, attributes = {}, ...children) {
    const made = name.includes(":") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
    return made;
  }

  /** Returns a sentence with its values in the place of braces. */
  const say = (text, values = {}) => text.replace(/\{(\w+)\}/g, (all, name) => name in values ? values[name] : all);
  const word = (key, values) => say(data.words[key], values);
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  // -- a sheet in the making --------------------------------------------------------------------

  class Sheet {
    constructor(seat) {
      this.seat = seat;
      this.mine = data.seats[seat];
      this.choices = this.mine.choices;
      this.store = `adjudicator pen ${data.header.game} ${data.header.n} ${seat}`;
      this.past = [];
      this.future = [];
      const kept = this.kept();
      this.blind = kept ? kept.blind : hex(crypto.getRandomValues(new Uint8Array(32)));
      this.set(kept ? kept.said : { orders: this.drafted() });
    }

    drafted() {
      const orders = {};
      for (const { topic, draft } of this.choices.topics) orders[topic] = copy(draft || []);
      return orders;
    }

    kept() {
      try {
        return JSON.parse(localStorage.getItem(this.store));
      } catch {
        return null;
      }
    }

    /** Takes what the sheet says now, {orders, answers, standing, hold, then}, and reads it. */
    set(said) {
      this.said = said;
      this.topics = Pen.read(this.choices, said.orders, data.game);
      try {
        localStorage.setItem(this.store, JSON.stringify({ said, blind: this.blind }));
      } catch { /* Without a store the draft lives as long as the page. */ }
    }

    get orders() {
      return this.said.orders;
    }

    /** Changes the orders by a function of a copy; it can be undone. */
    change(by) {
      this.say((said) => {
        by(said.orders);
        for (const topic of this.choices.topics) Pen.confirm(topic, said.orders[topic.topic] || []);
      });
    }

    /** Changes anything that the sheet says by a function of a copy; it can be undone. */
    say(by) {
      const said = copy(this.said);
      by(said);
      if (Pen.same(said, this.said)) return;
      this.past.push(this.said);
      this.future = [];
      this.set(said);
    }

    undo() {
      if (this.past.length) { this.future.push(this.said); this.set(this.past.pop()); }
    }

    redo() {
      if (this.future.length) { this.past.push(this.said); this.set(this.future.pop()); }
    }

    topic(name) {
      return this.topics.find((one) => one.topic.topic === name);
    }

    /** Returns everything that keeps it from being ready. */
    wrong() {
      const open = (this.mine.questions || []).filter(({ label }) => !(this.said.answers || {})[label]);
      return [...open.map(({ text }) => text), ...this.topics.flatMap(({ lines, limits }) =>
        [...limits.map((one) => limitText(this, one)), ...[...Pen.all(lines)].flatMap((line) => faultTexts(this, line))])];
    }

    /** Whether an order stands as written, which only `check` can judge. */
    isPartlyKnown() {
      return this.topics.some(({ lines }) => [...Pen.all(lines)].some((line) => !line.gesture || line.unjudged));
    }

    /** Returns the document in the order of keys that `template` writes. */
    document() {
      const { t, game, n, head } = data.header;
      const { orders, answers, standing, hold, then } = this.said;
      // `match` is there only if something is said of it: an empty list would say nothing either.
      const asked = Object.fromEntries(Object.entries(orders).filter(([topic, listed]) => topic !== "match" || listed.length));
      const rest = Object.entries({ answers, standing, hold, then }).filter(([, one]) => one !== undefined);
      return { $schema: data.schema, t, game, n, head, player: this.seat, pledge: this.mine.pledge || null,
               blind: this.blind, orders: asked, ...Object.fromEntries(rest) };
    }

    text() {
      return pretty(this.document());
    }
  }

  /** Returns JSON as `template` writes it: what fits into a line stands in one. */
  function pretty(value, indent = "", room = 96) {
    const short = oneLine(value);
    if (value === null || typeof value !== "object" || indent.length + short.length <= room && indent) return short;
    const inner = indent + "  ";
    const isList = Array.isArray(value);
    const parts = isList ? value.map((one) => inner + pretty(one, inner))
      : Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${pretty(one, inner)}`);
    if (!parts.length) return short;
    return `${isList ? "[" : "{"}\n${parts.join(",\n")}\n${indent}${isList ? "]" : "}"}`;
  }

  function oneLine(value) {
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
    return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${oneLine(one)}`).join(", ")}}`;
  }

  // -- words of places, kinds and orders --------------------------------------------------------

  const placeName = (sheet, place) => sheet.choices.places[place] || place;

  function kindName(sheet, kind, count) {
    const named = (sheet.choices.kinds || {})[kind];
    return named ? named[count === 1 ? "one" : "more"] : kind;
  }

  const heldText = (sheet, held) => Object.entries(held)
    .map(([kind, count]) => count === 1 && ((sheet.choices.kinds || {})[kind] || {}).is_one ? kindName(sheet, kind, 1)
      : `${count} ${kindName(sheet, kind, count)}`).join(", ");

  /** Returns an order in a few words, whatever it is: "defend: dice 2". */
  function plainText(sheet, order) {
    const { order: tag, standing, ...rest } = order;
    const told = (value) => Array.isArray(value) ? value.map(told).join(", ")
      : value !== null && typeof value === "object" ? Object.entries(value).map(([key, one]) => `${key} ${told(one)}`).join(", ")
      : placeName(sheet, `${value}`);
    const fields = told(rest);
    return `${tag || standing}${fields ? `: ${fields}` : ""}`;
  }

  const limitText = (sheet, limit) => say(limit.text, { ...limit, place: placeName(sheet, limit.place) });

  function lineText(sheet, line) {
    const { gesture, values, order, parts = {} } = line;
    if (!gesture) return plainText(sheet, order);
    if (gesture.by === "pick") {
      const text = values.item === undefined ? plainText(sheet, order) : gesture.items[values.item].text;
      return gesture.say ? `${gesture.say}: ${text}` : text;
    }
    const kind = values.kind || kindThere(line) || onlyKind(sheet, gesture);
    const told = { ...values, if: gesture.by === "reply" ? conditionText(sheet, gesture, values.if) : "", kind: kind ? kindName(sheet, kind, values.count || 1) : "" };
    for (const key of ["from", "to", "place"]) if (key in values) told[key] = placeName(sheet, values[key]);
    if (values.path) {
      told.from = placeName(sheet, values.path[0]);
      told.to = placeName(sheet, values.path[values.path.length - 1]);
    }
    for (const [name, listed] of Object.entries(parts)) told[name] = listed.map((one) =>
      one.kind ? `${heldText(sheet, { [one.kind]: one.count || 1 })}: ${placeName(sheet, one.place)}` : placeName(sheet, one.place)).join(", ");
    if (values.groups) told.groups = groupsText(sheet, values.groups);
    return (say(gesture.say, told) + restText(sheet, gesture, values)).trim();
  }

  const groupsText = (sheet, groups) => Object.entries(groups)
    .map(([place, held]) => `${placeName(sheet, place)} (${heldText(sheet, held)})`).join(", ");

  /** Returns what an order says besides its gesture's words and what was asked. */
  function restText(sheet, gesture, values) {
    const known = ["from", "to", "path", "place", "kind", "count", "groups", "if", gesture.confirm, ...(gesture.asks || []).map((one) => one.name), ...Object.keys(gesture.parts || {})];
    return Object.entries(values).filter(([name, value]) => value !== undefined && !known.includes(name))
      .map(([name, value]) => `; ${plainText(sheet, { order: name, value }).replace(/: value /, ": ")}`).join("");
  }

  /** Returns the one kind that stands where an order begins. */
  const kindThere = ({ gesture, values, moment }) =>
    gesture.by === "point" ? undefined : Pen.alone(Pen.takable(gesture, moment, Pen.beginOf(values)));

  /** Returns a condition in words: what others do; some of it may be open. */
  function conditionText(sheet, { texts, always, condition, others, besides = [] }, whens) {
    if (Pen.same(whens, always)) return texts.always;
    const told = (field, value) => {
      const asked = besides.find(({ name }) => name === field), option = asked && asked.options.find((one) => one.value === value);
      return say(texts[field], { x: option ? option.text : placeName(sheet, value) });
    };
    return whens.map((when) => (others[when.side] || texts.anybody) + Object.keys(condition)
      .filter((field) => texts[field] && when[field]).map((field) => told(field, when[field])).join("")).join(texts.and);
  }

  /** Returns the kind of which an order speaks that names none. */
  function onlyKind({ choices: { kinds = {} } }, gesture) {
    return (gesture.kinds || [])[0] || Pen.alone(Object.fromEntries(Object.entries(kinds).filter(([, kind]) => !kind.is_one))) || "";
  }

  /** Returns the field of an order under which a variable stands. */
  const keyOf = (gesture, name) => Object.keys(gesture.make).find((key) => gesture.make[key] === `$${name}`);

  /** Returns what was asked of an order, where it is not left out: "until it is captured". */
  function chosenText(line) {
    return (line.gesture.asks || []).map((one) => {
      const { place, x } = line.asked[one.name], option = one.options[place];
      return option.value === undefined || option.value === null ? "" : `${one.text.toLowerCase()}: ${say(option.text, { x })}`;
    }).filter(Boolean).join(", ");
  }

  function faultTexts(sheet, line) {
    return line.faults.map((fault) => {
      const told = { ...fault };
      if (fault.place) told.place = placeName(sheet, fault.place);
      if (fault.kind) told.kind = kindName(sheet, fault.kind, 1);
      return fault.text ? say(fault.text, told) : word(fault.word, told);
    });
  }

  // -- the composer -----------------------------------------------------------------------------

  class Composer {
    constructor(seat) {
      this.sheet = new Sheet(seat);
      this.active = null;   // {topic, gesture}: what clicks on the map do
      this.from = null;     // where a drawn order begins
      this.taken = {};      // how many of each kind go along
      this.whens = [];      // moves of others that a reply is for, as far as they were clicked
      this.asking = null;   // {label, said}: a question that is answered by clicks, as far as it is
      this.host = null;     // the reply behind which replies are made, by its path
      this.kind = "";       // what is put on places
      this.opened = "";     // the order whose fields are shown, by its path
      this.zoom = 1;
      this.status = el("p", { class: "pen-status", role: "status" });
      this.panel = el("div", { class: "pen-panel" });
      this.scroll = el("div", { class: "pen-scroll" });
      this.board = el("div", { class: "pen-board" }, this.zoomBar(), this.scroll);
      this.root = el("section", { class: "pen", "aria-label": word("title", { seat: this.sheet.mine.name }) },
        this.board, el("div", { class: "pen-side" }, this.status, this.panel));
      this.root.setAttribute("role", "dialog");
      this.root.setAttribute("aria-modal", "true");
      this.root.addEventListener("keydown", (event) => this.key(event));
    }

    /** Takes the map out of its figure into the composer. */
    open() {
      const figure = document.querySelector("figure[data-usual]") || document.querySelector("figure");
      this.svg = figure.querySelector("svg");
      this.home = el("span", { hidden: true });
      this.svg.replaceWith(this.home);
      this.svg.setAttribute("role", "group");
      this.scroll.append(this.svg);
      document.body.append(this.root);
      document.documentElement.classList.add("pen-on");
      for (const other of document.body.children) if (other !== this.root) other.inert = true;
      this.layOut();
      // Where the map is much wider than its box, as on a phone, it fills the box in height; and where
      // places are small then, they are made large enough for a finger.
      const { clientWidth, clientHeight } = this.scroll, { width, height } = this.svg.viewBox.baseVal;
      const sizes = Object.values(this.at).map(({ r }) => r * clientWidth / width).sort((a, b) => a - b);
      if (clientWidth < 700) this.zoomTo(Math.min(Math.max(clientHeight / (clientWidth * height / width), FINGER / sizes[Math.floor(sizes.length / 2)]), 3));
      const due = this.sheet.topics.find(({ topic, limits }) => limits.length && (topic.gestures || []).length)
        || this.sheet.topics.find(({ topic }) => (topic.gestures || []).length);
      const open = (this.sheet.mine.questions || []).find(({ label, options }) => !(this.sheet.said.answers || {})[label] && (options || []).some((one) => this.placesIn(one).length));
      if (open) this.asking = { label: open.label, said: [] };
      else if (due) this.choose(due.topic, 0);
      this.draw();
      this.tell(this.asking ? this.question.text : word("begin"));
      this.showOwn();
      this.panel.querySelector("button").focus();
    }

    close() {
      this.overlay.remove();
      this.svg.setAttribute("role", "img");
      this.home.replaceWith(this.svg);
      this.root.remove();
      document.documentElement.classList.remove("pen-on");
      for (const other of document.body.children) other.inert = false;
    }

    tell(text) {
      this.status.textContent = text;
    }

    // -- the board

    zoomBar() {
      const by = (factor) => () => this.zoomTo(this.zoom * factor);
      return el("div", { class: "pen-zoom" },
        el("button", { type: "button", onclick: by(1.5), "aria-label": word("larger") }, "+"),
        el("button", { type: "button", onclick: by(1 / 1.5), "aria-label": word("smaller") }, "−"));
    }

    zoomTo(factor) {
      const scroll = this.scroll, old = this.zoom;
      this.zoom = Math.min(Math.max(factor, 1), 8);
      const ratio = this.zoom / old;
      const x = (scroll.scrollLeft + scroll.clientWidth / 2) * ratio, y = (scroll.scrollTop + scroll.clientHeight / 2) * ratio;
      this.svg.style.width = `${100 * this.zoom}%`;
      scroll.scrollLeft = x - scroll.clientWidth / 2;
      scroll.scrollTop = y - scroll.clientHeight / 2;
    }

    /** Moves the map so that the middle of what is one's own is in the middle. */
    showOwn() {
      const own = Object.keys(this.sheet.choices.stock || {}).map((place) => this.at[place]).filter(Boolean);
      const scale = this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width;
      for (const [axis, size, scroll] of [["x", "clientWidth", "scrollLeft"], ["y", "clientHeight", "scrollTop"]]) {
        const middle = own.reduce((sum, at) => sum + at[axis], 0) / (own.length || 1);
        this.scroll[scroll] = middle * scale - this.scroll[size] / 2;
      }
    }

    /** Lays a shape over each place that orders can name. */
    layOut() {
      this.at = placesOf(this.svg, Object.keys(this.sheet.choices.places));
      this.overlay = el("svg:g", { class: "pen-places" });
      this.arrows = el("svg:g", { class: "pen-arrows", "aria-hidden": "true" });
      this.shapes = {};
      this.svg.append(this.arrows, this.overlay);
      this.svg.addEventListener("click", (event) => this.clicked(event));
      this.sprites = {};
      for (const sprite of this.svg.querySelectorAll("[data-place][data-kind]:not([data-mark])")) {
        const { place } = sprite.dataset;
        this.sprites[place] = place in this.sprites ? null : sprite;
      }
    }

    /** Returns the shape over a place; it is made when it is first needed. */
    shape(place) {
      if (this.shapes[place]) return this.shapes[place];
      const outline = this.svg.querySelector(`#area-${CSS.escape(place)} use, #area-${CSS.escape(place)} path`);
      const shape = outline ? outline.cloneNode(false) : shapeOf(this.at[place]);
      for (const { name } of [...shape.attributes]) {
        if (!["d", "href", "xlink:href", "x", "y", "width", "height", "transform", "cx", "cy", "r", "points"].includes(name)) shape.removeAttribute(name);
      }
      shape.setAttribute("role", "button");
      shape.dataset.pen = place;
      shape.addEventListener("focus", () => { this.focused = place; });
      return (this.shapes[place] = shape);
    }

    /** Returns the places over which a shape lies: all, or on a large board those that matter now. */
    shown() {
      const places = Object.keys(this.at);
      return places.length <= MANY ? places
        : places.filter((place) => place === this.focused || this.states[place] !== "none");
    }

    /** Finds the place that a click is for: the shape under it, else the nearest middle. */
    clicked(event) {
      if (!this.root.contains(this.svg)) return;
      let place = event.target.dataset && event.target.dataset.pen;
      if (!place) {
        const matrix = this.svg.getScreenCTM();
        let best = NEAR;
        for (const [one, { x, y, r, sides }] of Object.entries(this.at)) {
          const across = matrix.a * x + matrix.e - event.clientX, down = matrix.d * y + matrix.f - event.clientY;
          const isInside = sides === 4 && Math.max(Math.abs(across), Math.abs(down)) <= r * matrix.a;
          const away = isInside ? -1 : Math.hypot(across, down);
          if (away < best) [best, place] = [away, one];
        }
      }
      if (place) this.act(place);
    }

    // -- what a place does

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
      if (gesture.by === "draw" && !Object.keys(this.reached(place)).length) return false;
      return Pen.begins(this.sheet.choices, this.momentFor(place), gesture, place);
    }

    /** Returns where what is at a place may go, by place. */
    reached(place) {
      const { gesture } = this.active;
      if (gesture.by === "reply") return Object.fromEntries(this.whose.ends(place).map((to) => [to, [place, to]]));
      const moment = this.momentFor(place);
      if (gesture.by === "gather") return this.stacks(place);
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
        else this.tell(word("not-there", { place: placeName(this.sheet, place) }));
      } else if (gesture.by === "gather") {
        if (this.from === place) this.drop();
        else if (this.from && place in this.stacks(this.from)) this.gather(place);
        else if (this.canBegin(place)) this.aim(place);
        else this.tell(word(this.from ? "not-reached" : "not-there", { place: placeName(this.sheet, place) }));
      } else if (this.from && place !== this.from && place in this.reached(this.from)) {
        if (gesture.by === "reply") this.replyTo(place); else this.drawTo(place);
      }
      else if (this.from === place) this.drop();
      else if (this.canBegin(place)) this.pickUp(place);
      else this.tell(word(this.from ? "not-reached" : "not-from-there", { place: placeName(this.sheet, place) }));
      return this.draw();
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
          list[at] = Pen.make(gesture, { ...made.values, count: made.values.count + 1 }, made.asked);
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
      this.taken = this.active.gesture.by === "reply" ? {} : Pen.takable(this.active.gesture, this.momentFor(place), place);
      const ends = Object.keys(this.reached(place)).map((to) => placeName(this.sheet, to)).sort();
      const few = ends.length > 16 ? [...ends.slice(0, 12), `… (${ends.length})`] : ends;
      this.tell(word("picked", { place: placeName(this.sheet, place), ends: few.join(", ") }));
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
      this.active = topic && { topic, gesture: (topic.gestures || [])[number], number };
      this.from = null;
      this.taken = {};
      this.whens = [];
      this.host = null;
      if (topic && this.active.gesture && this.active.gesture.by === "reply") this.tell(word("reply-begin"));
    }

    // -- keys

    key(event) {
      const place = event.target.dataset && event.target.dataset.pen;
      if (event.key === "Escape" && this.asking && this.asking.said.length) { this.asking.said.pop(); this.draw(); event.preventDefault(); return; }
      if (event.key === "Escape" && this.from) { this.drop(); this.draw(); event.preventDefault(); return; }
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && event.target.tagName !== "TEXTAREA") {
        if (event.shiftKey) this.sheet.redo(); else this.sheet.undo();
        this.draw();
        event.preventDefault();
        return;
      }
      if (!place) return;
      const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (event.key === "Enter" || event.key === " ") this.act(place);
      else if (ways[event.key]) this.focus(this.beside(place, ways[event.key]));
      else if (event.key === "n" || event.key === "p") this.focus(this.next(place, event.key === "n" ? 1 : -1));
      else if (/^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) this.focus(this.named(place, event.key));
      else return;
      event.preventDefault();
    }

    focus(place) {
      if (!place || !this.at[place]) return;
      this.focused = place;
      this.lay();
      this.shapes[place].focus();
    }

    /** Returns the nearest place in a direction. */
    beside(place, [dx, dy]) {
      const here = this.at[place];
      let best = Infinity, found = place;
      for (const one of Object.keys(this.at)) {
        const x = this.at[one].x - here.x, y = this.at[one].y - here.y;
        const along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
        if (along > 0 && across <= along * 1.5 && along + 2 * across < best) [best, found] = [along + 2 * across, one];
      }
      return found;
    }

    /** Returns the next place that can be clicked, in the order of names. */
    next(place, step) {
      const places = Object.keys(this.at).filter((one) => one === place || this.states[one] !== "none")
        .sort((a, b) => placeName(this.sheet, a).localeCompare(placeName(this.sheet, b)));
      return places[(places.indexOf(place) + step + places.length) % places.length];
    }

    /** Returns the next place whose name begins with a letter. */
    named(place, letter) {
      const places = Object.keys(this.at).filter((one) => placeName(this.sheet, one).toLowerCase().startsWith(letter.toLowerCase()))
        .sort((a, b) => placeName(this.sheet, a).localeCompare(placeName(this.sheet, b)));
      return places.find((one) => placeName(this.sheet, one) > placeName(this.sheet, place)) || places[0];
    }

    // -- drawing

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
      this.states = Object.fromEntries(Object.keys(this.at).map((place) => [place, this.state(place)]));
      this.drawArrows();
      this.lay();
      this.drawPanel();
    }

    /** Lays shapes over the places, each with what it is. */
    lay() {
      const moment = this.now ? this.now.moment : null, places = this.shown();
      for (const place of places) {
        const shape = this.shape(place), state = this.states[place];
        shape.setAttribute("class", `pen-place ${state}`);
        const told = { begin: word("can-begin"), end: word("can-end"), from: word("is-from"), none: "" }[state];
        shape.setAttribute("aria-label", [placeName(this.sheet, place), this.heldAt(moment, place), told].filter(Boolean).join("; "));
        shape.setAttribute("tabindex", "-1");
      }
      if (this.overlay.childElementCount !== places.length || places.some((place) => !this.shapes[place].parentNode)) {
        const hadFocus = this.overlay.contains(document.activeElement);
        this.overlay.replaceChildren(...places.map((place) => this.shapes[place]));
        if (hadFocus) this.shapes[this.focused].focus();
      }
      const roving = places.includes(this.focused) ? this.focused : places.find((place) => this.states[place] !== "none") || places[0];
      if (roving) this.shapes[roving].setAttribute("tabindex", "0");
      this.scroll.tabIndex = roving ? -1 : 0;  // a map on which nothing is in play is scrolled by keys
    }

    /** Returns what stands at a place in words: what is one's own, else what the picture says. */
    heldAt(moment, place) {
      const held = moment ? heldText(this.sheet, moment.stock[place] || {}) : "";
      const title = !held && this.seen[place] && this.seen[place].querySelector("title");
      return title ? title.textContent.replace(`${place}: `, "") : held;
    }

    /** Draws the orders made: an arrow each, numbers where units were put, pieces where they come. */
    drawArrows() {
      this.arrows.replaceChildren();
      for (const sprite of this.faded || []) sprite.classList.remove("pen-gone");
      this.faded = [];
      this.seen = { ...this.sprites };
      const put = {};  // by place, how many come out of boxes
      for (const { lines, topic } of this.sheet.topics) {
        for (const line of Pen.all(lines)) {
          if (!line.gesture || line.gesture.by === "pick" || line.gesture.by === "reply") continue;
          const values = line.values, to = this.at[Pen.endOf(values)];
          const path = values.path || (values.from ? [values.from, values.to] : []);
          const isNow = this.active && this.active.topic === topic ? " now" : "";
          const wrong = line.faults.length ? " wrong" : "";
          if (values.groups) for (const place in values.groups) this.drawMove([place, values.to], isNow + wrong);
          if (path.length > 1) {
            this.drawMove(path, isNow + wrong);
            if (!wrong && line.gesture.moves && this.isOne(kindThere(line))) this.carry(path[0], path[path.length - 1]);
          }
          else if (line.gesture.by === "point") for (const one of Pen.piecesOf(line)) {
            if (isNow) put[one.place] = (put[one.place] || 0) + (one.count || 0);
            if (isNow || !one.count) this.arrows.append(...mark(this.at[one.place], { count: put[one.place] }, isNow + wrong));
          }
          else if (to && values.groups && values.groups[values.to]) this.arrows.append(...mark(to, {}, isNow + wrong));
        }
      }
      this.drawExpected();
      this.drawLeft(put);
    }

    /** Draws what is expected of others, and the replies behind which another one is made. */
    drawExpected() {
      const { gesture } = this.active || {};
      if (!gesture || gesture.by !== "reply") return;
      const chain = (this.host || []).flatMap((_, end, path) => end % 2 ? [Pen.lineAt(this.sheet.topics, path.slice(0, end + 1))] : []);
      const steps = chain.filter(Boolean).flatMap(({ values }) =>
        [...(Array.isArray(values.if) ? values.if.map((one) => ({ ...one, is: " theirs" })) : []), { ...values, is: "" }]);
      for (const { from, to, is } of [...steps, ...this.whens.map((one) => ({ ...one, is: " theirs" }))]) {
        if (!from || !to) continue;
        this.drawMove([from, to], ` now${is}`);
        this.carry(from, to);
      }
    }

    drawMove(path, more) {
      this.arrows.append(...arrow(path.map((one) => this.at[one]).filter(Boolean), more));
    }

    isOne(kind) {
      return Boolean(((this.sheet.choices.kinds || {})[kind] || {}).is_one);
    }

    /** Shows a piece where it will stand, and fades it where it stands now, and who is struck. */
    carry(from, to) {
      const sprite = this.seen[from], here = this.at[from], there = this.at[to];
      if (!sprite || !here || !there) return;
      const ghost = el("svg:g", { class: "pen-ghost", transform: `translate(${there.x - here.x} ${there.y - here.y})` }, sprite.cloneNode(true));
      for (const one of ghost.querySelectorAll("[id]")) one.removeAttribute("id");
      for (const one of [sprite, this.seen[to]].filter(Boolean)) {
        if (this.arrows.contains(one)) one.remove(); else { one.classList.add("pen-gone"); this.faded.push(one); }
      }
      ghost.firstChild.classList.remove("pen-gone");
      this.arrows.append(ghost);
      delete this.seen[from];
      this.seen[to] = ghost;
    }

    /** Writes beside each place how many stand there before the chosen topic's next order, where that
     * is not what the map shows, and no mark says it. */
    drawLeft(put) {
      const { moment } = this.now || {}, first = this.sheet.choices.stock || {};
      for (const place of moment ? Object.keys(this.shapes) : []) {
        const left = Pen.total(moment, place), were = Object.values(first[place] || {}).reduce((sum, one) => sum + one, 0);
        if (left === were || left === put[place] || moment.vague.has(place)) continue;
        const { x, y, r } = this.at[place];
        this.arrows.append(el("svg:g", { class: "pen-left" },
          el("svg:rect", { x: x - r * 1.9, y: y - r * 0.4, width: r, height: r * 0.8, rx: r * 0.2 }),
          el("svg:text", { x: x - r * 1.4, y, "font-size": r * 0.68 }, `${left}`)));
      }
    }

    drawPanel() {
      const focus = document.activeElement && this.panel.contains(document.activeElement)
        ? document.activeElement.getAttribute("data-focus") : null;
      const wrong = this.sheet.wrong();
      const sections = this.sheet.topics.map((one) => this.topicSection(one));
      this.panel.replaceChildren(
        el("datalist", { id: "pen-ids" }, Object.entries(this.sheet.choices.places).map(([place, name]) => el("option", { value: place }, name))),
        el("h2", {}, word("title", { seat: this.sheet.mine.name })),
        ...this.boxes(), ...this.questions(), ...sections, this.standing(), this.holding(),
        this.actions(), this.sending(wrong), this.asText());
      if (focus) {
        const again = this.panel.querySelector(`[data-focus="${CSS.escape(focus)}"]`);
        if (again) again.focus(); else this.status.focus();
      }
    }

    button(text, act, more = {}) {
      return el("button", { type: "button", "data-focus": more["aria-label"] || text, ...more,
                            onclick: () => { act(); this.draw(); } }, text);
    }

    boxes() {
      const moment = this.now ? this.now.moment : this.sheet.topics.length ? this.sheet.topics[0].before : null;
      return (this.sheet.choices.boxes || []).map((box) => el("p", { class: "pen-box" },
        el("b", {}, placeName(this.sheet, box)), " ",
        heldText(this.sheet, (moment && moment.stock[box]) || {}) || word("empty")));
    }

    topicSection({ topic, lines, limits }) {
      const isActive = this.active && this.active.topic === topic;
      const gestures = (topic.gestures || []).map((gesture, number) => gesture.by === "pick"
        ? this.picker(topic, gesture)
        : this.button(gesture.text, () => this.choose(topic, number),
            { "aria-pressed": String(Boolean(isActive && this.active.number === number)) }));
      const notes = (topic.notes || []).map((note) => el("p", { class: "pen-note" }, note));
      const forms = this.adding(topic.topic, this.formsOf(topic.topic), (order) =>
        this.sheet.change((orders) => { (orders[topic.topic] || (orders[topic.topic] = [])).push(order); }));
      // A topic in which nothing can be clicked takes a line.
      if (!gestures.length && !lines.length && !limits.length) {
        return el("details", { class: "pen-topic" }, el("summary", { "data-focus": `topic ${topic.topic}` }, topic.text), notes, forms);
      }
      return el("section", { class: `pen-topic${isActive ? " active" : ""}` },
        el("h3", {}, topic.text),
        notes, limits.map((one) => el("p", { class: "pen-due" }, limitText(this.sheet, one))),
        el("div", { class: "pen-gestures" }, gestures),
        isActive && this.active.gesture && this.active.gesture.by === "reply" ? this.replying()
          : isActive && this.from ? this.going() : isActive && this.active.gesture ? this.putting() : "",
        lines.length ? this.list(lines) : "", forms);
    }

    /** What a reply in the making answers, and behind which other one it stands. */
    replying() {
      const host = this.host && Pen.lineAt(this.sheet.topics, this.host), { gesture } = this.active;
      return el("div", { class: "pen-going" },
        host ? el("p", {}, word("reply-behind", { what: lineText(this.sheet, host) }), " ",
          this.button(word("reply-stop"), () => { this.host = null; this.whens = []; this.from = null; })) : "",
        this.whens.length ? el("p", {}, conditionText(this.sheet, gesture, this.whens), " ",
          this.button("×", () => { this.whens.pop(); this.from = null; }, { "aria-label": word("reply-less") })) : "",
        el("p", { class: "pen-note" }, word(this.whens.length ? "reply-next" : "reply-begin")));
    }

    /** Begins a reply behind another one. */
    goOn(topic, line) {
      this.choose(topic, line.number);
      this.host = line.path;
      this.tell(word("reply-behind", { what: lineText(this.sheet, line) }));
    }

    // -- forms: what no click says

    /** Returns the forms of a topic's orders by tag. */
    formsOf(topic) {
      return data.forms.orders[topic] || {};
    }

    /** A form that is filled in and then added, folded up until it is wanted. */
    adding(name, forms, add) {
      const tags = Object.keys(forms);
      if (!tags.length) return "";
      const box = el("div", {}), select = el("select", { "aria-label": word("form-kind") }, tags.map((tag) => el("option", { value: tag }, tag)));
      let form = null;
      const show = () => {
        form = this.form(forms[select.value], undefined);
        box.replaceChildren(form.node);
      };
      select.addEventListener("change", show);
      const details = el("details", { class: "pen-form", ontoggle: () => { if (details.open && !form) show(); } },
        el("summary", { "data-focus": `form ${name}` }, word("by-form")), tags.length > 1 ? select : "", box,
        el("button", { type: "button", onclick: () => this.tryAdd(() => { add(form.get()); this.tell(word("added")); this.draw(); }) }, word("add")));
      return details;
    }

    /** A form of a schema by its name, with a value to begin with. */
    form(name, value) {
      const tools = { el, word, list: "pen-ids" };
      return Forms.control({ $ref: `#/$defs/${name}` }, data.forms, tools, word("form"), value);
    }

    tryAdd(add) {
      try {
        add();
      } catch (error) {
        this.tell(word("not-read", { why: error.message }));
      }
    }

    /** Orders that no gesture made, one a line, each with its form: standing orders. */
    standing() {
      const said = this.sheet.said.standing, forms = data.forms.standing;
      const mine = this.sheet.mine.standing || [];
      const lines = (said || mine).map((order, place) => el("li", {},
        el("span", { class: "pen-text" }, plainText(this.sheet, order)),
        said ? el("span", { class: "pen-tools" }, this.button("×",
          () => this.sheet.say((all) => { all.standing.splice(place, 1); }), { "aria-label": word("remove", { what: plainText(this.sheet, order) }) })) : ""));
      return el("details", { class: "pen-topic", open: said !== undefined },
        el("summary", { "data-focus": "standing" }, word("standing")),
        el("p", { class: "pen-note" }, word(said ? "standing-new" : "standing-stay")),
        lines.length ? el("ol", {}, lines) : "",
        said ? this.button(word("standing-leave"), () => this.sheet.say((all) => { delete all.standing; }))
          : this.button(word("standing-change"), () => this.sheet.say((all) => { all.standing = copy(mine); })),
        said ? this.adding("standing", forms, (order) => this.sheet.say((all) => { all.standing.push(order); })) : "");
    }

    /** Topics before which the seat wants to be asked again. */
    holding() {
      const topics = this.sheet.choices.topics.filter(({ topic }) => topic !== "match");
      if (topics.length < 2) return "";
      const hold = this.sheet.said.hold || [];
      return el("details", { class: "pen-topic", open: hold.length > 0 },
        el("summary", { "data-focus": "hold" }, word("hold")), el("p", { class: "pen-note" }, word("hold-means")),
        topics.map(({ topic, text }) => {
          const box = el("input", { type: "checkbox", checked: hold.includes(topic), "data-focus": `hold ${topic}`, onchange: () => {
            this.sheet.say((all) => {
              const held = new Set(all.hold || []);
              if (box.checked) held.add(topic); else held.delete(topic);
              all.hold = topics.map((one) => one.topic).filter((one) => held.has(one));
              if (!all.hold.length) delete all.hold;
            });
            this.draw();
          } });
          return el("p", {}, el("label", {}, box, " ", text));
        }));
    }

    /** Questions that wait for an answer. */
    questions() {
      return (this.sheet.mine.questions || []).map((question) => {
        const { label, text, options, topic } = question;
        const given = (this.sheet.said.answers || {})[label], left = this.answersLeft(question), name = `pen-${label}`;
        const isHere = Boolean(this.asking) && this.asking.label === label;
        const select = left.length > FEW ? el("select", { id: name, "data-focus": name }, left.map((one, place) => el("option", { value: place }, this.answerText(question, one)))) : null;
        const listed = select ? [el("label", { for: name }, word("answer")), select, this.button(word("add"), () => this.give(question, left[Number(select.value)]), { "aria-label": `${word("add")}: ${text}` })]
          : left.map((one) => this.button(this.answerText(question, one), () => this.give(question, one), { "aria-pressed": String(Pen.same(one, given)), "data-focus": `${label} ${oneLine(one)}` }));
        const onMap = (options || []).some((one) => this.placesIn(one).length)
          ? this.button(word("on-map"), () => { this.choose(null, 0); this.asking = isHere ? null : { label, said: [] }; }, { "aria-pressed": String(isHere), "data-focus": `map ${label}` }) : "";
        return el("section", { class: `pen-topic${given === undefined || isHere ? " active" : ""}` }, el("h3", {}, text),
          given === undefined ? el("p", { class: "pen-due" }, word("to-answer")) : el("p", { class: "pen-note" }, this.answerText(question, given)),
          el("div", { class: "pen-gestures" }, onMap, listed),
          this.adding(label, this.formsOf(topic), (order) => this.give(question, order)));
      });
    }

    /** Steppers for what goes along from the place that was clicked. */
    going() {
      if (this.active.gesture.by === "gather") return this.gathering();
      const held = Pen.takable(this.active.gesture, this.momentFor(this.from), this.from);
      if (!JSON.stringify(this.active.gesture.make).includes('"$count"') || (this.active.gesture.asks || []).some((one) => one.name === "count")) return "";
      return el("div", { class: "pen-going" }, Object.entries(held).map(([kind, most]) =>
        this.stepper(kindName(this.sheet, kind, 2), this.taken[kind] || 0, 0, most, (count) => { this.taken[kind] = count; })));
    }

    /** Steppers for the stacks that go to the target that was clicked. */
    gathering() {
      const to = this.from, stacks = this.stacks(to), line = this.lineTo(to);
      const groups = line ? line.values.groups : {};
      const all = this.button(word("gather-all"), () => this.setGroups(to, stacks));
      return el("div", { class: "pen-going" }, el("b", {}, placeName(this.sheet, to)), all,
        Object.entries(stacks).map(([place, held]) => el("div", { class: "pen-stack" }, el("span", {}, placeName(this.sheet, place)),
          Object.entries(held).map(([kind, most]) => this.stepper(kindName(this.sheet, kind, 2), (groups[place] || {})[kind] || 0, 0, most, (count) =>
            this.setGroups(to, { ...groups, [place]: { ...(groups[place] || {}), [kind]: count } }))))));
    }

    /** Which kind the next click puts, where a box has several. */
    putting() {
      const { gesture } = this.active;
      const kinds = gesture.by === "point" && gesture.pool ? this.kinds() : {}, names = Object.keys(kinds);
      if (!names.length) return "";
      return el("div", { class: "pen-going", role: "group", "aria-label": word("puts") }, el("span", {}, word("puts")), names.map((kind) =>
        this.button(heldText(this.sheet, { [kind]: kinds[kind] }), () => { this.kind = kind; },
          { "aria-pressed": String(kind === this.kindOf(names)), "data-focus": `kind ${kind}` })));
    }

    stepper(text, value, least, most, set) {
      const to = (count) => () => set(Math.min(Math.max(count, least), most));
      return el("span", { class: "pen-stepper", role: "group", "aria-label": text },
        this.button("−", to(value - 1), { "aria-label": word("fewer", { what: text }), disabled: value <= least }),
        el("output", {}, `${value}`),
        this.button("+", to(value + 1), { "aria-label": word("more", { what: text }), disabled: value >= most }),
        el("span", {}, text));
    }

    picker(topic, gesture) {
      if (!gesture.items.length) return el("p", { class: "pen-note" }, word("nothing"));
      const number = topic.gestures.indexOf(gesture), name = `pen-${topic.topic}-${number}`;
      const full = gesture.at_most && this.sheet.topic(topic.topic).lines.filter((line) => line.number === number).length >= gesture.at_most;
      const select = el("select", { id: name, "data-focus": name }, gesture.items.map((item, place) => el("option", { value: place }, item.text)));
      return el("span", {}, el("label", { for: name }, gesture.text), " ", select, " ",
        this.button(word("add"), () => {
          const order = Pen.make(gesture, { item: Number(select.value) });
          this.sheet.change((orders) => { (orders[topic.topic] || (orders[topic.topic] = [])).push(order); });
        }, { "aria-label": `${word("add")}: ${gesture.text}`, disabled: Boolean(full) }));
    }

    list(lines) {
      return el("ol", {}, lines.map((line, place) => this.item(line, place, lines.length)));
    }

    item(line, place, length) {
      const text = lineText(this.sheet, line), faults = faultTexts(this.sheet, line);
      const own = Pen.games[data.game];
      const note = own && own.note && line.gesture ? own.note(this.sheet.choices, line) : "";
      const listOf = (orders) => line.path.slice(0, -1).reduce((at, step) => at[step], orders);
      const move = (by) => () => this.sheet.change((orders) => {
        const list = listOf(orders);
        list.splice(place + by, 0, ...list.splice(place, 1));
      });
      const remove = () => {
        this.sheet.change((orders) => { listOf(orders).splice(place, 1); });
        this.tell(word("removed", { what: text }));
      };
      const isReply = Boolean(line.gesture) && line.gesture.by === "reply";
      const name = line.path.join("/"), fields = line.gesture && !isReply ? this.fields(line, listOf, place)
        : this.opened !== name ? isReply : isReply ? this.replyFields(line, listOf, place) : this.reforming(line, listOf, place);
      const chosen = line.gesture ? chosenText(line) : "";
      const isShown = this.isShort(line) && this.active && this.active.topic.topic === line.topic;
      return el("li", { class: faults.length ? "wrong" : line.gesture ? "" : "as-written" },
        el("span", { class: "pen-text" }, text, chosen ? el("span", { class: "pen-note" }, `, ${chosen}`) : ""), note ? el("span", { class: "pen-chance" }, ` ${note}`) : "",
        el("span", { class: "pen-tools" },
          isReply ? this.button("↳", () => this.goOn(this.sheet.topic(line.topic).topic, line),
            { "aria-label": word("reply-go-on", { what: text }), "aria-pressed": String(Pen.same(this.host, line.path)), disabled: line.path.length / 2 >= line.gesture.deepest }) : "",
          !line.gesture || fields && !isShown ? this.button("…", () => { this.opened = this.opened === name ? "" : name; },
            { "aria-label": word("edit", { what: text }), "aria-expanded": String(this.opened === name) }) : "",
          this.button("↑", move(-1), { "aria-label": word("up", { what: text }), disabled: place === 0 }),
          this.button("↓", move(1), { "aria-label": word("down", { what: text }), disabled: place === length - 1 }),
          this.button("×", remove, { "aria-label": word("remove", { what: text }) })),
        line.gesture ? "" : el("p", { class: "pen-note" }, word("as-written")),
        fields !== true && (!line.gesture || isShown || this.opened === name) ? fields : "",
        ...faults.map((fault) => el("p", { class: "pen-due" }, fault)),
        ...Object.entries(line.under).filter(([, under]) => under.length).map(([name, under]) =>
          el("div", { class: "pen-under" }, el("p", { class: "pen-note" }, word(isReply ? "reply-under" : name)), this.list(under))));
    }

    /** What a reply answers, to be made less narrow; what it says besides; and its form. */
    replyFields(line, listOf, place) {
      const { gesture, values } = line, whens = Array.isArray(values.if) ? values.if : [];
      const besides = gesture.besides || [], own = besides.map(({ name }) => name);
      const parts = whens.flatMap((when, number) => {
        const put = (field, value) => this.sheet.change((orders) => {
          const one = { ...when, [field]: value };
          if (value === undefined) delete one[field];
          listOf(orders)[place].if = whens.map((each, at) => at === number ? one : each);
        });
        const told = (field) => say(gesture.texts[field], { x: when[field] }).trim();
        return [...["from", "to"].filter((field) => when[field] && !own.includes(field)).map((field) =>
          this.button(`${told(field)} ×`, () => put(field, undefined), { "aria-label": word("remove", { what: told(field) }) })),
          ...besides.map(({ name, text, options }) => {
            const id = `pen-${line.path.join("-")}-${number}-${name}`;
            const select = el("select", { id, "data-focus": id, onchange: () => { put(name, select.value === "" ? undefined : options[Number(select.value)].value); this.draw(); } },
              options.map((one, at) => el("option", { value: one.value === undefined ? "" : at, selected: one.value === when[name] }, one.text)));
            return el("span", { class: "pen-asked" }, el("label", { for: id }, text), " ", select);
          })];
      });
      const form = this.reforming(line, listOf, place);
      return el("div", {}, el("div", { class: "pen-fields" }, parts), this.fields(line, listOf, place),
        el("details", { class: "pen-form" }, el("summary", { "data-focus": `form ${line.path.join("/")}` }, word("by-form")), form));
    }

    /** The form of an order that no gesture makes, to be changed where it stands. */
    reforming(line, listOf, place) {
      const name = this.formsOf(line.topic)[line.order.order];
      if (!name) return "";
      const form = this.form(name, line.order);
      return el("div", { class: "pen-form" }, form.node, el("button", { type: "button", onclick: () => this.tryAdd(() => {
        this.opened = "";
        this.sheet.change((orders) => { listOf(orders)[place] = form.get(); });
        this.draw();
      }) }, word("keep")));
    }

    /** Whether an order has nothing to be changed but a number. */
    isShort(line) {
      return line.gesture && !(line.gesture.asks || []).length;
    }

    /** The count and the asked values of an order, to be changed where it stands. */
    fields(line, listOf, place) {
      const { gesture, values, asked = {} } = line, made = [];
      const put = (newValues, newAsked) => this.sheet.change((orders) => {
        const list = listOf(orders), old = list[place];
        const order = Pen.make(gesture, newValues, newAsked);
        for (const name of gesture.then || []) if (old[name]) order[name] = old[name];
        const isEmpty = Object.keys(gesture.parts || {}).length && Object.keys(gesture.parts).every((name) => !(order[keyOf(gesture, name)] || []).length);
        if (gesture.by === "point" && isEmpty) list.splice(place, 1); else list[place] = order;
      });
      if (Number.isInteger(values.count) && !(gesture.asks || []).some((one) => one.name === "count")) {
        made.push(this.stepper(kindName(this.sheet, values.kind || onlyKind(this.sheet, gesture), values.count), values.count, 1, 9999,
          (count) => put({ ...values, count }, asked)));
      }
      for (const name of gesture.by === "point" ? Object.keys(gesture.parts || {}) : []) made.push(...this.partFields(line, name, put));
      for (const one of gesture.asks || []) {
        const { place: chosen, x } = asked[one.name], option = one.options[chosen];
        const id = `pen-${line.path.join("-")}-${one.name}`;
        const select = el("select", { id, "data-focus": id, onchange: () => {
          put(values, { ...asked, [one.name]: { place: Number(select.value), x: one.options[Number(select.value)].usual } });
          this.draw();
        } }, one.options.map((each, number) => el("option", { value: number, selected: number === chosen }, say(each.text, { x: "…" }))));
        made.push(el("span", { class: "pen-asked" }, el("label", { for: id }, one.text), " ", select));
        if (option.x) {
          const input = el("input", { type: "text", inputmode: option.x === "count" ? "numeric" : "text", size: 4, value: `${x}`,
                                      "data-focus": `${id}-x`, "aria-label": say(option.text, { x: "…" }), onchange: () => {
            const given = option.x === "count" ? Number(input.value) : input.value.trim();
            const fits = option.x === "count" ? Number.isInteger(given) && given > 0 : /^[1-9]\d{0,2}\/[1-9]\d{0,2}$/.test(given);
            if (fits) put(values, { ...asked, [one.name]: { place: chosen, x: given } });
            else this.tell(word(option.x === "count" ? "not-a-count" : "not-a-ratio"));
            this.draw();
          } });
          made.push(input);
        }
      }
      return made.length ? el("div", { class: "pen-fields" }, made) : "";
    }

    /** The things of an order's list, each to be made more, fewer, or taken out. */
    partFields({ values, asked, parts }, name, put) {
      const without = (number) => values[name].filter((_, other) => other !== number);
      return parts[name].map((part, number) => {
        const text = part.kind ? `${kindName(this.sheet, part.kind, part.count)}: ${placeName(this.sheet, part.place)}` : placeName(this.sheet, part.place);
        if (!part.count) return this.button(`${text} ×`, () => put({ ...values, [name]: without(number) }, asked), { "aria-label": word("remove", { what: text }) });
        return this.stepper(text, part.count, 0, 9999, (count) => put({ ...values,
          [name]: count ? values[name].map((one, other) => other === number ? { ...one, count } : one) : without(number) }, asked));
      });
    }

    actions() {
      return el("div", { class: "pen-actions" },
        this.button(word("undo"), () => this.sheet.undo(), { disabled: !this.sheet.past.length }),
        this.button(word("redo"), () => this.sheet.redo(), { disabled: !this.sheet.future.length }),
        this.button(word("clear"), () => this.sheet.say((said) => {
          for (const topic in said.orders) said.orders[topic] = [];
          for (const key of ["answers", "standing", "hold", "then"]) delete said[key];
        })),
        el("button", { type: "button", onclick: () => { this.close(); shown(); } }, word("close")));
    }

    sending(wrong) {
      const name = `${this.sheet.seat}-${data.header.n}.json`;
      const state = wrong.length ? word("not-ready") : this.sheet.isPartlyKnown() ? word("unjudged") : word("ready");
      const save = () => {
        const link = el("a", { download: name, href: URL.createObjectURL(new Blob([this.sheet.text()], { type: "application/json" })) });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
        this.tell(word("saved", { name }));
      };
      return el("section", { class: `pen-send${wrong.length ? "" : " ready"}` },
        el("h3", {}, state), el("ul", {}, wrong.map((text) => el("li", {}, text))),
        el("div", { class: "pen-gestures" },
          this.button(word("download"), save),
          this.button(word("copy"), () => this.copyText(this.sheet.text())),
          this.button(word("copy-line"), () => this.copyText(packed(this.sheet.text()))),
          el("button", { type: "button", "data-focus": "mail", onclick: () => this.mail() }, word("mail"))));
    }

    /** Copies a text, or one that is still in the making: WebKit lets nothing be copied later than
     *  the click, so the promise itself is handed over. */
    async copyText(text) {
      try {
        const blob = Promise.resolve(text).then((made) => new Blob([made], { type: "text/plain" }));
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
        this.tell(word("copied"));
      } catch {
        const area = this.panel.querySelector("textarea");
        area.closest("details").open = true;
        area.value = await text;
        area.select();
        this.tell(document.execCommand && document.execCommand("copy") ? word("copied") : word("copy-by-hand"));
      }
    }

    async mail() {
      const line = await packed(this.sheet.text());
      const said = this.sheet.topics.flatMap(({ topic, lines }) => lines.length
        ? [`${topic.text}:`, ...[...Pen.all(lines)].map((one) => `  ${lineText(this.sheet, one)}`)] : []);
      const subject = word("subject", { match: data.title, n: data.header.n, seat: this.sheet.mine.name });
      let body = `${said.join("\n")}\n\n${line}\n`;
      const href = () => `mailto:${encodeURIComponent(data.reply || "").replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
      if (href().length > 2000) body = `${line}\n`;
      if (href().length > 2000) { this.copyText(line); body = word("paste-here"); }
      location.href = href();
    }

    asText() {
      const area = el("textarea", { rows: 14, spellcheck: "false", "aria-label": word("json"), "data-focus": "json" });
      area.value = this.sheet.text();
      return el("details", { class: "pen-json" }, el("summary", {}, word("json")), area,
        this.button(word("read"), () => this.readText(area.value)));
    }

    async readText(text) {
      try {
        const found = JSON.parse(await unpacked(text));
        const { orders, player, blind, answers, standing, hold, then } = found;
        if (player !== undefined && player !== this.sheet.seat) throw new Error(word("other-seat", { seat: player }));
        if (orders === null || typeof orders !== "object" || !Object.values(orders).every(Array.isArray)) throw new Error(word("no-orders"));
        if (/^[0-9a-f]{64}$/.test(blind)) this.sheet.blind = blind;
        this.sheet.say((said) => {
          for (const key in said) delete said[key];
          for (const [key, one] of Object.entries({ orders, answers, standing, hold, then })) if (one !== undefined) said[key] = one;
        });
        this.tell(word("was-read"));
      } catch (error) {
        this.tell(word("not-read", { why: error.message }));
      }
      this.draw();
    }
  }

  /** Returns where places lie in a picture, by what its root says: middle and radius of each. */
  function placesOf(svg, places) {
    const at = {}, { geometry, grid, at: listed } = svg.dataset;
    for (const one of (listed || "").split(";").filter(Boolean)) {
      const [place, x, y, r] = one.split(" ");
      at[place] = { x: Number(x), y: Number(y), r: Number(r) };
    }
    if (geometry === "square") {
      const [left, top, step, , ranks] = grid.split(" ").map(Number);
      for (const place of places) {
        const found = /^([a-z])(\d+)$/.exec(place);
        if (!found) continue;
        const file = found[1].charCodeAt(0) - 97, rank = Number(found[2]);
        at[place] = { x: left + (file + 0.5) * step, y: top + (ranks - rank + 0.5) * step, r: step / 2, sides: 4 };
      }
    }
    return at;
  }

  /** Returns a regular shape around a place: a circle, a square or a hexagon. */
  function shapeOf({ x, y, r, sides }) {
    if (sides === 4) return el("svg:rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r });
    if (sides === 6) {
      const points = [0, 1, 2, 3, 4, 5].map((n) => `${x + r * Math.sin(n * Math.PI / 3)},${y - r * Math.cos(n * Math.PI / 3)}`);
      return el("svg:polygon", { points: points.join(" ") });
    }
    return el("svg:circle", { cx: x, cy: y, r });
  }

  /** Returns a mark beside a place that an order names: how many come, or a ring. */
  function mark(at, { count }, more) {
    if (!at) return [];
    const x = at.x + at.r * 0.8, y = at.y - at.r * 0.8;
    return [el("svg:g", { class: `pen-put${more}` }, count
      ? [el("svg:circle", { cx: x, cy: y, r: at.r * 0.55 }), el("svg:text", { x, y, "font-size": at.r * 0.7 }, `+${count}`)]
      : [el("svg:circle", { class: "ring-casing", cx: at.x, cy: at.y, r: at.r * 1.15, "stroke-width": at.r * 0.36 }),
         el("svg:circle", { class: "ring", cx: at.x, cy: at.y, r: at.r * 1.15, "stroke-width": at.r * 0.18 })])];
  }

  /** Returns an arrow over points: a casing, a line, a head. */
  function arrow(points, more) {
    if (points.length < 2) return [];
    const last = points[points.length - 1], before = points[points.length - 2];
    const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
    const ux = (last.x - before.x) / length, uy = (last.y - before.y) / length;
    const gap = Math.min(last.r * 0.9, length * 0.4), size = last.r * 0.5;
    const tip = { x: last.x - ux * gap, y: last.y - uy * gap };
    const foot = { x: tip.x - ux * size, y: tip.y - uy * size };
    const line = [...points.slice(0, -1), foot].map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const head = [[tip.x, tip.y], [foot.x - uy * size * 0.6, foot.y + ux * size * 0.6], [foot.x + uy * size * 0.6, foot.y - ux * size * 0.6]]
      .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const width = last.r * 0.16;
    return [el("svg:polyline", { class: `pen-casing${more}`, points: line, "stroke-width": width * 2 }),
            el("svg:polyline", { class: `pen-line${more}`, points: line, "stroke-width": width }),
            el("svg:polygon", { class: `pen-head${more}`, points: head, "stroke-width": width * 0.5 })];
  }

  // -- a sheet in one line ----------------------------------------------------------------------

  const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

  /** Returns `sheet:` and the text, made smaller, in letters that any mail carries. */
  async function packed(text) {
    const bytes = new TextEncoder().encode(text);
    if (typeof CompressionStream === "undefined") return `sheet:${base64(stored(bytes))}`;
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
    return `sheet:${base64(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
  }

  /** Returns bytes in the form of zlib, none of them made smaller: for browsers that cannot. */
  function stored(bytes) {
    const parts = [0x78, 0x01];
    for (let at = 0; at < bytes.length || at === 0; at += 65535) {
      const block = bytes.subarray(at, at + 65535), size = block.length;
      parts.push(at + 65535 >= bytes.length ? 1 : 0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255, ...block);
    }
    let a = 1, b = 0;
    for (const byte of bytes) { a = (a + byte) % 65521; b = (b + a) % 65521; }
    parts.push(b >> 8, b & 255, a >> 8, a & 255);
    return Uint8Array.from(parts);
  }

  /** Returns the JSON of a pasted text: as it is, or out of one line. */
  async function unpacked(text) {
    const found = /sheet:([\w-]+)/.exec(text);
    if (!found) return text;
    const raw = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Response(stream).arrayBuffer());
  }

  // -- the way in -------------------------------------------------------------------------------

  const door = el("p", { class: "pen-door" });

  function shown() {
    door.hidden = false;
    door.querySelector("button").focus();
  }

  for (const [seat, mine] of Object.entries(data.seats)) {
    door.append(el("button", { type: "button", onclick: () => {
      door.hidden = true;
      const composer = new Composer(seat);
      composer.open();
      globalThis.pen = composer;
    } }, word("make", { seat: mine.name })), " ");
  }
  document.querySelector("header").append(door);
})();
