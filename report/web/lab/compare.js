// Comparing: each strategy is measured in a worker of its own, so that results are shown as
// they are ready; then one command compares them and draws the picture.
"use strict";

const Compare = (() => {
  const most = 6;
  const job = runner(byId("compare-job"));
  const presets = {
    "Knuth against the optimum": ["mm4x6 knuth", "mm4x6 optimal"],
    "Mastermind’s classic rules": ["mm4x6 knuth", "mm4x6 irving", "mm4x6 neuwirth", "mm4x6 kooi"],
    "Bulls and Cows: entropy against the first consistent code": ["bc4x10 entropy", "bc4x10 simple"],
    "A random player": ["mm4x6 entropy", "mm4x6 random"],
    "What a bad first guess costs": ["mm4x6 entropy first=1122", "mm4x6 entropy first=1111"],
  };
  const lines = () => byId("subjects").value.split("\n").map(line => line.trim()).filter(Boolean);
  const isGame = line => fields(line).length === 1 && !/[/.]/.test(line);

  async function compare() {
    const subjects = lines(), results = byId("compare-results");
    results.replaceChildren();
    keep("compare", subjects.map(s => ["s", s]));
    if (!subjects.length) return job.fail("Write a line such as mm4x6 knuth.");
    if (subjects.length > most) return job.fail(`At most ${most} strategies are compared at once; these are ${subjects.length}.`);
    const ranges = subjects.some(s => s.includes(".."));
    if (subjects.length > 1 && !ranges) {
      const measured = subjects.map(s => ({ name: s }));
      const each = (result, i) => {
        measured[i] = { ...documents(result.out)[0], name: subjects[i] };
        results.replaceChildren(tableOf(measured, []));
      };
      if (!await job.run(subjects.map(s => commandOf("measure", fields(isGame(s) ? s + " entropy" : s), "--json")), { each })) return;
    }
    const many = subjects.length > 1 || ranges;
    const words = (...options) => commandOf(many ? "compare" : "measure", many ? subjects : fields(subjects[0]), ...options);
    const narrow = matchMedia("(max-width: 600px)").matches ? ["--narrow"] : [];
    const [result] = await job.run([words("--json", "--plot", "picture.svg", ...narrow)], { anyway: subjects.length > 1 && !ranges }) ?? [];
    if (result) results.replaceChildren(...resultsOf(words, result));
  }

  function tableOf(outcomes, pairs) {
    const percent = x => x == null ? "" : `${number(x, 1)}%`;
    const mean = o => o.mean == null ? "…" : o.low == null ? number(o.mean, 5) : `${number(o.mean, 3)} (${number(o.low, 3)} to ${number(o.high, 3)})`;
    const best = Math.min(...outcomes.map(o => o.mean ?? Infinity));
    return table("Results", ["strategy", "#mean", "#worst", "#difference", "#faster", "#tied", "#slower", "#rules"], outcomes.map((o, i) => {
      const pair = pairs[i - 1], shares = pair?.shares;
      return [o.name, o.mean === best && outcomes.length > 1 ? make("strong", {}, mean(o)) : mean(o), o.worst ?? "",
        pair?.mean_difference == null ? "" : `${pair.mean_difference > 0 ? "+" : ""}${number(pair.mean_difference, 5)}`,
        percent(shares?.faster), percent(shares?.tied), percent(shares?.slower), o.rules ?? ""];
    }), { id: "compare-table" }, [0, 1]);
  }

  function resultsOf(words, result) {
    const [answer] = documents(result.out), outcomes = answer.subjects ?? [answer], pairs = answer.against_first ?? [];
    const svg = result.files["picture.svg"], name = "codebreak";
    return [
      tableOf(outcomes, pairs),
      pairs.some(p => p.shares) && make("p", { class: "soft" }, `Faster, tied and slower are shares of the secrets, against ${outcomes[0].name}.`),
      pairs.length === 1 && pairs[0].parts && make("p", {}, pairs[0].parts),
      svg && pictureOf(svg, outcomes),
      make("div", { class: "bar" },
        svg && button("Save SVG", () => save(name + ".svg", svg, "image/svg+xml"), { id: "save-svg" }),
        svg && button("Save PNG", () => savePNG(name + ".png", svg), { id: "save-png" }),
        button("Save CSV", async () => {
          const [csv] = await job.run([words("--csv")], { anyway: true }) ?? [];
          if (csv) save(name + ".csv", csv.out, "text/csv");
        }, { id: "save-csv" }),
        button("Save JSON", () => save(name + ".json", result.out, "application/json"), { id: "save-json" })),
      make("h2", {}, "The same on a terminal"), repeat(words("--plot", "picture.svg")),
      ...publishedOf(outcomes),
    ].filter(Boolean);
  }

  const urlOf = svg => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const pictureOf = (svg, outcomes) => make("figure", {}, make("img", { id: "picture", src: urlOf(svg), alt: `Secrets by number of guesses: ${outcomes.map(o => o.name).join(", ")}` }));

  async function savePNG(name, svg) {
    const image = make("img", { src: urlOf(svg) }), sharp = 2;
    await image.decode();
    const canvas = make("canvas", { width: sharp * image.naturalWidth, height: sharp * image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(png => save(name, png, "image/png"), "image/png");
  }

  // publishedOf lists the figures that sources print of the same configurations.
  function publishedOf(outcomes) {
    const signs = { exact: "✓", "as published": "✓", differs: "≠", impossible: "✗" };
    const rows = outcomes.flatMap(o => (o.published ?? []).map(f => [
      o.name, /^https?:/.test(f.link) ? make("a", { href: f.link, rel: "noreferrer" }, f.source) : f.source, f.printed,
      make("span", { class: `verdict ${f.verdict.split(" ").at(-1)}` }, `${signs[f.verdict] ?? "?"} ${f.verdict}`), f.why ?? ""]));
    return rows.length ? [make("h2", {}, "What others published"), table("Published figures", ["strategy", "source", "printed", "verdict", "why"], rows, { id: "published", class: "wordy" }, [1, 2, 3])] : [];
  }

  // Writing lines.

  function start(subjects) {
    byId("subjects").value = subjects.join("\n");
    return compare();
  }
  byId("presets").replaceChildren(...Object.entries(presets).map(([name, subjects]) => button(name, () => start(subjects))));
  byId("compare-form").addEventListener("submit", e => { e.preventDefault(); compare(); });
  byId("subjects").addEventListener("keydown", e => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) compare(); });
  byId("build-add").addEventListener("click", () => {
    const value = part => byId("build-" + part).value.trim();
    const keys = ["pool", "ties", "first"].filter(value).map(key => `${key}=${value(key)}`);
    byId("subjects").value = [...lines(), [value("game"), value("strategy"), ...keys].filter(Boolean).join(" ")].join("\n");
  });

  function restore(_, given) {
    if (given.has("s")) return start(given.getAll("s"));
    if (!lines().length) return start(presets["Knuth against the optimum"]);
    keep("compare", lines().map(s => ["s", s]));
  }
  return { restore, start };
})();
