"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const facts = JSON.parse(at("facts").textContent), shown = JSON.parse(at("shown").textContent);
  const word = (key, values = {}) => shown.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const openings = facts.openings, last = openings.length - 1;
  const articles = [...document.querySelectorAll(".report")];
  const isBack = new Set(facts.annulled);
  const base = at("base");
  const atlas = new Maps.Atlas(base.textContent, at("pieces").textContent, shown.chain, shown.changes);
  const board = at("board"), slider = at("slider");
  const WAITS = [4000, 2200, 1200, 600, 250];
  const PLAYS = "M8 5l11 7-11 7z", PAUSES = "M8 5v14M16 5v14";
  const ZOOMS = [1, 1.5, 2, 3, 4, 6];

  // -- the map ----------------------------------------------------------------------------------------

  let place = placeOf(location.hash);
  if (place < 0) place = Math.max(0, openings.findLastIndex((one) => one.n <= facts.stands));
  const map = atlas.begin(openings[place].n);
  let zoom = null;

  // The tallest map decides, so that all have one scale and none jumps.
  const ratio = Math.min(...openings.map((one) => atlas.ratio(one.n)));

  function fitted() {
    const wide = board.clientWidth, high = board.clientHeight;
    return isPhone() ? wide : Math.min(wide, high * ratio);
  }

  const isPhone = () => matchMedia("(max-width: 60em)").matches;

  // Of a tall map more than half of a wide screen would be empty: it begins larger.
  function usual() {
    const most = ZOOMS.findIndex((one) => fitted() * one > 0.8 * board.clientWidth);
    return Math.min(most < 0 ? 0 : most, 2);
  }

  // Sets how large the map is; what was in the middle, or under a finger, stays there.
  function size(next = zoom ?? usual(), x = board.clientWidth / 2, y = board.clientHeight / 2) {
    const before = map.element.getBoundingClientRect(), box = board.getBoundingClientRect();
    const right = (box.left + x - before.left) / (before.width || 1);
    const down = (box.top + y - before.top) / (before.height || 1);
    zoom = next;
    map.element.style.width = `${Math.round(fitted() * ZOOMS[zoom])}px`;
    const after = map.element.getBoundingClientRect();
    board.scrollLeft += after.left + right * after.width - (box.left + x);
    board.scrollTop += after.top + down * after.height - (box.top + y);
    at("larger").disabled = zoom === ZOOMS.length - 1;
    at("smaller").disabled = at("fit").disabled = zoom === 0;
    board.classList.toggle("drags", zoom > 0);
  }

  const larger = () => zoom < ZOOMS.length - 1 && size(zoom + 1);
  const smaller = () => zoom > 0 && size(zoom - 1);

  // -- one opening -------------------------------------------------------------------------------------

  function placeOf(hash) {
    const found = /^#n(\d+)$/.exec(hash);
    return found ? openings.findIndex((one) => one.n === Number(found[1])) : -1;
  }

  const signed = (hundredths) => {
    const tenths = Math.floor((Math.abs(hundredths) + 5) / 10);
    return `${tenths ? (hundredths > 0 ? "+" : "\u2212") : ""}${Math.floor(tenths / 10)}.${tenths % 10}`;
  };

  let article = null;

  function show(next, isQuiet = false) {
    place = Math.max(0, Math.min(last, next));
    const one = openings[place];
    map.show(atlas.tree(one.n));
    if (map.element.parentNode !== board) board.replaceChildren(map.element);
    if (!map.element.style.width) {
      size();
      board.scrollTop = (board.scrollHeight - board.clientHeight) * 0.45;
    }
    if (article) article.hidden = true;
    article = articles[place];
    article.hidden = false;
    slider.value = place;
    const named = one.headline ? `${one.title}: ${one.headline}` : one.title;
    slider.setAttribute("aria-valuetext", `${word("place", { n: one.n, last: openings[last].n })}, ${one.title}`);
    at("place").textContent = word("place", { n: one.n, last: openings[last].n });
    at("name").textContent = one.title;
    at("said").textContent = isQuiet ? "" : named;
    at("link").textContent = `#n${one.n}`;
    at("link").hash = `#n${one.n}`;
    for (const id of ["first", "back"]) at(id).disabled = place === 0;
    for (const id of ["last", "on"]) at(id).disabled = place === last;
    at("fight-back").disabled = fight(-1) === null;
    at("fight-on").disabled = fight(1) === null;
    showStand();
    at("due").textContent = [dueText(one), diceText(one.dice)].filter(Boolean).join(" \u00b7 ");
    for (const now of document.querySelectorAll(".graph .now")) {
      now.setAttribute("x1", place);
      now.setAttribute("x2", place);
    }
    if (location.hash !== `#n${one.n}`) history.replaceState(null, "", `#n${one.n}`);
  }

  const dueText = (one) => (one.due.length ? word("to-play", { seats: one.due.join(", ") })
    : one.is_over ? one.standing : word("waits"));
  const diceText = (count) => (count ? word(count === 1 ? "die" : "dice", { count }) : "");

  function showStand() {
    const { held, lost, luck } = shown.series, rows = at("rows");
    if (!rows) return;
    [...rows.rows].forEach((row, side) => {
      const texts = [];
      if (held.length) texts.push(held[side][place] === null ? "\u2013" : String(held[side][place]), String(lost[side][place]));
      if (luck.length) texts.push(signed(luck[side][place]));
      [...row.querySelectorAll("td")].forEach((cell, which) => {
        if (cell.textContent !== texts[which]) cell.textContent = texts[which];
      });
    });
  }

  // Whether something was lost in an opening that counts; of a game that does not count, thrown.
  function isFight(which) {
    const { fell } = shown.series;
    if (isBack.has(openings[which].n)) return false;
    return fell.length ? fell.some((of) => of[which] > 0) : openings[which].dice > 0;
  }

  // The next battle in one direction; null: there is none.
  function fight(way) {
    let next = place + way;
    while (next >= 0 && next <= last && !isFight(next)) next += way;
    return next >= 0 && next <= last ? next : null;
  }

  // -- playing -----------------------------------------------------------------------------------------

  let timer = 0;

  function playing(isOn) {
    clearTimeout(timer);
    timer = 0;
    const button = at("play"), name = word(isOn ? "pause" : "play");
    button.querySelector("path").setAttribute("d", isOn ? PAUSES : PLAYS);
    button.setAttribute("aria-label", name);
    button.title = name;
    if (!isOn) return;
    if (place === last) show(0, true);
    const step = () => {
      show(place + 1, true);
      if (place === last) playing(false);
      else timer = setTimeout(step, wait());
    };
    timer = setTimeout(step, wait());
  }

  const wait = () => WAITS[at("speed").value - 1];
  const go = (next) => {
    playing(false);
    if (next !== null) show(next);
  };

  // -- buttons and keys --------------------------------------------------------------------------------

  const does = {
    first: () => go(0),
    back: () => go(place - 1),
    on: () => go(place + 1),
    last: () => go(last),
    play: () => playing(!timer),
    "fight-back": () => go(fight(-1)),
    "fight-on": () => go(fight(1)),
    larger,
    smaller,
    fit: () => size(0),
    "save-map": save,
    copy,
  };
  for (const [id, act] of Object.entries(does)) at(id).addEventListener("click", act);
  slider.addEventListener("input", () => go(Number(slider.value)));

  const pressed = {
    ArrowLeft: (event) => (event.shiftKey ? does["fight-back"]() : does.back()),
    ArrowRight: (event) => (event.shiftKey ? does["fight-on"]() : does.on()),
    Home: does.first,
    End: does.last,
    " ": does.play,
    "+": larger,
    "=": larger,
    "-": smaller,
    0: () => size(0),
  };

  // Whether a key means something where it was pressed: to a list, a button, a map that can be moved.
  function isTaken(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
    if (target.closest("select, input:not([type=range]), textarea, [role=tab]")) return true;
    if (key === " " && target.closest("button, a, summary")) return true;
    return target === board && zoom > 0 && /^Arrow|^Home$|^End$/.test(key);
  }

  document.addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    if (/^[1-5]$/.test(event.key)) {
      at("speed").value = event.key;
      event.preventDefault();
      return;
    }
    const act = Object.hasOwn(pressed, event.key) ? pressed[event.key] : null;
    if (!act) return;
    event.preventDefault();
    act(event);
  });

  addEventListener("hashchange", () => {
    const next = placeOf(location.hash);
    if (next >= 0 && next !== place) go(next);
  });
  new ResizeObserver(() => size()).observe(board);

  // -- the map under a hand ----------------------------------------------------------------------------

  let drag = null;
  board.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button || !zoom) return;
    drag = [event.clientX + board.scrollLeft, event.clientY + board.scrollTop];
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener("pointermove", (event) => {
    if (drag) board.scrollTo(drag[0] - event.clientX, drag[1] - event.clientY);
  });
  for (const kind of ["pointerup", "pointercancel"]) board.addEventListener(kind, () => { drag = null; });
  board.addEventListener("dblclick", (event) => {
    const box = board.getBoundingClientRect();
    if (zoom < ZOOMS.length - 1) size(zoom + 1, event.clientX - box.left, event.clientY - box.top);
  });

  function save() {
    const { n } = openings[place], link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([atlas.text(n)], { type: "image/svg+xml" }));
    link.download = `${facts.name.replace(/[^A-Za-z0-9._-]/g, "-")}-n${String(n).padStart(4, "0")}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  async function copy() {
    const { href } = at("link"), button = at("copy"), name = button.textContent;
    try {
      await navigator.clipboard.writeText(href);
      at("said").textContent = button.textContent = word("copied");
      setTimeout(() => { button.textContent = name; }, 2500);
    } catch {
      prompt(word("copy-by-hand"), href);
    }
  }

  // -- report and graphs ---------------------------------------------------------------------------------

  const tabs = [...document.querySelectorAll("[role=tab]")];

  function turnTo(chosen, isFocused = false) {
    for (const tab of tabs) {
      const isIt = tab === chosen, panel = at(tab.getAttribute("aria-controls"));
      tab.setAttribute("aria-selected", isIt);
      tab.tabIndex = isIt ? 0 : -1;
      panel.hidden = !isIt;
    }
    if (isFocused) chosen.focus();
  }

  tabs.forEach((tab, which) => {
    const panel = at(tab.getAttribute("aria-controls"));
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => turnTo(tab));
    tab.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (way) turnTo(tabs[(which + way + tabs.length) % tabs.length], true);
    });
  });

  // -- beginning -----------------------------------------------------------------------------------------

  document.documentElement.classList.add("live");
  for (const one of document.querySelectorAll(".script")) one.hidden = false;
  for (const one of articles) {
    one.hidden = true;
    // With scripts an address chooses an opening; nothing is to be scrolled to.
    one.removeAttribute("id");
  }
  turnTo(tabs[0]);
  show(place, true);
  Object.assign(globalThis, { site: { atlas, map, openings, show, place: () => place, playing: () => Boolean(timer) } });
})();
