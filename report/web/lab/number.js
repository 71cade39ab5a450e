// Where a number comes from: the proved optima and published averages that have it, or the
// conventions that give it.
"use strict";

const Numbers = (() => {
  const job = runner(byId("number-job"));
  const presets = { "5.2131": ["5.2131", ""], "Knuth’s 4.476": ["4.476", ""], "5.265 of bc4x10": ["5.265", "bc4x10"] };

  async function explain() {
    const mean = byId("mean").value.trim(), game = byId("number-game").value.trim(), words = (...options) => commandOf("explain", [mean], ...(game ? ["--game", game] : []), ...options);
    keep("number", { mean, game });
    byId("number-results").replaceChildren();
    if (!mean) return job.fail("Write a mean such as 5.21.");
    const [result] = await job.run([words("--json")]) ?? [];
    if (result) byId("number-results").replaceChildren(...documents(result.out).flatMap(d => Array.isArray(d) ? knownOf(d) : searchedOf(d)), make("h2", {}, "The same on a terminal"), repeat(words()));
  }

  const play = subject => button("Play it", () => { location.hash = "#compare&" + new URLSearchParams({ s: subject }); }, { "aria-label": `Play it: ${subject}` });
  const knownOf = known => [
    make("h2", {}, `${plural(known.length, "known figure")}`),
    table("Known figures", ["strategy", "#mean", "what it is", "#total", "#worst", "play"], known.map(k => [
      k.subject, k.mean ? number(k.mean, 5) : "",
      k.sentence, k.total ? number(k.total) : "", k.worst ?? "", k.total ? play(k.subject) : ""]), { class: "known" }, [0, 1], true),
  ];
  function searchedOf(s) {
    const rows = s.found.length ? s.found : s.nearest;
    return [
      make("h2", {}, s.found.length ? `${plural(s.found.length, "setting")} of ${s.game}` : `No setting tried of ${s.game} gives it; the nearest`),
      make("p", { class: "soft" }, `${number(s.played)} of ${number(s.conventions)} settings played.`),
      table(`Settings of ${s.game}`, ["criterion", "pool", "ties", "first guess", "until", "#total", "#mean", "#worst", "play"], rows.map(e => [
        e.criterion, e.pool, e.ties, e.first, e.until, number(e.total), number(e.mean, 5), e.worst,
        play(`${e.game} ${e.criterion} pool=${e.pool} ties=${e.ties} order=${e.order} endgame=${e.endgame} first=${e.first}`)]), {}, [0, 3, 6]),
    ];
  }

  function start(mean, game) {
    byId("mean").value = mean;
    byId("number-game").value = game;
    return explain();
  }
  byId("number-presets").replaceChildren(...Object.entries(presets).map(([name, p]) => button(name, () => start(...p))));
  byId("number-form").addEventListener("submit", e => { e.preventDefault(); explain(); });
  const restore = (_, given) => given.get("mean") ? start(given.get("mean"), given.get("game") ?? "") : keep("number", {});
  return { restore };
})();
