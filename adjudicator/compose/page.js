"use strict";
/*
 * The pen: a sheet made by clicks in the report that came by mail. Everything stands in the page;
 * nothing is fetched, and nothing leaves it but what its reader saves, copies or mails. Text of its
 * block goes into text nodes only.
 */
/** The messenger in which this page runs, if it does. Never its `sendUpdate`: that goes to all members. */
const messenger = (() => {
  try {
    const found = globalThis.webxdc || parent.webxdc;  // the judge's page shows this one in a frame
    return found && found.sendToChat ? found : null;
  } catch {
    return null;
  }
})();

class Composer extends (typeof Keyed === "undefined" ? Panel : Keyed) {
  constructor(seat) {
    super(seat);
    this.verdict = el("div", { class: "pen-verdict" });  // whoever shows this page writes there what the rules say
    this.root = el("section", { class: "pen", "aria-label": word("title", { seat: this.sheet.mine.name }) },
      this.board, el("div", { class: "pen-side" }, this.status, this.panel),
      el("datalist", { id: "pen-ids" }, Object.entries(this.sheet.choices.places).map(([place, name]) => el("option", { value: place }, name))));
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
    // A map of hexes stands in windows of its picture, in whose measure its root says where they lie.
    this.layer = this.svg.dataset.geometry === "hex" ? this.svg.querySelector("svg") : this.svg;
    document.body.append(this.root);
    document.documentElement.classList.add("pen-on");
    for (const other of document.body.children) if (other !== this.root) other.inert = true;
    this.layOut();
    // Where the map is much wider than its box, as on a phone, it fills the box in height; where
    // places are small then, and always where they are hexes, they are made as large as a finger
    // or pointer needs them; on a wide screen as far as all that is one's own stays in sight.
    // The map is put in place at its size: that is the longest task.
    const { clientWidth, clientHeight } = this.scroll, { width, height } = this.svg.viewBox.baseVal;
    const sizes = Object.values(this.at).map(({ r }) => r * clientWidth / width).sort((a, b) => a - b);
    const median = sizes[Math.floor(sizes.length / 2)];
    if (this.isWide) {
      const window = this.layer.width.baseVal.value / this.layer.viewBox.baseVal.width;
      this.zoom = Math.min(Math.max(HEX / (2 * median * window), 1), this.most);
    } else if (clientWidth < 700) {
      this.zoom = Math.min(Math.max(clientHeight / (clientWidth * height / width), FINGER / median, 1), 3);
    } else if (this.svg.dataset.geometry !== "square") {
      const own = Object.keys(this.sheet.choices.stock || {}).map((place) => this.at[place]).filter(Boolean);
      const span = (axis) => Math.max(...own.map((at) => at[axis])) - Math.min(...own.map((at) => at[axis])) + 0.14 * width;
      if (own.length) this.zoom = Math.max(Math.min(POINTER / median, width / span("x"), clientHeight * width / clientWidth / span("y")), 1);
    }
    this.svg.style.width = `${100 * this.zoom}%`;
    this.scroll.append(this.svg);
    const open = (this.sheet.mine.questions || []).find(({ label, options }) => !(this.sheet.said.answers || {})[label] && (options || []).some((one) => this.placesIn(one).length));
    if (open) this.asking = { label: open.label, said: [] };
    else this.chooseFirst();
    this.draw();
    this.tell(this.beginText());
    this.showActive();
    this.showOwn();
    const first = Object.keys(this.states).find((place) => this.states[place] !== "none" && this.shapes[place]);
    if (first) this.shapes[this.overlay.querySelector("[tabindex='0']").dataset.pen].focus({ preventScroll: true });
    else this.panel.querySelector(".pen-topic.active button, button").focus();
  }

  /** Chooses what clicks do first: what is due, else what can be begun, else anything. */
  chooseFirst() {
    const drawn = this.sheet.topics.flatMap(({ topic, limits }) => (topic.gestures || []).map((gesture, number) => ({ topic, gesture, number, limits })))
      .filter(({ gesture }) => gesture.by !== "pick");
    const begun = (one) => { this.choose(one.topic, one.number); return this.likely().length > 0; };
    const found = drawn.find(({ limits }) => limits.length) || drawn.find(begun) || drawn[0];
    if (found) this.choose(found.topic, found.number);
  }

  /** Returns what is said first: a question, what stands here already, or what to click. */
  beginText() {
    if (this.asking) return this.question.text;
    if (!this.active) return word("begin-nothing");
    const made = Object.values(this.sheet.orders).flat().length;
    if (made && !this.likely().length) return word(this.sheet.wasKept ? "begin-kept" : "begin-draft", { x: made });
    return [made ? word(this.sheet.wasKept ? "begin-kept" : "begin-draft", { x: made }) : "", this.hint()].filter(Boolean).join(" ");
  }

  close() {
    for (const layer of [this.halos, this.arrows, this.overlay, this.marks]) layer.remove();
    for (const sprite of this.faded) sprite.classList.remove("pen-gone");
    this.svg.style.width = "";
    this.svg.setAttribute("role", "img");
    this.home.replaceWith(this.svg);
    this.root.remove();
    document.documentElement.classList.remove("pen-on");
    for (const other of document.body.children) other.inert = false;
    announce("closed");
  }

