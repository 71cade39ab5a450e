// The page: its parts, and the address that says which is shown and in what state.
"use strict";

(() => {
  const parts = { guess: Board, secret: Board, compare: Compare, prove: Prove, number: Numbers, judge: Judge };

  // A link is #PART&key=value&…; without keys a part is shown as it was left.
  function restore() {
    address = location.hash;
    const [part, ...rest] = address.slice(1).split("&");
    const name = Object.hasOwn(parts, part) ? part : "guess", shown = sectionOf[name];
    for (const section of document.querySelectorAll("main > section")) section.hidden = section.id !== shown;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.dataset.part === shown) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    parts[name].restore(name, new URLSearchParams(rest.join("&")));
  }

  // suggest fills a list of suggestions.
  function suggest(id, values) {
    byId(id).replaceChildren(...values.map(value => make("option", { value })));
  }
  suggest("games", ["mm4x6", "bc4x10", "bp4x6", "mm5x8", "mm4x7", "mm4x6-distinct", "bc4x9", "bc5x10", "bc4x10-nozero", "mm3x6", "bc3x10", "bp4x5", "pos4x6", "pos4x6-counted", "primel", "nerdle5", "nerdle6", "twod5", "wordle"]);
  suggest("strategies", ["entropy", "optimal", "knuth", "irving", "neuwirth", "kooi", "minimax", "expected-size", "most-parts", "simple", "random"]);
  suggest("pools", ["all", "consistent", "hard", "hard-strict", "answers"]);
  suggest("ties", ["consistent,first", "consistent,last", "consistent,random", "first", "last", "random", "consistent,minimax,first"]);

  const missing = Program.missing();
  if (missing) {
    byId("missing").hidden = false;
    byId("missing").replaceChildren(`This browser lacks ${missing}, which the lab needs. `, make("a", { href: "index.html" }, "The page of results"), " works without.");
    return;
  }
  window.addEventListener("hashchange", restore);
  restore();
})();
