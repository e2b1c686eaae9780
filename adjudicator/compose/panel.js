"use strict";
/*
 * The panel beside the map: the sheet by topic, in the order of play, with what is due and what is
 * wrong; forms for what no click says; questions, standing orders.
 */
const SEVERAL = 3;  // of more units all or none can be ticked at once

/** Returns what can be done in a topic by clicks: a list that is empty is none. */
const gesturesOf = (topic) => (topic.gestures || []).filter((gesture) => gesture.by !== "pick" || gesture.items.length);

class Panel extends Hand {
  constructor(seat) {
    super(seat);
    this.selects = new Map();  // by gesture
    this.opened = "";  // the order whose fields are shown, by its path
    this.panel = el("div", { class: "pen-panel" });
  }

  drawPanel() {
    const held = this.panel.contains(document.activeElement) ? document.activeElement : null;
    const focus = held && held.getAttribute("data-focus"), line = held && held.closest("[data-line]");
    const opened = [...this.panel.querySelectorAll("details[open] > summary[data-focus]")].map((one) => one.dataset.focus);
    const wrong = this.sheet.wrong(), { topics } = this.sheet;
    const isAside = ({ topic }) => topic.topic === "match", isEmpty = (one) => !isAside(one) && this.isEmpty(one);
    this.panel.replaceChildren(
      el("h2", {}, word("title", { seat: this.sheet.mine.name })), this.verdict, this.help(),
      ...this.boxes(), ...this.questions(),
      ...topics.filter((one) => !isAside(one) && !isEmpty(one)).map((one) => this.topicSection(one)),
      this.keys(), this.sending(wrong), this.notNow(topics.filter(isEmpty)), this.standing(), this.holding(),
      ...topics.filter(isAside).map((one) => this.aside(one)), this.asText(), this.bar(wrong));
    for (const summary of this.panel.querySelectorAll("details > summary[data-focus]")) {
      if (opened.includes(summary.dataset.focus)) summary.parentNode.open = true;
    }
    if (held) this.refocus(focus, line && line.dataset.line);
  }

  /** Gives the focus back to what had it; where that is gone, to what stands in its place. */
  refocus(focus, line) {
    const usable = (selector) => [...this.panel.querySelectorAll(selector)].find((one) => !one.disabled && one.getClientRects().length);
    const path = line ? line.split("/") : [], before = [...path.slice(0, -1), Math.max(Number(path[path.length - 1]) - 1, 0)].join("/");
    const found = (focus && usable(`[data-focus="${CSS.escape(focus)}"]`))
      || (line && (usable(`[data-line="${line}"] > .pen-tools > .pen-remove`) || usable(`[data-line="${before}"] > .pen-tools > .pen-remove`)))
      || usable(".pen-topic.active button") || this.status;
    found.focus();
  }

  /** What the page is and does, its keys, and where it was tried. */
  help() {
    const keys = data.words.keyboard.split("\n").map((one) => one.split(" = "));
    return el("details", { class: "pen-help" }, el("summary", { "data-focus": "help" }, word("help")),
      ...data.words["help-text"].split("\n").map((text) => el("p", {}, text)),
      el("dl", {}, keys.flatMap(([key, does]) => [el("dt", {}, key.split(" ").map((one) => el("kbd", {}, one)).flatMap((one) => [one, " "])), el("dd", {}, does)])));
  }

  /** Opens the help, and closes it again. */
  showHelp() {
    const help = this.panel.querySelector(".pen-help");
    help.open = !help.open;
    help.firstChild.scrollIntoView({ block: "center" });
    if (help.open) help.firstChild.focus();
  }

