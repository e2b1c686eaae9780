"use strict";
/*
 * What a seat's key file is for (TFD1 3.2, 3.10 [A9]): the blind of its sheet and the pledge that is
 * due come out of it, and a record says what has left the page, so that no referee shows two logs.
 * It touches no page, no clock and no chance, and keeps nothing: a key goes in, what the sheet needs
 * comes out. SHA-256 stands here because some browsers keep theirs from pages that are opened from
 * disk; it takes a chain of 4,096 links in some 30 ms, sooner than theirs does.
 *
 * What is wrong is thrown as a `Keys.Refusal`: a word of the page, with its values.
 */
const Keys = (() => {
  const MAX_LINKS = 65536;
  const MAX_TEXT = 4194304;  // letters of a record that is read
  const LEAP = 10;  // a pledge opens so many links at once without a question; real matches: 6 at most
  const HEX32 = /^[0-9a-f]{64}$/, FIELD = /^[!-~]{1,200}$/, ID = /^[a-z0-9-]{1,40}$/;
  const RULE = Uint32Array.from([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2]);
  const BEGIN = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  const words = new Uint32Array(64);

  class Refusal extends Error {
    constructor(code, values = {}) {
      super(code);
      this.code = code;
      this.values = values;
    }
  }

  const refuse = (code, values) => { throw new Refusal(code, values); };

  // -- hashes -----------------------------------------------------------------------------------

  /** Returns the 32 bytes of SHA-256 of some bytes (FIPS 180-4). */
  function sha256(bytes) {
    const blocks = new Uint8Array((bytes.length + 72) >> 6 << 6), view = new DataView(blocks.buffer);
    blocks.set(bytes);
    blocks[bytes.length] = 128;
    view.setUint32(blocks.length - 8, Math.floor(bytes.length / 536870912));
    view.setUint32(blocks.length - 4, bytes.length << 3 >>> 0);
    const state = Uint32Array.from(BEGIN);
    const turned = (word, by) => word >>> by | word << 32 - by;
    for (let at = 0; at < blocks.length; at += 64) {
      for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const one = words[i - 15], two = words[i - 2];
        words[i] = words[i - 16] + (turned(one, 7) ^ turned(one, 18) ^ one >>> 3) + words[i - 7] + (turned(two, 17) ^ turned(two, 19) ^ two >>> 10);
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const more = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (e & f ^ ~e & g) + RULE[i] + words[i] | 0;
        const less = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
        h = g; g = f; f = e; e = d + more | 0; d = c; c = b; b = a; a = more + less | 0;
      }
      [a, b, c, d, e, f, g, h].forEach((one, i) => { state[i] += one; });
    }
    const found = new Uint8Array(32), out = new DataView(found.buffer);
    state.forEach((word, i) => out.setUint32(4 * i, word));
    return found;
  }

  const utf8 = (text) => new TextEncoder().encode(text);
  const spelt = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16));

  /** H: SHA-256 of a text, as 64 digits (3.1). */
  const hash = (text) => spelt(sha256(utf8(text)));

  /** MAC: HMAC-SHA-256 of a text with the 32 bytes that `key` spells (3.1). */
  function mac(key, text) {
    const padded = new Uint8Array(64);
    padded.set(bytesOf(key));
    const inner = sha256(Uint8Array.from([...padded.map((byte) => byte ^ 0x36), ...utf8(text)]));
    return spelt(sha256(Uint8Array.from([...padded.map((byte) => byte ^ 0x5c), ...inner])));
  }

  /** M: a message of fields, none of which can be taken for two (3.1). */
  function message(tag, ...fields) {
    for (const field of fields) if (!FIELD.test(`${field}`)) refuse("keys-odd-page");
    return `tfd1:${tag}\n${fields.map((field) => `${field}\n`).join("")}`;
  }

  /** J: the one text of a JSON value (RFC 8785, whole numbers only). */
  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value !== null && typeof value === "object") {
      return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
    }
    if (typeof value === "number" && !Number.isSafeInteger(value)) refuse("keys-odd-number", { x: value });
    return JSON.stringify(value === 0 ? 0 : value);
  }

  // -- a key ------------------------------------------------------------------------------------

  /** Returns what a key file says. */
  function read(text) {
    let said;
    try {
      said = JSON.parse(text.replace(/^\ufeff/, ""));
    } catch {
      said = null;
    }
    if (said === null || typeof said !== "object" || said.t !== "secret") refuse("keys-no-key");
    const { t, format = 1, match, who = "referee", links, master, offer, game, ...more } = said;
    const isHex = (one) => one === undefined || one === null || HEX32.test(one);
    const isSound = format === 1 && FIELD.test(match) && FIELD.test(who) && Number.isInteger(links) && links >= 0 && links <= MAX_LINKS
      && HEX32.test(master) && isHex(offer) && isHex(game) && !Object.keys(more).length;
    if (!isSound) refuse("keys-no-key");
    if (who === "referee") refuse("keys-of-referee");
    return { match, who, links, master, offer, game };
  }

  /** Returns the values of a chain from its last one down to number `least`, by number. */
  function chainValues(game, who, last, links, least) {
    const values = { [links]: last }, begin = message("link", game, who);
    for (let i = links, value = last; i > least; i--) values[i - 1] = value = hash(`${begin}${i}\n${value}\n`);
    return values;
  }

  /** Whether a value is number `n` of a chain, later than the one opened last. */
  function holds({ match, links, n: opened, value }, seat, pledge, n) {
    return HEX32.test(pledge) && opened < n && n <= links && chainValues(match, seat, pledge, n, opened)[opened] === value;
  }

  /**
   * Returns what a sheet needs of a key: {blind, pledge, print, leap}. `print` names the key and
   * tells nothing of it; `leap` is how many links its pledge opens at once.
   *
   * @param wanted {game, n, seat, chain, follows}: the header of the sheet; the chain as it was
   *     opened last; whether pledges follow the lock, and stay out of sheets.
   */
  function derive(key, { game, n, seat, chain, follows }) {
    if (!HEX32.test(game) || !Number.isSafeInteger(n) || n < 1) refuse("keys-odd-page");
    if (key.who !== seat) refuse("keys-other-seat", { who: key.who, match: key.match });
    if (key.game && key.game !== game) refuse("keys-other-match", { match: key.match });
    if (key.match !== chain.match) refuse("keys-other-match", { match: key.match });
    if (key.links !== chain.links || !(chain.n >= 0 && chain.n < n)) refuse("keys-other-chain");
    if (n > key.links) refuse("keys-at-end", { x: key.links });
    const last = hash(message("seed-chain", key.match, key.master));
    const values = chainValues(key.match, seat, last, key.links, chain.n);
    if (values[chain.n] !== chain.value) refuse("keys-other-chain");
    const seed = hash(message("seed-blind", key.match, key.master));
    return { blind: mac(seed, message("blind", game, n)), pledge: follows ? null : values[n], leap: follows ? 0 : n - chain.n,
             print: hash(message("print", key.match, key.who, key.master)) };
  }

  // -- the record -------------------------------------------------------------------------------

  /** Returns what is remembered of a sheet: under which hash a lock names it, and what but its head it says. */
  function sheetOf(document) {
    const { head, ...rest } = document;
    return { t: "sheet", n: document.n, head, hash: hash(canonical(document)), rest: hash(canonical(rest)) };
  }

  /** Returns a record as a file has it: whose it is, then a line for each thing. */
  const recordText = (game, player, seen) =>
    [{ t: "seen", format: 1, game, player }, ...seen].map((one) => `${canonical(one)}\n`).join("");

  /** Whether a text is a record, sound or not. */
  const isRecord = (text) => /^[^\n]*"t"\s*:\s*"seen"/.test(text);

  /** Returns what a record holds: {seen, torn}; a last line that is torn is left out. */
  function readRecord(text, game, player) {
    if (text.length > MAX_TEXT) refuse("keys-record-damaged", { line: 1 });
    const lines = text.split("\n"), last = lines.pop(), whole = lines.length;
    if (last || !whole) lines.push(last);
    const seen = [];
    let torn = false;
    lines.forEach((line, place) => {
      const said = lineOf(line);
      if (place === 0) {
        if (!said || said.t !== "seen") refuse("keys-record-damaged", { line: 1 });
        if (said.game !== game || said.player !== player) refuse("keys-two-matches", { seat: said.player });
      } else if (said && said.t !== "seen") {
        if (!seen.some((one) => canonical(one) === canonical(said))) seen.push(said);
      } else if (place >= whole) torn = true;
      else refuse("keys-record-damaged", { line: place + 1 });
    });
    return { seen, torn };
  }

  /** Returns what a line of a record says, if it is sound. */
  function lineOf(line) {
    let said;
    try {
      said = JSON.parse(line);
    } catch {
      return null;
    }
    if (said === null || typeof said !== "object") return null;
    const forms = { seen: ["t", "format", "game", "player"], sheet: ["t", "n", "head", "hash", "rest"], lock: ["t", "n", "hash"] };
    const fits = { format: (one) => one === 1, player: (one) => ID.test(one), n: (one) => Number.isSafeInteger(one) && one > 0, t: () => true };
    const keys = forms[said.t];
    const isSound = keys && keys.length === Object.keys(said).length && keys.every((key) => key in said && (fits[key] || ((one) => HEX32.test(one)))(said[key]));
    return isSound ? said : null;
  }

  /** Throws where a page is not the one that goes on from what is remembered. */
  function checkPage(seen, n, head) {
    const lock = seen.find((one) => one.t === "lock" && one.n >= n);
    if (lock) refuse("keys-older-page", { n, x: lock.n });
    const sheets = seen.filter((one) => one.t === "sheet");
    for (const one of [...sheets].reverse()) {
      if (one.n === n && sheets.some((other) => other.n === n && other.head === head)) continue;
      if (one.n > n) refuse("keys-older-page", { n, x: one.n });
      if (one.n === n) refuse("keys-other-line", { n, shown: head, kept: one.head });
      if (one.head === head) refuse("keys-nothing-came", { n, x: one.n });
    }
  }

  /** Returns the sheet that left before and is another one for the same opening; once only. */
  function second(seen, sheet) {
    const others = seen.filter((one) => one.t === "sheet" && one.n === sheet.n);
    if (others.some((one) => one.hash === sheet.hash) || others.some((one) => one.rest === sheet.rest)) return null;
    return others.pop() || null;
  }

  return { LEAP, Refusal, sha256, hash, mac, message, canonical, read, chainValues, holds, derive, sheetOf, recordText, isRecord, readRecord,
           checkPage, second };
})();
if (typeof module !== "undefined") module.exports = Keys;
