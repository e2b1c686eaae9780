"use strict";
/*
 * The panel beside the map: the sheet by topic, in the order of play, with what is due and what is
 * wrong; forms for what no click says; questions, standing orders.
 */
class Panel extends Hand {
  constructor(seat) {
    super(seat);
    this.opened = "";  // the order whose fields are shown, by its path
    this.panel = el("div", { class: "pen-panel" });
  }

  drawPanel() {
    const focus = document.activeElement && this.panel.contains(document.activeElement)
      ? document.activeElement.getAttribute("data-focus") : null;
    const wrong = this.sheet.wrong();
    const sections = this.sheet.topics.map((one) => this.topicSection(one));
    this.panel.replaceChildren(
      el("datalist", { id: "pen-ids" }, Object.entries(this.sheet.choices.places).map(([place, name]) => el("option", { value: place }, name))),
      el("h2", {}, word("title", { seat: this.sheet.mine.name })), this.verdict,
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
      this.at[box] || !["begin", "end", "from"].includes(this.state(box)) ? el("b", {}, placeName(this.sheet, box))
        : this.button(placeName(this.sheet, box), () => this.act(box), { "aria-pressed": String(this.from === box) }), " ",
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
    if (isGroup(this.active.gesture)) {
      return this.members("going", Object.keys(held), (kind) => Boolean(this.taken[kind]), (kind, isIn) => {
        this.taken[kind] = Number(isIn);
        this.tellEnds();
      }, (kind) => Pen.besides(this.momentFor(this.from), this.active.gesture, kind));
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
    const asks = (line.gesture && line.gesture.asks) || [];
    return line.gesture && !isGroup(line.gesture) && !asks.some((one) => one.options.some((option, number) => number && option.x !== "given"));
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
