"use strict";
/*
 * The worker, behind what starts Python (`loadPyodide`): unpacks what the page holds, starts Python in it, and runs the command line there.
 * No file of it comes from anywhere but the page; the page's policy forbids every connection.
 */
const HOME = "/home/judge";
let python, desk, number = 0;

/** Returns bytes out of a block of the page: base64 of gzip. */
async function unpacked(text) {
  const packed = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text)
    : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new DecompressionStream("gzip"), writer = stream.writable.getWriter();
  writer.write(packed);
  writer.close();
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

const tell = (stage) => self.postMessage({ stage });

/** Answers what Pyodide would fetch: there are two such files, and both stand in the page. */
function answerFrom(held) {
  const types = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };
  self.fetch = async (asked) => {
    const name = String(asked instanceof Request ? asked.url : asked).split("/").pop();
    if (!(name in types)) throw new TypeError(`the page holds no ${name}`);
    return new Response(held[name], { headers: { "content-type": types[name] } });
  };
}

async function begin(blocks) {
  tell("unpacking");
  const names = Object.keys(blocks), held = {};
  await Promise.all(names.map(async (name) => { held[name] = await unpacked(blocks[name]); }));
  tell("starting");
  answerFrom(held);
  python = await loadPyodide({
    indexURL: "NOWHERE", createPyodideModule: _createPyodideModule, lockFileContents: new TextDecoder().decode(held["pyodide-lock.json"]),
    env: { HOME, PYTHONDONTWRITEBYTECODE: "1", PYDANTIC_DISABLE_PLUGINS: "__all__", COLUMNS: "80", PYTHONUTF8: "1" },
    stdout: () => {}, stderr: () => {},
  });
  tell("reading");
  for (const name of ["libraries.zip", "adjudicator.zip"]) python.unpackArchive(held[name], "zip", { extractDir: "/lib/judge" });
  desk = python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/lib/judge")
from pathlib import Path
from adjudicator.judge.inside.desk import Desk
desk = Desk(Path("${HOME}/desk"))
desk.warm()
desk`);
  const { __version__: version } = python.pyimport("adjudicator");
  self.postMessage({ ready: version });
}

/** Does what the page asks, one thing after another. */
function answer({ id, ask, bytes, read }) {
  try {
    if (bytes) {
      ask.at = `/tmp/dropped-${number++}`;
      python.FS.writeFile(ask.at, bytes);
    }
    if (ask.do === "zip" || ask.do === "compose") ask.at = `/tmp/zipped-${number++}`;
    const result = JSON.parse(desk.answer(JSON.stringify(ask)));
    const path = result.at || (read && (read.startsWith("/") ? read : `${HOME}/desk/${read}`));
    if (path && python.FS.analyzePath(path).exists) {
      result.bytes = python.FS.readFile(path);
      if (path.startsWith("/tmp/")) python.FS.unlink(path);
    }
    self.postMessage({ id, result }, result.bytes ? [result.bytes.buffer] : []);
  } catch (error) {
    self.postMessage({ id, error: String(error.message || error) });
  }
}

self.onmessage = ({ data }) => {
  if (data.blocks) begin(data.blocks).catch((error) => self.postMessage({ failed: String(error.message || error) }));
  else answer(data);
};
