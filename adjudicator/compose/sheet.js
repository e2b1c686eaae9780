"use strict";
/*
 * A sheet in the making, with all that was undone; what its places, kinds and orders are called; and
 * the sheet as one line. `data` is the block of the page: the header of the sheet, what each seat may
 * order, all words.
 */
const SVG = "http://www.w3.org/2000/svg";
const NAMED = 6;  // so many places are named in a hint
const FEW = 9;  // so many answers are buttons; more are a list
const MOST = 65536;  // bytes of a sheet that is unpacked

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
/** Tells whoever shows this page, as the judge's does: a sheet was changed, goes out, is put away. */
const announce = (what, detail) => dispatchEvent(new CustomEvent(`pen-${what}`, { detail }));
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
    this.keyed = null;  // what a key file gave: blind, pledge, and what it remembers
    this.pledge = null;  // as the command or the judge's page made it
    this.isGiven = false;  // whether one of them made blind and pledge
    const kept = this.kept();
    this.wasKept = Boolean(kept);
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
    announce("sheet");
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

  /** Whether it says nothing at all. */
  isEmpty() {
    const { orders, ...more } = this.said;
    return !Object.values(orders).flat().length && !Object.values(more).some((one) => one !== undefined);
  }

  /** Returns everything that keeps it from being ready. */
  wrong() {
    const open = (this.mine.questions || []).filter(({ label }) => !(this.said.answers || {})[label]);
    return [...this.unkeyed(), ...open.map(({ text }) => text), ...this.topics.flatMap(({ lines, limits }) =>
      [...limits.map((one) => limitText(this, one)), ...[...Pen.all(lines)].flatMap((line) => faultTexts(this, line))])];
  }

  /** Returns what is missing because no key file was used. */
  unkeyed() {
    if (!this.mine.chain || this.keyed || this.isGiven) return [];
    if (!data.follows) return [word("keys-no-pledge")];
    return this.isKeyed() ? [word("keys-again")] : [];
  }

  /** Whether a key has made a sheet of this seat in this browser before. */
  isKeyed() {
    try {
      return localStorage.getItem(`adjudicator seen ${data.header.game} ${this.seat}`) !== null;
    } catch {
      return false;
    }
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
    return { $schema: data.schema, t, game, n, head, player: this.seat, pledge: this.keyed ? this.keyed.pledge : this.pledge,
             blind: this.keyed ? this.keyed.blind : this.blind, orders: asked, ...Object.fromEntries(rest) };
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
  return named ? (count === 1 ? named.one : named.more || named.one) : kind;
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
  try {
    return line.gesture ? madeText(sheet, line) : plainText(sheet, line.order);
  } catch {  // values that no click gives
    return oneLine(line.order);
  }
}

function madeText(sheet, line) {
  const { gesture, values, order, parts = {} } = line;
  if (gesture.by === "pick") {
    const text = values.item === undefined ? plainText(sheet, order) : gesture.items[values.item].text;
    return gesture.say ? `${gesture.say}: ${text}` : text;
  }
  const kind = values.kind || kindThere(line) || onlyKind(sheet, gesture);
  const told = { ...values, if: gesture.by === "reply" ? conditionText(sheet, gesture, values.if) : "", kind: kind ? kindName(sheet, kind, values.count || 1) : "" };
  for (const key of ["from", "to", "place"]) if (values[key] !== undefined) told[key] = placeName(sheet, values[key]);
  if (values.kinds) told.units = values.kinds.map((one) => kindName(sheet, one, 1)).join(", ");
  if (values.ship) told.ship = kindName(sheet, values.ship, 1);
  if (values.count === undefined) told.count = 1;
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
  const known = ["from", "to", "path", "place", "kind", "kinds", "ship", "count", "groups", "if", gesture.confirm, ...(gesture.asks || []).map((one) => one.name), ...Object.keys(gesture.parts || {})];
  const isEnd = (value) => Array.isArray(value) && value.length === 1 && value[0] === values.to;  // a way that only says where to
  return Object.entries(values).filter(([name, value]) => value !== undefined && !known.includes(name) && !isEnd(value))
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
  return whens.map((when) => [others[when.side] || texts.anybody, ...Object.keys(condition)
    .filter((field) => texts[field] && when[field]).map((field) => told(field, when[field]))].join(" ")).join(` ${texts.and} `);
}

/** Returns the kind of which an order speaks that names none. */
function onlyKind({ choices: { kinds = {} } }, gesture) {
  return (gesture.kinds || [])[0] || Pen.alone(Object.fromEntries(Object.entries(kinds).filter(([, kind]) => !kind.is_one))) || "";
}

/** Returns the field of an order under which a variable stands. */
const keyOf = (gesture, name) => Object.keys(gesture.make).find((key) => gesture.make[key] === `$${name}`);

/** Whether an order of a gesture names kinds, of each of which there is but one. */
const isGroup = (gesture) => /"\$(kinds|rail)"/.test(JSON.stringify(gesture.make || ""));

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
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    if ((size += value.length) > MOST) throw new Error(word("too-long"));
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}
