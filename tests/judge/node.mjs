// Runs commands in Node as the page does in a worker: node node.mjs FOLDER, requests on stdin.
//
// FOLDER holds Pyodide's files, libraries.zip and adjudicator.zip, and a folder `desk`. A request is
// a list of commands, each a list of words; the answer says for each what it printed, its exit code
// and how many seconds it took.
import fs from "fs";
import path from "path";
import { pathToFileURL } from "url";

const folder = path.resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const began = performance.now();
const python = await loadPyodide({
  indexURL: folder,
  env: { HOME: "/home/judge", PYTHONDONTWRITEBYTECODE: "1", PYDANTIC_DISABLE_PLUGINS: "__all__", COLUMNS: "80" },
});
for (const name of ["libraries.zip", "adjudicator.zip"]) {
  python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(folder, name))), "zip", { extractDir: "/lib/judge" });
}
python.FS.mkdirTree("/home/judge/desk");
python.FS.mount(python.FS.filesystems.NODEFS, { root: path.join(folder, "desk") }, "/home/judge/desk");
const desk = python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/lib/judge")
from pathlib import Path
from adjudicator.judge.inside.desk import Desk
desk = Desk(Path("/home/judge/desk"))
desk`);
const started = (performance.now() - began) / 1000;
const answers = JSON.parse(fs.readFileSync(0, "utf8")).map((argv) => {
  const before = performance.now();
  const found = JSON.parse(desk.answer(JSON.stringify({ do: "run", argv })));
  return { ...found, seconds: (performance.now() - before) / 1000 };
});
process.stdout.write(JSON.stringify({ started, answers }));
