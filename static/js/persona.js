/* The panel of the person: one small window to edit an interest in, and interests that keep the order they
   are given. Without it the same buttons post and the link leads to the page of the person. */
"use strict";

(() => {
  const list = document.getElementById("aspects");
  const dialog = document.getElementById("edit-interest");
  const form = dialog.querySelector("form");
  const wording = document.getElementById("new-wording");
  let last = null; // the interest that was dealt with last, and the button it was with
  const menu = (no) => document.getElementById(`interest-menu-${no}`);

  list.addEventListener("click", (event) => {
    const link = event.target.closest("a.edit-interest");
    if (!link) return;
    event.preventDefault();
    last = { no: link.dataset.no, move: "" };
    form.elements.no.value = link.dataset.no;
    wording.value = link.dataset.text;
    menu(last.no).open = false;
    dialog.showModal();
    wording.select();
  });
  document.getElementById("edit-interest-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => follow());

  // The interests stand in the order that the session names; the one in use stays, and the others go around it.
  const ordered = () => {
    const wanted = document.querySelector('[data-list="aspects"]').dataset.order.split(" ")
      .map((id) => document.getElementById(id)).filter(Boolean);
    if (wanted.every((one, at) => one === list.children[at])) return;
    const inUse = wanted.findIndex((one) => one.contains(document.activeElement));
    if (inUse < 0) { list.append(...wanted); return; }
    for (const one of wanted.slice(0, inUse)) list.insertBefore(one, wanted[inUse]);
    list.append(...wanted.slice(inUse + 1));
  };

  // An interest that has changed is shown anew: the focus is where it was, as far as that is still there.
  const follow = () => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (!last || !lost || dialog.open) return;
    const own = menu(last.no);
    if (own && last.move) own.open = true;
    const same = last.move && document.getElementById(`${last.move}-${last.no}`);
    const to = same || own?.querySelector("summary") || document.getElementById(`back-${last.no}`)
      || list.querySelector("summary, button");
    to?.focus({ preventScroll: true });
    to?.scrollIntoView({ block: "nearest" });
  };
  const place = () => {
    const all = [...list.querySelectorAll(".aspect.active")];
    const at = all.findIndex((one) => one.contains(menu(last.no)));
    return at < 0 ? "" : `Now ${at + 1} of ${all.length}.`;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const button = event.detail.elt;
    if (!list.contains(button) || button.name !== "no") return;
    const [move] = button.id.split("-");
    last = { no: button.value, move: ["up", "down"].includes(move) ? move : "", waits: true };
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target === form && event.detail.xhr?.status < 300) dialog.close();
    setTimeout(follow);
  });
  document.addEventListener("htmx:wsAfterMessage", () => {
    ordered();
    follow();
    if (!last?.waits || !last.move || !menu(last.no)) return;
    last.waits = false;
    document.getElementById("announce").textContent = place();
  });
  document.addEventListener("focusin", (event) => {
    if (!last || dialog.contains(event.target)) return;
    if (!document.getElementById(`interest-${last.no}`)?.contains(event.target)) last = null;
    else if (last.move && event.target.id !== `${last.move}-${last.no}`) last.move = "";
  });
})();
