"use strict";
/*
 * The map under the pen: a shape over each place that matters, zoom and keys, and the orders made,
 * drawn as arrows, marks and moved pieces. Where places lie the picture says itself.
 */
const SHOWN = 700;  // of more places that can be clicked now only those have a shape that choices name
const MANY = 150;  // on a board of more places only those have a shape that can be clicked now
const FINGER = 15;  // pixels that half a place is to be wide at least, in the median, on a phone
const POINTER = 36;  // and with a mouse
const HEX = 42;  // pixels across a hex to begin with
const SOON = 1500;  // milliseconds in which what is typed belongs together
const COLLATOR = new Intl.Collator(undefined, { numeric: true });
const NEAR = 30;  // pixels from a place's middle within which a click is for it

class Board {
  constructor(seat) {
    this.sheet = new Sheet(seat);
    this.zoom = 1;
    this.typed = { text: "", at: 0 };
    this.status = el("p", { class: "pen-status", role: "status", tabindex: "-1" });
    this.scroll = el("div", { class: "pen-scroll" });
    this.board = el("div", { class: "pen-board" }, this.zoomBar(), this.scroll);
  }

  tell(text) {
    this.status.textContent = text;
  }

  zoomBar() {
    const by = (factor) => () => this.zoomTo(this.zoom * factor);
    return el("div", { class: "pen-zoom" },
      el("button", { type: "button", onclick: by(1.5), "aria-label": word("larger") }, "+"),
      el("button", { type: "button", onclick: by(1 / 1.5), "aria-label": word("smaller") }, "−"));
  }

  zoomTo(factor) {
    const scroll = this.scroll, old = this.zoom;
    this.zoom = Math.min(Math.max(factor, 1), this.most);
    const ratio = this.zoom / old;
    const x = (scroll.scrollLeft + scroll.clientWidth / 2) * ratio, y = (scroll.scrollTop + scroll.clientHeight / 2) * ratio;
    this.svg.style.width = `${100 * this.zoom}%`;
    scroll.scrollLeft = x - scroll.clientWidth / 2;
    scroll.scrollTop = y - scroll.clientHeight / 2;
  }

  /** Moves the map to the middle of what is one's own; on a wide map that may be empty, so to the
   * place that is nearest to all others: of those that can be clicked now, if there are any. */
  showOwn() {
    const own = Object.keys(this.sheet.choices.stock || {}).filter((place) => place in this.at);
    const now = Object.keys(this.states).filter((place) => this.states[place] !== "none");
    if (this.isWide) return this.showPlace(this.amidst(now.length ? now : own));
    const mean = (axis) => own.reduce((sum, place) => sum + this.at[place][axis], 0) / own.length;
    return own.length ? this.showPoint({ x: mean("x"), y: mean("y") }) : undefined;
  }

  /** Returns that of some places which is nearest to all others. */
  amidst(all) {
    const places = all.filter((_, number) => number % Math.ceil(all.length / 100) === 0);  // so many are enough
    const away = (place) => places.reduce((sum, one) => sum + Math.hypot(this.at[one].x - this.at[place].x, this.at[one].y - this.at[place].y), 0);
    return places.map((place) => [away(place), place]).reduce((one, other) => other[0] < one[0] ? other : one, [Infinity, ""])[1];
  }

  showPlace(place) {
    if (place in this.at) this.showPoint(this.at[place]);
  }

  /** Moves the map so that a point is in the middle of what is seen, but nothing under the map. */
  showPoint({ x, y }) {
    const matrix = this.layer.getScreenCTM(), box = this.scroll.getBoundingClientRect(), { viewBox } = this.layer;
    const under = matrix.d * (viewBox.baseVal.y + viewBox.baseVal.height) + matrix.f - box.top - box.height;
    this.scroll.scrollLeft += matrix.a * x + matrix.e - box.left - box.width / 2;
    this.scroll.scrollTop += Math.min(matrix.d * y + matrix.f - box.top - box.height / 2, this.isWide ? Math.max(under, 0) : Infinity);
  }

