// Choosing feedback, the same wherever it is asked for: black and white pegs are a cell of a grid;
// feedback that colours letters, or is written otherwise, is one of a list.
"use strict";

// answersOf builds the buttons for the feedback that a guess may get. Each part has a feedback, the
// number of codes with it as text, and words for it; choose is called with the feedback.
function answersOf(game, guess, parts, choose) {
  const press = (part, attributes, ...content) => button(content.flat(), () => choose(part.feedback), { ...attributes, "data-feedback": part.feedback });
  if (parts.every(part => pegsOf(part.feedback))) return gridOf(game, guess, parts, press);
  const lettered = parts.some(part => isMarks(part.feedback, guess));
  return make("div", { class: lettered ? "answers lettered" : "answers" }, parts.map(part => press(part, {},
    isMarks(part.feedback, guess) ? [code(game, guess, part.feedback), make("span", { class: "unseen" }, part.feedback)] : make("span", {}, part.feedback),
    make("small", {}, part.text, make("span", { class: "unseen" }, ` ${part.words}`)))));
}

// gridOf builds a grid with a row for each number of black pegs and a column for each of white
// pegs; without white pegs the black ones are in a row. The darker a cell, the more codes. Tab
// stops at the grid once, and arrows move in it.
function gridOf(game, guess, parts, press) {
  const sizes = [...guess].map((_, i) => i).concat(guess.length), most = Math.max(...parts.map(part => part.codes));
  const flat = /^bp/.test(game), [rowName, columnName] = /^bc/.test(game) ? ["bulls", "cows"] : flat ? ["", "black"] : ["black", "white"];
  const cells = new Map(parts.map(part => [part.feedback, press(part, {
    "aria-label": `${said(game, part.feedback)}: ${part.text} ${part.words}`, style: `--share:${Math.round(100 * part.codes / most)}%`, tabindex: -1,
  }, make("small", {}, part.text))]));
  const cell = (a, b) => cells.get(`${a}A${b}B`) ?? make("span", { class: "none" });
  const grid = make("div", { class: "grid", role: "group", "aria-label": flat ? "Feedback: black pegs" : `Feedback: ${rowName} down, ${columnName} across`, style: `--sizes:${sizes.length}` },
    make("span", { class: "axes", "aria-hidden": "true" }, rowName && make("span", {}, `${rowName} ↓`), make("span", {}, `${columnName} →`)),
    sizes.map(b => make("span", { "aria-hidden": "true" }, b)),
    (flat ? [0] : sizes).flatMap(a => [make("span", { "aria-hidden": "true" }, flat ? "" : a), ...sizes.map(b => flat ? cell(b, 0) : cell(a, b))]));

  const buttons = [...grid.children], stops = [...cells.values()], width = sizes.length + 1;
  const stop = chosen => stops.forEach(b => { b.tabIndex = b === chosen ? 0 : -1; });
  grid.addEventListener("focusin", e => stop(e.target));
  grid.addEventListener("keydown", e => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[e.key];
    if (!step) return;
    e.preventDefault();
    let at = buttons.indexOf(e.target) + step;
    while (buttons[at] && !cells.has(buttons[at].dataset.feedback)) at += step;
    buttons[at]?.focus();
  });
  stop(stops[0]);
  return grid;
}