  /** What stays in sight under the panel: back and forth, whether it is ready, the way out. */
  bar(wrong) {
    const isEmpty = this.sheet.isEmpty() && this.active;
    const state = wrong.length ? word("bar-not-ready", { x: wrong.length }) : word(isEmpty ? "bar-empty" : "bar-ready");
    return el("div", { class: "pen-bar" },
      this.button("↶", () => this.sheet.undo(), { disabled: !this.sheet.past.length, "aria-label": word("undo"), title: word("undo") }),
      this.button("↷", () => this.sheet.redo(), { disabled: !this.sheet.future.length, "aria-label": word("redo"), title: word("redo") }),
      el("button", { type: "button", class: wrong.length || isEmpty ? "" : "ready", "data-focus": "to-send", onclick: () => this.toSend() }, state),
      el("button", { type: "button", "data-focus": "close", onclick: () => { this.close(); reopened(); } }, word("close")));
  }

  toSend() {
    const heading = this.panel.querySelector(".pen-send h3");
    heading.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  }

  /** What is known of a key file of the seat: a page for chains says it (`keyed.js`). */
  keys() {
    return "";
  }

  /** What waits for a second click. */
  doubting() {
    return "";
  }

  /** Lets the sheet leave the page by an act. */
  leave(act) {
    act();
  }

  button(text, act, more = {}) {
    return el("button", { type: "button", "data-focus": more["aria-label"] || text, ...more,
                          onclick: () => { act(); this.draw(); } }, text);
  }

  boxes() {
    const moment = this.now ? this.now.moment : this.sheet.topics.length ? this.sheet.topics[0].before : null;
    return (this.sheet.choices.boxes || []).map((box) => el("p", { class: "pen-box" },
      this.at[box] || !["begin", "end", "from"].includes(this.state(box)) ? el("b", {}, placeName(this.sheet, box))
        : this.button(placeName(this.sheet, box), () => this.act(box), { "aria-pressed": String(this.from === box) }), " – ",
      heldText(this.sheet, (moment && moment.stock[box]) || {}) || word("empty")));
  }

  topicSection({ topic, lines, limits }) {
    const isActive = this.active && this.active.topic === topic;
    const gestures = gesturesOf(topic);
    const picks = gestures.filter(({ by }) => by === "pick"), drawn = gestures.filter(({ by }) => by !== "pick");
    const notes = (topic.notes || []).map((note) => el("p", { class: "pen-note" }, note));
    const forms = isActive || !drawn.length ? this.adding(topic.topic, this.formsOf(topic.topic), (order) =>
      this.sheet.change((orders) => { (orders[topic.topic] || (orders[topic.topic] = [])).push(order); })) : "";
    const button = (gesture) => {
      const number = topic.gestures.indexOf(gesture);
      return this.button(gesture.text, () => this.choose(topic, number), { "data-focus": `gesture ${topic.topic} ${number}`,
        "aria-pressed": String(Boolean(isActive && this.active.number === number)) });
    };
    const isAlone = drawn.length === 1 && drawn[0].text === topic.text;
    return el("section", { class: `pen-topic${isActive ? " active" : ""}` },
      el("div", { class: "pen-gestures" }, el("h3", {}, isAlone ? button(drawn[0]) : topic.text), isAlone ? "" : drawn.map(button)),
      limits.map((one) => el("p", { class: "pen-due" }, limitText(this.sheet, one))),
      isActive || picks.length ? notes : "",
      isActive && !this.from && this.active.gesture && this.active.gesture.by !== "reply" && !(notes.length && this.active.gesture.by === "gather")
        ? el("p", { class: "pen-note" }, this.way(Object.keys(this.states).filter((place) => this.states[place] === "begin"))) : "",
      picks.map((gesture) => el("div", { class: "pen-gestures" }, this.picker(topic, gesture))),
      isActive && this.active.gesture && this.active.gesture.by === "reply" ? this.replying()
        : isActive && this.from ? this.going() : isActive && this.active.gesture ? this.putting() : "",
      lines.length ? this.list(lines) : "",
      isActive ? this.onward(topic) : "", forms);
  }

  /** Whether nothing can be clicked in a topic, and nothing stands there. */
  isEmpty({ topic, lines, limits }) {
    return !gesturesOf(topic).length && !lines.length && !limits.length;
  }

