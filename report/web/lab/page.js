// What all parts of the page share: elements, links, files, and running commands with
// their progress.
"use strict";

const byId = id => document.getElementById(id);

// make builds an element. Children are elements or text; null and false are left out.
function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") e.addEventListener(name, value);
    else if (value !== false && value != null) e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.flat().filter(child => child != null && child !== false));
  return e;
}
const button = (text, click, attributes = {}) => make("button", { type: "button", click, ...attributes }, text);
const number = (x, digits = 0) => x.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const plural = (n, one, many = one + "s") => `${number(n)} ${n === 1 ? one : many}`;

// table builds one that scrolls in itself. A heading that begins with # is of numbers. Where some
// columns are kept, a phone shows these and folds the rest, of the first row only if it is not open.
function table(label, headings, rows, attributes = {}, kept = null, open = false) {
  const kind = i => headings[i].startsWith("#") ? { class: "n" } : {};
  const built = make("table", attributes,
    make("thead", {}, make("tr", {}, headings.map((h, i) => make("th", { scope: "col", ...kind(i) }, h.replace("#", ""))))),
    make("tbody", {}, rows.map(cells => make("tr", {}, cells.map((cell, i) => make(i ? "td" : "th", { scope: i ? null : "row", ...kind(i) }, cell))))));
  if (kept) fold(built, kept);
  if (open && rows.length) unfold(built.querySelector(".unfold > button"), true);
  return make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label }, built);
}

// code shows a code: of pegs as coloured discs, of others as tiles. Feedback that marks
// letters, as Wordle's, colours these.
function code(game, text, feedback = "") {
  const marks = isMarks(feedback, text) ? feedback : "";
  return make("span", { class: "code" }, [...text].map((symbol, i) => make("span", { class: face(game, symbol, marks[i]) }, symbol)));
}
const isMarks = (feedback, guess) => /^[GYB]+$/.test(feedback) && feedback.length === guess.length;
const written = {}; // the symbols of games that write colours otherwise than with digits
function face(game, symbol, mark = "") {
  if (!symbol) return "empty " + (/^(mm|bp)\d/.test(game) ? "peg" : "tile");
  return /^(mm|bp)\d/.test(game) ? `peg c${([...written[game] ?? ""].indexOf(symbol) + 1 || parseInt(symbol, 36) || 16) % 16}` : `tile ${mark && "mark" + mark}`;
}

// said is feedback in words, and pins are its black and white pegs.
const pegsOf = feedback => /^(\d+)A(\d+)B$/.exec(feedback);
function said(game, feedback) {
  const m = pegsOf(feedback);
  if (!m) return feedback;
  const [a, b] = m.slice(1).map(Number);
  if (/^bp/.test(game)) return `${a} black`;
  const parts = /^bc/.test(game) ? [a && plural(a, "bull"), b && plural(b, "cow")] : [a && `${a} black`, b && `${b} white`];
  return parts.filter(Boolean).join(", ") || "nothing";
}
function pins(feedback) {
  const m = pegsOf(feedback);
  const dots = !m ? [] : ["black", "white"].flatMap((kind, i) => Array.from({ length: Number(m[i + 1]) }, () => make("i", { class: kind })));
  return m && make("span", { class: "pins", "aria-hidden": "true", style: `--columns:${Math.max(2, Math.ceil(dots.length / 2))}` }, dots);
}

// Files: those given by the user are in Program.given, by name.

const largestFile = 20e6;
async function give(file, name) {
  if (file.size > largestFile) throw new Error(`${file.name} has ${number(file.size / 1e6)} MB; at most ${largestFile / 1e6} are read here`);
  Program.given[name] = new Uint8Array(await file.arrayBuffer());
}

// dropped has files that are dropped on an element taken.
function dropped(host, take) {
  const over = e => { e.preventDefault(); host.classList.toggle("over", e.type === "dragover"); };
  host.addEventListener("dragover", over);
  host.addEventListener("dragleave", over);
  host.addEventListener("drop", e => { over(e); take([...e.dataTransfer.files]); });
}

