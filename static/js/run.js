/* The live page of a run. The socket brings parts and lines; this keeps what the person is doing intact, shows times
   as their clock has them, and says how old the page is where app.js says that the connection is lost. Without it a
   reload shows all. */
"use strict";

(() => {
  const live = document.querySelector(".live");
  const age = document.getElementById("run-age");
  const MOST_LINES = 500;
  document.getElementById("connection").append(" ", age); // one place for both
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
    const replaced = event.detail.fragment?.firstElementChild?.id === event.detail.target.id;
    if (!replaced || !event.detail.shouldSwap || !event.detail.target.contains(held)) return;
    const same = held.id ? `#${CSS.escape(held.id)}`
      : held.getAttribute("formaction") ? `[formaction="${CSS.escape(held.getAttribute("formaction"))}"]`
      : held.getAttribute("aria-controls") ? `[aria-controls="${CSS.escape(held.getAttribute("aria-controls"))}"]`
      : held.tagName === "SUMMARY" && held.parentElement.id ? `#${CSS.escape(held.parentElement.id)} > summary`
      : held.getAttribute("href") ? `[href="${CSS.escape(held.getAttribute("href"))}"]`
      : held.name ? `[name="${CSS.escape(held.name)}"][value="${CSS.escape(held.value)}"]` : null;
    const part = event.detail.target.id;
    if (same) queueMicrotask(() => document.getElementById(part)?.querySelector(same)?.focus({ preventScroll: true }));
  });

  const clock = (time) => {
    if (time.dataset.local) return;
    const moment = new Date(time.dateTime);
    const short = time.textContent.trim().length === 5; // 10:02, as the server wrote it
    time.dataset.local = "yes";
    time.textContent = moment.toLocaleTimeString([], short ? { hour: "2-digit", minute: "2-digit" } : {});
    if (time.title) time.title = moment.toLocaleString();
  };

  const spelled = (seconds) => {
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
    const two = (number) => String(number).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  };

  const left = () => {
    for (const span of live.querySelectorAll(".expires[data-expires]")) {
      const seconds = Math.max(0, (Date.parse(span.dataset.expires) - Date.now()) / 1000);
      const words = seconds >= 90 ? `in ${Math.round(seconds / 60)} min`
        : seconds > 0 ? `in ${Math.ceil(seconds)} s` : "any moment now";
      if (span.textContent !== words) span.textContent = words;
      span.title = new Date(span.dataset.expires).toLocaleString();
    }
  };

  const worked = () => {
    for (const span of live.querySelectorAll(".worked[data-since]")) {
      const seconds = Number(span.dataset.worked) + Math.max(0, Date.now() - Date.parse(span.dataset.since)) / 1000;
      span.textContent = span.tagName === "B" ? spelled(seconds) : `${Math.round(seconds)} s of work`;
    }
  };

  const tidy = () => {
    live.querySelectorAll("time:not([data-local])").forEach(clock);
    const lines = document.getElementById("run-events");
    while (lines && lines.childElementCount > MOST_LINES) lines.lastElementChild.remove();
    worked();
    left();
  };

  const tell = () => {
    age.hidden = connected;
    if (!connected) age.textContent = `Last update ${Math.round((Date.now() - heard) / 1000)} s ago.`;
    worked();
    left();
  };

  document.addEventListener("htmx:wsAfterMessage", () => { heard = Date.now(); tidy(); });
  // What this page shows, so that a new connection is sent only what differs: each part's version, "" for an entry of
  // a list. An entry that is here already is never put in twice.
  const shown = () => {
    const have = {};
    for (const part of live.querySelectorAll(".part[id]")) {
      have[part.id] = part.dataset.version;
      const entry = part.parentElement;
      if (entry.tagName === "LI" && entry.id) have[entry.id] = "";
    }
    return JSON.stringify(have);
  };
  let socket = null; // of a page that says what it shows
  document.addEventListener("htmx:wsOpen", (event) => {
    if (!live.getAttribute("ws-connect").includes("says=parts")) return;
    socket = event.detail.socketWrapper;
    socket.sendImmediately(shown());
  });
  // A part whose form is being sent is not swapped meanwhile. When the answer is there, what differs comes again;
  // without a connection only a new page can show what came of it.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!socket || event.detail.requestConfig?.verb !== "post") return;
    if (connected) socket.sendImmediately(shown());
    else if (event.detail.xhr.status < 300) location.reload();
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const fresh = event.detail.fragment?.firstElementChild;
    if (fresh?.tagName === "LI" && fresh.id && document.getElementById(fresh.id)) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:wsOpen", () => { connected = true; heard = Date.now(); tell(); });
  document.addEventListener("htmx:wsClose", () => { connected = false; tell(); });
  document.addEventListener("htmx:afterSettle", tidy);
  setInterval(tell, 1000);
  tidy();
})();
