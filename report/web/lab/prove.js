// Proofs: the bounds close while a search runs; then there is a tree to walk through, as
// there is for a file that is checked. The lower bound has a proof of its own, a file that
// anyone can check, here too.
"use strict";

const Prove = (() => {
  const job = runner(byId("prove-job")), checking = runner(byId("check-job"));
  const presets = { "Mastermind": ["mm4x6", "total"], "Knuth’s five guesses": ["mm4x6", "worst"], "Bulls and Cows, 4 of 8 digits": ["bc4x8", "total"], "Black pegs": ["bp4x5", "total"] };
  const sentence = { total: "guesses in all", worst: "guesses at worst" };

  async function prove() {
    const game = byId("prove-game").value.trim(), objective = byId("prove-objective").value;
    keep("prove", { game, objective });
    for (const id of ["proof", "tree"]) byId(id).replaceChildren();
    byId("bounds").hidden = true;
    const words = (...options) => commandOf("solve", [...fields(game), objective], ...options);
    const bounds = drawing(objective);
    const [result] = await job.run([words("--json", "--tree", "tree.json")], { work: ({ search }) => bounds(search?.Lower, search?.Upper, search) }) ?? [];
    if (!result) return;
    const [answer] = documents(result.out);
    for (const r of answer.ranges) bounds(r.lower, r.upper);
    const [range] = answer.ranges;
    byId("proof").replaceChildren(...[
      make("h2", {}, answer.proved ? "Proved" : "Not proved"),
      make("p", { class: "lead" }, answer.proved ? `${plural(answer.secrets, "secret")} need ${objective === "worst" ? `at worst ${number(range.upper)} guesses, and no strategy promises fewer.` : `${number(answer.total)} guesses in all: ${number(answer.mean, 5)} on average, ${answer.worst} at worst. No strategy needs fewer.`}` : `Between ${number(range.lower)} and ${number(range.upper)}.`),
      repeat(words("--tree", "tree.json")),
      provable(answer, objective) && proofFile(answer.game, options => words(...options)),
    ].filter(Boolean));
    showTree(result.files["tree.json"], answer);
  }

  // Games of pegs have proofs, which of larger games take minutes here.
  const provable = (answer, objective) => answer.proved && objective !== "worst,total" && /^(mm|bc|bp)\d+x\d+$/.test(answer.game) && answer.secrets <= 3125;

  // proofFile is a button that has the proof of the lower bound written, saves it, and shows the
  // commands that make it again and check it, with programs that share no code.
  function proofFile(game, words) {
    const name = `${game}.proof`, host = make("div", { class: "bar" });
    const write = async () => {
      const [result] = await job.run([words(["--json", "--proof", name])]) ?? [];
      if (!result) return;
      const { proof } = documents(result.out)[0];
      save(name, result.files[name], "text/plain");
      host.replaceChildren(make("p", {}, `${name} proves that nothing is better: ${plural(proof.lemmas, "lemma")} in ${number(proof.bytes)} bytes. Drop it below and every line is checked. In a clone, these write it again, check it, and check it with 150 lines of Python:`),
        repeat(words(["--proof", name]), false), repeat(["check", name], false), commandLine(`python3 engine/proof/check.py ${name}`));
    };
    host.append(button("Check it yourself: save the proof", write, { id: "save-proof" }));
    return host;
  }

  // drawing returns a function that draws bounds on an axis that the first of them set: what no
  // strategy can do grows from the left, what the best tree needs from the right, until they meet.
  // It says which share of the gap is closed. Later stages of a search choose among trees of the
  // least total: the bounds have met, if the first of these stages looks from one guess above the best tree.
  function drawing(objective) {
    let from, to, best, met = false;
    return (lower, upper, search) => {
      let [low, high] = [lower, upper].map(text => parseFloat(String(text ?? "").replaceAll(",", "")));
      if (!(high > 0)) return;
      if (/^count$|with that total$/.test(search?.Stage)) {
        met ||= best === high - 1;
        if (!met) return;
        low = high = best;
      }
      best = high;
      from ??= low;
      to ??= high;
      const margin = Math.max(1, (to - from) / 6), left = Math.max(0, from - margin), right = to + margin;
      const place = x => `${100 * (x - left) / (right - left)}%`;
      const what = objective === "worst" ? sentence.worst : sentence.total, proved = low === high;
      const label = (x, text) => make("b", { style: `left:${place(x)};transform:translateX(-${place(x)})` }, text);
      const began = to > from ? `; it began between ${number(from)} and ${number(to)}` : "";
      byId("bounds").hidden = false;
      byId("bounds").replaceChildren(
        make("div", { class: "axis", role: "img", "aria-label": proved ? `${number(low)} ${what}` : `between ${number(low)} and ${number(high)} ${what}` },
          make("div", {}, label(low, proved ? `${number(low)}: no strategy needs fewer` : `no strategy needs fewer than ${number(low)}`)),
          make("div", {}, label(high, `the best tree needs ${number(high)}`)),
          make("div", { class: "sides" }, make("i", { style: `width:${place(low)}` }), make("i", { class: "upper", style: `left:${place(high)}` })),
          make("div", { class: "ticks" }, ticksOf(left, right).map(x => make("small", { style: `left:${place(x)}` }, number(x))))),
        make("p", { class: "soft" }, proved ? `${number(low)} ${what}${began}` : `at least ${number(low)}, at most ${number(high)} ${what}${search?.Nodes ? `; ${plural(search.Nodes, "set")} of candidates searched` : ""}${began}`));
      return to > from ? 1 - (high - low) / (to - from) : 0;
    };
  }

  // ticksOf lists the round numbers of an axis: at most six, so that a phone has room.
  function ticksOf(left, right) {
    let step = 1;
    for (let i = 0; (right - left) / step > 6; i++) step *= [2, 2.5, 2][i % 3];
    const ticks = [];
    for (let x = Math.ceil(left / step) * step; x <= right; x += step) ticks.push(x);
    return ticks;
  }

  // Trees.

  // secretsOf counts the secrets that are found below a node.
  const secretsOf = node => node ? Object.values(node.next).reduce((sum, next) => sum + secretsOf(next), 0) : 1;

  // branchesOf lists the feedback that a node's guess may get, the most frequent first.
  const branchesOf = node => Object.entries(node.next).map(([feedback, next]) => {
    const codes = secretsOf(next);
    return { feedback, codes, text: next ? number(codes) : "✓", words: next ? (codes === 1 ? "secret" : "secrets") : "solved" };
  }).sort((a, b) => b.codes - a.codes);

  function showTree(bytes, answer) {
    const { game, root } = JSON.parse(new TextDecoder().decode(bytes)), host = byId("tree");
    const walk = path => {
      const inside = host.contains(document.activeElement);
      const node = path.reduce((n, feedback) => n.next[feedback], root);
      let at = root;
      const crumbs = path.map((feedback, i) => {
        const guess = at.guess;
        at = at.next[feedback];
        return make("li", {}, button([make("span", { class: "unseen" }, "Back to "), code(game, guess, feedback), pins(feedback), said(game, feedback)].filter(Boolean), () => walk(path.slice(0, i))));
      });
      host.replaceChildren(
        make("h2", {}, "The decision tree"),
        path.length ? make("ol", { class: "crumbs", "aria-label": "Guesses so far" }, crumbs) : make("p", { class: "soft" }, "Press the feedback that a guess gets."),
        make("div", { class: "node" }, ...node ? [
          make("p", {}, `Guess ${path.length + 1}`), code(game, node.guess),
          answersOf(game, node.guess, branchesOf(node), feedback => walk([...path, feedback])),
        ] : [make("p", {}, `Solved with guess ${path.length}.`)]),
        make("div", { class: "bar" }, path.length > 0 && button("Back to the first guess", () => walk([])),
          button("Save JSON", () => save(`${game}.json`, bytes, "application/json"), { id: "save-tree" }),
          button("Save CSV", () => saveCSV(game, bytes), { id: "save-tree-csv" })));
      if (inside) (host.querySelector(".node button:not([tabindex='-1'])") ?? host.querySelector(".bar button")).focus({ preventScroll: true });
    };
    if (answer.secrets) walk([]);
  }

  async function saveCSV(game, bytes) {
    Program.given["tree.json"] = bytes;
    const [result] = await job.run([["export", "tree.json", "--format", "csv", "--output", "tree.csv"]]) ?? [];
    if (result) save(`${game}.csv`, result.files["tree.csv"], "text/csv");
  }

  // bounded says what the claim of a proof is.
  function bounded({ game, first, within, lower, impossible, lemmas }) {
    const begins = first ? ` that begins with ${first}` : "", limit = within ? ` within ${plural(within, "guess", "guesses")}` : "";
    const claim = impossible ? `No strategy${begins} solves every secret of ${game}${limit}` : `No strategy${begins}${limit} for ${game} needs fewer than ${number(lower)} guesses in all`;
    return `${claim}: ${lemmas ? `the claim follows from the rules and ${plural(lemmas, "lemma")}, each of which was checked` : "the claim follows from the rules alone"}.`;
  }

  let file; // that is checked, and again if its game is named
  async function check(files) {
    const game = byId("check-game").value.trim();
    if (!(file = files[0] ?? file)) return;
    for (const id of ["proof", "tree"]) byId(id).replaceChildren();
    checking.stop();
    const name = /\.json$/i.test(file.name) ? "tree.json" : "tree.txt", of = game ? ["--game", game] : [];
    try { await give(file, name); } catch (error) { return checking.fail(error.message); }
    const [result] = await checking.run([["check", name, ...of, "--json"]]) ?? [];
    if (!result) return;
    const [answer] = documents(result.out);
    byId("bounds").hidden = true;
    const isProof = answer.lemmas !== undefined;
    byId("proof").replaceChildren(make("h2", {}, `${file.name} is right`),
      make("p", { class: "lead" }, isProof ? bounded(answer) : `It finds every secret of ${answer.game}: ${number(answer.total)} guesses in all, ${number(answer.mean, 5)} on average, ${answer.worst} at worst.`),
      repeat(commandOf("check", [file.name], ...of), false));
    byId("proof").scrollIntoView({ block: "nearest" });
    if (isProof) return;
    const [tree] = await checking.run([commandOf("export", [...(game && name === "tree.txt" ? [game] : []), name], "--format", "json", "--output", "shown.json")]) ?? [];
    if (tree) showTree(tree.files["shown.json"], answer);
  }

  function start(game, objective) {
    byId("prove-game").value = game;
    byId("prove-objective").value = objective;
    return prove();
  }
  byId("prove-presets").replaceChildren(...Object.entries(presets).map(([name, p]) => button(name, () => start(...p))));
  byId("prove-form").addEventListener("submit", e => { e.preventDefault(); prove(); });
  byId("check-file").addEventListener("change", e => check([...e.target.files]));
  byId("check-game").addEventListener("change", () => check([]));
  dropped(byId("prove"), check); // wherever it falls, for else the browser would leave the page

  function restore(_, given) {
    const objective = ["total", "worst", "worst,total"].find(o => o === given.get("objective")) ?? "total";
    if (given.has("game")) return start(given.get("game"), objective);
    keep("prove", {});
  }
  return { restore, drawing };
})();