  sending(wrong) {
    const name = `${this.sheet.seat}-${data.header.n}.json`;
    const state = word(wrong.length ? "not-ready" : this.sheet.isPartlyKnown() ? "unjudged" : this.sheet.isEmpty() ? "ready-empty" : "ready");
    const save = () => {
      this.tell(word(messenger ? "chat-next" : "saved", { name }));
      this.save(name, this.sheet.text(), "application/json");
      this.sent();
    };
    return el("section", { class: `pen-send${wrong.length ? "" : " ready"}` },
      el("h3", { tabindex: "-1" }, state), wrong.length ? el("ul", {}, wrong.map((text) => el("li", {}, text))) : "",
      wrong.length ? "" : el("p", { class: "pen-note" }, word(messenger ? "how-to-chat" : "how-to-send")),
      el("div", { class: "pen-gestures" },
        messenger ? this.button(word("to-chat"), () => this.leave(save))
          : el("button", { type: "button", "data-focus": "mail", onclick: () => this.leave(() => this.mail()) }, word("mail")),
        this.button(word("copy-line"), () => this.leave(() => this.copyText(packed(this.sheet.text())))),
        messenger ? "" : this.button(word("download"), () => this.leave(save)),
        this.button(word("copy"), () => this.leave(() => this.copyText(this.sheet.text()))),
        this.button(word("clear"), () => this.sheet.say((said) => {
          for (const topic in said.orders) said.orders[topic] = [];
          for (const key of ["answers", "standing", "hold", "then"]) delete said[key];
        }), { disabled: this.sheet.isEmpty() })),
      this.doubting("send"));
  }

  /** Saves a file where the browser saves files; in a messenger, into a chat that people choose. */
  save(name, text, type) {
    if (messenger) {
      const said = word("subject", { match: data.title, n: data.header.n, seat: this.sheet.mine.name });
      messenger.sendToChat({ file: { name, plainText: text }, text: said }).catch((error) => this.tell(word("not-sent", { why: `${error}` })));
      return;
    }
    const link = el("a", { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  /** Says that the sheet goes out. */
  sent() {
    announce("sent", { text: this.sheet.text(), n: data.header.n });
  }

  /** Copies a text, or one that is still in the making: WebKit lets nothing be copied later than
   *  the click, so the promise itself is handed over. */
  async copyText(text) {
    this.sent();
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
    this.sent();
    const line = await packed(this.sheet.text());
    const said = this.sheet.topics.flatMap(({ topic, lines }) => lines.length
      ? [`${topic.text}:`, ...[...Pen.all(lines)].map((one) => `  ${lineText(this.sheet, one)}`)] : []);
    const subject = word("subject", { match: data.title, n: data.header.n, seat: this.sheet.mine.name });
    let body = `${said.join("\n")}\n\n${line}\n`;
    const href = () => `mailto:${encodeURIComponent(data.reply || "").replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
    if (href().length > 2000) body = `${line}\n`;
    if (href().length > 2000) { this.copyText(line); body = word("paste-here"); }
    location.href = href();
    this.tell(word(body === word("paste-here") ? "mailed-paste" : "mailed"));
  }

  asText() {
    const area = el("textarea", { rows: 14, spellcheck: "false", "aria-label": word("json"), "data-focus": "json",
                                  oncopy: () => { if (this.sheet.keyed) this.remember(); } });
    area.value = this.sheet.text();
    return el("details", { class: "pen-json" }, el("summary", {}, word("json")), area,
      this.button(word("read"), () => this.readText(area.value)));
  }

  async readText(text) {
    try {
      const found = JSON.parse(await unpacked(text));
      const { game, n, orders, player, pledge, blind, answers, standing, hold, then } = found;
      if (player !== undefined && player !== this.sheet.seat) throw new Error(word("other-seat", { seat: player }));
      if (orders === null || typeof orders !== "object" || !Object.values(orders).every(Array.isArray)) throw new Error(word("no-orders"));
      // Blind and pledge of another opening are known by now, or not due yet.
      if (game === data.header.game && n === data.header.n) {
        if (/^[0-9a-f]{64}$/.test(blind)) this.sheet.blind = blind;
        const { chain } = this.sheet.mine;
        if (chain && !data.follows && Keys.holds(chain, this.sheet.seat, pledge, n)) Object.assign(this.sheet, { pledge, isGiven: true });
      }
      this.sheet.say((said) => {
        for (const key in said) delete said[key];
        for (const [key, one] of Object.entries({ orders, answers, standing, hold, then })) if (one !== undefined) said[key] = one;
      });
      this.tell(word("was-read"));
      try {
        this.draw();
      } catch (error) {  // it holds what no page can show
        this.sheet.undo();
        throw error;
      }
    } catch (error) {
      this.tell(word("not-read", { why: error.message }));
      this.draw();
    }
  }
}

// -- the way in -------------------------------------------------------------------------------

const door = el("p", { class: "pen-door" });

/** Shows the way in again. */
function reopened() {
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
// A page that is for nothing else begins where it is about one seat.
if (data.alone && door.children.length === 1) door.querySelector("button").click();
