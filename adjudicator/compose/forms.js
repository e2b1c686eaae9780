"use strict";
/*
 * Forms out of the published schemas: whatever an order, a guard, a standing order or an answer may
 * say can be filled in, also what no gesture of the pen makes. A value that a form was opened with
 * comes back unchanged unless somebody changes it.
 */
const Forms = (() => {
  const ID = "^[a-z0-9-]{1,40}";
  let number = 0;

  /** Follows `$ref` to what it names. */
  function resolved(schema, root) {
    while (schema.$ref) {
      const { $ref, ...beside } = schema;
      const target = $ref === "#" ? root : $ref.slice(2).split("/").reduce((at, key) => at[key], root);
      schema = { ...target, ...beside };
    }
    return schema;
  }

  /** Whether a value has the form of a schema, as far as is needed to choose between several. */
  function fits(schema, value, root) {
    schema = resolved(schema, root);
    if (schema.anyOf || schema.oneOf) return (schema.anyOf || schema.oneOf).some((one) => fits(one, value, root));
    if ("const" in schema) return value === schema.const;
    if (schema.enum) return schema.enum.includes(value);
    switch (schema.type) {
      case "null": return value === null;
      case "boolean": return typeof value === "boolean";
      case "integer": return Number.isInteger(value);
      case "string": return typeof value === "string" && (!schema.pattern || new RegExp(schema.pattern).test(value));
      case "array": {
        if (!Array.isArray(value)) return false;
        const first = schema.prefixItems || [];
        return value.every((one, place) => !(first[place] || schema.items) || fits(first[place] || schema.items, one, root));
      }
      case "object": {
        if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
        const known = schema.properties || {};
        return (schema.required || []).every((key) => key in value) && Object.entries(value).every(([key, one]) =>
          key in known ? fits(known[key], one, root) : schema.additionalProperties !== false);
      }
      default: return true;
    }
  }

  /** Returns what people read of a schema: its first sentence. */
  const titled = (schema) => schema.title || (schema.const !== undefined ? `${schema.const}` : schema.type || "");
  const helped = (schema) => (schema.description || "").split("\n\n")[0].replace(/\n/g, " ");

  /**
   * Returns a control {node, get} for a schema. `get` gives the value, or undefined where nothing
   * was filled in.
   *
   * @param tools {el, word, lists}: makes elements, says words, and names the datalist of a field.
   * @param label what the field is called.
   * @param value what it holds at first; undefined: nothing.
   */
  function control(schema, root, tools, label, value, isNeeded = true) {
    const { el, word } = tools;
    schema = resolved(schema, root);
    const choices = (schema.anyOf || schema.oneOf || []).map((one) => resolved(one, root)).filter((one) => one.type !== "null");
    if (choices.length === 1) {
      return control({ ...choices[0], description: schema.description || choices[0].description }, root, tools, label, value, false);
    }
    if (choices.length) return alternatives(schema, choices, root, tools, label, value, isNeeded);
    if ("const" in schema || schema.enum) return fixed(schema, tools, label, value, isNeeded);
    const id = `form-${number++}`;
    const named = (input) => el("p", { class: "form-field" }, el("label", { for: id }, label), " ", input,
      helped(schema) ? el("span", { class: "pen-note" }, ` ${helped(schema)}`) : "");
    switch (schema.type) {
      case "boolean": {
        const input = el("input", { type: "checkbox", id });
        input.checked = value === true;
        return { node: named(input), get: () => input.checked ? true : value === false || isNeeded ? false : undefined };
      }
      case "integer": {
        const input = el("input", { type: "number", id, min: schema.minimum, max: schema.maximum, step: 1 });
        input.value = value === undefined || value === null ? "" : `${value}`;
        return { node: named(input), get: () => input.value === "" ? undefined : Number(input.value) };
      }
      case "string": {
        const isId = (schema.pattern || "").startsWith(ID);
        const input = el("input", { type: "text", id, list: isId ? tools.list : undefined, maxlength: schema.maxLength });
        input.value = value === undefined || value === null ? "" : value;
        return { node: named(input), get: () => input.value === "" && !(value === "") ? undefined : input.value };
      }
      case "array": return listed(schema, root, tools, label, value, isNeeded);
      case "object": return schema.properties || schema.additionalProperties === false
        ? record(schema, root, tools, label, value, isNeeded) : mapped(schema, root, tools, label, value, isNeeded);
      default: {
        const input = el("input", { type: "text", id });
        input.value = value === undefined ? "" : JSON.stringify(value);
        return { node: named(input), get: () => input.value === "" ? undefined : JSON.parse(input.value) };
      }
    }
  }

  /** One of a few values. */
  function fixed(schema, { el }, label, value, isNeeded) {
    const values = schema.enum || [schema.const];
    if (values.length === 1 && isNeeded) return { node: "", get: () => values[0] };
    const id = `form-${number++}`;
    const select = el("select", { id }, isNeeded ? "" : el("option", { value: "" }, "–"),
      values.map((one, place) => el("option", { value: place, selected: one === value }, `${one}`)));
    const node = el("p", { class: "form-field" }, el("label", { for: id }, label), " ", select,
      helped(schema) ? el("span", { class: "pen-note" }, ` ${helped(schema)}`) : "");
    return { node, get: () => select.value === "" ? undefined : values[Number(select.value)] };
  }

  /** One of several forms. */
  function alternatives(schema, choices, root, tools, label, value, isNeeded) {
    const { el } = tools, id = `form-${number++}`;
    const inner = el("div", {});
    let made = null;
    const select = el("select", { id, onchange: () => show(select.value === "" ? -1 : Number(select.value), undefined) },
      isNeeded ? "" : el("option", { value: "" }, "–"), choices.map((one, place) => el("option", { value: place }, titled(one))));
    function show(place, given) {
      made = place < 0 ? null : control(choices[place], root, tools, titled(choices[place]), given);
      inner.replaceChildren(made ? made.node : "");
    }
    let first = value === undefined || value === null ? -1 : choices.findIndex((one) => fits(one, value, root));
    if (first < 0 && isNeeded) first = 0;
    select.value = first < 0 ? "" : `${first}`;
    show(first, value === null ? undefined : value);
    return { node: el("div", { class: "form-field" }, el("label", { for: id }, label), " ", select,
                      helped(schema) ? el("span", { class: "pen-note" }, ` ${helped(schema)}`) : "", inner),
             get: () => made ? made.get() : undefined };
  }

  /** Several of one form, in order. */
  function listed(schema, root, tools, label, value, isNeeded) {
    const { el, word } = tools, first = schema.prefixItems || [], box = el("div", { class: "form-list" });
    const made = [];
    const itemOf = (place) => first[place] || schema.items || {};
    function add(given) {
      const one = control(itemOf(made.length), root, tools, `${made.length + 1}`, given);
      const entry = { ...one };
      entry.row = el("div", { class: "form-item" }, one.node, el("button", { type: "button", "aria-label": word("remove", { what: `${label} ${made.length + 1}` }),
        onclick: () => { made.splice(made.indexOf(entry), 1); entry.row.remove(); } }, "×"));
      made.push(entry);
      box.append(entry.row);
    }
    const least = Math.max(schema.minItems || 0, first.length);
    for (const one of value || []) add(one);
    while (isNeeded && made.length < least) add(undefined);
    const more = el("button", { type: "button", "aria-label": `${word("add")}: ${label}`, onclick: () => add(undefined) }, `${word("add")}`);
    return { node: el("fieldset", {}, el("legend", {}, label), helped(schema) ? el("p", { class: "pen-note" }, helped(schema)) : "", box, more),
             get: () => made.length || Array.isArray(value) || isNeeded ? made.map((one) => one.get()).filter((one) => one !== undefined) : undefined };
  }

  /** Fields with names. */
  function record(schema, root, tools, label, value, isNeeded) {
    const { el, word } = tools, needed = schema.required || [];
    const box = el("div", {}), made = {};
    function open(given) {
      for (const [key, inner] of Object.entries(schema.properties || {})) {
        made[key] = control(inner, root, tools, key, given[key], needed.includes(key));
        box.append(made[key].node);
      }
    }
    const filled = () => {
      const found = {};
      for (const [key, one] of Object.entries(made)) {
        const here = one.get();
        if (here !== undefined) found[key] = here;
      }
      return found;
    };
    const node = el("fieldset", {}, el("legend", {}, label), helped(schema) ? el("p", { class: "pen-note" }, helped(schema)) : "", box);
    if (isNeeded || value !== undefined && value !== null) {
      open(value || {});
      return { node, get: filled };
    }
    // What may be left out is filled in on request only; else forms within forms would never end.
    let isOpen = false;
    const begin = el("button", { type: "button", "aria-label": `${word("add")}: ${label}`, onclick: () => { isOpen = true; open({}); begin.remove(); } }, word("add"));
    box.append(begin);
    return { node, get: () => isOpen ? filled() : undefined };
  }

  /** Values by keys that people choose. */
  function mapped(schema, root, tools, label, value, isNeeded) {
    const { el, word } = tools, box = el("div", { class: "form-list" }), made = [];
    const inner = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
    function add(key, given) {
      const input = el("input", { type: "text", "aria-label": label, list: tools.list });
      input.value = key;
      const one = control(inner, root, tools, label, given);
      const entry = { key: input, get: one.get };
      entry.row = el("div", { class: "form-item" }, input, one.node, el("button", { type: "button", "aria-label": word("remove", { what: key || label }),
        onclick: () => { made.splice(made.indexOf(entry), 1); entry.row.remove(); } }, "×"));
      made.push(entry);
      box.append(entry.row);
    }
    for (const [key, one] of Object.entries(value || {})) add(key, one);
    const more = el("button", { type: "button", "aria-label": `${word("add")}: ${label}`, onclick: () => add("", undefined) }, word("add"));
    return { node: el("fieldset", {}, el("legend", {}, label), helped(schema) ? el("p", { class: "pen-note" }, helped(schema)) : "", box, more),
             get: () => made.length || value || isNeeded ? Object.fromEntries(made.filter((one) => one.key.value).map((one) => [one.key.value, one.get()])) : undefined };
  }

  return { control, fits };
})();
if (typeof module !== "undefined") module.exports = Forms;
