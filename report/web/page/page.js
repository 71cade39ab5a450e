"use strict";
(async () => {
  const byId = (id) => document.getElementById(id);

  // make builds an element; children are elements or text.
  function make(tag, attributes = {}, ...children) {
    const svg = ["svg", "g", "path", "rect", "line", "text", "title"].includes(tag);
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

  // What needs no data works at once.

  for (const e of document.querySelectorAll(".needs-script")) e.hidden = false;

  // An entry, or a part, that a link leads to is opened.
  const open = () => {
    const e = location.hash && document.getElementById(location.hash.slice(1).split("&")[0]);
    const folded = e && (e.tagName === "DETAILS" ? e : e.querySelector(":scope > details.part"));
    if (!folded) return;
    folded.open = true;
    e.scrollIntoView();
  };
  window.addEventListener("hashchange", open);
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) open();
  });
  open();

  // A number or a name is looked up among all results.
  byId("look-up").addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = "results&" + new URLSearchParams([["q", byId("look-up").querySelector("input").value.trim()]]);
  });

  // A histogram in a table, such as 1:1 2:13 3:62, is drawn in the height of a line.
  function spark(histogram) {
    const step = 7, height = 18; // of a bar; of the line
    const counts = histogram.split(" ").map((count) => count.replaceAll(",", "").split(":").map(Number));
    const most = Math.max(...counts.map(([, n]) => n));
    const width = step * (counts[counts.length - 1][0] + 1);
    let bars = "";
    for (const [k, n] of counts) {
      const high = Math.max(1, Math.floor(height * n / most));
      if (n > 0) bars += `M${step * k} ${height}v-${high}h${step - 1}v${high}z`;
    }
    const attributes = { class: "spark", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": histogram };
    return make("svg", attributes, make("title", {}, histogram), make("path", { d: bars }));
  }
  for (const cell of document.querySelectorAll("td.bars")) cell.replaceChildren(spark(cell.textContent));

  // All else needs the data. Where it cannot be unpacked, the page is what it is without
  // scripts, and says why.

  let data;
  try {
    data = JSON.parse(new TextDecoder().decode(await unpack("data")));
  } catch {
    const reason = typeof DecompressionStream === "function" ? "its data is damaged" : "the browser is older than Chrome 80, Firefox 113 or Safari 16.4";
    for (const e of document.querySelectorAll(".needs-script, .packed")) e.remove();
    for (const e of document.querySelectorAll("main noscript")) e.outerHTML = e.textContent;
    document.querySelector("header").append(make("p", { class: "damaged", role: "alert" },
      make("strong", {}, `A part of this page cannot be unpacked: ${reason}.`),
      " The pictures are the files beside the page; the table of all results, comparing and exploring are missing."));
    return;
  }
  const games = new Map(data.games.map((g) => [g.name, g]));

  // The rows of all results are put in at once, pictures when they are about to be seen:
  // there is room for them, so that nothing moves.
  function fill(part) {
    for (const e of part.querySelectorAll("[data-packed]")) {
      e.innerHTML = data.contents[e.dataset.packed];
      delete e.dataset.packed;
    }
  }
  fill(byId("results"));
  if (byId("pictures")) fill(byId("pictures"));
  for (const opened of document.querySelectorAll("details[open]")) fill(opened);
  document.addEventListener("toggle", (event) => fill(event.target), true); // which does not bubble

  // On a phone, tables that are too wide are folded when they are seen: the name and the mean, or
  // else the first number, stay.
  const phone = matchMedia("(max-width: 600px)");
  function foldTables(part) {
    for (const table of phone.matches ? part.querySelectorAll(".wide > table:not(.folds)") : []) {
      if (table.offsetWidth <= table.parentNode.clientWidth) continue;
      const headings = [...table.tHead.rows[0].cells];
      const first = (is) => headings.findIndex(is);
      const mean = [first((h) => h.textContent === "mean"), first((h) => /\bmeans?\b/.test(h.textContent)), first((h) => h.matches(".n"))].find((i) => i > 0);
      const second = headings.length > 2 && !headings[1].matches(".n, .wordy") && !table.querySelector("td.long:nth-child(2)");
      const kept = new Set([0, ...(second ? [1] : []), ...(mean ? [mean] : [])]); // the name may have two columns
      fold(table, table.dataset.kept?.split(" ").map(Number) ?? [...kept]);
    }
  }
  const foldOpen = () => document.querySelectorAll("details[open]").forEach(foldTables);
  document.addEventListener("toggle", (event) => foldTables(event.target), true);
  phone.addEventListener("change", foldOpen);
  foldOpen();

  // The trees: a node is its guess, "!" if that may be the secret, and, in brackets, the
  // nodes that follow, each after the digit of its feedback; "~" and a number stand for
  // candidates after which nothing is printed. No rule of a game is needed to follow them.

  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  function tree(game, text) {
    let at = 0;
    const skip = (c) => text[at] === c && ++at > 0;
    function node() {
      const n = { guess: text.slice(at, at + game.width), next: new Map(), parts: new Map(), secrets: [], missing: 0 };
      at += game.width;
      if (n.candidate = skip("!")) {
        n.secrets.push(n.guess);
        n.parts.set(game.final, 1);
      }
      if (skip("(")) {
        while (!skip(")")) {
          let f = 0;
          for (let i = 0; i < (game.digits || 1); i++) f = digits.length * f + digits.indexOf(text[at++]);
          if (skip("~")) {
            const end = text.indexOf(";", at), left = Number(text.slice(at, end));
            at = end + 1;
            n.parts.set(f, left);
            n.missing += left;
          } else {
            const next = node();
            n.next.set(f, next);
            n.parts.set(f, next.left);
            n.secrets.push(...next.secrets);
            n.missing += next.missing;
          }
        }
      }
      n.left = n.secrets.length + n.missing;
      return n;
    }
    const root = node();
    root.secrets.sort();
    return root;
  }

  // depths returns how many guesses each secret takes; in a tree that is
  // printed in part some secrets are missing.
  function depths(root) {
    const out = new Map();
    (function walk(node, depth) {
      if (node.candidate) out.set(node.guess, depth);
      for (const next of node.next.values()) walk(next, depth + 1);
    })(root, 1);
    return out;
  }

  // known computes, once, what can be known of a strategy.
  function known(game, p) {
    if (p.tree && !p.root) {
      p.root = tree(game, p.tree);
      p.depths = depths(p.root);
      p.whole = p.root.missing === 0;
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

  // has tells whether a row has a word. A word that is a whole cell, such as a game, is meant as
  // that, and a number also finds the longer ones that round to it.
  const decimal = /^\d+\.(\d+)$/;
  function has(row, word) {
    if (games.has(word) && row.cells.some((c) => games.has(c))) return row.cells.includes(word);
    if (row.text.includes(word)) return true;
    const digits = decimal.exec(word)?.[1].length;
    return digits > 0 && row.numbers.some((n) => n.toFixed(digits) === word);
  }

  // filter shows the rows of a table that have all words of a choice; "or" or | stands between
  // choices. It returns the rows that are shown.
  const rowsOf = new Map(); // by table
  function filter(id) {
    if (!rowsOf.has(id)) rowsOf.set(id, [...byId(id).tBodies[0].rows].map((row) => {
      const cells = [...row.cells].map((c) => c.textContent.trim().toLowerCase());
      const text = cells.join(" ") + " " + (row.dataset.find || "").toLowerCase();
      return { row, cells, text, numbers: (cells.join(" ").match(/\d+\.\d+/g) ?? []).map(Number) };
    }));
    const input = document.querySelector(`[data-filter="${id}"]`);
    const choices = input.value.toLowerCase().split(/\s+or\s+|\|/).map((c) => c.split(/\s+/).filter(Boolean)).filter((c) => c.length > 0);
    const all = rowsOf.get(id);
    const shown = all.filter((row) => choices.length === 0 || choices.some((words) => words.every((w) => has(row, w))));
    for (const { row } of all) row.hidden = true;
    for (const { row } of shown) row.hidden = false;
    document.querySelector(`[data-count="${id}"]`).textContent = `${shown.length} of ${all.length} shown`;
    return shown;
  }
  for (const input of document.querySelectorAll("[data-filter]")) {
    input.addEventListener("input", () => {
      filter(input.dataset.filter);
      keep("results", input.value ? [["q", input.value]] : []);
    });
    filter(input.dataset.filter);
  }

  // find filters all results and all published figures, and says what it found.
  const comma = (n) => n.toLocaleString("en");
  function find(text) {
    const parts = [
      ["all", "results", ([game, strategy, first, mean]) => `${game} ${strategy}${first && ` from ${first}`}, mean ${mean}`],
      ["claims", "published figures", ([source, of, published, , verdict]) => `${source}, ${of}: ${published} (${verdict.replace(/^\W+/, "")})`],
    ].map(([id, what, inWords]) => {
      document.querySelector(`[data-filter="${id}"]`).value = text;
      const shown = filter(id), [first] = shown;
      byId(id).closest("details").open = shown.length > 0;
      const example = first ? `: ${inWords([...first.row.cells].map((c) => c.textContent.trim()))}${shown.length > 1 ? " …" : ""}` : "";
      return `${comma(shown.length)} of ${comma(rowsOf.get(id).length)} ${what}${example}`;
    });
    const none = parts.every((part) => part.startsWith("0 "));
    byId("found").hidden = !text;
    byId("found").replaceChildren(make("strong", {}, `“${text}”`), ` is in ${parts.join("; and in ")}.`,
      ...(none && decimal.test(text) ? [" ", make("code", {}, `./run.sh explain ${text}`), " tries ties, orders and pools that could give it."] : []));
    if (document.activeElement.closest("#look-up")) byId("found").focus({ preventScroll: true });
  }

  // The state of a part stands in the address, so that it can be passed on:
  // #results&q=mm4x6+entropy. keep puts it there.
  let settled = false; // whether what is done is the reader's doing
  function keep(section, parameters) {
    if (!settled) return;
    const text = new URLSearchParams(parameters).toString();
    history.replaceState(null, "", "#" + section + (text ? "&" + text : ""));
  }

  // restore reads it from there.
  function restore() {
    const [section, ...rest] = location.hash.slice(1).split("&");
    const parameters = new URLSearchParams(rest.join("&"));
    if (rest.length === 0) return;
    if (section === "results" && parameters.has("q")) find(parameters.get("q"));
    if (section === "compare") restoreComparison(parameters.getAll("s"));
    if (section === "explore") restoreTree(parameters);
    const part = byId(section);
    if (part) part.scrollIntoView();
  }

  // save offers a file.
  function save(name, type, content) {
    const url = URL.createObjectURL(new Blob([content], { type }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  // savePNG draws an SVG with two pixels for each of its own.
  function savePNG(name, svg) {
    const image = new Image();
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    image.onload = () => {
      const canvas = make("canvas", { width: 2 * width, height: 2 * height });
      canvas.getContext("2d").drawImage(image, 0, 0, 2 * width, 2 * height);
      canvas.toBlob((blob) => blob.arrayBuffer().then((b) => save(name, "image/png", b)));
    };
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
  }

  // Comparing strategies.

  const most = 6; // strategies at once: as many colours stay apart
  const compare = { game: null, chosen: [], note: "" }; // chosen: { game, p }; note: what was left out

  function comparable(game) {
    return game.played.filter((p) => p.histogram || known(game, p).histogram);
  }

  const isChosen = (game, p) => compare.chosen.findIndex((c) => c.game === game && c.p === p);
  const oneGame = () => compare.chosen.every((c) => c.game === compare.chosen[0].game);
  const nameOf = (c) => (oneGame() ? "" : c.game.name + " ") + c.p.name;

  function listChoices() {
    const box = byId("compare-choices");
    const words = byId("compare-find").value.toLowerCase().split(/\s+/).filter(Boolean);
    box.replaceChildren(make("legend", {}, "Strategies"));
    const choices = compare.chosen.map((c) => [c.game, c.p]);
    for (const p of comparable(compare.game)) {
      if (isChosen(compare.game, p) < 0 && words.every((w) => p.name.toLowerCase().includes(w))) choices.push([compare.game, p]);
    }
    for (const [game, p] of choices) {
      const tick = make("input", { type: "checkbox", onchange: () => {
        const at = isChosen(game, p);
        compare.note = "";
        if (at >= 0) compare.chosen.splice(at, 1);
        else if (compare.chosen.length < most) compare.chosen.push({ game, p });
        else {
          tick.checked = false;
          compare.note = `At most ${most} strategies are compared.`;
        }
        drawComparison();
        keepComparison();
      } });
      tick.checked = isChosen(game, p) >= 0;
      box.append(make("label", {}, tick, " " + (game === compare.game ? "" : game.name + " ") + p.name));
    }
  }

  function keepComparison() {
    keep("compare", compare.chosen.map((c) => ["s", c.game.name + " " + c.p.name]));
  }

  function restoreComparison(names) {
    compare.chosen = [];
    compare.note = "";
    for (const name of names.slice(0, most)) {
      const game = games.get(name.slice(0, name.indexOf(" ")));
      const p = game && comparable(game).find((q) => q.name === name.slice(name.indexOf(" ") + 1));
      if (p) compare.chosen.push({ game, p });
    }
    if (compare.chosen.length > 0) byId("compare-game").value = compare.chosen[0].game.name;
    compare.game = games.get(byId("compare-game").value);
    listChoices();
    drawComparison();
  }

  // preset chooses the strategies of the game that a list names, as many as may be.
  function preset(choose) {
    const wanted = choose(comparable(compare.game));
    compare.chosen = wanted.slice(0, most).map((p) => ({ game: compare.game, p }));
    compare.note = wanted.length > most ? `The first ${most} of ${wanted.length} are compared.` : "";
    byId("compare-find").value = "";
    listChoices();
    drawComparison();
    keepComparison();
  }

  // Colours: that of the criterion, unless it is too near to one that another strategy
  // has; then that of all which is farthest from those.
  function colours() {
    const used = [];
    const rgb = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
    const distance = (a, b) => Math.hypot(...rgb(a).map((v, i) => v - rgb(b)[i]));
    const apart = (colour) => Math.min(Infinity, ...used.map((u) => distance(colour, u)));
    const palette = [...Object.values(data.criteria), ...data.others];
    return compare.chosen.map((c) => {
      const criterion = Object.keys(data.criteria).filter((k) => c.p.name.startsWith(k)).sort((a, b) => b.length - a.length)[0];
      let colour = criterion && data.criteria[criterion];
      if (!colour || apart(colour) < 100) colour = palette.reduce((best, other) => (apart(other) > apart(best) ? other : best));
      used.push(colour);
      return colour;
    });
  }

  // chart draws series over the numbers of guesses, as bars or as steps, with their
  // means on the axis. On a phone it is as wide as the screen, so that texts stay legible.
  function chart(title, series, last, value, steps) {
    const width = Math.min(560, Math.max(320, byId("compare-charts").clientWidth || 560));
    const columns = width < 450 ? 1 : 2, line = 17; // of the key
    const left = 52, right = 8, top = 34, bottom = 58 + line * Math.ceil(series.length / columns), height = 274 + bottom;
    const ink = "#1b1f24", soft = "#57606a";
    const most = Math.max(...series.flatMap((p) => Array.from({ length: last }, (_, i) => value(p, i + 1))));
    const step = [0.05, 0.1, 0.2, 0.25].find((s) => most / s <= 5);
    const highest = Math.ceil(most / step - 1e-9) * step;
    const x = (k) => left + (k - 0.5) * (width - left - right) / last;
    const y = (v) => height - bottom - v * (height - top - bottom) / highest;
    const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, "font-family": "'Liberation Sans', Arial, Helvetica, sans-serif", "font-size": 13, fill: ink });
    svg.append(make("text", { x: 8, y: 18, "font-weight": "bold" }, title));
    for (let i = 0; i * step <= highest + 1e-9; i++) {
      const v = i * step;
      svg.append(make("line", { stroke: "#dde1e6", x1: left, x2: width - right, y1: y(v), y2: y(v) }));
      svg.append(make("text", { x: left - 6, y: y(v) + 4, "text-anchor": "end", fill: soft }, (100 * v).toFixed(0) + "%"));
    }
    for (let k = 1; k <= last; k++) svg.append(make("text", { x: x(k), y: height - bottom + 25, "text-anchor": "middle" }, String(k)));
    svg.append(make("text", { x: (left + width) / 2, y: height - bottom + 42, "text-anchor": "middle", fill: soft }, "guesses until the secret is solved"));
    const wide = (last > 1 ? x(2) - x(1) : width / 3) * 0.8 / series.length;
    const tints = colours();
    const labels = series.map(nameOf);
    series.forEach((c, i) => {
      const colour = tints[i];
      const room = (width - 16) / columns, at = 8 + (i % columns) * room, low = height - bottom + 42 + line * (1 + Math.floor(i / columns));
      const letters = Math.floor((room - 24) / 7);
      svg.append(make("path", { d: `M${at},${low - 4}h12`, stroke: colour, "stroke-width": 8 }));
      svg.append(make("text", { x: at + 18, y: low, "font-size": 12 }, labels[i].length > letters ? labels[i].slice(0, letters - 1) + "…" : labels[i]));
      const mean = total(c.p.histogram) / sum(c.p.histogram);
      const arrow = make("path", { d: `M${x(mean)},${height - bottom}l-5,9h10z`, fill: colour, stroke: "#ffffff", "stroke-width": 0.7 });
      arrow.append(make("title", {}, `${labels[i]}: mean ${mean.toFixed(5)}`));
      svg.append(arrow);
      if (steps) {
        let d = `M${left},${y(0)}`;
        for (let k = 1; k <= last; k++) d += `H${x(k)}V${y(value(c, k))}`;
        d += `H${width - right}`;
        svg.append(make("path", { d, fill: "none", stroke: colour, "stroke-width": 2.5, "stroke-dasharray": ["", "8 4", "2 3", "10 3 2 3", "14 4", "5 5"][i] }));
        return;
      }
      for (let k = 1; k <= last; k++) {
        const n = c.p.histogram[k] || 0;
        const bar = make("rect", { x: x(k) - wide * series.length / 2 + i * wide, y: y(value(c, k)), width: wide * 0.92, height: height - bottom - y(value(c, k)), fill: colour });
        bar.append(make("title", {}, `${labels[i]}: ${comma(n)} secrets with ${guesses(k)}, ${percent(n, sum(c.p.histogram))}`));
        svg.append(bar);
      }
    });
    svg.append(make("path", { fill: "none", stroke: soft, d: `M${left},${height - bottom}H${width - right}` }));
    const name = "codebreak-" + (steps ? "cumulative" : "histogram");
    const xml = () => '<?xml version="1.0"?>\n' + new XMLSerializer().serializeToString(svg);
    return make("figure", { class: "drawn" }, svg, make("figcaption", {},
      make("button", { type: "button", "data-save": "svg", onclick: () => save(name + ".svg", "image/svg+xml", xml()) }, "SVG"), " ",
      make("button", { type: "button", "data-save": "png", onclick: () => savePNG(name + ".png", svg) }, "PNG")));
  }

  // inWords tells how another strategy differs from the first.
  function inWords(first, other) {
    const a = first.p, b = other.p;
    const all = sum(a.histogram);
    const mean = (p) => total(p.histogram) / sum(p.histogram);
    if (first.game !== other.game) {
      const gap = mean(b) - mean(a);
      return `${Math.abs(gap).toFixed(5)} guesses ${gap > 0 ? "more" : "fewer"} for each secret, in another game.`;
    }
    const gap = total(b.histogram) - total(a.histogram);
    let text = gap === 0 ? "the same total" : `${guesses(Math.abs(gap))} ${gap > 0 ? "more" : "fewer"} in all, ${(Math.abs(gap) / all).toFixed(5)} for each secret`;
    if (a.whole && b.whole) {
      let faster = 0, slower = 0;
      for (const [secret, d] of a.depths) {
        if (b.depths.get(secret) < d) faster++;
        if (b.depths.get(secret) > d) slower++;
      }
      const tied = all - faster - slower;
      text += `; of ${comma(all)} secrets it is faster on ${comma(faster)} (${percent(faster, all)}), tied on ${comma(tied)} (${percent(tied, all)}) and slower on ${comma(slower)} (${percent(slower, all)})`;
    }
    return text + ".";
  }

  // numbers lists the secrets by number of guesses, a row for each strategy.
  function numbers() {
    const last = Math.max(...compare.chosen.map((c) => c.p.histogram.length - 1));
    const rows = [["strategy", "game", "secrets", "mean", "worst", ...Array.from({ length: last }, (_, i) => String(i + 1))]];
    for (const c of compare.chosen) {
      const h = c.p.histogram;
      rows.push([c.p.name, c.game.name, sum(h), (total(h) / sum(h)).toFixed(5), h.length - 1, ...Array.from({ length: last }, (_, i) => h[i + 1] || 0)].map(String));
    }
    return rows;
  }

  function drawComparison() {
    const { chosen } = compare;
    for (const c of chosen) known(c.game, c.p);
    const charts = byId("compare-charts"), words = byId("compare-words"), table = byId("compare-numbers");
    for (const part of [charts, words, table]) part.replaceChildren();
    byId("compare-csv").hidden = table.hidden = chosen.length === 0;
    if (chosen.length === 0) {
      words.append(make("p", {}, "No strategy is chosen."));
      return;
    }
    const last = Math.max(...chosen.map((c) => c.p.histogram.length - 1));
    const share = (c, k) => (c.p.histogram[k] || 0) / sum(c.p.histogram);
    const upTo = (c, k) => sum(c.p.histogram.slice(0, k + 1)) / sum(c.p.histogram);
    charts.append(chart("Share of secrets by number of guesses", chosen, last, share, false));
    charts.append(chart("Share of secrets solved within n guesses", chosen, last, upTo, true));
    const list = make("ul");
    const tints = colours();
    chosen.forEach((c, i) => {
      const t = total(c.p.histogram);
      const item = make("li", {}, make("span", { class: "key", style: `background:${tints[i]}` }), make("strong", {}, nameOf(c)),
        `: total ${comma(t)}, mean ${(t / sum(c.p.histogram)).toFixed(5)}, worst ${c.p.histogram.length - 1}`);
      if (i > 0) item.append(`; against ${nameOf(chosen[0])}: ${inWords(chosen[0], c)}`);
      list.append(item);
    });
    words.append(list);
    if (chosen.some((c) => c.game === chosen[0].game && !c.p.whole)) words.append(make("p", {}, "For a comparison secret by secret run ", make("code", {}, "codebreak compare"), "."));
    if (compare.note) words.append(make("p", {}, compare.note));
    const [header, ...rows] = numbers();
    table.append(make("table", {}, make("thead", {}, make("tr", {}, ...header.map((h, i) => make("th", { scope: "col", class: i > 1 ? "n" : "" }, h)))),
      make("tbody", {}, ...rows.map((r) => make("tr", {}, ...r.map((cell, i) => make("td", { class: i > 1 ? "n" : "" }, cell)))))));
    foldTables(byId("compare"));
  }

  // usual is the strategy of a criterion that makes the fewest choices of its own and,
  // of several first guesses, needs the fewest guesses; a list of one, or of none.
  function usual(all, criterion) {
    const plain = all.filter((p) => p.name.startsWith(criterion + " from "));
    return plain.sort((a, b) => total(a.histogram) - total(b.histogram)).slice(0, 1);
  }

  function startComparison() {
    compare.game = games.get(byId("compare-game").value);
    const all = comparable(compare.game);
    if (compare.chosen.length === 0) {
      const two = [...usual(all, "minimax"), ...usual(all, "entropy")];
      compare.chosen = (two.length > 1 ? two : [all[0], all[all.length - 1]]).map((p) => ({ game: compare.game, p }));
    }
    compare.note = "";
    byId("compare-find").value = "";
    listChoices();
    drawComparison();
  }

  // What is folded has no width: charts are drawn when they are seen.
  byId("compare").querySelector("details").addEventListener("toggle", drawComparison);

  for (const g of data.games) if (g.played.length > 1) byId("compare-game").append(option(g.name, g.describe));
  byId("compare-game").addEventListener("change", startComparison);
  byId("compare-find").addEventListener("input", listChoices);
  byId("compare-clear").addEventListener("click", () => preset(() => []));
  byId("compare-criteria").addEventListener("click", () => preset((all) => ["simple", "minimax", "expected-size", "entropy", "most-parts"].flatMap((c) => usual(all, c))));
  byId("compare-published").addEventListener("click", () => preset((all) => all.filter((p) => p.published || p.printed)));
  byId("compare-csv").addEventListener("click", () => {
    const quote = (cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    save("codebreak.csv", "text/csv", numbers().map((r) => r.map(quote).join(",") + "\n").join(""));
  });

  // Exploring a tree.

  const explore = { game: null, played: null, answers: [] };

  // position follows the feedback down the tree.
  function position() {
    let node = explore.played.root;
    const history = [];
    for (const f of explore.answers) {
      history.push({ guess: node.guess, f, left: node.parts.get(f) });
      node = node.next.get(f);
    }
    return { node, history };
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
    moved();
    byId("explore-now").scrollIntoView({ block: "nearest" });
  }

  // moved shows the position, and keeps it in the address.
  function moved() {
    drawPosition();
    const { game, played, answers } = explore;
    keep("explore", [["g", game.name], ["s", played.name], ...answers.map((f) => ["a", game.feedbacks[f]])]);
  }

  function restoreTree(parameters) {
    const game = games.get(parameters.get("g"));
    if (!game || !game.width) return;
    byId("explore-game").value = game.name;
    startGame();
    const at = game.played.filter((p) => p.tree).findIndex((p) => p.name === parameters.get("s"));
    if (at < 0) return;
    byId("explore-strategy").value = at;
    startTree();
    let node = explore.played.root;
    for (const a of parameters.getAll("a")) {
      const f = node && [game.final, ...node.next.keys()].find((g) => game.feedbacks[g] === a);
      if (f === undefined) break;
      explore.answers.push(f);
      node = node.next.get(f);
    }
    drawPosition();
  }

  // drawMap draws the tree at a glance: a row for each guess, each node as wide as
  // its share of the secrets; where the path leads is marked.
  function drawMap() {
    const { game, played, answers } = explore;
    const width = 1000, all = played.root.left;
    const row = 22;
    const svg = make("svg", { preserveAspectRatio: "none", role: "img", "aria-label": `The tree of ${played.name}: a row for each guess, each node as wide as its share of the secrets` });
    let deepest = 0;
    (function walk(node, left, path) {
      const w = width * node.left / all;
      if (w < 1.2) return; // too narrow to be seen
      deepest = Math.max(deepest, path.length + 1);
      const here = path.every((f, i) => answers[i] === f) && path.length <= answers.length;
      const shade = node.candidate ? "#1F9E78" : "#D88A00";
      const e = make("rect", { x: left, y: row * path.length, width: w, height: row, fill: here ? "#003F87" : shade, stroke: "#ffffff", "stroke-width": 0.6, "data-path": path.join(" "),
        onclick: () => { explore.answers = [...path]; moved(); } });
      e.append(make("title", {}, `guess ${path.length + 1}: ${node.guess}, ${node.left} left`));
      svg.append(e);
      let x = left;
      for (const [f, size] of bySize(node.parts)) {
        const next = node.next.get(f);
        if (next) walk(next, x, [...path, f]);
        x += width * size / all;
      }
    })(played.root, 0, []);
    svg.setAttribute("viewBox", `0 0 ${width} ${row * deepest}`);
    const key = (colour, text) => [make("span", { class: "key", style: `background:${colour}` }), text + " "];
    byId("explore-map").replaceChildren(svg, make("p", { class: "rows" }, "The tree at a glance, a row for each guess: ",
      ...key("#1F9E78", "a guess that may be the secret,"), ...key("#D88A00", "one that cannot,"), ...key("#003F87", "the path taken.")));
  }

  // bySize sorts the parts of a partition, the largest first.
  const bySize = (parts) => [...parts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);

  function drawPosition() {
    const { game } = explore;
    const { node, history } = position(), last = history[history.length - 1];
    byId("explore-history").replaceChildren(...history.map((h, i) => make("li", {},
      make("code", {}, h.guess), " got ", game.feedbacks[h.f], `: ${h.left} left`,
      make("button", { type: "button", "aria-label": `Back to before guess ${i + 1}`, onclick: () => { explore.answers.length = i; moved(); } }, "back to here"))));
    drawMap();
    byId("explore-answers").hidden = !node;
    byId("explore-again").hidden = history.length === 0;
    const now = byId("explore-now"), body = byId("explore-parts").tBodies[0];
    body.replaceChildren();
    byId("explore-printed").replaceChildren();
    if (!node) {
      now.replaceChildren(last.f === game.final
        ? `Solved with guess ${history.length}: ` : "Nothing more is printed here: ", make("code", {}, last.guess));
    } else {
            now.replaceChildren(`Guess ${history.length + 1}: `, make("code", {}, node.guess),
        `, with ${node.left} ${node.left === 1 ? "candidate" : "candidates"} left${node.candidate ? "" : "; it cannot be the secret, but distinguishes them"}`);
      for (const [f, size] of bySize(node.parts)) {
        const next = node.next.get(f);
        body.append(make("tr", {},
          make("td", {}, make("button", { type: "button", "data-answer": game.feedbacks[f], onclick: () => answer(f) }, game.feedbacks[f])),
          make("td", { class: "n" }, String(size)),
          make("td", {}, make("span", { class: "share", style: `width:${8 * size / node.left}rem` })),
          make("td", {}, f === game.final ? "solved" : next ? make("code", {}, next.guess) : "not printed")));
      }
      const printed = printedHere(history);
      if (printed.length > 0) {
        byId("explore-printed").append(make("ul", { "aria-label": "Printed strategies at this position" }, ...printed.map((p) => make("li", {},
          `${p.name} prints `, make("code", {}, p.guess), p.guess === node.guess ? " here: the same guess" : " here: another guess"))));
      }
    }
    const left = byId("explore-left");
    const candidates = node ? node.secrets : last.f === game.final ? [last.guess] : [];
    left.textContent = "";
    const shown = 150;
    left.append(candidates.slice(0, shown).join(" "));
    if (candidates.length > shown) {
      left.append(" ", make("button", { type: "button", onclick: () => { left.textContent = candidates.join(" "); } }, `and ${candidates.length - shown} more`));
    }
    byId("explore-left-h").textContent = `Candidates: ${node ? node.left : last.left}`;
  }

  function startTree() {
    explore.played = known(explore.game, explore.game.played.filter((p) => p.tree)[Number(byId("explore-strategy").value)]);
    explore.answers = [];
    byId("explore-error").textContent = "";
    drawPosition();
  }

  function startGame() {
    explore.game = games.get(byId("explore-game").value);
    const trees = explore.game.played.filter((p) => p.tree), classic = usual(trees.filter((p) => p.histogram), "minimax");
    byId("explore-strategy").replaceChildren(...trees.map((p, i) => option(i, p.name + (p.printed ? " (as printed)" : ""))));
    byId("explore-strategy").value = Math.max(0, trees.indexOf(classic[0]));
    byId("explore-code").value = "";
    startTree();
  }

  // asked says what a secret of the game looks like: of what characters, if they are
  // digits in a row, else with an example.
  function asked(game) {
    const secrets = explore.played.root.secrets;
    const used = [...new Set(secrets.join(""))].sort();
    const [first, last] = [used[0], used[used.length - 1]];
    const different = secrets.every((s) => new Set(s).size === game.width);
    if (/^\d+$/.test(used.join("")) && Number(last) - Number(first) + 1 === used.length) {
      return `a code of ${game.width} ${different ? "different " : ""}digits from ${first} to ${last}`;
    }
    return `a secret of ${game.name}, such as ${secrets[0]}`;
  }

  // pathTo lists the feedback that leads to the end of the game with a secret.
  function pathTo(game, node, code) {
    if (node.candidate && node.guess === code) return [game.final];
    for (const [f, next] of node.next) {
      if (next.secrets.includes(code)) return [f, ...pathTo(game, next, code)];
    }
    return [];
  }

  byId("explore-secret").addEventListener("submit", (event) => {
    event.preventDefault();
    const { game, played } = explore;
    const typed = byId("explore-code").value.trim();
    const code = [typed, typed.toUpperCase(), typed.toLowerCase()].find((c) => played.depths.has(c));
    const error = byId("explore-error");
    error.textContent = "";
    if (!code) {
      error.textContent = played.root.missing ? `The part of this tree that is printed does not lead to ${typed}.` : `Enter ${asked(game)}.`;
      return;
    }
    explore.answers = pathTo(game, played.root, code);
    moved();
  });
  byId("explore-again").addEventListener("click", () => { explore.answers = []; moved(); });

  for (const g of data.games) if (g.width) byId("explore-game").append(option(g.name, g.describe));
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
  restore();
  window.addEventListener("hashchange", restore);
  settled = true;
})();
