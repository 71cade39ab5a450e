// Tables on a phone: of each row some columns are shown, the name and the mean, and a button
// unfolds the rest below. The style fold.css does so on narrow screens; elsewhere nothing changes.
"use strict";

// fold prepares a table; kept are the columns that a phone shows at once, the name first.
function fold(table, kept) {
  const headings = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
  for (const row of table.rows) {
    const cells = [...row.cells], last = row.appendChild(document.createElement("td"));
    cells.forEach((cell, i) => {
      cell.dataset.label = headings[i];
      cell.classList.add(kept.includes(i) ? "kept" : "folded");
    });
    last.className = "unfold";
    if (row.parentNode === table.tHead) continue;

    const more = last.appendChild(document.createElement("button"));
    more.type = "button";
    more.setAttribute("aria-label", `More of ${cells[kept[0]].textContent}`);
    unfold(more, false);
  }
  table.classList.add("folds");
  table.style.setProperty("--middle", Math.max(0, kept.length - 2));
  table.addEventListener("click", ({ target }) => {
    if (target.matches(".unfold > button")) unfold(target, target.ariaExpanded === "false");
  });
}

// unfold shows the rest of the row of a button, or hides it.
function unfold(more, open) {
  more.setAttribute("aria-expanded", open);
  more.closest("tr").classList.toggle("open", open);
}
