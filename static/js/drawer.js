/* The drawer: what a node or a decision is about, over the right side of the page, on a narrow screen over all of it.
   The address bar stays; focus goes in and comes back. Without it the same links open pages. */
"use strict";

(() => {
  const drawer = document.getElementById("drawer");
  const body = document.getElementById("drawer-body");
  const page = document.getElementById("drawer-page");
  const said = document.getElementById("drawer-said");
  const narrow = matchMedia("(max-width: 48rem)");
  const REFRESH_AFTER_MS = 800; // one refresh for a burst of news
  let opener = null; // the address of what opened it: the element itself may be swapped meanwhile

  const say = (words) => {
    said.textContent = words;
    said.hidden = !words;
  };

  const open = () => {
    if (drawer.open) return;
    if (narrow.matches || document.querySelector("dialog:modal")) drawer.showModal();
    else drawer.show();
  };

  const head = () => {
    const shown = body.querySelector("[data-address]");
    if (shown) page.href = shown.dataset.address;
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const link = event.detail.elt;
    if (event.detail.target === body && !drawer.contains(link)) opener = link;
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== body) return;
    say("");
    head();
    open();
    drawer.scrollTop = 0;
    body.querySelector("#drawer-head")?.focus({ preventScroll: true });
  });

  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    document.addEventListener(failure, (event) => {
      if (event.detail.target !== body) return;
      open();
      say("This could not be opened just now. Try again in a moment.");
    });
  }

  drawer.addEventListener("close", () => {
    const same = opener?.isConnected ? opener
      : opener && document.querySelector(`a[href="${CSS.escape(opener.getAttribute("href"))}"]`);
    same?.focus({ preventScroll: true });
    opener = null;
  });

  document.getElementById("drawer-close").addEventListener("click", () => drawer.close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawer.open || drawer.matches(":modal")) return;
    event.preventDefault();
    drawer.close();
  });

  // What is shown follows the session: fetched anew after news, and swapped only if it says something else and nobody
  // is typing in it.
  const refresh = async () => {
    const shown = body.querySelector("[data-address]");
    if (!drawer.open || !shown) return;
    const answer = await fetch(shown.dataset.address, { headers: { "HX-Request": "true" } });
    if (!answer.ok || !shown.isConnected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-address]");
    const typing = [...shown.querySelectorAll("input[type=text]")].some((field) => field.value);
    if (!fresh || typing || fresh.textContent === shown.textContent) return;
    for (const one of shown.querySelectorAll("details[open][id]")) {
      fresh.querySelector(`#${CSS.escape(one.id)}`)?.setAttribute("open", "");
    }
    const held = shown.contains(document.activeElement) ? document.activeElement : null;
    const same = held?.id ? `#${CSS.escape(held.id)}`
      : held?.getAttribute("href") ? `a[href="${CSS.escape(held.getAttribute("href"))}"]` : "#drawer-head";
    const at = drawer.scrollTop;
    shown.replaceWith(fresh);
    window.htmx.process(fresh);
    drawer.scrollTop = at;
    if (held) (fresh.querySelector(same) || fresh.querySelector("#drawer-head")).focus({ preventScroll: true });
  };

  let due = 0;
  const soon = () => {
    clearTimeout(due);
    due = setTimeout(refresh, REFRESH_AFTER_MS);
  };
  document.addEventListener("htmx:oobAfterSwap", soon);

  // A move made here: its refusal is said here too, for what lies under a drawer may be out of sight.
  drawer.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    const parsed = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    const refused = event.detail.xhr.status >= 400;
    say(refused ? (parsed.querySelector("#run-message p") || parsed.getElementById("run-message"))?.textContent.trim() || "That could not be done." : "");
    if (!refused && event.detail.elt instanceof HTMLFormElement) event.detail.elt.reset();
    soon();
  });
})();
