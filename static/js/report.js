/* A report: the passage behind a number opens beside the text, or over it on a narrow screen; the contents say where
   one is. Without it a number is a link to a page of its own. */
"use strict";

(() => {
  const text = document.getElementById("report-text");
  const passage = document.getElementById("passage");
  const side = document.getElementById("passage-side");
  const sheet = document.getElementById("passage-sheet");
  const said = document.getElementById("passage-said");
  const hint = document.getElementById("passage-hint");
  const narrow = matchMedia("(max-width: 64rem)");
  let opened = null; // the citation in the text that is open
  let byKeyboard = false;

  const shown = () => passage.querySelector("[data-number]");

  const place = () => {
    if (narrow.matches) {
      sheet.append(passage);
      if (shown() && !sheet.open) sheet.showModal();
    } else {
      if (sheet.open) sheet.close();
      side.append(passage);
    }
  };

  // The words themselves are in sight, a third down, however long what stands before them is.
  const toWords = () => {
    const frame = sheet.open ? sheet : passage; // whichever of them scrolls
    frame.scrollTop = 0;
    const words = passage.querySelector("mark").getBoundingClientRect();
    const sight = frame.getBoundingClientRect();
    const bottom = Math.min(sight.bottom, innerHeight);
    if (words.bottom > bottom) frame.scrollTop = words.top - sight.top - (bottom - sight.top) / 3;
  };

  const mark = (link) => {
    text.querySelectorAll("a.cite[aria-current]").forEach((one) => one.removeAttribute("aria-current"));
    opened = link;
    if (link) link.setAttribute("aria-current", "true");
  };

  const close = () => {
    const link = opened;
    mark(null);
    passage.replaceChildren(hint.content.cloneNode(true));
    if (sheet.open) sheet.close();
    if (link) link.focus({ preventScroll: true });
  };

  text.addEventListener("click", (event) => {
    const link = event.target.closest("a.cite");
    if (!link) return;
    byKeyboard = event.detail === 0;
    mark(link);
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target === passage) passage.dataset.held = passage.contains(document.activeElement) ? document.activeElement.id || "passage-title" : "";
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== passage) return;
    const found = shown();
    if (!found) return;
    if (!opened || opened.dataset.number !== found.dataset.number) {
      mark(document.getElementById(`cite-${found.dataset.number}`));
      opened?.scrollIntoView({ block: "nearest" });
    }
    place();
    toWords();
    said.textContent = `Source ${found.dataset.number} is open: ${found.dataset.title}`;
    // Who came by keyboard reads on in the passage; who pointed stays where they read.
    const held = passage.dataset.held;
    if (held || byKeyboard || sheet.open) {
      (document.getElementById(held) || document.getElementById("passage-title")).focus({ preventScroll: true });
    }
    byKeyboard = false;
  });

  const STEPS = { n: "next", ArrowRight: "next", p: "previous", ArrowLeft: "previous" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (event.key === "Escape" && shown() && !event.target.closest("#drawer")) {
      event.preventDefault();
      close();
      return;
    }
    // Single letters act only from a citation or the passage itself, so that they never get in a reader's way.
    const link = event.target.closest("a.cite");
    if (!STEPS[event.key] || !(link || passage.contains(event.target))) return;
    event.preventDefault();
    if (shown()) document.getElementById(`passage-${STEPS[event.key]}`)?.click();
    else link?.click();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close-passage]") || event.target === sheet) close();
  });
  sheet.addEventListener("cancel", (event) => { event.preventDefault(); close(); });
  narrow.addEventListener("change", place);
  place();

  // Back from a document, the citation that led there is open again.
  document.addEventListener("DOMContentLoaded", () => { // htmx takes the links over at that moment, and listens first
    const left = location.hash.startsWith("#cite-") && document.getElementById(location.hash.slice(1));
    if (left && window.htmx) left.click();
  });

  const print = document.querySelector("[data-print]");
  print.hidden = false;
  print.addEventListener("click", () => window.print());

  // The section in sight: the last one whose top has passed the upper third.
  const links = new Map();
  document.querySelectorAll(".toc ol a").forEach((link) => {
    const section = document.getElementById(link.hash.slice(1));
    if (section) links.set(section, link);
  });
  const inSight = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) inSight[entry.isIntersecting ? "add" : "delete"](entry.target);
    const current = [...links.keys()].find((section) => inSight.has(section));
    if (!current) return;
    for (const [section, link] of links) {
      if (section === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "-15% 0px -70% 0px" });
  links.forEach((_, section) => watch.observe(section));
  links.values().next().value?.setAttribute("aria-current", "true");
})();
