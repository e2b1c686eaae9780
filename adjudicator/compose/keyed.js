"use strict";
/*
 * A key file in the page. What it gives stays in this page alone, until it is closed: never in a
 * draft, and the key itself nowhere. What leaves the page is remembered first, in the browser and in
 * a file that the command `adjudicator` takes as well; it holds hashes only.
 */
const unlocked = new Map();  // by seat, what its key gave

class Keyed extends Panel {
  constructor(seat) {
    super(seat);
    this.sheet.keyed = unlocked.get(seat) || null;
    this.doubt = null;  // what waits for a second click: {text, go, hash}
  }

  /** What is known of the seat's key, and the way to use one. */
  keys() {
    const { mine, keyed, isGiven } = this.sheet;
    if (!mine.chain || isGiven && !keyed) return "";
    const doubt = this.doubting("keys"), heading = word("keys");
    if (keyed) {
      const held = keyed.seen.length;
      return el("section", { class: "pen-topic pen-keys" }, el("h3", {}, heading),
        el("p", { class: "pen-note" }, word(keyed.pledge ? "keys-used" : "keys-used-blind", { n: data.header.n })),
        el("p", { class: held && !keyed.isSaved ? "pen-due" : "pen-note" }, word(held ? keyed.isSaved ? "keys-kept" : "keys-unsaved" : "keys-empty", { x: held })),
        el("div", { class: "pen-gestures" },
          held ? this.button(word("keys-save"), () => this.saveRecord()) : "", this.choosing(word("keys-record"))), doubt);
    }
    const why = word(data.follows ? "keys-follow" : "keys-needed", { seat: mine.name, n: data.header.n });
    const area = el("textarea", { rows: 3, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": word("keys-paste"), "data-focus": "key" });
    return el("section", { class: "pen-topic pen-keys" }, el("h3", {}, heading),
      el("p", { class: data.follows ? "pen-note" : "pen-due" }, why), el("p", { class: "pen-note" }, word("keys-trust")),
      el("div", { class: "pen-gestures" }, this.choosing(word("keys-use"))),
      el("details", { class: "pen-form" }, el("summary", { "data-focus": "paste key" }, word("keys-paste")), area,
        el("button", { type: "button", "data-focus": "read key", onclick: () => {
          const text = area.value;
          area.value = "";
          this.useKey([{ name: "", text }]);
        } }, word("keys-read"))), doubt);
  }

  /** A button that lets people choose files. */
  choosing(text) {
    const input = el("input", { type: "file", multiple: true, hidden: true, "aria-label": text, onchange: async () => {
      const chosen = [...input.files];
      input.value = "";
      const files = await Promise.all(chosen.map(async (file) => ({ name: file.name, text: file.size > 4194304 ? "" : await file.text() })));
      if (files.length) this.useKey(files);
    } });
    return [el("button", { type: "button", "data-focus": "use key", onclick: () => input.click() }, text), input];
  }

  /** Takes a key, records, or both: what the key gives is kept until the page is closed. */
  useKey(files) {
    this.trying(() => {
      const { game, n, head } = data.header, { seat, mine: { chain } } = this.sheet;
      const isRecord = ({ text }) => Keys.isRecord(text), keys = files.filter((file) => !isRecord(file));
      if (keys.length > 1) throw new Keys.Refusal("keys-many");
      const given = keys.length ? { ...Keys.derive(Keys.read(keys[0].text), { game, n, seat, chain, follows: data.follows }), name: keys[0].name } : this.sheet.keyed;
      if (!given) throw new Keys.Refusal("keys-record-alone");
      let seen = this.remembered(given.seen || []), torn = false;
      for (const { text } of files.filter(isRecord)) {
        const read = Keys.readRecord(text, game, seat);
        torn = torn || read.torn;
        seen = this.remembered([...read.seen, ...seen]);
      }
      this.keep(this.store, seen);
      this.checkServed(given.print);
      Keys.checkPage(seen, n, head);
      const go = () => {
        this.doubt = null;
        const keyed = { blind: given.blind, pledge: given.pledge, print: given.print, seen, isSaved: given.isSaved || seen.length === 0 || files.some(isRecord),
                        name: given.name && given.name.endsWith(".json") ? given.name : `key-${seat}.json` };
        unlocked.set(seat, keyed);
        this.sheet.keyed = keyed;
        this.keep(`adjudicator key ${keyed.print}`, { game, follows: Boolean(data.follows) });
        this.tell(word(torn ? "keys-torn" : keyed.pledge ? "keys-used" : "keys-used-blind", { n }));
        this.draw();
      };
      if (given.leap > Keys.LEAP) this.ask({ at: "keys", text: word("keys-leap", { n, x: given.leap, last: chain.n }), go });
      else go();
    });
  }

  /** Does something that a key, a record or this page may forbid: then the page lets go of all. */
  trying(act) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Keys.Refusal)) throw error;
      unlocked.delete(this.sheet.seat);
      this.sheet.keyed = null;
      this.tell(word(error.code, error.values));
      this.draw();
    }
  }

  /** Lets the sheet leave the page by an act; what is made with a key is remembered first. */
  leave(act) {
    const { keyed } = this.sheet;
    if (!keyed) { act(); return; }
    this.trying(() => {
      const sheet = Keys.sheetOf(this.sheet.document());
      keyed.seen = this.remembered(keyed.seen);
      const go = () => {
        this.doubt = null;
        this.remember();
        act();
        this.draw();
      };
      const other = Keys.second(keyed.seen, sheet);
      if (other) this.ask({ at: "send", text: word("keys-second", { n: sheet.n, hash: other.hash.slice(0, 12) }), go, hash: sheet.hash });
      else go();
    });
  }

  /** Keeps in mind that the sheet leaves the page. */
  remember() {
    const { keyed } = this.sheet, sheet = Keys.sheetOf(this.sheet.document());
    if (keyed.seen.some((one) => one.hash === sheet.hash)) return;
    keyed.seen = [...keyed.seen, sheet];
    keyed.isSaved = false;
    this.keep(this.store, keyed.seen);
  }

  ask(doubt) {
    this.doubt = doubt;
    this.tell(doubt.text);
    this.draw();
    // On the way that changes nothing: a key that is pressed twice goes on with nothing.
    this.panel.querySelector("[data-focus='go on'] + button").focus();
  }

  /** What waits for a second click, if it stands here and is still about this sheet. */
  doubting(at) {
    if (!this.doubt || this.doubt.at !== at) return "";
    if (this.doubt.hash && this.doubt.hash !== Keys.sheetOf(this.sheet.document()).hash) { this.doubt = null; return ""; }
    return el("div", { class: "pen-going" }, el("p", { class: "pen-due" }, this.doubt.text),
      el("button", { type: "button", "data-focus": "go on", onclick: this.doubt.go }, word("keys-go-on")),
      this.button(word("keys-stop"), () => { this.doubt = null; }));
  }

  // -- what the browser keeps

  get store() {
    return `adjudicator seen ${data.header.game} ${this.sheet.seat}`;
  }

  /** Returns what the browser remembers, and more, each once. */
  remembered(more) {
    const all = new Map([...kept(this.store), ...more].map((one) => [Keys.canonical(one), one]));
    return [...all.values()];

    function kept(store) {
      try {
        return JSON.parse(localStorage.getItem(store)) || [];
      } catch {
        return [];
      }
    }
  }

  keep(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch { /* Without a store the file alone remembers. */ }
  }

  /** Throws where a key has served another match, or a page that asked for pledges otherwise. */
  checkServed(print) {
    let served = null;
    try {
      served = JSON.parse(localStorage.getItem(`adjudicator key ${print}`));
    } catch { /* Without a store nothing is known. */ }
    if (served && served.game !== data.header.game) throw new Keys.Refusal("keys-two-matches", { seat: this.sheet.seat });
    if (served && served.follows !== Boolean(data.follows)) throw new Keys.Refusal("keys-other-mode");
  }

  /** Saves the record beside which name the key has: there the command finds it. */
  saveRecord() {
    const { keyed, seat } = this.sheet, name = keyed.name.replace(/json$/, "seen.jsonl");
    this.save(name, Keys.recordText(data.header.game, seat, keyed.seen), "application/x-ndjson");
    keyed.isSaved = true;
    this.tell(word(messenger ? "chat-own" : "keys-saved", { name }));
  }
}
