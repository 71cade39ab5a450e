"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const games = new Map(data.games.map((g) => [g.name, g]));

  // make builds an element; children are elements or text.
  function make(tag, attributes = {}, ...children) {
    const svg = ["svg", "g", "path", "rect", "line", "text", "title", "desc"].includes(tag);
    const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
      else e.setAttribute(name, value);
    }
    e.append(...children);
    return e;
  }
  const option = (value, text = value) => make("option", { value }, text);
  const percent = (n, all) => (100 * n / all).toFixed(1) + "%";
  const sum = (counts) => counts.reduce((a, b) => a + b, 0);
  const guesses = (n) => n + (Math.abs(n) === 1 ? " guess" : " guesses");

  // The games.

  function secrets(game) {
    const out = [];
    for (let i = 0; i < game.secrets.length; i += game.width) out.push(game.secrets.slice(i, i + game.width));
    return out;
  }

  // lookUp returns an answer from the table of a game whose rule is not known.
  function lookUp(game, secret, guess) {
    if (!game.columns) {
      game.columns = new Map(secrets(game).map((s, i) => [s, i]));
      game.rows = new Map(game.answers.map((row, i) => [game.guesses.slice(i * game.width, (i + 1) * game.width), row]));
    }
    return digits.indexOf(game.rows.get(guess)[game.columns.get(secret)]);
  }

  // colours answers as Wordle does: a digit of base 3 for each letter, 2 green, 1
  // yellow, 0 grey.
  function colours(secret, guess) {
    const hidden = [...secret], guessed = [...guess];
    const marks = guessed.map((letter, i) => {
      if (hidden[i] !== letter) return 0;
      hidden[i] = null;
      return 2;
    });
    guessed.forEach((letter, i) => {
      const at = marks[i] ? -1 : hidden.indexOf(letter);
      if (at >= 0) {
        marks[i] = 1;
        hidden[at] = null;
      }
    });
    return marks.reduce((f, mark) => 3 * f + mark, 0);
  }

  // named writes an answer: that of Wordle in coloured squares with its letters.
  function named(game, f) {
    const text = game.feedbacks[f];
    if (game.rule !== "wordle") return [text];
    return [...text].map((letter) => make("span", { class: `square ${letter}` }, letter));
  }

  // feedback returns the index of the answer to a guess.
  function feedback(game, secret, guess) {
    if (game.rule === "table") return lookUp(game, secret, guess);
    if (game.rule === "pairs") {
      if (secret === guess) return 3;
      if (secret[0] <= guess[0] && secret[1] <= guess[1]) return 1;
      return secret[0] >= guess[0] && secret[1] >= guess[1] ? 2 : 0;
    }
    if (game.rule === "wordle") return colours(secret, guess);
    let black = 0;
    let common = 0;
    const left = {};
    for (let i = 0; i < guess.length; i++) {
      if (secret[i] === guess[i]) black++;
      left[secret[i]] = (left[secret[i]] || 0) + 1;
    }
    for (const colour of guess) if (left[colour]-- > 0) common++;
    if (game.rule !== "black" && game.rule !== "pegs") throw new Error(`${game.name} has no rule to answer by`);
    const pegs = game.rule === "black" ? black : common;
    return pegs * (pegs + 1) / 2 + black;
  }

  function partition(game, candidates, guess) {
    const parts = new Map();
    for (const secret of candidates) {
      const f = feedback(game, secret, guess);
      if (!parts.has(f)) parts.set(f, []);
      parts.get(f).push(secret);
    }
    return new Map([...parts].sort((a, b) => a[0] - b[0]));
  }

  // The trees: a node is its guess and, in brackets, the nodes that follow,
  // each after the digit of its feedback.

  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  function tree(game, text) {
    let at = 0;
    function node() {
      const n = { guess: text.slice(at, at + game.width), next: new Map() };
      at += game.width;
      if (text[at] === "(") {
        for (at++; text[at] !== ")";) {
          let f = 0;
          for (let i = 0; i < (game.digits || 1); i++) f = digits.length * f + digits.indexOf(text[at++]);
          n.next.set(f, node());
        }
        at++;
      }
      return n;
    }
    return node();
  }

  // depths returns how many guesses each secret takes; in a tree that is
  // printed in part some secrets are missing.
  function depths(game, root) {
    const out = new Map();
    (function walk(node, candidates, depth) {
      for (const [f, part] of partition(game, candidates, node.guess)) {
        if (f === game.final) out.set(part[0], depth);
        else if (node.next.has(f)) walk(node.next.get(f), part, depth + 1);
      }
    })(root, secrets(game), 1);
    return out;
  }

  // known computes, once, what can be known of a strategy.
  function known(game, p) {
    if (p.tree && !p.root) {
      p.root = tree(game, p.tree);
      p.depths = depths(game, p.root);
      p.whole = p.depths.size === secrets(game).length;
      if (!p.histogram && p.whole) {
        p.histogram = [0];
        for (const d of p.depths.values()) {
          while (p.histogram.length <= d) p.histogram.push(0);
          p.histogram[d]++;
        }
      }
    }
    return p;
  }
  const total = (histogram) => histogram.reduce((t, n, k) => t + n * k, 0);

  // Filters.

  for (const e of document.querySelectorAll(".needs-script")) e.hidden = false;
  for (const input of document.querySelectorAll("[data-filter]")) {
    const table = byId(input.dataset.filter);
    const count = document.querySelector(`[data-count="${input.dataset.filter}"]`);
    const apply = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of table.tBodies[0].rows) {
        const text = row.textContent.toLowerCase();
        const cells = [...row.cells].map((c) => c.textContent.trim().toLowerCase());
        // A word that is a whole cell, such as a game, is meant as that.
        const whole = (w) => [...games.keys()].includes(w);
        row.hidden = !words.every((w) => (whole(w) ? cells.includes(w) : text.includes(w)));
        if (!row.hidden) shown++;
      }
      count.textContent = `${shown} of ${table.tBodies[0].rows.length} shown`;
    };
    input.addEventListener("input", apply);
    apply();
  }

  // An entry that a link leads to is opened.
  const open = () => {
    const e = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (e && e.tagName === "DETAILS") {
      e.open = true;
      e.scrollIntoView();
    }
  };
  window.addEventListener("hashchange", open);
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#entry-"]');
    if (link && link.hash === location.hash) open();
  });
  open();

  // Comparing strategies.

  const most = 6; // strategies at once: as many colours stay apart
  const compare = { game: null, chosen: [] };

  function comparable(game) {
    return game.played.filter((p) => known(game, p).histogram);
  }

  function listChoices() {
    const box = byId("compare-choices");
    const words = byId("compare-find").value.toLowerCase().split(/\s+/).filter(Boolean);
    box.replaceChildren(make("legend", {}, "Strategies"));
    for (const p of comparable(compare.game)) {
      if (!compare.chosen.includes(p) && !words.every((w) => p.name.toLowerCase().includes(w))) continue;
      const tick = make("input", { type: "checkbox", onchange: () => {
        if (!tick.checked) compare.chosen = compare.chosen.filter((q) => q !== p);
        else if (compare.chosen.length === most) tick.checked = false;
        else compare.chosen.push(p);
        drawComparison();
      } });
      tick.checked = compare.chosen.includes(p);
      box.append(make("label", {}, tick, " " + p.name));
    }
  }

  // chart draws series over the numbers of guesses, as bars or as steps.
  function chart(title, series, last, value, steps) {
    const width = 560, height = 320, left = 52, right = 8, top = 34, bottom = 44;
    const most = Math.max(...series.flatMap((p) => Array.from({ length: last }, (_, i) => value(p, i + 1))));
    const step = [0.05, 0.1, 0.2, 0.25].find((s) => most / s <= 5);
    const highest = Math.ceil(most / step - 1e-9) * step;
    const x = (k) => left + (k - 0.5) * (width - left - right) / last;
    const y = (v) => height - bottom - v * (height - top - bottom) / highest;
    const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
    svg.append(make("text", { x: left, y: 18 }, title));
    for (let i = 0; i * step <= highest + 1e-9; i++) {
      const v = i * step;
      svg.append(make("line", { class: "grid", x1: left, x2: width - right, y1: y(v), y2: y(v) }));
      svg.append(make("text", { x: left - 6, y: y(v) + 4, "text-anchor": "end" }, (100 * v).toFixed(0) + "%"));
    }
    for (let k = 1; k <= last; k++) svg.append(make("text", { x: x(k), y: height - bottom + 18, "text-anchor": "middle" }, String(k)));
    svg.append(make("text", { x: (left + width) / 2, y: height - 6, "text-anchor": "middle" }, "guesses until the secret is hit"));
    const wide = (x(2) - x(1)) * 0.8 / series.length;
    series.forEach((p, i) => {
      const colour = `var(--s${i})`;
      if (steps) {
        let d = "";
        for (let k = 1; k <= last; k++) d += `${d ? "L" : "M"}${x(k)},${y(value(p, k))}`;
        svg.append(make("path", { d, fill: "none", stroke: colour, "stroke-width": 2.5, "stroke-dasharray": ["", "8 4", "2 3", "10 3 2 3", "14 4", "5 5"][i] }));
        return;
      }
      for (let k = 1; k <= last; k++) {
        const n = p.histogram[k] || 0;
        const bar = make("rect", { x: x(k) - wide * series.length / 2 + i * wide, y: y(value(p, k)), width: wide * 0.92, height: height - bottom - y(value(p, k)), fill: colour });
        bar.append(make("title", {}, `${p.name}: ${n} secrets with ${guesses(k)}`));
        svg.append(bar);
      }
    });
    svg.append(make("path", { class: "axis", d: `M${left},${top}V${height - bottom}H${width - right}` }));
    return svg;
  }

  // inWords tells how another strategy differs from the first.
  function inWords(game, a, b) {
    const all = sum(a.histogram);
    const gap = total(b.histogram) - total(a.histogram);
    let text = gap === 0 ? "as many guesses in all" : `${guesses(Math.abs(gap))} ${gap > 0 ? "more" : "fewer"} in all, ${(Math.abs(gap) / all).toFixed(5)} for each secret`;
    if (a.whole && b.whole) {
      let sooner = 0, later = 0;
      for (const [secret, d] of a.depths) {
        if (b.depths.get(secret) < d) sooner++;
        if (b.depths.get(secret) > d) later++;
      }
      text += `. Of ${all} secrets it finds ${sooner} sooner (${percent(sooner, all)}), ${later} later (${percent(later, all)}) and ${all - sooner - later} alike (${percent(all - sooner - later, all)}).`;
    } else {
      text += ". Which secrets it finds sooner is not known here: only the histogram is kept, not a tree that can be followed.";
    }
    return text;
  }

  function drawComparison() {
    const { game, chosen } = compare;
    const charts = byId("compare-charts"), words = byId("compare-words");
    charts.replaceChildren();
    words.replaceChildren();
    if (chosen.length === 0) {
      words.append(make("p", {}, "No strategy is chosen."));
      return;
    }
    const last = Math.max(...chosen.map((p) => p.histogram.length - 1));
    const share = (p, k) => (p.histogram[k] || 0) / sum(p.histogram);
    const upTo = (p, k) => sum(p.histogram.slice(0, k + 1)) / sum(p.histogram);
    charts.append(chart("Secrets that take so many guesses", chosen, last, share, false));
    charts.append(chart("Secrets found within so many guesses", chosen, last, upTo, true));
    const list = make("ul");
    chosen.forEach((p, i) => {
      const t = total(p.histogram);
      const item = make("li", {}, make("span", { class: "key", style: `background:var(--s${i})` }), make("strong", {}, p.name),
        `: total ${t}, mean ${(t / sum(p.histogram)).toFixed(5)}, worst ${p.histogram.length - 1}`);
      if (i > 0) item.append(`; against ${chosen[0].name}: ${inWords(game, chosen[0], p)}`);
      list.append(item);
    });
    words.append(list);
    if (chosen.length === most) words.append(make("p", {}, `No more than ${most} strategies at once.`));
  }

  function startComparison() {
    compare.game = games.get(byId("compare-game").value);
    const all = comparable(compare.game);
    const trees = all.filter((p) => p.tree && !p.printed);
    const from = trees.length > 1 ? trees : all;
    compare.chosen = [from[0], from[from.length - 1]];
    byId("compare-find").value = "";
    listChoices();
    drawComparison();
  }

  for (const g of data.games) if (g.played.length > 1) byId("compare-game").append(option(g.name));
  byId("compare-game").addEventListener("change", startComparison);
  byId("compare-find").addEventListener("input", listChoices);

  // Exploring a tree.

  const explore = { game: null, played: null, answers: [] };

  // position follows the answers down the tree.
  function position() {
    let node = explore.played.root;
    let candidates = secrets(explore.game);
    const history = [];
    for (const f of explore.answers) {
      candidates = partition(explore.game, candidates, node.guess).get(f);
      history.push({ guess: node.guess, f, left: candidates.length });
      node = node.next.get(f);
    }
    return { node, candidates, history };
  }

  // printedHere lists what printed strategies guess after the same guesses and
  // answers.
  function printedHere(history) {
    const out = [];
    for (const p of explore.game.played.filter((q) => q.printed)) {
      let node = known(explore.game, p).root;
      for (const h of history) node = node && node.guess === h.guess ? node.next.get(h.f) : null;
      if (node) out.push({ name: p.name, guess: node.guess });
    }
    return out;
  }

  function answer(f) {
    explore.answers.push(f);
    drawPosition();
    byId("explore-now").scrollIntoView({ block: "nearest" });
  }

  function drawPosition() {
    const { game } = explore;
    const { node, candidates, history } = position();
    byId("explore-history").replaceChildren(...history.map((h, i) => make("li", {},
      make("code", {}, h.guess), " was answered ", ...named(game, h.f), `: ${h.left} left`,
      make("button", { type: "button", "aria-label": `Back to before guess ${i + 1}`, onclick: () => { explore.answers.length = i; drawPosition(); } }, "back to here"))));
    const now = byId("explore-now"), body = byId("explore-parts").tBodies[0];
    body.replaceChildren();
    byId("explore-printed").replaceChildren();
    if (!node) {
      const last = history[history.length - 1];
      now.replaceChildren(last.f === game.final
        ? `Found with guess ${history.length}: ` : "Nothing more is printed here: ", make("code", {}, last.guess));
    } else {
      const can = candidates.includes(node.guess);
      now.replaceChildren(`Guess ${history.length + 1}: `, make("code", {}, node.guess),
        `, with ${candidates.length} ${candidates.length === 1 ? "candidate" : "candidates"} left${can ? "" : "; it cannot be the secret, but tells them apart"}`);
      for (const [f, part] of partition(game, candidates, node.guess)) {
        const next = node.next.get(f);
        body.append(make("tr", {},
          make("td", {}, make("button", { type: "button", "data-answer": game.feedbacks[f], onclick: () => answer(f) }, ...named(game, f))),
          make("td", { class: "n" }, String(part.length)),
          make("td", {}, make("span", { class: "share", style: `width:${6 * part.length / candidates.length}rem` })),
          make("td", {}, f === game.final ? "found" : next ? make("code", {}, next.guess) : "not printed")));
      }
      const printed = printedHere(history);
      if (printed.length > 0) {
        byId("explore-printed").append(make("ul", { "aria-label": "Printed strategies at this place" }, ...printed.map((p) => make("li", {},
          `${p.name} prints `, make("code", {}, p.guess), p.guess === node.guess ? " here: the same guess" : " here: another guess"))));
      }
    }
    const left = byId("explore-left");
    left.textContent = "";
    const shown = 150;
    left.append(candidates.slice(0, shown).join(" "));
    if (candidates.length > shown) {
      left.append(" ", make("button", { type: "button", onclick: () => { left.textContent = candidates.join(" "); } }, `and ${candidates.length - shown} more`));
    }
    byId("explore-left-h").textContent = `Candidates: ${candidates.length}`;
  }

  function startTree() {
    const none = explore.game.unanswered;
    byId("explore-none").textContent = none
      ? `This page cannot answer guesses of ${explore.game.name}: its rule is none of those that the page knows, and its answers are too many to be kept here. codebreak play and codebreak export answer them in a terminal.` : "";
    byId("explore-position").hidden = byId("explore-secret").hidden = Boolean(none);
    if (none) return;
    explore.played = known(explore.game, explore.game.played.filter((p) => p.tree)[Number(byId("explore-strategy").value)]);
    explore.answers = [];
    byId("explore-error").textContent = "";
    drawPosition();
  }

  function startGame() {
    explore.game = games.get(byId("explore-game").value);
    byId("explore-strategy").replaceChildren(...explore.game.played.filter((p) => p.tree).map((p, i) => option(i, p.name + (p.printed ? " (as printed)" : ""))));
    byId("explore-code").value = "";
    startTree();
  }

  byId("explore-secret").addEventListener("submit", (event) => {
    event.preventDefault();
    const { game, played } = explore;
    const typed = byId("explore-code").value.trim();
    const code = [typed, typed.toUpperCase(), typed.toLowerCase()].find((c) => secrets(game).includes(c));
    const error = byId("explore-error");
    error.textContent = "";
    if (!code) {
      error.textContent = `${typed || "Nothing"} is no secret of ${game.name}; one is ${secrets(game)[0]}.`;
      return;
    }
    explore.answers = [];
    for (let node = played.root; node;) {
      const f = feedback(game, code, node.guess);
      explore.answers.push(f);
      node = f === game.final ? null : node.next.get(f);
    }
    drawPosition();
  });

  for (const g of data.games) if (g.secrets || g.unanswered) byId("explore-game").append(option(g.name, `${g.name}: ${g.describe}`));
  byId("explore-game").addEventListener("change", startGame);
  byId("explore-strategy").addEventListener("change", startTree);

  // Where to begin: the classic game, if it is there.
  const begin = (select, start) => {
    if (select.options.length === 0) return;
    if ([...select.options].some((o) => o.value === "mm4x6")) select.value = "mm4x6";
    start();
  };
  begin(byId("compare-game"), startComparison);
  begin(byId("explore-game"), startGame);
})();
