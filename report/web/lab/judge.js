// Judges a game that was played: what each guess cost, and what was luck.
"use strict";

const Judge = (() => {
  const job = runner(byId("judge-job"));
  const presets = {
    "A game of Mastermind": ["mm4x6", "1122 1A1B\n1344 1A1B\n1516 1A1B\n1235 4A0B"],
    "Bulls and Cows": ["bc4x10", "0123 1A1B\n2145 1A0B\n0167 1A2B\n7190 4A0B"],
  };

  async function judge() {
    const game = byId("judge-game").value.trim(), text = byId("judge-rounds").value.trim(), json = text.startsWith("{");
    keep("judge", { game, text });
    byId("judge-results").replaceChildren();
    if (!text) return job.fail("Write a guess and its feedback in each line, such as 1122 1A1B.");
    Program.given["games.jsonl"] = new TextEncoder().encode(text + "\n");
    const words = ["judge", "games.jsonl", ...(game && !json ? ["--game", game] : [])];
    const several = json || /\n\s*\n/.test(text); // games: their agents are compared with known players
    const [result] = await job.run([[...words, "--json", "--each", `--known=${several}`]]) ?? [];
    if (result) byId("judge-results").replaceChildren(...documents(result.out).flatMap(shown), 
      make("h2", {}, "The same on a terminal"), make("p", {}, button("Save games.jsonl", () => save("games.jsonl", text + "\n", "text/plain"), { id: "save-games" })), repeat(words));
  }

  // bound precedes a cost that is not proved.
  const bound = g => g.at_most ? "at most " : g.proved ? "" : "about ";

  const shown = j => [...j.games ?? []].flatMap(g => [
    make("h2", {}, g.solved ? `Solved with turn ${g.turns}` : `Not solved in ${plural(g.turns, "turn")}`),
    g.expected != null && g.cost != null && make("p", {}, `Best play expects ${number(g.expected, 2)} guesses; these cost ${bound(g)}${number(g.cost, 2)} more, and ${g.luck < 0 ? `bad luck cost ${bound(g).replace("most", "least")}` : `good luck saved ${bound(g)}`}${number(Math.abs(g.luck), 2)}.`),
    table("What each guess was worth", ["guess", "feedback", "#candidates", "#after", "consistent", "#cost", "better", "#luck (bits)"], g.rounds.map((r, i) => r.lost
      ? [`${i + 1}: lost`, r.lost, "", "", "", "", "", ""]
      : [make("span", { class: "judged" }, code(g.game, r.guess, r.feedback), pins(r.feedback) ?? ""), said(g.game, r.feedback), number(r.before), number(r.after), r.consistent ? "yes" : "no",
        r.cost ? (r.cost.at_most ? "≤ " : "") + number(r.cost.guesses, 4) + (r.cost.optimal ? "" : " (entropy)") : "", r.cost?.guesses > 0 && r.best !== r.guess ? code(g.game, r.best) : "–", number(r.luck, 2)]), {}, [0, 5]),
  ].filter(Boolean)).concat(j.agents.filter(a => a.games > 1).map(a => make("p", {}, `${a.agent || a.game}: ${a.verdict}.`)))
    .concat(j.faults.map(fault => make("p", { class: "error" }, fault.replace(/^games\.jsonl:(\d+): /, "Line $1: "))));

  function start(game, text) {
    byId("judge-game").value = game;
    byId("judge-rounds").value = text;
    return judge();
  }
  byId("judge-presets").replaceChildren(...Object.entries(presets).map(([name, p]) => button(name, () => start(...p))));
  byId("judge-form").addEventListener("submit", e => { e.preventDefault(); judge(); });
  const restore = (_, given) => given.get("text") ? start(given.get("game") ?? "", given.get("text")) : keep("judge", {});
  return { restore };
})();
