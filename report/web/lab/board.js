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
  const makers = { adversary: "adversarial", absurdle: "absurdle" }; // codemakers without a secret
  const playing = () => state.way === "guess";
  const over = () => position.over || state.told;
  const entering = () => position && position.left > 0 && !over();

  // Asking the program.

  function command(rounds, told, ...options) {
    if (playing()) {
      const maker = state.maker === "fair" ? ["--seed", String(state.seed)] : ["--codemaker", makers[state.maker]];
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
    const before = position, open = before && !over();
    Object.assign(state, { rounds, told });
    position = JSON.parse(result.out);
    looked = null;
    if (/^[^01]/.test(position.alphabet)) written[position.game] = position.alphabet;
    row = playing() || !position.next ? Array(position.positions).fill("") : [...position.next];
    at = 0;
    marks = "B".repeat(position.positions);
    if (before?.game !== position.game || before?.alphabet !== position.alphabet) drawPalette();
    show();
    if (open && over()) (document.querySelector(".scores") ?? byId("facts")).scrollIntoView({ block: "nearest" }); // a phone shows the board alone
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

  // replay makes the guesses of a game one by one, with time to see each, unless the user goes on.
  async function replay(rounds) {
    const mine = state;
    byId("board-title").scrollIntoView({ block: "nearest" });
    for (let n = 1; n <= rounds.length && state === mine && state.rounds.length === n - 1; n++) {
      await new Promise(done => setTimeout(done, 1000));
      if (state === mine && state.rounds.length === n - 1 && !await go(rounds.slice(0, n))) return;
    }
  }

  // restore takes the state from a link.
  function restore(way, given) {
    if (position && way === state.way && ![...given].length) return keepState();
    const rounds = (given.get("guesses") ?? given.get("after") ?? "").split(",").map(r => r.trim()).filter(Boolean);
    const watched = given.has("replay");
    return restart({
      way, game: given.get("game") ?? state.game, strategy: given.get("strategy") ?? state.strategy, rounds: watched ? [] : rounds, told: given.has("told"),
      maker: given.get("maker") in makers ? given.get("maker") : "fair", seed: /^\d{1,9}$/.test(given.get("seed") ?? "") ? given.get("seed") : anySeed(),
    }).then(() => watched && replay(rounds));
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
      make("small", { class: "soft" }, [`${number(r.before)} → ${plural(r.after, "code")}${fortune(r.luck)}`, cost && costText(cost)].filter(Boolean).join(" · ")),
      cost && over() && playing() && make("span", { class: "meter", "aria-hidden": "true" }, make("i", { style: `width:${100 * skillOf(cost.guesses) / bestScore}%` })));
  }

  // fortune says whether feedback told much more or much less than expected: by a bit, it
  // leaves half or twice as many codes.
  const fortune = luck => luck >= 1 ? ", lucky" : luck <= -1 ? ", unlucky" : "";

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
      answersOf(position.game, row.join(""), parts.toSorted(most).map(f => ({
        feedback: f.feedback, codes: f.candidates, text: number(f.candidates), words: f.candidates === 1 ? "code" : "codes" })), answer),
      make("form", { class: "bar center", submit: e => { e.preventDefault(); typed.value.trim() ? answer(typed.value.trim()) : typed.focus(); } },
        make("label", {}, "or type it ", typed), button("Enter", null, { type: "submit" }), make("small", { id: "feedback-forms", class: "soft" }, position.feedback_forms)),
    ].filter(Boolean);
  }

  function actionsOf() {
    const undo = button("Undo", () => go(state.rounds.slice(0, -1)), { id: "undo", disabled: !state.rounds.length });
    const link = copier("Copy link", () => location.href + (playing() && over() ? "&replay=1" : ""), { class: "copy-link" });
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
      ...endCard(), make("h3", {}, "The same secret, guess by guess"),
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
      last && classBars(last),
      candidates(),
    ].filter(Boolean);
  }

  // The end card: what engine/advice calls skill and luck. Skill is 99 if no guess lost
  // anything, and halves with each guess lost; luck is 50 if the feedback told what was
  // expected, and each bit more doubles its odds.
  const bestScore = 99;
  const skillOf = lost => Math.round(bestScore * 2 ** -Math.max(0, lost));
  const luckOf = told => Math.round(bestScore / (1 + 2 ** -told));

  // scores sums the game up; skill is missing until all costs are known.
  function scores() {
    const all = position.rounds.map((_, i) => priced(i)), sum = (list, of) => list.reduce((total, x) => total + of(x), 0);
    const lost = all.every(Boolean) ? sum(all, c => c.guesses) : null;
    return { guesses: all.length, lost, skill: lost === null ? null : skillOf(lost), luck: luckOf(sum(position.rounds, r => r.luck)) };
  }

  function endCard() {
    if (!position.over) return [make("h2", {}, `The secret was ${position.secret}`)];
    const s = scores(), box = (value, name) => make("div", {}, make("strong", {}, value ?? "…"), make("span", {}, name));
    return [
      make("h2", {}, `Solved in ${s.guesses}`),
      others() && make("p", {}, others()),
      make("div", { class: "scores" }, box(s.skill, "skill"), box(s.luck, "luck"), box(s.guesses, "guesses")),
      make("p", { class: "soft" }, s.lost === null ? "Finding what the guesses cost …" : lossText(s.lost)),
      make("details", {}, make("summary", {}, "What the numbers mean"),
        make("p", {}, "Skill is 99 if no guess lost anything against best play; each guess lost halves it."),
        make("p", {}, "Luck is 50 if feedback ruled out as much as expected; each bit more doubles its odds.")),
      make("div", { class: "actions" }, copier("Share", shareText, { id: "share" }), button("Save picture", savePicture, { id: "save-card" }),
        state.maker === "fair" && button("Play it again", () => restart({ seed: state.seed }), { id: "again" }),
        button("Replay", () => { const { seed, rounds } = state; restart({ seed }).then(() => replay(rounds)); }, { id: "replay" })),
    ].filter(Boolean);
  }

  // lossText says how much the guesses lost, and most of it where.
  function lossText(lost) {
    const costs = position.rounds.map((_, i) => priced(i)), most = Math.max(...costs.map(c => c.guesses));
    const best = costs.every(c => c.optimal) ? "best play" : "entropy’s play";
    if (most < 0.005) return `No guess lost anything against ${best}.`;
    const told = number(lost, 2).replace(".00", ""), guesses = told === "1" ? "guess" : "guesses";
    const part = lost - most < 0.005 ? "all" : "most";
    return `You lost ${told} ${guesses} against ${best}, ${part} of it with guess ${costs.findIndex(c => c.guesses === most) + 1}.`;
  }

  // others says what the strategies needed for this secret, the famous first.
  function others() {
    const known = [["Knuth", "Knuth"], ["optimal", "the optimum"], ["entropy", "entropy"]]
      .map(([name, said]) => [said, position.beside?.find(b => b.name === name)?.guesses.length]).filter(([, n]) => n).slice(0, 2);
    if (!known.length) return "";
    const [[first, n], [second, m] = []] = known, capital = first[0].toUpperCase() + first.slice(1);
    if (!second) return `${capital} needed ${n} for this secret.`;
    return n === m ? `${capital} and ${second} needed ${n} for this secret.` : `${capital} needed ${n} for this secret, ${second} ${m}.`;
  }

  // shareText is the game without its codes: the feedback as pegs, marks or words.
  function shareText() {
    const s = scores(), squares = { G: "🟩", Y: "🟨", B: "⬛" };
    const drawn = r => {
      const m = pegsOf(r.feedback);
      if (m) return "⚫".repeat(m[1]) + "⚪".repeat(m[2]) || "–";
      return isMarks(r.feedback, r.guess) ? [...r.feedback].map(mark => squares[mark]).join("") : r.feedback;
    };
    const link = /^http/.test(location.href) ? [location.href.split("&guesses=")[0]] : [];
    return [`${position.title}: solved in ${s.guesses}`, s.skill !== null && `Skill ${s.skill} · luck ${s.luck} · ${others() || ""}`, ...position.rounds.map(drawn), ...link].filter(Boolean).join("\n");
  }

  // savePicture draws the card as a PNG, for where text is not enough.
  function savePicture() {
    const s = scores(), scale = 2, width = 400, rowHeight = 44, height = 190 + rowHeight * s.guesses;
    const canvas = make("canvas", { width: scale * width, height: scale * height }), pen = canvas.getContext("2d");
    const write = (text, x, y, font, align = "left", ink = "#1b1f24") => { pen.font = `${font} system-ui, Arial, sans-serif`; pen.textAlign = align; pen.fillStyle = ink; pen.fillText(text, x, y); };
    pen.scale(scale, scale);
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    write(`Solved in ${s.guesses}`, 20, 42, "700 26px");
    write(position.title, 20, 64, "13px", "left", "#57606a");
    [["skill", s.skill ?? "–"], ["luck", s.luck], ["guesses", s.guesses]].forEach(([name, value], i) => {
      pen.strokeStyle = "#d0d7de";
      pen.strokeRect(20 + 122 * i, 82, 112, 74);
      write(String(value), 76 + 122 * i, 122, "700 32px", "center");
      write(name, 76 + 122 * i, 145, "13px", "center", "#57606a");
    });
    position.rounds.forEach((r, i) => {
      const y = 190 + rowHeight * i, step = Math.min(30, 190 / position.positions), shown = byId("rounds").children[i].querySelectorAll(".code > span");
      write(String(i + 1), 20, y, "700 14px");
      [...r.guess].forEach((symbol, k) => {
        const style = getComputedStyle(shown[k]), x = 48 + step * (k + 0.5);
        pen.fillStyle = style.backgroundColor;
        pen.beginPath();
        pen.arc(x, y - 5, step * 0.45, 0, 2 * Math.PI);
        pen.fill();
        write(symbol, x, y, `700 ${Math.round(step / 2)}px`, "center", style.color);
      });
      write(`${said(position.game, r.feedback)}`, 255, y, "13px");
    });
    canvas.toBlob(async blob => save(`${position.game}-${state.seed}.png`, await blob.arrayBuffer(), "image/png"));
  }

  // classBars draws the classes that a guess made, by size; the secret is in the dark one.
  function classBars(round) {
    const sizes = (round.class_sizes ?? []).toSorted((a, b) => b.candidates - a.candidates), most = sizes[0]?.candidates;
    return sizes.length > 1 && make("ol", { class: "bars", "aria-label": "Classes that the guess made" }, sizes.slice(0, 14).map(c =>
      make("li", { class: c.feedback === round.feedback && "it" }, make("span", {}, pins(c.feedback) ?? c.feedback, pins(c.feedback) && make("span", { class: c.feedback !== "0A0B" && "unseen" }, said(position.game, c.feedback))),
        make("i", { style: `width:${100 * c.candidates / most}%` }), make("small", {}, number(c.candidates)))),
      sizes.length > 14 && make("li", { class: "soft" }, `and ${sizes.length - 14} smaller`));
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