  /** Moves the map if nothing is in sight that can be clicked now. */
  showSome() {
    const now = Object.keys(this.states).filter((place) => this.states[place] !== "none");
    const matrix = this.layer.getScreenCTM(), box = this.scroll.getBoundingClientRect();
    const isSeen = ({ x, y }) => {
      const left = matrix.a * x + matrix.e - box.left, top = matrix.d * y + matrix.f - box.top;
      return left > 0 && top > 0 && left < box.width && top < box.height;
    };
    if (matrix && now.length && !now.some((place) => isSeen(this.at[place]))) this.showPlace(this.amidst(now));
  }

  /** Lays a shape over each place that orders can name. */
  layOut() {
    this.at = placesOf(this.svg, Object.keys(this.sheet.choices.places));
    this.isWide = this.layer !== this.svg;
    this.most = this.isWide ? 20 : 8;
    this.overlay = el("svg:g", { class: "pen-places" });
    this.arrows = el("svg:g", { class: "pen-arrows", "aria-hidden": "true" });
    this.halos = el("svg:g", { class: "pen-halos", "aria-hidden": "true" });
    this.shapes = {};
    this.casings = {};  // what lies bright under a dashed outline, so that it is seen on any colour
    this.marks = el("svg:g", { class: "pen-arrows", "aria-hidden": "true" });
    this.layer.append(this.halos, this.arrows, this.overlay, this.marks);
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.sprites = {};
    this.counters = {};
    const sizes = Object.values(this.at).map(({ r }) => r).sort((a, b) => a - b);
    this.usual = sizes[Math.floor(sizes.length / 2)];  // half as wide as most places are
    for (const sprite of this.svg.querySelectorAll("[data-place][data-kind]:not([data-mark])")) {
      const { place } = sprite.dataset;
      this.sprites[place] = place in this.sprites ? null : sprite;
      (this.counters[place] || (this.counters[place] = [])).push(sprite);
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
    this.casings[place] = shape.cloneNode(false);
    shape.setAttribute("role", "button");
    shape.dataset.pen = place;
    shape.addEventListener("focus", () => { this.focused = place; });
    return (this.shapes[place] = shape);
  }

  /** Returns the places over which a shape lies: all, or on a large board those that matter now,
   * and on a map of hexes where one's own are. */
  shown() {
    const places = Object.keys(this.at), { stock } = this.now && this.isWide ? this.now.moment : { stock: {} };
    if (places.length <= MANY) return places;
    const wanted = places.filter((place) => this.states[place] !== "none");
    const named = wanted.length > SHOWN ? wanted.filter((place) => place in this.sheet.choices.places) : wanted;
    const own = Object.keys(stock).filter((place) => place in this.at && Object.keys(stock[place]).length);
    return [...new Set([...named, ...own, ...[this.focused, this.from].filter((place) => place in this.at)])];
  }

  /** Returns the places that a click may be for now: of very many those that choices name. */
  clickable() {
    if (!this.isWide || this.asking) return Object.keys(this.at);
    const named = this.from ? [this.from, ...Object.keys(this.ends)] : Object.keys(this.sheet.choices.places);
    return named.filter((place) => place in this.at);
  }

  /** Finds the place that a click is for: the shape under it, else the nearest middle. */
  clicked(event) {
    if (!this.root.contains(this.svg)) return;
    let place = event.target.dataset && event.target.dataset.pen;
    if (!place) {
      const matrix = this.layer.getScreenCTM();
      let best = this.isWide ? Infinity : NEAR;
      for (const [one, { x, y, r, sides }] of Object.entries(this.at)) {
        const across = matrix.a * x + matrix.e - event.clientX, down = matrix.d * y + matrix.f - event.clientY;
        const isInside = sides === 4 && Math.max(Math.abs(across), Math.abs(down)) <= r * matrix.a;
        const far = Math.hypot(across, down), away = isInside ? -1 : sides === 6 && far > r * matrix.a * 1.2 ? Infinity : far;
        if (away < best) [best, place] = [away, one];
      }
    }
    if (place) this.act(place);
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
    if (event.key === "?" && !/^(TEXTAREA|SELECT)$|^INPUT$/.test(event.target.tagName)) { this.showHelp(); event.preventDefault(); return; }
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const isSpace = event.key === " " && this.typed.text && event.timeStamp - this.typed.at < SOON && this.named(place, `${this.typed.text} `) !== null;
    const isTyped = isSpace || /^[\p{L}\d]$/u.test(event.key);
    if (!isTyped && event.key !== "Shift") this.typed.text = "";
    if (isTyped) this.type(place, event);
    else if (event.key === "Enter" || event.key === " ") this.act(place);
    else if (ways[event.key]) this.focus(this.beside(place, ways[event.key]));
    else if (event.key === ".") this.again(place);
    else return;
    event.preventDefault();
  }

  /** Goes to a place by what was typed: letters and digits that follow each other soon are the
   * beginning of a name, or of a hex's number; `n` and `p` that begin none go to the next that matters. */
  type(place, { key, timeStamp }) {
    const before = timeStamp - this.typed.at < SOON ? this.typed.text : "", both = before + key.toLowerCase();
    const goesOn = before !== "" && !(/^[np]*$/.test(before) && /^[np]$/.test(key)) && this.named(place, both) !== null;
    this.typed = { text: goesOn ? both : key.toLowerCase(), at: timeStamp };
    if (!goesOn && /^[np]$/.test(key)) this.focus(this.next(place, key === "n" ? 1 : -1));
    else this.focus(this.named(place, this.typed.text));
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
    const places = Object.keys(this.at).filter((one) => one === place || this.states[one] !== "none");
    this.inOrder(places);
    return places[(places.indexOf(place) + step + places.length) % places.length];
  }

  /** Sorts places by their names. */
  inOrder(places) {
    return places.sort((a, b) => COLLATOR.compare(placeName(this.sheet, a), placeName(this.sheet, b)));
  }

  /** Returns the next place whose name, or whose number, begins with what was typed, or null: the
   * same one as long as it fits; one letter typed again and again goes from name to name. Digits
   * alone are a number in the section of the map where one is. */
  named(place, text) {
    const wanted = /^(\p{L})\1*$/u.test(text) ? text[0] : text;
    const fits = (one) => placeName(this.sheet, one).toLowerCase().startsWith(wanted) || one.startsWith(wanted) || (/^\d/.test(wanted) && one.startsWith(place[0] + wanted));
    if (wanted.length > 1 && fits(place)) return place;
    const places = this.inOrder(Object.keys(this.at).filter((one) => one === place || fits(one)));
    const found = places[(places.indexOf(place) + 1) % places.length];
    return fits(found) ? found : null;
  }

  // -- drawing

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
    const bright = places.filter((place) => this.states[place] !== "none").map((place) => this.casings[place]);
    if (bright.length !== this.halos.childElementCount || bright.some((one) => !one.parentNode)) this.halos.replaceChildren(...bright);
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
    this.marks.replaceChildren();
    for (const sprite of this.faded || []) sprite.classList.remove("pen-gone");
    this.faded = [];
    this.seen = { ...this.sprites };
    const put = {};  // by place, how many come out of boxes
    for (const { lines, topic } of this.sheet.topics) {
      for (const line of Pen.all(lines)) {
        if (!line.gesture || line.gesture.by === "pick" || line.gesture.by === "reply") continue;
        const values = line.values, to = this.at[Pen.endOf(values)];
        const starts = line.gesture.gathers ? [...new Set(values.kinds.map((kind) => Pen.placeOf(line.moment, kind)))] : [values.from];
        const paths = values.path ? [values.path] : starts.filter((from) => from && from !== values.to).map((from) => [from, values.to]);
        const isNow = this.active && this.active.topic === topic ? " now" : "";
        const wrong = line.faults.length ? " wrong" : "";
        if (values.groups) for (const place in values.groups) this.drawMove([place, values.to], isNow + wrong);
        for (const path of paths) this.drawMove(path, isNow + wrong);
        if (paths.length) {
          if (!wrong && line.gesture.moves && this.isAlone(line, paths[0][0])) this.carry(paths[0][0], Pen.endOf(values));
        }
        else if (line.gesture.by === "point") for (const one of Pen.piecesOf(line)) {
          if (isNow) put[one.place] = (put[one.place] || 0) + (one.count || 0);
          if (isNow || !one.count) this.marks.append(...mark(this.at[one.place], { count: put[one.place] }, isNow + wrong));
        }
        else if (to && values.groups && values.groups[values.to]) this.marks.append(...mark(to, {}, isNow + wrong));
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

  /** Whether who goes is one unit, and all that ever stood there: its counter tells of nobody else. */
  isAlone(line, from) {
    const first = Object.values((this.sheet.choices.stock || {})[from] || {}).reduce((sum, one) => sum + one, 0);
    return this.isOne(kindThere(line)) && first <= 1 && Pen.total(line.moment, from) === 1;
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
   * is not what the map shows, and no mark or moved piece says it. Where nobody is left, the
   * counters fade. */
  drawLeft(put) {
    const { moment } = this.now || {}, first = this.sheet.choices.stock || {};
    for (const place of moment ? Object.keys(this.shapes) : []) {
      const left = Pen.total(moment, place), were = Object.values(first[place] || {}).reduce((sum, one) => sum + one, 0);
      if (left === were || put[place] || moment.vague.has(place) || this.seen[place] !== this.sprites[place]) continue;
      // Hexes hold stacks whose number the map does not show, squares one piece.
      if ((!left && this.fade(place)) || this.isWide || this.at[place].sides) continue;
      const { x, y, r } = this.at[place], size = Math.min(r, this.usual) * 0.8;
      this.marks.append(el("svg:g", { class: "pen-left" },
        el("svg:rect", { x: x + r * 0.75 - size * 0.6, y: y + r * 0.7 - size * 0.5, width: size * 1.2, height: size, rx: size * 0.25 }),
        el("svg:text", { x: x + r * 0.75, y: y + r * 0.7, "font-size": size * 0.85 }, `${left}`)));
    }
  }

  /** Fades the counters at a place; whether there are any. */
  fade(place) {
    const counters = this.counters[place] || [];
    for (const one of counters) { one.classList.add("pen-gone"); this.faded.push(one); }
    return counters.length > 0;
  }
}

/** Returns where places lie in a picture, by what its root says: middle and radius of each. */
function placesOf(svg, places) {
  const at = Object.create(null), { geometry, grid, at: listed } = svg.dataset;
  for (const one of (listed || "").split(";").filter(Boolean)) {
    const [place, x, y, r] = one.split(" ");
    at[place] = { x: Number(x), y: Number(y), r: Number(r) };
  }
  if (geometry === "hex") {
    const [left, bottom, east, north, shift, columns, ...sections] = grid.split(" ");
    let row = 0;
    for (const section of sections) for (let one = 1; one <= Number(section.slice(1)); one++, row++) {
      for (let column = 1; column <= Number(columns); column++) {
        const place = section[0] + String(one).padStart(2, "0") + String(column).padStart(2, "0");
        at[place] = { x: Number(left) + (column - 1) * east + (row % 2) * shift, y: bottom - row * north, r: east / 2, sides: 6 };
      }
    }
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
    const far = r * 2 / Math.sqrt(3);
    const points = [0, 1, 2, 3, 4, 5].map((n) => `${(x + far * Math.sin(n * Math.PI / 3)).toFixed(1)},${(y - far * Math.cos(n * Math.PI / 3)).toFixed(1)}`);
    return el("svg:polygon", { points: points.join(" ") });
  }
  return el("svg:circle", { cx: x, cy: y, r });
}

/** Returns a mark beside a place that an order names: how many come, or a ring. */
function mark(at, { count }, more) {
  if (!at) return [];
  const x = at.x + at.r * 0.8, y = at.y - at.r * 0.8;
  return [el("svg:g", { class: `pen-put${more}` }, count
    ? [el("svg:circle", { cx: x, cy: y, r: at.r * 0.42 }), el("svg:text", { x, y, "font-size": at.r * 0.52 }, `+${count}`)]
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
