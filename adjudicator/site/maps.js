"use strict";
// Maps out of differences, and a map changed into another one element by element.
//
// A map is a row of pieces, each from one `<` to the next. Out of a row comes a tree; equal parts of
// any two trees are one and the same object, so that what is alike is seen at once, and only what
// differs is touched in the page. What is made anew is parsed by the browser in one go.

const Maps = (() => {
  const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const CLOSES = "/", SELF = /^(?:"[^"]*"|'[^']*'|[^>"'])*>/;

  // -- pieces ---------------------------------------------------------------------------------------

  const cut = (text) => text.split("<").slice(1).map((one) => `<${one}`);

  // Gives all pieces by number, and by opening the numbers of its map; see cutting.py.
  function unpack(base, more, chain, changes) {
    const numbers = new Map(), pieces = [];
    const numbered = (piece) => {
      let number = numbers.get(piece);
      if (number === undefined) {
        number = pieces.push(piece) - 1;
        numbers.set(piece, number);
      }
      return number;
    };
    let before = cut(base).map(numbered);
    const first = pieces.length, rows = new Map();
    cut(more).forEach(numbered);
    chain.forEach((n, which) => {
      const steps = changes[which], row = [];
      for (let step = 0, at = 0, next = first; step < steps.length; step += 1) {
        const one = steps[step];
        if (one < 0) {
          step += 1;
          const start = at + steps[step];
          at = start - one;
          for (let place = start; place < at; place += 1) row.push(before[place]);
        } else {
          const piece = next + (one % 2 ? -(one + 1) / 2 : one / 2);
          row.push(piece);
          next = piece + 1;
          at += 1;
        }
      }
      rows.set(n, row);
      before = row;
    });
    return { pieces, rows };
  }

  // -- trees ----------------------------------------------------------------------------------------

  // What a piece is: whether it opens, closes or is an element of its own, its name, its text.
  function readPiece(piece) {
    if (piece[1] === CLOSES) return { kind: "close", text: piece.slice(piece.indexOf(">") + 1) };
    const tag = SELF.exec(piece)[0], text = piece.slice(tag.length);
    if (piece[1] === "?" || piece[1] === "!") return { kind: "other", text };
    const name = /^<([^\s/>]+)/.exec(piece)[1];
    return { kind: tag.endsWith("/>") ? "alone" : "open", name, tag, text };
  }

  class Forest {
    constructor(pieces) {
      this.pieces = pieces;
      this.read = [];
      this.made = new Map();
      this.trees = new Map();
    }

    piece(number) {
      return this.read[number] || (this.read[number] = readPiece(this.pieces[number]));
    }

    // One and the same object for equal parts: what opens it, what lies in it, what closes it.
    part(open, kids, close) {
      const key = `${open}(${kids.map((one) => one.id).join()})${close}`;
      let part = this.made.get(key);
      if (!part) {
        const { name, text } = this.piece(open), inner = close < 0 ? "" : text;
        const behind = close < 0 ? text : this.piece(close).text;
        // Text between elements is never looked at alone: whoever holds some is made anew.
        const isMixed = kids.length > 0 && (inner !== "" || kids.some((one) => one.behind !== ""));
        part = { id: this.made.size, open, kids, close, name, behind, isMixed };
        this.made.set(key, part);
      }
      return part;
    }

    tree(n, row) {
      if (this.trees.has(n)) return this.trees.get(n);
      const stack = [{ open: -1, kids: [] }];
      for (const number of row) {
        const { kind } = this.piece(number), top = stack[stack.length - 1];
        if (kind === "open") stack.push({ open: number, kids: [] });
        else if (kind === "alone") top.kids.push(this.part(number, [], -1));
        else if (kind === "close") {
          stack.pop();
          stack[stack.length - 1].kids.push(this.part(top.open, top.kids, number));
        }
      }
      const tree = stack[0].kids[0];
      this.trees.set(n, tree);
      return tree;
    }

    // A part as text.
    write(part, out) {
      out.push(part.close < 0 ? this.piece(part.open).tag : this.pieces[part.open]);
      for (const one of part.kids) {
        this.write(one, out);
        out.push(one.behind);
      }
      if (part.close >= 0) out.push(`</${part.name}>`);
    }
  }

  // -- the page's map ---------------------------------------------------------------------------------

  // Pairs of places at which two rows of parts have the same one, in order: what stays.
  function same(old, now) {
    let head = 0, end = 0;
    const most = Math.min(old.length, now.length);
    while (head < most && old[head] === now[head]) head += 1;
    while (end < most - head && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
    const pairs = [];
    for (let place = 0; place < head; place += 1) pairs.push([place, place]);
    pairs.push(...between(old.slice(head, old.length - end), now.slice(head, now.length - end))
      .map(([from, to]) => [from + head, to + head]));
    for (let place = end; place > 0; place -= 1) pairs.push([old.length - place, now.length - place]);
    return pairs;
  }

  // The same of the middle: for each new part the next old one that is the same. A longest row of
  // pairs would touch a little less, and take far longer.
  function between(old, now) {
    const places = new Map();
    old.forEach((one, place) => {
      if (!places.has(one)) places.set(one, []);
      places.get(one).push(place);
    });
    const tails = [], ends = [], links = [];
    now.forEach((one, to) => {
      // Of a part that occurs often the first free place is taken, so the rows stay short.
      const found = places.get(one);
      if (!found || !found.length) return;
      const from = found.shift();
      let low = 0, high = tails.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (tails[middle] < from) low = middle + 1; else high = middle;
      }
      tails[low] = from;
      links.push({ from, to, before: low ? ends[low - 1] : null });
      ends[low] = links[links.length - 1];
    });
    const pairs = [];
    for (let one = ends[ends.length - 1]; one; one = one.before) pairs.unshift([one.from, one.to]);
    return pairs;
  }

  class LiveMap {
    constructor(forest, tree) {
      this.forest = forest;
      this.tree = tree;
      this.element = this.parse([tree])[0];
    }

    // Elements for parts, parsed together.
    parse(parts) {
      const out = [`<svg ${NAMESPACES}>`];
      for (const part of parts) this.forest.write(part, out);
      out.push("</svg>");
      const made = new DOMParser().parseFromString(out.join(""), "image/svg+xml");
      return [...made.documentElement.children].map((one) => document.adoptNode(one));
    }

    // Changes the element into another map.
    show(tree) {
      const anew = [], work = [];
      if (tree !== this.tree) this.compare(this.element, this.tree, tree, anew, work);
      const made = anew.length ? this.parse(anew) : [];
      for (const one of work) one(made);
      this.tree = tree;
    }

    compare(element, old, now, anew, work) {
      // What holds nothing but text costs as much to change as to make.
      const isOther = old.name !== now.name || old.isMixed || now.isMixed || !old.kids.length || !now.kids.length;
      if (isOther) {
        const which = anew.push(now) - 1, isRoot = element === this.element;
        work.push((made) => {
          element.replaceWith(made[which]);
          if (isRoot) this.element = made[which];
        });
        return;
      }
      if (old.open !== now.open) work.push(() => this.rename(element, now));
      if (old.kids === now.kids) return;
      this.compareKids(element, old.kids, now.kids, anew, work);
    }

    compareKids(element, old, now, anew, work) {
      const elements = [...element.children], pairs = same(old, now);
      let from = 0, to = 0;
      for (const [stays, as] of [...pairs, [old.length, now.length]]) {
        while (from < stays && to < as && old[from].name === now[to].name) {
          this.compare(elements[from], old[from], now[to], anew, work);
          from += 1;
          to += 1;
        }
        for (; from < stays; from += 1) {
          const gone = elements[from];
          work.push(() => gone.remove());
        }
        const behind = elements[stays] || null;
        for (; to < as; to += 1) {
          const which = anew.push(now[to]) - 1;
          work.push((made) => element.insertBefore(made[which], behind));
        }
        from = stays + 1;
        to = as + 1;
      }
    }

    // Gives an element the attributes of another part, and keeps what is in it.
    rename(element, part) {
      const { tag, name } = this.forest.piece(part.open);
      const text = `<svg ${NAMESPACES}>${tag}</${name}></svg>`;
      const wanted = new DOMParser().parseFromString(text, "image/svg+xml").documentElement.firstElementChild;
      for (const { name: key } of [...element.attributes]) {
        if (!wanted.hasAttribute(key) && !(key === "style" && element === this.element)) element.removeAttribute(key);
      }
      for (const one of wanted.attributes) {
        if (element.getAttribute(one.name) !== one.value) element.setAttributeNS(one.namespaceURI, one.name, one.value);
      }
    }
  }

  class Atlas {
    constructor(base, more, chain, changes) {
      const { pieces, rows } = unpack(base, more, chain, changes);
      this.pieces = pieces;
      this.rows = rows;
      this.forest = new Forest(pieces);
    }

    // A map as it was made, byte for byte.
    text(n) {
      return this.rows.get(n).map((number) => this.pieces[number]).join("");
    }

    tree(n) {
      return this.forest.tree(n, this.rows.get(n));
    }

    // How wide a map is to its height.
    ratio(n) {
      const root = this.rows.get(n).find((number) => this.pieces[number].startsWith("<svg"));
      const found = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(this.pieces[root]);
      return found ? found[1] / found[2] : 1;
    }

    begin(n) {
      return new LiveMap(this.forest, this.tree(n));
    }
  }

  return { Atlas };
})();
