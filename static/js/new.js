/* A new session's form: says in words what the range means, and is sent once. */
"use strict";

(() => {
  const form = document.getElementById("new-session");
  const range = document.getElementById("id_c0");
  const words = document.getElementById("asking-words");
  const table = [...document.querySelectorAll("#asking-table > li")];

  range.addEventListener("input", () => {
    const row = table.find((item) => Number(range.value) <= Number(item.dataset.most));
    words.textContent = row.textContent;
    range.setAttribute("aria-valuetext", row.textContent);
  });

  const start = document.getElementById("start");
  form.addEventListener("submit", () => { start.disabled = true; });
  window.addEventListener("pageshow", () => { start.disabled = false; });

  // The first thing that needs another look is where the person is.
  form.querySelector(".wrong :is(input, textarea, select), .problem")?.focus();
})();
