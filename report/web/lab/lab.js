"use strict";
(async () => {
  const lab = document.getElementById("lab");
  lab.textContent = Program.missing();
  const r = await Program.run(["measure", "mm4x6", "knuth", "--json"]);
  lab.textContent = JSON.stringify(r);
})();