  /** Topics in which nothing is possible now, in one line; a form says what no click can. */
  notNow(topics) {
    if (!topics.length) return "";
    return el("details", { class: "pen-topic" },
      el("summary", { "data-focus": "not-now" }, word("not-now", { what: topics.map(({ topic }) => topic.text).join(", ") })),
      topics.map(({ topic }) => [el("h3", {}, topic.text), (topic.notes || []).map((note) => el("p", { class: "pen-note" }, note)),
        this.adding(topic.topic, this.formsOf(topic.topic), (order) => this.sheet.change((orders) => { (orders[topic.topic] || (orders[topic.topic] = [])).push(order); }))]));
  }

  /** Brings what is chosen into sight, unless somebody is busy in the panel. */
  showActive() {
    const active = this.panel.querySelector(".pen-topic.active"), side = this.panel.parentNode;
    if (!active || !side || (this.panel.contains(document.activeElement) && document.activeElement.dataset.focus !== "next")) return;
    const box = side.getBoundingClientRect(), { top } = active.getBoundingClientRect(), above = this.status.getBoundingClientRect().bottom;
    if (top < above || top > box.bottom - 120) side.scrollTop += top - above - 6;
  }

  /** The way to what comes next in the order of play; behind the last there is the sending. */
  onward(topic) {
    const at = this.sheet.topics.findIndex((one) => one.topic === topic), chosen = this.active;
    let next = null;
    for (const one of this.sheet.topics.slice(at + 1)) {
      next = (one.topic.gestures || []).map((gesture, number) => ({ topic: one.topic, gesture, number })).find((each) => {
        this.active = each;
        return each.gesture.by === "reply" || (each.gesture.by !== "pick" && (one.limits.length || this.likely().length));
      });
      if (next) break;
    }
    this.active = chosen;
    return el("p", { class: "pen-onward" }, next
      ? this.button(word("next", { what: next.topic.text }), () => this.choose(next.topic, next.number), { "data-focus": "next" })
      : el("button", { type: "button", "data-focus": "next", onclick: () => this.toSend() }, word("next-send")));
  }