function save(name, data, type) {
  const url = URL.createObjectURL(new Blob([data], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// copier is a button that copies text.
function copier(label, text, attributes) {
  return button(label, async e => {
    const b = e.currentTarget;
    const done = await navigator.clipboard.writeText(text()).then(() => "Copied", () => "Copying is not allowed here");
    b.textContent = done;
    setTimeout(() => { b.textContent = label; }, 1500);
  }, attributes);
}

// Command lines.

const quoted = word => /^[\w@%+=:,.\/-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
const shell = words => ["./run.sh", ...words].map(quoted).join(" ");
const fields = line => line.trim().split(/\s+/).filter(Boolean);
const ofLists = line => /^(wordle|jotto|bulls|black)$/i.test(fields(line)[0] ?? "");
// commandOf is a command with words of the user's. Where one of them looks like a flag all
// stand behind --, and the program says what is wrong with it.
const commandOf = (name, words, ...options) => words.some(word => word.startsWith("-")) ? [name, ...options, "--", ...words] : [name, ...words, ...options];
// withLists adds the lists given to a command whose game is made of them.
function withLists(words) {
  if (!words.slice(1).some(ofLists)) return words;
  const lists = ["answers", "allowed"].filter(name => Program.given[name + ".txt"]).flatMap(name => ["--" + name, name + ".txt"]);
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  return words.toSpliced(end, 0, ...lists);
}

// A command line, with a button that copies it.
const commandLine = (line, ...more) => make("div", { class: "repeat" }, make("code", { tabindex: 0 }, line), copier("Copy command", () => line, { class: "copy-command" }), ...more);

// The command that does the same on a terminal, and a link to this state of the page, if
// a link can hold it.
const repeat = (words, linked = true) => commandLine(shell(withLists(words)), linked && copier("Copy link", () => location.href, { class: "copy-link" }),
  withLists(words).includes("answers.txt") && make("small", { class: "soft" }, "A link cannot hold word lists: give them again there."));

// keep puts the state of a part into the address, unless another part is shown by now, or a
// link has been followed that is restored next.
let address = location.hash; // that was restored or put there
function keep(part, pairs) {
  if (byId(sectionOf[part]).hidden || location.hash !== address) return;
  history.replaceState(null, "", `#${part}&${new URLSearchParams(pairs)}`);
  address = location.hash;
}
const sectionOf = { guess: "board", secret: "board", compare: "compare", prove: "prove", number: "number", judge: "judge" };

// timeOf says how long work has taken and, from how much of it is done, how long it will take.
function timeOf(seconds, done) {
  const left = done > 0.05 ? Math.round(seconds / done - seconds) : 0;
  return `${Math.round(seconds)} s${left > 0 ? `, about ${number(left)} s left` : ""}`;
}

// A runner runs commands for a part of the page and shows in host how far they are, with
// a button that stops them, and their errors. run gives the results of all; null if they
// were stopped, failed, or gave way to others.
const longest = 60, slower = 8; // seconds without asking; a browser, compared with a terminal

function runner(host) {
  let current = null;
  const what = make("span"), meter = make("progress", { "aria-label": "Progress" }), clock = make("span", { class: "clock" });
  const working = make("div", { class: "working", hidden: true }, what, meter, clock, button("Stop", () => current.abort(), { class: "stop" }));
  const note = make("p", { class: "note", role: "status" }), error = make("p", { class: "error", role: "alert" });
  host.append(working, note, error);

  // told shows how far all commands are, and returns how many seconds they will take here.
  const told = states => {
    const all = states.reduce((sum, s) => sum + (s.seconds ?? 0), 0), done = states.reduce((sum, s) => sum + s.done, 0);
    what.textContent = states.map(s => s.what).filter(Boolean).at(-1) || "Working";
    if (all > 0) meter.value = Math.min(1, done / all);
    else meter.removeAttribute("value");
    return slower * Math.max(0, ...states.map(s => s.seconds ?? 0));
  };
  const fail = text => { error.textContent = text.trim().split("\n").filter(line => line.startsWith("codebreak: ")).at(-1)?.replace(/^codebreak: (--(after|guess|guesses): |tree\.(json|txt): )?/, "").replace("add --game GAME", "enter its game") ?? text; };

  async function run(commands, { work = () => {}, each = () => {}, quiet = false, anyway = false } = {}) {
    current?.abort();
    const mine = current = new AbortController(), states = [], began = Date.now();
    let seconds = 0;
    note.textContent = error.textContent = "";
    what.textContent = "Working";
    meter.removeAttribute("value");
    clock.textContent = "";
    const late = setTimeout(() => { working.hidden = false; }, 300);
    // What tells no progress shows at least that time passes.
    const ticking = setInterval(() => { if (mine === current) clock.textContent = timeOf((Date.now() - began) / 1000, meter.position); }, 1000);
    const results = await Promise.all(commands.map(async (words, i) => {
      const result = await Program.run(withLists(words), { signal: mine.signal, work: state => {
        states[i] = state;
        if (mine !== current) return;
        seconds = told(states.filter(Boolean));
        if (seconds > longest && !anyway) return mine.abort();
        const share = work(state, i);
        if (share >= 0) meter.value = share;
      } });
      if (mine === current && result.code === 0) each(result, i);
      return result;
    }));
    clearTimeout(late);
    clearInterval(ticking);
    if (mine !== current) return null;
    working.hidden = true;
    if (mine.signal.aborted && seconds > longest && !anyway) return offer(seconds, () => run(commands, { work, each, quiet, anyway: true }));
    if (mine.signal.aborted) note.textContent = "Stopped.";
    const bad = results.find(r => r.code !== 0);
    if (bad && !mine.signal.aborted && !quiet) fail(bad.err);
    return mine.signal.aborted || bad && !bad.out ? null : results;
  }
  // offer says how long it takes, and starts it if that is wanted.
  const offer = (seconds, start) => new Promise(resolve => {
    const long = seconds < 5400 ? plural(Math.round(seconds / 60), "minute") : plural(Math.round(seconds / 3600), "hour");
    note.replaceChildren(`This takes about ${long} in a browser. `, button("Start anyway", () => resolve(start()), { class: "anyway" }));
  });
  const stop = () => { current?.abort(); current = null; working.hidden = true; note.textContent = error.textContent = ""; };
  return { run, fail, stop };
}

// documents reads the JSON documents of a command's output, one a line.
const documents = text => text.trim().split("\n").filter(Boolean).map(line => JSON.parse(line));
