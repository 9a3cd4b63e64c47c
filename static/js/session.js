/* The live session: tabs on narrow screens, a tree that folds and is walked by keys, a conversation that stays at its
   newest turn, and forms that keep what was typed when they are refused. Everything works without it after a reload. */
"use strict";

(() => {
  const session = document.querySelector(".session .live");
  const byId = (id) => document.getElementById(id);
  const narrow = window.matchMedia("(max-width: 60rem)");
  const kept = { // per run, for this tab of the browser
    key: (name) => `${location.pathname} ${name}`,
    get: (name, otherwise) => JSON.parse(sessionStorage.getItem(kept.key(name)) ?? "null") ?? otherwise,
    set: (name, value) => sessionStorage.setItem(kept.key(name), JSON.stringify(value)),
  };
  session.classList.add("scripted");

  // Tabs, where the panels do not fit beside each other. The chosen one is kept, also over a reload.
  const tabs = [...session.querySelectorAll('[role="tab"]')];
  const panels = session.querySelector(".panels");
  const choose = (tab, { focus = false } = {}) => {
    for (const one of tabs) {
      const panel = byId(one.getAttribute("aria-controls"));
      const chosen = one === tab;
      one.setAttribute("aria-selected", String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      panel.classList.toggle("chosen", chosen);
      if (narrow.matches) { panel.setAttribute("role", "tabpanel"); panel.setAttribute("aria-labelledby", one.id); }
    }
    kept.set("tab", tab.id);
    if (focus) tab.focus();
    if (tab.id === "tab-talk") requestAnimationFrame(() => toNewest());
  };
  const layOut = () => {
    tabs[0].parentElement.hidden = !narrow.matches;
    panels.classList.toggle("tabbed", narrow.matches);
    for (const tab of tabs) {
      const panel = byId(tab.getAttribute("aria-controls"));
      if (!narrow.matches) {
        panel.removeAttribute("role");
        panel.setAttribute("aria-labelledby", panel.id.replace("panel", "h"));
      }
    }
    choose(byId(kept.get("tab", "tab-talk")) ?? tabs[0]);
  };
  tabs[0].parentElement.addEventListener("click", (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) choose(tab);
  });
  tabs[0].parentElement.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    choose(tabs[(to + tabs.length) % tabs.length], { focus: true });
  });

  // Whoever goes to the question or, with g t, to the tree finds it on its tab.
  document.addEventListener("steerlab:go", (event) => {
    if (event.detail === "question") choose(byId("tab-talk"));
  });
  let going = false;
  document.addEventListener("keydown", (event) => {
    if (going && event.key === "t") choose(byId("tab-tree"));
    going = event.key === "g" && !event.target.matches("input, textarea, select");
  }, true); // before those who move the focus there

  // The conversation stays at its newest turn, unless the person has scrolled up; then a quiet button leads back.
  const scroller = byId("talk-scroller");
  const newer = byId("talk-newer");
  const turns = byId("turns");
  const root = () => (narrow.matches ? document.scrollingElement : scroller);
  let atNewest = true;
  let placed = 0; // where this brought it: a question taller than the panel is shown from its beginning
  let count = turns.childElementCount;
  const OWN_MS = 4000;
  let sent = -Infinity; // when something was last said or answered here
  const distance = () => root().scrollHeight - root().scrollTop - root().clientHeight;
  const waiting = () => turns.querySelector("li:has(> .ask)");
  function toNewest(opened = false) {
    if (narrow.matches && !byId("panel-talk").classList.contains("chosen")) return;
    const card = waiting();
    const far = card?.offsetHeight > scroller.clientHeight || card !== turns.lastElementChild;
    if (card && far && (opened || card === turns.lastElementChild) && !narrow.matches) {
      scroller.scrollTop += card.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    } else if (!narrow.matches) scroller.scrollTop = scroller.scrollHeight;
    placed = scroller.scrollTop;
    newer.hidden = true;
  }
  const watch = () => {
    atNewest = distance() < 48 || (!narrow.matches && Math.abs(scroller.scrollTop - placed) < 2);
    if (atNewest) newer.hidden = true;
  };
  scroller.addEventListener("scroll", watch, { passive: true });
  addEventListener("scroll", () => { if (narrow.matches) watch(); }, { passive: true });
  newer.addEventListener("click", () => { root().scrollTo({ top: root().scrollHeight }); });
  const writing = () => !byId("run-writing").hidden;
  const grown = () => {
    const added = turns.childElementCount > count;
    const more = added || writing();
    count = turns.childElementCount;
    const writes = scroller.contains(document.activeElement) && document.activeElement !== scroller;
    if (!more) return;
    if (added && performance.now() - sent < OWN_MS) { // one's own words, and what comes of them, are to be seen
      root().scrollTo({ top: root().scrollHeight });
    } else if (atNewest && !writes && !narrow.matches) toNewest();
    else if (!narrow.matches || byId("panel-talk").classList.contains("chosen")) newer.hidden = distance() < 48;
  };

  byId("panel-talk").addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "post") sent = performance.now();
  });

  // On a narrow screen both the question's buttons and the line to write in stay in reach, one above the other.
  const compose = byId("compose");
  new ResizeObserver(() => session.style.setProperty("--compose", `${compose.offsetHeight}px`)).observe(compose);

  // What an open question's button says follows the ticks and the lines.
  const counted = () => {
    const card = turns.querySelector(".ask");
    if (!card) return;
    const ticked = card.querySelectorAll('[name="ticked"]:checked').length;
    const added = byId("added").value.split("\n").filter((line) => line.trim()).length;
    const number = ticked + added;
    const button = card.querySelector(".continue");
    button.querySelector(".n").textContent = number || "no";
    button.querySelector(".noun").textContent = number === 1 ? " direction" : " directions";
    const end = card.querySelector('[name="end_branch"]');
    end.closest(".end-branch").hidden = number > 0;
    if (number > 0) end.checked = false;
    button.disabled = number === 0 && !end.checked;
  };
  turns.addEventListener("input", counted);

  // Subtrees fold; what was folded stays so when a card is sent anew.
  const tree = byId("tree");
  const folded = new Set(kept.get("folded", []));
  const fold = (branch, closed) => {
    branch.classList.toggle("folded", closed);
    branch.querySelector(":scope > .node .fold")?.setAttribute("aria-expanded", String(!closed));
    if (closed) folded.add(branch.id); else folded.delete(branch.id);
  };
  const refold = () => {
    for (const id of folded) {
      const branch = byId(id);
      if (branch) fold(branch, true);
    }
  };
  tree.addEventListener("click", (event) => {
    const button = event.target.closest(".fold");
    if (!button) return;
    const branch = button.closest("li");
    fold(branch, !branch.classList.contains("folded"));
    kept.set("folded", [...folded]);
  });

  // Arrow keys walk the tree's titles; they stay plain links in the order of the page.
  const inSight = () => [...tree.querySelectorAll("h3 > a")].filter((link) => link.offsetParent !== null);
  const titleOf = (branch) => branch?.querySelector(":scope > .node h3 > a");
  tree.addEventListener("keydown", (event) => {
    if (!event.target.matches("h3 > a") || event.altKey || event.ctrlKey || event.metaKey) return;
    const branch = event.target.closest("li");
    const below = branch.querySelector(":scope > .below > li");
    const closed = branch.classList.contains("folded");
    const all = inSight();
    const at = all.indexOf(event.target);
    const step = {
      ArrowDown: () => all[at + 1],
      ArrowUp: () => all[at - 1],
      Home: () => all[0],
      End: () => all.at(-1),
      ArrowRight: () => { if (below && closed) { fold(branch, false); return event.target; } return titleOf(below); },
      ArrowLeft: () => {
        if (below && !closed) { fold(branch, true); return event.target; }
        return titleOf(branch.parentElement.closest("li"));
      },
    }[event.key];
    if (!step) return;
    event.preventDefault();
    step()?.focus();
    kept.set("folded", [...folded]);
  });

  // "Add below" takes the one form for new directions to the node.
  const addition = byId("add-direction");
  session.addEventListener("click", (event) => {
    const link = event.target.closest("a.add-below");
    if (!link) return;
    event.preventDefault();
    link.closest("details").open = false;
    const select = byId("add-under");
    const path = link.dataset.under;
    if (![...select.options].some((option) => option.value === path)) {
      select.add(new Option(titleOf(link.closest("li")).textContent, path));
    }
    select.value = path;
    addition.open = true;
    byId("add-text").focus();
  });

  // Menus and small windows close on Escape, on a press elsewhere, and when another one opens.
  const popped = () => session.querySelectorAll("details.pop[open], details.menu[open]");
  document.addEventListener("pointerdown", (event) => {
    for (const open of popped()) if (!open.contains(event.target)) open.open = false;
  });
  session.addEventListener("toggle", (event) => {
    if (!event.target.open || !event.target.matches(".pop, .menu")) return;
    for (const open of popped()) if (open !== event.target) open.open = false;
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      for (const open of popped()) {
        open.open = false;
        open.querySelector("summary").focus();
      }
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("textarea")) {
      event.preventDefault();
      const own = event.target.closest(".ask")?.querySelector(".continue");
      if (own) own.click(); else event.target.form?.requestSubmit();
    }
  });
  byId("show-keys").hidden = false;
  byId("show-keys").addEventListener("click", () => byId("keys").showModal());

  // A slider says its number while it is moved.
  session.addEventListener("input", (event) => {
    if (event.target.id === "c0") event.target.parentElement.querySelector("output").value = Number(event.target.value).toFixed(2);
  });

  // A steer says what the person had in sight. What was taken is cleared, what was refused stays to be mended.
  document.addEventListener("htmx:configRequest", (event) => {
    if ("against" in event.detail.parameters) event.detail.parameters.against = byId("run-cursor").dataset.seq;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig?.verb !== "post" || event.detail.xhr.status >= 300) return;
    const form = event.target.closest("form");
    if (form?.querySelector('[name="text"]')) form.reset();
    for (const open of popped()) open.open = false;
  });

  const settled = () => { refold(); grown(); counted(); };
  document.addEventListener("htmx:wsAfterMessage", settled);
  narrow.addEventListener("change", layOut);
  layOut();
  refold();
  counted();
  toNewest(true);
  if (narrow.matches && waiting() && !scrollY && !location.hash) waiting().scrollIntoView({ block: "start" });
})();
