/* Small manners of every page: says when the live connection is lost, keeps typed text and open parts through
   swaps, copies. Everything works without it after a reload. */
"use strict";

(() => {
  const connection = document.getElementById("connection");
  const lost = new Set();
  const LOST_AFTER_MS = 1500; // a reconnect within that is nobody's business

  const show = () => { connection.hidden = lost.size === 0; };

  document.addEventListener("htmx:wsClose", (event) => {
    const element = event.target;
    element.dataset.closed = "yes";
    setTimeout(() => {
      if (element.dataset.closed === "yes" && document.contains(element)) lost.add(element);
      show();
    }, LOST_AFTER_MS);
  });

  document.addEventListener("htmx:wsOpen", (event) => {
    delete event.target.dataset.closed;
    lost.delete(event.target);
    show();
  });

  // The page's address for its socket carries the last event it has seen, so that a reconnect brings exactly what
  // came since: the server keeps `data-seq` of the element named by `data-cursor` current.
  const withCursor = (address) => {
    const cursor = document.querySelector("[data-cursor-for]");
    if (!cursor || !cursor.dataset.seq) return address;
    const url = new URL(address);
    if (url.pathname !== cursor.dataset.cursorFor) return address;
    url.searchParams.set("after", cursor.dataset.seq);
    return url.href;
  };

  if (window.htmx) window.htmx.createWebSocket = (address) => new WebSocket(withCursor(address), []);

  // A part with a form that is being sent comes anew after the answer to it: htmx finds nothing to swap from a form that
  // the socket has taken away, and what the server said would be lost. If the answer brings the part, it is newer.
  let bySocket = false;
  const held = new Map();
  document.addEventListener("htmx:wsBeforeMessage", () => { bySocket = true; });
  document.addEventListener("htmx:wsAfterMessage", () => { bySocket = false; });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const fresh = detail.fragment?.firstElementChild;
    if (!fresh || fresh.id !== detail.target.id) return;
    held.delete(fresh.id);
    if (!bySocket || !detail.target.querySelector(".htmx-request")) return;
    detail.shouldSwap = false;
    const later = fresh.cloneNode(true);
    later.setAttribute("hx-swap-oob", "true");
    held.set(fresh.id, later.outerHTML);
  });
  document.addEventListener("htmx:afterRequest", () => {
    const parts = [...held.values()].join("");
    held.clear();
    if (parts) queueMicrotask(() => window.htmx.swap(document.body, parts, { swapStyle: "none" }));
  });

  // Opened details stay open when the server sends the part anew; of one that is held, what is open when it is shown.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (!detail.fragment || !detail.shouldSwap) return;
    for (const open of detail.target.querySelectorAll("details[open][id]")) {
      detail.fragment.querySelector(`details[id="${CSS.escape(open.id)}"]`)?.setAttribute("open", "");
    }
  });

  // Words that somebody is typing stay in their field when its part comes anew for the same question, and are given
  // back where the question is no longer asked.
  const asked = (part) => part.querySelector("[name=question]")?.value;
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const fresh = detail.fragment;
    if (!fresh || !detail.shouldSwap || !asked(detail.target)) return;
    const fields = [...detail.target.querySelectorAll("textarea, input:not([type]), input[type=text]")];
    const written = fields.filter((field) => field.name && field.value.trim() && field.value !== field.defaultValue);
    const lost = written.filter((field) => {
      const same = asked(fresh) === asked(detail.target) && fresh.querySelector(`[name="${CSS.escape(field.name)}"]`);
      if (same) same.value = field.value;
      return !same;
    });
    if (bySocket && lost.length) giveBack(lost.map((field) => field.value.trim()).join("\n\n"));
  });
  // What an answer has taken is in no danger any more, even if its part comes anew only now.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!detail.successful || !/\/answer\/$/.test(detail.pathInfo.requestPath)) return;
    const fields = detail.elt.closest(".part")?.querySelectorAll("textarea, input") ?? [];
    for (const field of fields) field.defaultValue = field.value;
  });
  const giveBack = (words) => {
    const message = document.getElementById("run-message");
    const kept = document.getElementById("kept-words-template")?.content.cloneNode(true);
    if (!message || !kept) return;
    // An answer that was refused a moment ago has given them back already, and said by whom the question was answered.
    if (!message.hidden && message.querySelector("#kept-words")?.value.includes(words)) return;
    kept.querySelector("textarea").value = words;
    message.replaceChildren(kept);
    message.hidden = false;
  };

  // A steer says what the person had in sight when they gave it: the last event their page has seen.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const seq = document.querySelector("[data-cursor-for]")?.dataset.seq;
    if (seq && /\/steer\/$/.test(detail.path)) detail.parameters.against = seq;
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.querySelector(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Press Ctrl C"; // no clipboard without HTTPS; the text is selected
    }
  });
})();
