/* The home's list keeps what a person is doing: while a row's menu is open the list stands still, and what came
   meanwhile is shown when it closes. Without it the menus are links and forms as everywhere. */
"use strict";

(() => {
  const openMenu = () => document.querySelector(".rowmenu[open]");
  const list = () => document.getElementById("run-list");
  let held = null; // the newest list that came while a menu was open

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const target = event.detail.target;
    if (target?.id !== "run-list") return;
    if (openMenu()) {
      held = event.detail.fragment.querySelector("#run-list") ?? event.detail.fragment.firstElementChild;
      event.detail.shouldSwap = false;
      return;
    }
    held = null;
    if (event.detail.shouldSwap) keepFocus(target);
  });

  const keepFocus = (target) => {
    const focused = document.activeElement;
    if (!focused?.id || !target.contains(focused)) return;
    queueMicrotask(() => document.getElementById(focused.id)?.focus({ preventScroll: true }));
  };

  document.addEventListener("toggle", (event) => {
    if (!event.target.matches?.(".rowmenu") || openMenu() || !held) return;
    const fresh = held;
    held = null;
    fresh.removeAttribute("hx-swap-oob");
    // app.js opened in it what was open when it came; the menu has been closed since.
    for (const menu of fresh.querySelectorAll(".rowmenu[open]")) menu.removeAttribute("open");
    keepFocus(list());
    list().replaceWith(fresh);
    window.htmx.process(fresh);
  }, true);

  const close = (menu, focus) => {
    menu.open = false;
    if (focus) menu.querySelector("summary").focus();
  };

  document.addEventListener("keydown", (event) => {
    const menu = openMenu();
    if (event.key !== "Escape" || !menu) return;
    event.preventDefault();
    close(menu, true);
  });

  document.addEventListener("click", (event) => {
    const menu = openMenu();
    if (menu && !menu.contains(event.target)) close(menu, false);
  });

  // A row that is renamed comes anew, one that is archived goes, a menu is filled: focus stays where the person was.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const row = event.detail.target;
    if (row?.matches?.(".menu") && row.contains(document.activeElement)) { // Tab was quicker than the menu's content
      setTimeout(() => row.querySelector("input:not([type=hidden])").focus({ preventScroll: true }));
      return;
    }
    if (!row?.matches?.("li.session") || event.detail.xhr.status >= 400) return;
    const near = row.nextElementSibling ?? row.previousElementSibling;
    const id = event.detail.requestConfig.path.endsWith("/rename/")
      ? row.querySelector(".rowmenu > summary").id
      : near?.querySelector(".name").id ?? "main";
    setTimeout(() => document.getElementById(id)?.focus({ preventScroll: true }));
  });
})();
