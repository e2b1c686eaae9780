"use strict";
/*
 * The judge's page: takes files, asks the worker, shows what the command line says. Text of files
 * goes into text nodes only; pages of others are shown in a frame in which no script runs.
 */
(() => {
  const $ = (id) => document.getElementById(id);
  const catalogues = JSON.parse($("words").textContent);
  const STORE = "adjudicator judge keys";
  const MOST = 1 << 27;  // bytes of a file that is taken
  const lists = { waiting: [], things: [] };
  let words = catalogues.en, worker, isReady = false, number = 0, runs = 0, kept = "", stage = "loading";
  const asked = new Map();

  // -- small things -----------------------------------------------------------------------------

  /** Returns an element with attributes, listeners (`on...`) and children; texts become text. */
  function el(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
    return made;
  }

  const say = (key, values = {}) => (words[key] || "").replace(/\{(\w+)\}/g, (all, name) => name in values ? values[name] : all);
  const tell = (text) => { $("status").textContent = text; };
  const button = (text, act, more = {}) => el("button", { type: "button", class: "small", ...more, onclick: act }, text);

  function save(name, parts, type = "application/octet-stream") {
    const link = el("a", { download: name, href: URL.createObjectURL(new Blob(parts, { type })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    tell(say("saved", { what: name }));
  }

  // -- the worker -------------------------------------------------------------------------------

  /** Starts the worker: one script, of which the first part is unpacked here. */
  async function start() {
    const blocks = {};
    for (const block of document.querySelectorAll("script[id^='block-']")) {
      blocks[block.id.slice(6)] = block.textContent;
      block.remove();
    }
    try {
      const engine = await unpacked(blocks["engine.js"]);
      delete blocks["engine.js"];
      worker = new Worker(URL.createObjectURL(new Blob([engine, $("worker").textContent], { type: "text/javascript" })));
      worker.onmessage = ({ data }) => heard(data);
      worker.onerror = (event) => tell(say("failed", { why: event.message || "worker" }));
      worker.postMessage({ blocks });
    } catch (error) {
      tell(say("failed", { why: error.message }));
    }
  }

  /** Returns bytes out of a block of the page: base64 of gzip. */
  function unpacked(text) {
    const stream = new DecompressionStream("gzip"), writer = stream.writable.getWriter();
    writer.write(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    writer.close();
    return new Response(stream.readable).arrayBuffer();
  }

  function heard({ stage: at, ready, failed, id, result, error }) {
    if (at) {
      stage = at;
      $("progress").value = ["unpacking", "starting", "reading"].indexOf(at) + 1;
      tell(say(at));
    } else if (failed) tell(say("failed", { why: failed }));
    else if (ready) begin(ready);
    else {
      const [done, fail] = asked.get(id);
      asked.delete(id);
      if (error) fail(new Error(error)); else done(result);
    }
  }

  /** Asks the worker to do something; a promise of what it answers. */
  function ask(what, more = {}) {
    return new Promise((done, fail) => {
      asked.set(++number, [done, fail]);
      worker.postMessage({ id: number, ask: what, ...more }, more.bytes ? [more.bytes.buffer] : []);
    });
  }

  async function begin(version) {
    isReady = true;
    stage = "ready";
    $("version").before(el("p", {}, say("version", { version })));
    $("loading").classList.add("ready");
    tell(say("ready"));
    const stored = read();
    if (stored) await ask({ do: "keep", kept: stored });
    await list();
    await take(lists.waiting.splice(0));
    await fromAddress();
    document.documentElement.dataset.ready = "yes";
  }

  // -- taking files -----------------------------------------------------------------------------

  async function dropped(files) {
    const came = [];
    for (const file of files) {
      if (file.size > MOST) tell(`${file.name}: > ${MOST}`);
      else came.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    }
    return isReady ? take(came) : wait(came);
  }

  function wait(came) {
    lists.waiting.push(...came);
    tell(say("waits", { name: came.map(({ name }) => name).join(", ") }));
  }

  /** Puts files on the desk, and judges a sheet at once where there is something to judge it by. */
  async function take(came) {
    if (!came.length) return;
    const taken = [], refused = [];
    for (const { name, bytes } of came) {
      const found = await ask({ do: "take", name }, { bytes });
      if (found.refused) refused.push(...found.refused); else taken.push(...found.taken);
    }
    await list();
    if (taken.length) tell(say("taken", { what: taken.join(", ") }));
    if (refused.length) showRefused(refused);
    const act = firstCheck(taken);
    if (act) await run(act);
    else if (!refused.length && taken.length) $("desk").scrollIntoView({ block: "nearest" });
  }

  function firstCheck(taken) {
    const checks = lists.things.filter(({ kind }) => kind === "orders").flatMap((thing) => thing.acts.filter(({ word }) => word === "check").slice(0, 1).map((act) => ({ act, thing })));
    const isNew = (path) => taken.includes(path.split("/")[0]);
    const found = checks.find(({ thing }) => isNew(thing.path)) || checks.find(({ act }) => isNew(act.about));
    return found && found.act;
  }

  async function fromAddress() {
    const found = /^#s=([\w-]+)/.exec(location.hash);
    if (found) await take([{ name: "state.json", bytes: new TextEncoder().encode(`state:${found[1]}`) }]);
  }

  function pasted() {
    const text = $("pasted").value.trim();
    if (!text) return;
    const came = [{ name: text.startsWith("state:") ? "state.json" : text.startsWith("{") || text.startsWith("sheet:") ? "pasted.json" : "pasted.txt", bytes: new TextEncoder().encode(`${text}\n`) }];
    $("pasted").value = "";
    if (isReady) take(came); else wait(came);
  }

  // -- the desk ---------------------------------------------------------------------------------

  async function list() {
    lists.things = (await ask({ do: "list" })).things;
    drawDesk();
    await keep();
  }

  function actText({ word, about }, isOnly) {
    const by = word === "check" || word === "odds" ? "by" : word === "adjudicate" && about ? "with" : "";
    return by && !(by === "by" && isOnly) ? say(`act-${word}-${by}`, { about }) : say(`act-${word}`, { about });
  }

  function drawDesk() {
    $("desk").hidden = !lists.things.length;
    $("things").replaceChildren(...lists.things.map((thing) => {
      const facts = [thing.name && thing.kind !== "secret" ? thing.name : "", thing.n ? say("for", { n: thing.n }) : "", thing.seat ? say("of", { seat: thing.seat }) : "",
        thing.kind === "view" && thing.seats.length ? say("due", { seats: thing.seats.join(", ") }) : ""].filter(Boolean);
      const acts = thing.acts.map((act, at) => button(actText(act, thing.acts.filter(({ word }) => word === act.word).length === 1),
        () => run(act), at === 0 ? { class: "small first" } : {}));
      const keepers = [];
      if (thing.kind === "report" || thing.kind === "map") keepers.push(button(say("open", { what: "" }).trim(), () => open(thing.path), { "aria-label": say("open", { what: thing.path }) }));
      keepers.push(button("⤓", () => saveThing(thing), { "aria-label": say("save", { what: thing.path }), title: say("save", { what: thing.path }) }));
      keepers.push(button("×", () => forget(thing.path), { "aria-label": say("remove", { what: thing.path }), title: say("remove", { what: thing.path }) }));
      return el("li", {}, el("div", {}, el("span", { class: "kind" }, say(`kind-${thing.kind}`) || thing.kind), el("b", {}, thing.path)),
        facts.length ? el("div", { class: "facts" }, facts.join(" · ")) : "", acts.length ? el("div", { class: "row" }, acts) : "",
        el("div", { class: "row keepers" }, keepers));
    }));
  }

  async function saveThing({ path, kind }) {
    if (kind === "match" || kind === "offered") {
      const { bytes } = await ask({ do: "zip", paths: [path] });
      return save(`${path}.zip`, [bytes], "application/zip");
    }
    const { bytes } = await ask({ do: "list" }, { read: path });
    return save(path.split("/").pop(), [bytes]);
  }

  async function forget(path) {
    await ask({ do: "forget", path });
    await list();
    ($("things").querySelector("button") || $("choose")).focus();
  }

  // -- running a command ------------------------------------------------------------------------

  async function run({ argv, shows = "", about = "", word = "" }) {
    if (word === "make") return make(argv);
    const line = `adjudicator ${argv.map((one) => /[^\w.\/:=,+-]/.test(one) ? `'${one}'` : one).join(" ")}`;
    tell(say("working", { what: line }));
    const before = performance.now();
    const found = await ask({ do: "run", argv }, shows ? { read: `/tmp/${shows}` } : {});
    const seconds = ((performance.now() - before) / 1000).toFixed(2);
    await list();
    const made = new Set(found.written.filter((path) => /^key-/.test(path)));
    tell(made.size && word === "join" ? say("keys-new") : say("ready"));
    showRan(argv[0], line, found, { seconds, shows, about });
    return found;
  }

  /** Shows what a command said; what it wrote can be saved. */
  function showRan(name, line, { code, printed, written, bytes }, { seconds, shows, about }) {
    Object.assign($("shown").dataset, { number: ++runs, code });
    const verdict = say(`code-${code}-${name}`) || say(`code-${code}`) || `${code}`;
    const look = code === 0 ? "good" : code === 3 ? "wait" : "bad";
    const text = printed.map(([stream, part]) => stream === "err" ? el("span", { class: "err" }, part) : part);
    const folders = [...new Set(written.filter((path) => path.includes("/")).map((path) => path.split("/")[0]))];
    const files = written.filter((path) => !path.includes("/"));
    const savers = [...folders.map((path) => button(say("save", { what: `${path}.zip` }), () => saveThing({ path, kind: "match" }))),
      ...files.map((path) => button(say("save", { what: path }), () => saveThing({ path, kind: "file" }))),
      ...written.filter((path) => /\/now\/(report\.html|map\.svg)$/.test(path)).map((path) => button(say("open", { what: path }), () => open(path)))];
    const isShown = Boolean(bytes && shows);
    show([el("p", {}, el("span", { class: `verdict ${look}` }, verdict), el("code", { class: "ran" }, line), " ", el("span", { class: "soft" }, say("took", { seconds }))),
      isShown && code === 0 ? "" : el("pre", { tabindex: 0, role: "region", "aria-label": line }, text.length ? text : say("nothing-printed")),
      savers.length ? el("p", { class: "row" }, savers) : "", isShown ? framed(shows, bytes, about) : ""]);
  }

  function showRefused(texts) {
    show([el("p", {}, el("span", { class: "verdict bad" }, say("refused"))), el("pre", { tabindex: 0 }, texts.join("\n"))]);
  }

  function show(parts) {
    $("shown").replaceChildren(...parts.filter(Boolean));
    $("shown").hidden = false;
    $("shown").focus({ preventScroll: true });
    $("shown").scrollIntoView({ block: "nearest" });
  }

  async function open(path) {
    const { bytes } = await ask({ do: "list" }, { read: path });
    show([el("p", {}, el("code", { class: "ran" }, path)), framed(path, bytes)]);
  }

  /** A page or a picture in a frame; no script runs in it. */
  function framed(name, bytes) {
    const text = new TextDecoder().decode(bytes);
    if (name.endsWith(".svg")) return el("img", { class: "picture", alt: name, style: "width:100%;background:#fff", src: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })) });
    return el("iframe", { sandbox: "", title: name, srcdoc: text });
  }

  // -- making a sheet ---------------------------------------------------------------------------

  /**
   * Shows the page on which a sheet is made, in a frame that fills the window. After every change of
   * the sheet the rules are asked; what is saved, copied or mailed is laid on the desk and checked.
   */
  async function make([path, seat]) {
    tell(say("working", { what: path }));
    const { bytes, is_there: isThere, header, refused } = await ask({ do: "compose", path, seat });
    if (refused) return showRefused(refused);
    if (!isThere) return showRefused([say("no-pen")]);
    const frame = el("iframe", { class: "making", title: say("act-make", { about: seat }), srcdoc: new TextDecoder().decode(bytes) });
    frame.addEventListener("load", () => attend(frame, path, seat, header));
    document.body.append(frame);
    return tell(say("ready"));
  }

  function attend(frame, path, seat, header) {
    const inside = frame.contentWindow, [door] = inside.document.querySelectorAll(".pen-door button");
    let asking = 0, due = 0;
    const judge = async () => {
      const { pen } = inside, number = ++asking, sheet = pen.sheet.text();
      const found = await ask({ do: "judge", path, sheet });
      if (number === asking && inside.pen === pen) verdict(inside, found);
    };
    inside.addEventListener("pen-sheet", () => {
      clearTimeout(due);
      due = setTimeout(() => { if (inside.pen) judge(); }, 60);
    });
    inside.addEventListener("pen-sent", async ({ detail }) => {
      const name = `${seat}-${detail.n}.json`;
      await ask({ do: "take", name }, { bytes: new TextEncoder().encode(detail.text) });
      await run({ argv: ["check", path, name], word: "check" });
    });
    inside.addEventListener("pen-closed", () => {
      frame.remove();
      for (const other of document.body.children) other.inert = false;
      $("desk").querySelector("button").focus();
    });
    for (const other of document.body.children) other.inert = other !== frame;
    door.click();
    const { pen } = inside;
    if (header.files && pen.sheet.mine.chain) pen.useKey(header.files);
    else if (header.blind) Object.assign(pen.sheet, { blind: header.blind, pledge: header.pledge, isGiven: true });
    pen.sheet.set(pen.sheet.said);
    if (header.blind) pen.draw();
  }

  /** Writes what the rules say of a sheet into the page on which it is made. */
  function verdict(inside, { refused, acceptable, problems = [], told }) {
    const { document: page, pen } = inside, made = (name, more, ...children) => {
      const one = Object.assign(page.createElement(name), more);
      one.append(...children.filter(Boolean));
      return one;
    };
    const where = ([top, topic, number]) => {
      const found = pen.sheet.choices.topics.find((one) => one.topic === topic);
      return top === "orders" && found ? `${found.text}${number === undefined ? "" : ` ${number + 1}`}: ` : "";
    };
    const lines = (refused || []).map((text) => made("li", { className: "pen-due" }, text)).concat(problems.map(({ path, message, hint, rule, warning }) => made("li", { className: warning ? "" : "pen-due" },
      `${where(path)}${message}.`, hint ? made("span", { className: "pen-note" }, ` ${hint}`) : "", rule ? made("span", { className: "pen-note" }, ` (${rule})`) : "")));
    const good = !refused && acceptable;
    pen.verdict.className = `pen-verdict ${good ? "good" : "bad"}`;
    const wasOpen = pen.verdict.querySelector("details")?.open;
    pen.verdict.replaceChildren(
      made("p", { role: "status" }, made("b", {}, `${say("judged")}: `), say(good ? "code-0-check" : "code-1-check")),
      lines.length ? made("ul", {}, ...lines) : "",
      told ? made("details", { open: Boolean(wasOpen) }, made("summary", {}, say("foretold")), made("pre", {}, told.trim())) : "");
  }

  // -- keys -------------------------------------------------------------------------------------

  function read() {
    try {
      return JSON.parse(localStorage.getItem(STORE));
    } catch {
      return null;
    }
  }

  /** Keeps key files, and what they remember, in the store of the browser, if that is wished. */
  async function keep() {
    const found = (await ask({ do: "kept" })).kept, text = JSON.stringify(found);
    $("keys").hidden = text === "{}";
    if (text === kept) return;
    kept = text;
    try {
      if ($("keep").checked && text !== "{}") localStorage.setItem(STORE, text);
      else localStorage.removeItem(STORE);
    } catch {
      tell(say("keys-lost"));
    }
  }

  async function saveKeys() {
    const names = Object.keys((await ask({ do: "kept" })).kept);
    const { bytes } = await ask({ do: "zip", paths: names });
    save("adjudicator-keys.zip", [bytes], "application/zip");
  }

  // -- words ------------------------------------------------------------------------------------

  function speak(code) {
    words = catalogues[code];
    document.documentElement.lang = code;
    document.title = say("title");
    for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
    $("progress").setAttribute("aria-label", say("loading"));
    tell(say(stage));
    drawDesk();
  }

  // -- the way in -------------------------------------------------------------------------------

  $("language").value = navigator.language.startsWith("de") ? "de" : "en";
  speak($("language").value);
  $("language").addEventListener("change", () => speak($("language").value));
  $("choose").addEventListener("click", () => $("files").click());
  $("files").addEventListener("change", () => dropped([...$("files").files]).then(() => { $("files").value = ""; }));
  $("paste").addEventListener("click", () => {
    $("pasting").hidden = !$("pasting").hidden;
    $("paste").setAttribute("aria-expanded", String(!$("pasting").hidden));
    if (!$("pasting").hidden) $("pasted").focus();
  });
  $("take").addEventListener("click", pasted);
  $("save-keys").addEventListener("click", saveKeys);
  $("keep").addEventListener("change", () => { kept = ""; keep(); });
  $("line").addEventListener("submit", (event) => {
    event.preventDefault();
    const argv = ($("argv").value.match(/'[^']*'|"[^"]*"|\S+/g) || []).map((one) => one.replace(/^(['"])(.*)\1$/, "$2"));
    if (argv[0] === "adjudicator") argv.shift();
    if (isReady) run({ argv });
  });
  for (const name of ["dragenter", "dragover"]) document.addEventListener(name, (event) => { event.preventDefault(); $("door").classList.add("over"); });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) $("door").classList.remove("over"); });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    $("door").classList.remove("over");
    dropped([...event.dataTransfer.files]);
  });
  document.addEventListener("paste", (event) => {
    if (["TEXTAREA", "INPUT"].includes(event.target.tagName)) return;
    const files = [...event.clipboardData.files], text = event.clipboardData.getData("text");
    if (files.length) dropped(files);
    else if (text) { $("pasted").value = text; pasted(); }
  });
  addEventListener("hashchange", () => { if (isReady) fromAddress(); });
  if ("serviceWorker" in navigator && document.querySelector("link[rel=manifest]")) navigator.serviceWorker.register("sw.js").catch(() => {});
  addEventListener("DOMContentLoaded", start);
})();
