/* The live page of a run. The socket brings parts and lines; this keeps what the person is doing intact, shows times
   as their clock has them, and says how old the page is when the connection is lost. Without it a reload shows all. */
"use strict";

(() => {
  const live = document.querySelector(".live");
  const age = document.getElementById("run-age");
  const MOST_LINES = 500;
  let heard = Date.now();
  let connected = true;

  // A part that says the same as what is there is left alone: typed text, ticks, focus and scroll stay.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const fresh = event.detail.fragment?.firstElementChild;
    const version = fresh?.dataset?.version;
    if (version && event.detail.target.dataset.version === version) event.detail.shouldSwap = false;
  });

  // When a part must change, focus goes back to the control of the same name and value.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const held = document.activeElement;
    if (!event.detail.shouldSwap || !event.detail.target.contains(held)) return;
    const same = held.id ? `#${CSS.escape(held.id)}`
      : held.getAttribute("formaction") ? `[formaction="${CSS.escape(held.getAttribute("formaction"))}"]`
      : held.name ? `[name="${CSS.escape(held.name)}"][value="${CSS.escape(held.value)}"]` : null;
    const part = event.detail.target.id;
    if (same) queueMicrotask(() => document.getElementById(part)?.querySelector(same)?.focus({ preventScroll: true }));
  });

  const clock = (time) => {
    if (time.dataset.local) return;
    time.dataset.local = "yes";
    time.textContent = new Date(time.dateTime).toLocaleTimeString();
  };

  const worked = () => {
    for (const span of live.querySelectorAll(".worked[data-since]")) {
      const seconds = Number(span.dataset.worked) + Math.max(0, Date.now() - Date.parse(span.dataset.since)) / 1000;
      span.textContent = `${Math.round(seconds)} s of work`;
    }
  };

  const tidy = () => {
    live.querySelectorAll("time:not([data-local])").forEach(clock);
    const lines = document.getElementById("run-events");
    while (lines.childElementCount > MOST_LINES) lines.lastElementChild.remove();
    worked();
  };

  const tell = () => {
    age.hidden = connected;
    if (!connected) age.textContent = `Last update ${Math.round((Date.now() - heard) / 1000)} s ago.`;
    worked();
  };

  document.addEventListener("htmx:wsAfterMessage", () => { heard = Date.now(); tidy(); });
  document.addEventListener("htmx:wsOpen", () => { connected = true; heard = Date.now(); tell(); });
  document.addEventListener("htmx:wsClose", () => { connected = false; tell(); });
  document.addEventListener("htmx:afterSettle", tidy);
  setInterval(tell, 1000);
  tidy();
})();