  /** What is said of the match as a whole, folded up: few turns need it. */
  aside({ topic, lines }) {
    return el("details", { class: "pen-topic", open: lines.length > 0 }, el("summary", { "data-focus": "match" }, topic.text),
      el("div", { class: "pen-gestures" }, topic.gestures.map((gesture) => this.picker(topic, gesture))), lines.length ? this.list(lines) : "");
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
      el("button", { type: "button", "data-focus": `add ${name}`, onclick: () => this.tryAdd(() => { add(form.get()); this.tell(word("added")); this.draw(); }) }, word("add")));
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
      el("p", { class: "pen-note" }, word(said ? "standing-new" : data.is_public ? "standing-unknown" : "standing-stay")),
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
    if (isGroup(this.active.gesture)) {
      const all = (isIn) => () => {
        this.taken = Object.fromEntries(Object.keys(held).map((kind) => [kind, Number(isIn)]));
        this.tellEnds();
      };
      const quick = Object.keys(held).length > SEVERAL
        ? el("div", { class: "pen-gestures" }, this.button(word("who-all"), all(true)), this.button(word("who-none"), all(false))) : "";
      return [quick, this.members("going", Object.keys(held), (kind) => Boolean(this.taken[kind]), (kind, isIn) => {
        this.taken[kind] = Number(isIn);
        this.tellEnds();
      }, (kind) => Pen.besides(this.momentFor(this.from), this.active.gesture, kind))];
    }
    if (!JSON.stringify(this.active.gesture.make).includes('"$count"') || (this.active.gesture.asks || []).some((one) => one.name === "count")) return "";
    return el("div", { class: "pen-going" }, Object.entries(held).map(([kind, most]) =>
      this.stepper(kindName(this.sheet, kind, 2), this.taken[kind] || 0, 0, most, (count) => { this.taken[kind] = count; })));
  }

  /** Steppers for the stacks that go to the target that was clicked. */
  gathering() {
    const to = this.from, stacks = this.stacks(to), line = this.lineTo(to);
    const groups = line ? line.values.groups : {};
    const all = this.button(word("gather-all"), () => this.setGroups(to, stacks));
    return el("div", { class: "pen-going" }, el("b", {}, word("gather-to", { place: placeName(this.sheet, to) })), all,
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

  /** Boxes to tick, one for each single unit that may go. */
  members(name, kinds, has, set, besides = () => "") {
    return el("div", { class: "pen-members", role: "group", "aria-label": word("who") }, kinds.map((kind) => {
      const box = el("input", { type: "checkbox", checked: has(kind), "data-focus": `${name} ${kind}`,
                                onchange: () => { set(kind, box.checked); this.draw(); } });
      return el("label", {}, box, kindName(this.sheet, kind, 1) + besides(kind));
    }));
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
    // Lists may be long: each is made once, and keeps what was chosen in it.
    if (!this.selects.has(gesture)) {
      this.selects.set(gesture, el("select", { id: name, "data-focus": name }, gesture.items.map((item, place) => el("option", { value: place }, item.text))));
    }
    const select = this.selects.get(gesture);
    return el("span", { class: "pen-pick" }, el("label", { for: name }, gesture.text), select,
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
    const isPlain = this.isPlain(line), name = line.path.join("/"), isOpen = this.opened === name;
    const isShown = isOpen || (this.isShort(line) && this.active && this.active.topic.topic === line.topic);
    const fields = isPlain || !isShown ? "" : !line.gesture ? this.reforming(line, listOf, place)
      : isReply ? this.replyFields(line, listOf, place) : this.fields(line, listOf, place);
    const chosen = line.gesture ? chosenText(line) : "";
    const hasMore = length > 1 || (!isPlain && !this.isShort(line));
    return el("li", { class: faults.length ? "wrong" : line.gesture ? "" : "as-written", "data-line": name },
      el("span", { class: "pen-text" }, text, chosen ? el("span", { class: "pen-note" }, `, ${chosen}`) : ""), note ? el("span", { class: "pen-chance" }, ` ${note}`) : "",
      el("span", { class: "pen-tools" },
        isReply ? this.button("↳", () => this.goOn(this.sheet.topic(line.topic).topic, line),
          { "aria-label": word("reply-go-on", { what: text }), "aria-pressed": String(Pen.same(this.host, line.path)), disabled: line.path.length / 2 >= line.gesture.deepest }) : "",
        isPlain ? this.counting(line, listOf, place, text) : "",
        hasMore ? this.button("…", () => { this.opened = isOpen ? "" : name; },
          { "aria-label": word("edit", { what: text }), "aria-expanded": String(isOpen), title: word("edit-title") }) : "",
        this.button("×", remove, { class: "pen-remove", "aria-label": word("remove", { what: text }), title: word("remove-title") })),
      line.gesture ? "" : el("p", { class: "pen-note" }, word("as-written")),
      fields || (isOpen && length < 2 ? el("p", { class: "pen-note" }, word("nothing")) : ""),
      isOpen && length > 1 ? el("div", { class: "pen-fields" },
        this.button(word("up-title"), move(-1), { "aria-label": word("up", { what: text }), disabled: place === 0 }),
        this.button(word("down-title"), move(1), { "aria-label": word("down", { what: text }), disabled: place === length - 1 })) : "",
      ...faults.map((fault) => el("p", { class: "pen-due" }, fault)),
      ...Object.entries(line.under).filter(([, under]) => under.length).map(([name, under]) =>
        el("div", { class: "pen-under" }, el("p", { class: "pen-note" }, word(isReply ? "reply-under" : name)), this.list(under))));
  }

  /** One fewer, one more, of an order that has nothing else to be changed. */
  counting(line, listOf, place, text) {
    const { gesture, values, asked = {} } = line;
    if (!Number.isInteger(values.count)) return "";
    const hasMore = this.hasMore(line);
    if (values.count <= 1 && !hasMore) return "";
    const put = (count) => () => this.sheet.change((orders) => { listOf(orders)[place] = this.changed(line, listOf(orders)[place], { ...values, count }, asked); });
    return [this.button("−", put(values.count - 1), { "aria-label": word("one-fewer", { what: text }), "data-focus": `fewer ${line.path.join("/")}`, disabled: values.count <= 1 }),
            this.button("+", put(values.count + 1), { "aria-label": word("one-more", { what: text }), "data-focus": `more ${line.path.join("/")}`, disabled: !hasMore })];
  }

  /** Whether another unit of an order's kind is left to go along. */
  hasMore({ gesture, values, topic, path }) {
    const from = gesture.pool || values.from || (values.path || [])[0], kind = values.kind || onlyKind(this.sheet, gesture);
    if (!from || path.length > 2) return true;
    return (Pen.takable(gesture, this.sheet.topic(topic).moment, from)[kind] || 0) > 0;
  }

  /** Returns an order with other values, and what hangs on it. */
  changed({ gesture }, old, values, asked) {
    const order = Pen.make(gesture, values, asked);
    for (const name of gesture.then || []) if (old[name]) order[name] = old[name];
    return order;
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
    const asks = (line.gesture && line.gesture.asks) || [];
    return Boolean(line.gesture) && line.gesture.by !== "reply" && !isGroup(line.gesture) && !asks.some((one) => one.options.some((option, number) => number && option.x !== "given"));
  }

  /** Whether an order has nothing to be changed but how many go. */
  isPlain(line) {
    return Boolean(line.gesture) && line.gesture.by !== "reply" && this.isShort(line) && !(line.gesture.asks || []).length && !line.gesture.parts;
  }

  /** The count and the asked values of an order, to be changed where it stands. */
  fields(line, listOf, place) {
    const { gesture, values, asked = {} } = line, made = [];
    const put = (newValues, newAsked) => this.sheet.change((orders) => {
      const list = listOf(orders), order = this.changed(line, list[place], newValues, newAsked);
      const isEmpty = Object.keys(gesture.parts || {}).length && Object.keys(gesture.parts).every((name) => !(order[keyOf(gesture, name)] || []).length);
      if (gesture.by === "point" && isEmpty) list.splice(place, 1); else list[place] = order;
    });
    if (Number.isInteger(values.count) && !(gesture.asks || []).some((one) => one.name === "count")) {
      made.push(this.stepper(kindName(this.sheet, values.kind || onlyKind(this.sheet, gesture), values.count), values.count, 1, 9999,
        (count) => put({ ...values, count }, asked)));
    }
    for (const name of gesture.by === "point" ? Object.keys(gesture.parts || {}) : []) made.push(...this.partFields(line, name, put));
    if (isGroup(gesture) && values.to !== undefined) {
      const may = Object.keys(Pen.takable(gesture, line.moment, gesture.gathers ? values.to : values.from || ""));
      const kinds = [...values.kinds, ...may.filter((kind) => !values.kinds.includes(kind))];
      if (kinds.length > 1) made.push(this.members(line.path.join("/"), kinds, (kind) => values.kinds.includes(kind), (kind, isIn) => {
        const going = kinds.filter((one) => one === kind ? isIn : values.kinds.includes(one));
        if (going.length) put({ ...values, ...Pen.regrouped(gesture, values, going) }, asked);
      }, (kind) => Pen.besides(line.moment, gesture, kind)));
    }
    for (const one of (gesture.asks || []).filter((each) => each.options.some((option, number) => number && (option.x !== "given" || number === asked[each.name].place)))) {
      const { place: chosen, x } = asked[one.name], option = one.options[chosen];
      const id = `pen-${line.path.join("-")}-${one.name}`;
      const select = el("select", { id, "data-focus": id, onchange: () => {
        put(values, { ...asked, [one.name]: { place: Number(select.value), x: Number(select.value) === chosen ? x : one.options[Number(select.value)].usual } });
        this.draw();
      } }, one.options.map((each, number) => each.x === "given" && number !== chosen ? ""
        : el("option", { value: number, selected: number === chosen }, say(each.text, { x: "…" }))));
      made.push(el("span", { class: "pen-asked" }, el("label", { for: id }, one.text), " ", select));
      if (option.x && option.x !== "given") {
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
}
