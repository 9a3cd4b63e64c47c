/* What waits for the person, told wherever they are: in the tab's title and icon, politely to a screen reader, and as
   a browser notice for whoever asked for it. Nothing here moves focus, but for the keys that say so.

   Sources: on a run's page `#run-attention` (data-waiting, data-question, data-title = the question, data-state = the
   run's status, data-closed = how the last question was closed), on Home the rows of `#run-list` that wait. */
"use strict";

(() => {
  const region = document.getElementById("announce");
  const icon = document.querySelector("link[rel=icon][data-waiting]");
  const calm = { title: document.title, icon: icon?.href };
  const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* not kept, that is all */ } };

  // One region for all that is said; what comes together is said together, and the same words twice are said twice.
  let toSay = [];
  const say = (words) => {
    toSay.push(words);
    if (toSay.length > 1) return;
    region.textContent = "";
    setTimeout(() => { region.textContent = toSay.join(" "); toSay = []; }, 100);
  };

  // What waits now: how many, and each question by a key that stays the same while it does.
  const onRunPage = (mark) => ({
    prefix: "Question: ",
    state: mark.dataset.state,
    closed: mark.dataset.closed,
    waiting: mark.dataset.waiting === "1"
      ? [{ key: mark.dataset.question, text: mark.dataset.title }] : [],
  });
  const onHome = (list) => ({
    waiting: [...list.querySelectorAll("li[id]")].filter((row) => row.querySelector(".chip.wait") && row.closest(".waiting"))
      .map((row) => ({ key: row.id, text: (row.querySelector(".name") || row).textContent.trim() })),
  });
  const now = () => {
    const mark = document.getElementById("run-attention");
    if (mark) return onRunPage(mark);
    const list = document.getElementById("run-list");
    return list ? onHome(list) : null;
  };

  const show = ({ prefix, waiting }) => {
    document.title = waiting.length ? `${prefix || `(${waiting.length}) `}${calm.title}` : calm.title;
    if (icon) icon.href = waiting.length ? icon.dataset.waiting : calm.icon;
  };

  let before = now();
  let answering = ""; // the question that this page is just answering itself
  const look = () => {
    const after = now();
    if (!after) return;
    show(after);
    if (before) tell(before, after);
    before = after;
  };
  const tell = (was, is) => {
    const known = new Set(was.waiting.map((one) => one.key));
    for (const one of is.waiting.filter((one) => !known.has(one.key))) {
      const hint = keysAreOn() ? " Press g then q to go to it." : "";
      say(`A question waits: ${one.text}${/[.?!]$/.test(one.text) ? "" : "."}${hint}`);
      notify(one);
    }
    const still = new Set(is.waiting.map((one) => one.key));
    const gone = was.waiting.filter((one) => !still.has(one.key));
    if (is.state !== undefined && gone.length && gone[0].key !== answering) {
      say(`The question no longer waits${is.closed ? `: ${is.closed}` : ""}.`);
    }
    if (gone.length) answering = "";
    if (was.state !== "ended" && is.state === "ended") {
      const hint = keysAreOn() ? " Press g then r to read it." : "";
      say(reportLink() ? `The report is written.${hint}` : "The run has ended.");
    }
  };

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (/\/answer\/$/.test(detail.path)) answering = document.getElementById("run-attention")?.dataset.question || "";
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => { if (!detail.successful) answering = ""; });
  document.addEventListener("htmx:wsAfterMessage", look);
  document.addEventListener("htmx:afterSettle", look);
  document.addEventListener("htmx:oobAfterSwap", () => queueMicrotask(look));

  // The connection: app.js shows the notice, this says it.
  const connection = document.getElementById("connection");
  if (connection) {
    new MutationObserver(() => {
      say(connection.hidden ? "Connected again; the page is up to date." : "No connection. The page tries again by itself.");
    }).observe(connection, { attributes: true, attributeFilter: ["hidden"] });
  }

  // Browser notices, for whoever pressed the button
  const WANTED = "steerlab-notify";
  const KEYS = "steerlab-keys";
  const NOTICES = {
    unsupported: ["This browser shows no notices here. The tab's title tells you instead.", ""],
    denied: ["This browser was told to block notices from this site; its site settings can allow them again.", ""],
    on: ["You get a notice when a question waits and this tab is out of sight.", "Stop notices"],
    off: ["A notice can tell you when a question waits and this tab is out of sight.", "Notify me"],
  };
  const notices = () => {
    if (!("Notification" in window) || !window.isSecureContext) return "unsupported";
    if (Notification.permission === "denied") return "denied";
    return Notification.permission === "granted" && remembered(WANTED) === "yes" ? "on" : "off";
  };
  const notify = (one) => {
    if (!document.hidden || notices() !== "on") return;
    try {
      const notice = new Notification("A question waits", { body: one.text, tag: `${location.pathname}${one.key}`, icon: icon?.href });
      notice.addEventListener("click", () => { window.focus(); notice.close(); });
    } catch { /* phones want a service worker for it; the title tells them */ }
  };
  const switchNotices = async () => {
    if (notices() === "on") remember(WANTED, "no");
    else if (notices() === "off" && await Notification.requestPermission() === "granted") remember(WANTED, "yes");
    showSettings();
    say(NOTICES[notices()][0]);
  };

  // Keys
  const GO = {
    q: ["the question that waits", () => goToQuestion()],
    t: ["the tree", () => focusOn(document.getElementById("h-tree"), "There is no tree on this page.")],
    r: ["the report", () => follow(reportLink(), "There is no report yet.")],
    h: ["Home", () => follow(document.querySelector(".brand"), "")],
  };
  const reportLink = () => document.querySelector('a[data-go="report"], main a[href$="/report/"], main a[href$="/report.md"]');
  const follow = (link, otherwise) => { if (link) link.click(); else say(otherwise); };
  const focusOn = (element, otherwise) => {
    if (!element) return say(otherwise);
    if (!element.matches("a, button, input, textarea, select, summary, [tabindex]")) element.tabIndex = -1;
    element.scrollIntoView({ block: "nearest" });
    element.focus();
  };
  const goToQuestion = () => {
    // A page that shows one panel at a time hears this and brings the right one forward.
    document.dispatchEvent(new CustomEvent("steerlab:go", { detail: "question" }));
    const here = document.getElementById("h-question");
    if (here) return focusOn(here);
    const first = document.querySelector("#run-list .waiting li:has(.chip.wait) a");
    if (!first) return say("No question waits.");
    location.href = `${first.href}#h-question`;
  };
  const keysAreOn = () => remembered(KEYS) !== "off";
  const types = (element) => element.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
  let armed = 0;
  document.addEventListener("keydown", (event) => {
    if (!keysAreOn() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (types(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?") { event.preventDefault(); return openHelp(); }
    const goes = Date.now() - armed < 1500 && GO[event.key];
    armed = event.key === "g" && !event.shiftKey ? Date.now() : 0;
    if (goes && !event.shiftKey) { event.preventDefault(); goes[1](); }
  });

  // The dialog with the keys and the notices; a button in the top bar opens it without a key.
  const made = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const status = made("p", { className: "hint", id: "notify-state" });
  const notifyButton = made("button", { type: "button" });
  notifyButton.dataset.notify = "";
  const keysBox = made("input", { type: "checkbox", id: "keys-on" });
  const key = (name) => made("kbd", { textContent: name });
  const help = made("dialog", { id: "key-help", className: "keyhelp" },
    made("h2", { id: "h-key-help", textContent: "Keys and notices" }),
    made("dl", {},
      ...Object.entries(GO).flatMap(([name, [where]]) => [made("dt", {}, key("g"), " then ", key(name)), made("dd", { textContent: `go to ${where}` })]),
      made("dt", {}, key("?")), made("dd", { textContent: "show this" })),
    made("p", {}, made("label", { className: "inline" }, keysBox, " Use these keys")),
    made("h3", { textContent: "Notices" }), status,
    made("p", { className: "row" }, notifyButton),
    made("form", { method: "dialog", className: "row" }, made("button", { className: "primary", textContent: "Close" })));
  help.setAttribute("aria-labelledby", "h-key-help");

  const showSettings = () => {
    const [words, label] = NOTICES[notices()];
    keysBox.checked = keysAreOn();
    status.textContent = words;
    for (const button of document.querySelectorAll("[data-notify]")) {
      button.hidden = !label;
      button.textContent = label;
    }
  };
  const openHelp = () => { showSettings(); help.showModal(); };
  keysBox.addEventListener("change", () => remember(KEYS, keysBox.checked ? "on" : "off"));
  document.addEventListener("click", (event) => { if (event.target.closest("[data-notify]")) switchNotices(); });
  document.body.append(help);
  const opener = made("button", { type: "button", className: "keys", textContent: "?", title: "Keys and notices" });
  opener.setAttribute("aria-label", "Keys and notices");
  opener.addEventListener("click", openHelp);
  document.querySelector(".topbar .me")?.prepend(opener);
  document.addEventListener("htmx:afterSettle", showSettings);
  showSettings();

  if (before) show(before);
  if (location.hash === "#h-question") goToQuestion();
})();
