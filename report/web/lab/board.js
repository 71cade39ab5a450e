// The board: the user guesses (play), or has a secret (assist). After each step the program
// is asked for the position: first without costs, which is fast, and then with them.
"use strict";

const Board = (() => {
  // bestKnown has the program guess as the optimal tree does, where the page holds it, and else
  // as well as it knows.
  const bestKnown = "best known";
  const anySeed = () => Math.floor(1e6 * Math.random());
  let state = { way: "guess", game: "mm4x6", maker: "fair", seed: anySeed(), strategy: bestKnown, rounds: [], told: false }; // rounds are guesses, and in assist "GUESS FEEDBACK"
  let position = null; // what the program says of the state
  let looked = null; // what it says of the guess that is entered, if it is not its own
  let row = [], at = 0, marks = ""; // the guess that is entered, the cursor, and feedback on its letters
  const costs = new Map(); // of guesses, by them and the rounds before
  const asking = runner(byId("board-job")), pricing = runner(byId("cost-job"));
  const listing = runner(byId("lists-job"));
  let listed = false; // whether there are word lists that the program has read
  const playing = () => state.way === "guess";
  const over = () => position.over || state.told;
  const entering = () => position && position.left > 0 && !over();

  // Asking the program.

  function command(rounds, told, ...options) {
    if (playing()) {
      const maker = state.maker === "fair" ? ["--seed", String(state.seed)] : ["--codemaker", "adversarial"];
      return commandOf("play", fields(state.game), ...maker, "--guesses", rounds.join(", "), ...(told ? ["--tell"] : []), "--json", ...options);
    }
    const best = state.strategy === bestKnown;
    return commandOf("assist", [...fields(state.game), ...(best ? [] : fields(state.strategy))], ...(best ? ["--best"] : []), "--after", rounds.join(", "), "--json", ...options);
  }
  const keyOf = (rounds, i) => rounds.slice(0, i).map(r => r.guess + r.feedback).join() + rounds[i].guess;
  const priced = i => costs.get(keyOf(position.rounds, i));

  // go asks for the position after rounds, and says whether there is one: if the program
  // refuses them, nothing changes.
  async function go(rounds, told = false) {
    pricing.stop();
    const [result] = await asking.run([command(rounds, told, "--costs", "0")]) ?? [];
    if (!result) return false;
    const before = position;
    Object.assign(state, { rounds, told });
    position = JSON.parse(result.out);
    looked = null;
    written = /^[01]/.test(position.alphabet) ? "" : position.alphabet;
    row = playing() || !position.next ? Array(position.positions).fill("") : [...position.next];
    at = 0;
    marks = "B".repeat(position.positions);
    if (before?.game !== position.game || before?.alphabet !== position.alphabet) drawPalette();
    show();
    keepState();
    price();
    return true;
  }

  // price asks what the rounds cost, and in assist the next guess.
  async function price() {
    const open = position.rounds.filter((_, i) => !priced(i)).length;
    if (!open && (playing() || !position.next)) return;
    const [result] = await pricing.run([command(state.rounds, state.told, "--costs", String(Math.max(1, open)))], { quiet: true }) ?? [];
    if (!result) return;
    const answer = JSON.parse(result.out);
    answer.rounds.forEach((r, i) => r.cost && costs.set(keyOf(answer.rounds, i), r.cost));
    position.guesses = answer.guesses;
    show();
  }

  // examine asks about a guess of the user's, in assist.
  async function examine(guess) {
    looked = null;
    show();
    if (guess === position.next) return;
    pricing.stop();
    for (const job of [asking, pricing]) {
      const [result] = await job.run([command(state.rounds, state.told, "--guess", guess, "--costs", job === asking ? "0" : "1")]) ?? [];
      if (!result) return;
      looked = JSON.parse(result.out).guesses.at(-1);
      show();
    }
  }

  // hint enters the best guess that is known.
  async function hint() {
    const [result] = await asking.run([command(state.rounds, state.told, "--best", "--costs", "0")]) ?? [];
    if (!result) return;
    const { next } = JSON.parse(result.out);
    fill(next);
    byId("hint-said").textContent = `Try ${next}, the best guess known.`;
  }

  async function restart(changes) {
    asking.stop();
    const before = state;
    const mine = state = { ...state, rounds: [], told: false, seed: anySeed(), ...changes };
    costs.clear();
    const waits = ofLists(state.game) && !listed;
    byId("lists").hidden = !waits;
    byId("table").hidden = waits;
    showChoices();
    if (waits) return keepState();
    if (await go(state.rounds, state.told) || state !== mine) return;
    if (position) state = before; // which the board shows
    else byId("board-lead").textContent = "Choose a game.";
  }

  const keepState = () => keep(state.way, playing()
    ? { game: state.game, ...(state.maker === "fair" ? { seed: state.seed } : { maker: state.maker }), guesses: state.rounds, ...(state.told && { told: 1 }) }
    : { game: state.game, strategy: state.strategy, after: state.rounds });

  // restore takes the state from a link.
  function restore(way, given) {
    if (position && way === state.way && ![...given].length) return keepState();
    const rounds = (given.get("guesses") ?? given.get("after") ?? "").split(",").map(r => r.trim()).filter(Boolean);
    return restart({
      way, game: given.get("game") ?? state.game, strategy: given.get("strategy") ?? state.strategy, rounds, told: given.has("told"),
      maker: given.get("maker") === "adversary" ? "adversary" : "fair", seed: /^\d{1,9}$/.test(given.get("seed") ?? "") ? given.get("seed") : anySeed(),
    });
  }

  // Entering a guess.

  function put(symbol) {
    row[at] = symbol;
    at = Math.min(at + 1, row.length - 1);
    changed();
  }
  function rub() {
    if (!row[at] && at > 0) at--;
    row[at] = "";
    changed();
  }
  function move(by) {
    at = Math.max(0, Math.min(at + by, row.length - 1));
    showEntry();
  }
  function turn(by) {
    const symbols = [...position.alphabet], i = symbols.indexOf(row[at]);
    row[at] = symbols.at((i < 0 && by < 0 ? 0 : i + by) % symbols.length);
    changed();
  }
  function changed() {
    showEntry();
    if (!playing() && row.every(Boolean)) examine(row.join(""));
  }
  function fill(guess) {
    row = [...guess];
    at = 0;
    changed();
  }
  const guess = () => row.every(Boolean) && go([...state.rounds, row.join("")]);
  const answer = feedback => row.every(Boolean) && go([...state.rounds, `${row.join("")} ${feedback}`]);

  document.addEventListener("keydown", e => {
    const typing = e.target.matches("select, textarea, input:not([type=radio])");
    if (byId("board").hidden || typing || !entering() || e.ctrlKey || e.metaKey || e.altKey) return;
    const symbol = [...position.alphabet].find(s => s.toLowerCase() === e.key.toLowerCase());
    const keys = { Backspace: rub, Delete: rub, ArrowLeft: () => move(-1), ArrowRight: () => move(1), ArrowUp: () => turn(1), ArrowDown: () => turn(-1) };
    const elsewhere = e.target.matches("button, a, summary, [tabindex]") && !e.target.closest("#entry, #palette");
    if (symbol) put(symbol);
    else if (e.key === "Enter" && playing() && !elsewhere) guess();
    else if (keys[e.key] && !(e.key.startsWith("Arrow") && (elsewhere || e.target.matches("input")))) keys[e.key]();
    else return;
    e.preventDefault();
  });

  // Showing.

  function drawPalette() {
    const letters = /^[a-z]{11,}$/.test(position.alphabet), symbols = letters ? [..."qwertyuiopasdfghjklzxcvbnm"].filter(s => position.alphabet.includes(s)) : [...position.alphabet];
    byId("palette").classList.toggle("letters", letters);
    byId("palette").replaceChildren(...symbols.map(s => button(s, () => put(s), { class: face(position.game, s), "aria-label": `Enter ${s}` })));
    byId("slots").replaceChildren(...row.map((_, i) => button("", () => { at = i; showEntry(); })));
    const n = symbols.length;
    byId("play").style.setProperty("--positions", position.positions);
    byId("play").style.setProperty("--columns", n > 7 ? Math.ceil(n / 2) : n);
  }

  // markOf is the best mark that a letter has got, if feedback marks letters.
  function markOf(letter) {
    const got = position.rounds.filter(r => isMarks(r.feedback, r.guess)).flatMap(r => [...r.feedback].filter((_, i) => r.guess[i] === letter));
    return [..."GYB"].find(mark => got.includes(mark)) ?? "";
  }

  function showEntry() {
    byId("entry").hidden = byId("palette").hidden = !entering();
    byId("entry-number").textContent = position.rounds.length + 1;
    byId("entry-of").textContent = playing() ? "" : row.join("") === position.next ? `by ${position.strategy}` : "your guess";
    [...byId("slots").children].forEach((slot, i) => {
      slot.className = face(position.game, row[i]);
      slot.textContent = row[i];
      slot.setAttribute("aria-label", `Position ${i + 1}: ${row[i] || "empty"}`);
      slot.setAttribute("aria-pressed", i === at);
    });
    for (const key of byId("palette").children) key.className = face(position.game, key.textContent, markOf(key.textContent));
    if (byId("submit")) byId("submit").disabled = !row.every(Boolean);
  }

  function show() {
    const focused = document.activeElement, place = focused.id || focused.closest("#feedback, #facts, #rounds")?.id;
    byId("board-title").textContent = position.over ? (playing() ? "Solved" : "Found") : state.told ? "The secret is shown" : playing() ? "Break the code" : "Think of a code";
    byId("board-lead").textContent = playing() ? `${position.title}` : `${position.title}. Keep it to yourself; say what the guesses get.`;
    byId("rounds").replaceChildren(...position.rounds.map(roundOf));
    showEntry();
    byId("feedback").replaceChildren(...(playing() || !entering() ? [] : feedbackOf(looked ?? position.guesses[0])));
    byId("actions").replaceChildren(...actionsOf());
    byId("facts").replaceChildren(...(playing() ? factsOfPlay() : factsOfAssist()));
    byId("board-live").textContent = summary();
    showEntry();
    if (place && !focused.isConnected) {
      const again = byId(place)?.matches(":enabled") ? byId(place) : document.querySelector(`#${place} button`) ?? document.querySelector("#slots button");
      again.focus({ preventScroll: true });
    }
  }

  function summary() {
    const last = position.rounds.at(-1), n = position.rounds.length;
    if (!last) return "";
    const after = over() ? (position.over ? "Solved." : "") : `${plural(position.left, "code")} left.`;
    return `Guess ${n}, ${last.guess}: ${said(position.game, last.feedback)}. ${after}`;
  }

  function roundOf(r, i) {
    const conflict = position.conflict?.includes(i + 1);
    const words = said(position.game, r.feedback), cost = priced(i);
    return make("li", { class: conflict ? "round conflict" : "round" },
      make("span", { class: "count" }, i + 1), code(position.game, r.guess, r.feedback),
      make("span", { class: "heard" }, pins(r.feedback), make("span", {}, words)),
      !playing() && button("×", () => go(state.rounds.filter((_, k) => k !== i)), { class: "remove", "aria-label": `Take back guess ${i + 1}` }),
      make("small", { class: "soft" }, [`${number(r.before)} → ${plural(r.after, "code")}`, cost && costText(cost)].filter(Boolean).join(" · ")));
  }

  // costText says what a guess cost against the best.
  function costText(cost) {
    const n = Math.abs(cost.guesses), against = cost.optimal ? "the best" : "the best by entropy";
    if (n < 5e-5) return cost.optimal ? "an optimal guess" : "as good as entropy’s guess";
    return `${cost.at_most ? "at most " : ""}${n < 0.005 ? "0.00" + Math.ceil(1000 * n) : number(n, 2)} guesses ${cost.guesses > 0 ? "more" : "fewer"} than ${against}`;
  }

  function feedbackOf(asked) {
    if (!asked) return [];
    const parts = asked.feedback ?? [], most = (a, b) => b.candidates - a.candidates;
    const typed = make("input", { id: "feedback-text", size: 8, autocomplete: "off", spellcheck: "false", "aria-describedby": "feedback-forms" });
    const lettered = parts.some(f => isMarks(f.feedback, row));
    const kinds = { B: "grey", Y: "yellow", G: "green" };
    const mark = i => button(row[i], e => {
      marks = marks.slice(0, i) + "BYG".at(("BYG".indexOf(marks[i]) + 1) % 3) + marks.slice(i + 1);
      e.currentTarget.replaceWith(mark(i));
      byId("marks").children[i].focus();
    }, { class: face(position.game, row[i] || "?", marks[i]), "aria-label": `Letter ${i + 1}, ${row[i]}: ${kinds[marks[i]]}` });
    return [
      make("h2", {}, "Which feedback does it get?"),
      lettered && make("div", { class: "bar center" }, make("span", { id: "marks", class: "code", role: "group", "aria-label": "Colours of the letters; press to change" }, row.map((_, i) => mark(i))),
        button("Enter", () => answer(marks), { class: "primary", id: "marks-done" })),
      make("div", { class: lettered ? "answers lettered" : "answers" }, (lettered ? parts.toSorted(most) : parts).map(f =>
        button([lettered ? code(position.game, row.join(""), f.feedback) : pins(f.feedback), make("span", { class: lettered && "unseen" }, said(position.game, f.feedback)),
          make("small", {}, number(f.candidates), make("span", { class: "unseen" }, f.candidates === 1 ? " code" : " codes"))], () => answer(f.feedback), { "data-feedback": f.feedback }))),
      make("form", { class: "bar center", submit: e => { e.preventDefault(); typed.value.trim() ? answer(typed.value.trim()) : typed.focus(); } },
        make("label", {}, "or type it ", typed), button("Enter", null, { type: "submit" }), make("small", { id: "feedback-forms", class: "soft" }, position.feedback_forms)),
    ].filter(Boolean);
  }

  function actionsOf() {
    const undo = button("Undo", () => go(state.rounds.slice(0, -1)), { id: "undo", disabled: !state.rounds.length });
    const link = copier("Copy link", () => location.href, { class: "copy-link" });
    if (!playing()) return [undo, button("Start again", () => restart(), { id: "new-game" }), link];
    if (over()) return [button("New game", () => restart(), { id: "new-game", class: "primary" }), undo, link];
    return [
      button("Guess", guess, { id: "submit", class: "primary" }), button("⌫", rub, { id: "rub", "aria-label": "Delete" }),
      button("Hint", hint, { id: "hint" }),
      undo, make("small", { id: "hint-said", class: "soft", role: "status" }, position.rounds.length ? "" : legend()),
      make("div", { class: "quiet" }, button("New game", () => restart(), { id: "new-game" }), button("Show the secret", () => go(state.rounds, true), { id: "tell" }), link),
    ];
  }

  const facts = pairs => make("dl", {}, pairs.filter(Boolean).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  const bits = x => `${number(x, 2)} bits`;
  const luckText = x => Math.abs(x) < 0.005 ? "neither lucky nor unlucky" : `${x < 0 ? "unlucky" : "lucky"} by ${bits(Math.abs(x))}`;

  function candidates() {
    if (over() || !position.left) return null;
    const more = position.left - position.candidates.length;
    return make("details", { class: "candidates" }, make("summary", {}, position.left === 1 ? "The code left" : `The ${number(position.left)} codes left`),
      make("p", { tabindex: 0, role: "region", "aria-label": "Codes left" }, position.candidates.join(" ") + (more > 0 ? ` and ${number(more)} more` : "")));
  }

  function factsOfPlay() {
    const last = position.rounds.at(-1), n = position.rounds.length, cost = last && priced(n - 1);
    if (over()) return [
      make("h2", {}, position.over ? `Solved with guess ${n}` : `The secret was ${position.secret}`),
      n > 0 && make("p", {}, endText()), make("h3", {}, "The same secret, guess by guess"),
      ...[{ name: position.over ? "you" : "you, so far", guesses: position.rounds.map(r => r.guess) }, ...position.beside ?? []].map(b => make("div", { class: "beside" },
        make("strong", {}, `${b.name}: ${b.guesses.length}`), make("span", {}, b.guesses.map(g => code(position.game, g))))),
    ].filter(Boolean);
    return [
      make("p", { class: "left" }, make("strong", {}, number(position.left)), position.left === 1 ? " code is possible" : " codes are possible"),
      last && make("h2", {}, `Guess ${n}, ${last.guess}`),
      last && facts([
        ["cost", cost ? costText(cost) : "…"],
        last.guess !== last.best && [`${position.strategy} guesses`, last.best],
        ["luck", luckText(last.luck)],
        ["classes", `${last.classes}, the largest ${number(last.largest)}`],
        ["expected remaining", number(last.expected, 2)],
      ]),
      candidates(),
    ].filter(Boolean);
  }

  // endText sums up what the guesses cost, and how lucky they were.
  function endText() {
    const all = position.rounds.map((_, i) => priced(i)), luck = position.rounds.reduce((sum, r) => sum + r.luck, 0);
    const cost = all.every(Boolean) ? ` Together your guesses cost ${number(all.reduce((sum, c) => sum + c.guesses, 0), 2)} more than the best${all.every(c => c.optimal) ? "" : " by entropy"}.` : "";
    return `You were ${luckText(luck)}.${cost}`;
  }

  function legend() {
    if (/^bc/.test(position.game)) return "Bulls are right digits in the right place, cows right digits in a wrong place.";
    if (/^bp/.test(position.game)) return "Black pegs are right colours in the right place.";
    if (/^mm/.test(position.game)) return "Black pegs are right colours in the right place, white pegs right colours in a wrong place.";
    return `Feedback is written as ${position.feedback_forms}.`;
  }

  function factsOfAssist() {
    if (position.conflict?.length) return [make("h2", {}, "No code agrees with all of this"), make("p", {}, `${position.conflict.length === 1 ? "Round" : "Rounds"} ${position.conflict.join(" and ")} cannot ${position.conflict.length === 1 ? "be" : "all be"} true. Take one back.`)];
    if (position.over) return [make("h2", {}, `Found with guess ${position.rounds.length}`)];
    const asked = looked ?? position.guesses[0], own = row.join("") === asked.guess;
    const typed = make("input", { id: "any-guess", size: 8, autocomplete: "off", spellcheck: "false", placeholder: position.candidates.at(-1) });
    const ranks = Object.entries(asked.ranks ?? {}).map(([criterion, rank]) => `${criterion} ${number(rank)}`).join(", ");
    return [
      make("p", { class: "left" }, make("strong", {}, number(position.left)), position.left === 1 ? " code is possible" : " codes are possible"),
      make("h2", { id: "asked-guess" }, own ? `${asked.guess}${asked.guess === position.next ? `, by ${position.strategy}` : ""}` : "…"),
      own && facts([
        ["can be the secret", asked.consistent ? "yes" : "no"],
        ["classes", `${asked.classes}, the largest ${number(asked.largest)}`],
        ["expected remaining", number(asked.expected, 2)],
        ["information", bits(asked.bits)],
        ranks && ["rank by", ranks],
        ["cost", asked.cost ? `${costText(asked.cost)}; ${number(asked.cost.mean, 2)} guesses from here` : "…"],
      ]),
      make("form", { class: "bar", submit: e => { e.preventDefault(); ask(typed.value.trim()); } }, make("label", {}, "Any guess ", typed), button("Look", null, { type: "submit", id: "look" })),
      make("h3", {}, `Best guesses by ${position.criterion}`),
      table("Best guesses", ["guess", "#classes", "#largest", "#left", "#bits"], position.best.map(g => [
        button(g.guess + (g.consistent ? "" : "*"), () => fill(g.guess), { class: "guess", "aria-label": `Make it ${g.guess}` }), g.classes, number(g.largest), number(g.expected, 2), g.bits.toFixed(2)])),
      position.best.some(g => !g.consistent) && make("p", { class: "soft" }, "* cannot be the secret"),
      candidates(),
    ].filter(Boolean);
  }

  // ask takes a guess that is typed; what does not fit the row the program refuses.
  const ask = guess => [...guess].length === position.positions ? fill(guess) : examine(guess);

  // Choices.

  function showChoices() {
    const select = byId("board-game"), usual = [...select.options].some(o => o.value === state.game);
    select.value = usual ? state.game : "";
    byId("board-other").hidden = usual;
    byId("board-name").value = usual ? "" : state.game;
    byId(playing() ? "way-guess" : "way-secret").checked = true;
    byId("maker").value = state.maker;
    byId("board-strategy").value = state.strategy;
    byId("lists-change").hidden = !ofLists(state.game) || !listed;
    byId("maker-label").hidden = !playing();
    byId("strategy-label").hidden = playing();
  }
  for (const way of ["guess", "secret"]) byId("way-" + way).addEventListener("change", () => restart({ way }));
  byId("maker").addEventListener("change", e => restart({ maker: e.target.value }));
  byId("board-strategy").addEventListener("change", e => { state.strategy = e.target.value.trim() || bestKnown; go(state.rounds); });
  byId("board-game").addEventListener("change", e => {
    byId("board-other").hidden = e.target.value !== "";
    if (e.target.value) restart({ game: e.target.value });
    else byId("board-name").focus();
  });
  byId("board-other").addEventListener("submit", e => { e.preventDefault(); restart({ game: byId("board-name").value.trim() || "mm5x8" }); });

  // Word lists: of two files that are dropped, the longer has the words to guess.
  let taking;
  const takeLists = (files, names) => taking = readLists(files, names);
  async function readLists(files, names) {
    try {
      for (const [i, file] of files.entries()) await give(file, names[i]);
      const words = name => new TextDecoder().decode(Program.given[name]).split("\n").filter(line => line.trim()).length;
      const has = name => Program.given[name] ? plural(words(name), "word") : "none yet";
      byId("lists-said").textContent = `Possible secrets: ${has("answers.txt")}; more words to guess: ${has("allowed.txt")}.`;
    } catch (error) { byId("lists-said").textContent = error.message; }
  }
  dropped(byId("lists"), files => takeLists(files.sort((a, b) => a.size - b.size).slice(0, 2), ["answers.txt", "allowed.txt"]));
  byId("list-answers").addEventListener("change", e => takeLists([...e.target.files], ["answers.txt"]));
  byId("list-allowed").addEventListener("change", e => takeLists([...e.target.files], ["allowed.txt"]));
  byId("lists-done").addEventListener("click", async () => {
    await taking;
    if (!Program.given["answers.txt"]) return byId("list-answers").focus();
    listed = Boolean(await listing.run([commandOf("export", fields(state.game), "--format", "vectors", "--vectors", "1")]));
    if (listed) restart();
  });
  byId("lists-change").addEventListener("click", () => { listed = false; restart(); });

  return { restore };
})();
