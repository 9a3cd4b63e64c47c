/* Turns <fieldset data-upload> with file inputs into a place to drop files and folders. They go up in batches, two at a
   time, with their paths; a batch that fails is sent once more. Without it the form posts its files by itself.

   data-upload="/collections/5/upload/" adds to that collection and tells the page (`files-added` on the body);
   data-upload="" makes a collection and puts a ticked box named data-collection-field into the fieldset, or into the
   [data-upload-list] in it.
   data-max-mb is the most a file may have. Inside may stand: [data-upload-folder], shown only here, around
   the folder's input; [data-upload-name], a field with the new collection's name. */
"use strict";

(() => {
  const MOST_FILES = 20;
  const MOST_BYTES = 20 * 2 ** 20;
  const AT_ONCE = 2;
  const TRIES = 2;
  const NAMED = 20; // files named one by one; the others are counted
  const HIDDEN = /^(\.|~\$|Thumbs\.db$|desktop\.ini$|__MACOSX$)/i;

  const files = (n) => `${n.toLocaleString("en")} file${n === 1 ? "" : "s"}`;
  const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;
  const element = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

  // What was chosen or dropped, as [{path, file}], with what was left out.

  const sorted = (all, emptyFolders = 0) => {
    const kept = all.filter(({ path }) => !path.split("/").some((part) => HIDDEN.test(part)));
    return { kept, hidden: all.length - kept.length, emptyFolders };
  };

  const chosen = (input) => sorted([...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));

  const entriesOf = (folder) => new Promise((resolve, reject) => {
    const reader = folder.createReader();
    const all = [];
    const more = () => reader.readEntries((some) => { // a hundred at a time, until there are none
      if (some.length === 0) resolve(all);
      else { all.push(...some); more(); }
    }, reject);
    more();
  });

  const walk = async (entry, found) => {
    const path = entry.fullPath.replace(/^\//, "");
    if (entry.isFile) {
      found.all.push({ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
    } else if (!HIDDEN.test(entry.name)) {
      const inside = await entriesOf(entry);
      if (inside.length === 0) found.emptyFolders += 1;
      for (const one of inside) await walk(one, found);
    }
  };

  const dropped = async (transfer) => {
    // Entries can be asked for only while the drop is handled, so before the first wait.
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (entries.length === 0) return sorted([...transfer.files].map((file) => ({ path: file.name, file })));
    const found = { all: [], emptyFolders: 0 };
    for (const entry of entries) await walk(entry, found);
    return sorted(found.all, found.emptyFolders);
  };

  const batches = (wanted) => {
    const made = [];
    let bytes = 0;
    for (const one of wanted) {
      const last = made.at(-1);
      if (!last || last.length === MOST_FILES || bytes + one.file.size > MOST_BYTES) { made.push([one]); bytes = 0; }
      else last.push(one);
      bytes += one.file.size;
    }
    return made;
  };

  const post = (address, form, token, { onProgress, onRequest } = {}) => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch tells nothing of how far an upload is
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-CSRFToken", token);
    request.responseType = "json";
    if (onProgress) request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      if (request.response && request.status < 300) resolve(request.response);
      else reject(new Error(request.response?.error || (request.status === 413 ? "It is too large for this server."
        : request.status < 400 || request.status === 403 ? "You are signed out. Sign in again, in another tab, and add it once more."
        : `The server did not take it (${request.status}).`)));
    };
    request.onerror = () => reject(new Error("The connection broke."));
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    onRequest?.(request);
    request.send(form);
  });

  class Upload {
    constructor(fieldset) {
      this.fieldset = fieldset;
      this.form = fieldset.closest("form");
      this.address = fieldset.dataset.upload;
      this.mostBytes = Number(fieldset.dataset.maxMb || Infinity) * 2 ** 20;
      this.requests = new Set();
      this.busy = false;
      this.total = 0; // files added since the page was opened
      this.build();
    }

    get token() { return this.form.querySelector("[name=csrfmiddlewaretoken]").value; }

    build() {
      this.bar = element("progress", { hidden: true, className: "reading" });
      this.bar.setAttribute("aria-label", "Files sent");
      this.said = element("p", { className: "hint upload-said" });
      this.ended = element("p", { className: "upload-ended" });
      this.ended.setAttribute("role", "status");
      this.refusals = element("ul", { className: "filelist refusals", hidden: true });
      this.refusals.setAttribute("aria-label", "Files that were not taken");
      this.cancel = element("button", { type: "button", textContent: "Cancel", hidden: true });
      this.cancel.addEventListener("click", () => this.stop());
      const hint = element("p", { className: "drop-hint hint", textContent: "Or drop files and folders here." });
      this.fieldset.append(hint, this.bar, this.said, this.ended, this.refusals, this.cancel);
      this.fieldset.classList.add("drop-target");
      this.fieldset.querySelectorAll("[data-upload-folder]").forEach((part) => { part.hidden = false; });
      this.form.querySelectorAll("[data-upload-plain]").forEach((part) => { part.hidden = true; });
      this.inputs = [...this.fieldset.querySelectorAll("input[type=file]")];
      for (const input of this.inputs) {
        input.removeAttribute("name"); // what went up here must not be posted with the form again
        input.required = false;
        input.addEventListener("change", () => this.takeChosen(input));
      }
      this.listenForDrops();
      this.form.addEventListener("submit", (event) => {
        if (!this.busy) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        this.ended.textContent = "The files are still on their way. Wait for them, or cancel.";
      }, true);
      const early = this.inputs.find((input) => input.files.length); // chosen before this script was there
      if (early) this.takeChosen(early);
    }

    takeChosen(input) {
      const found = chosen(input);
      input.value = "";
      this.take(found);
    }

    listenForDrops() {
      let depth = 0;
      const over = (by) => { depth += by; this.fieldset.classList.toggle("drop-over", depth > 0); };
      const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
      this.fieldset.addEventListener("dragenter", (event) => { if (carriesFiles(event)) { event.preventDefault(); over(1); } });
      this.fieldset.addEventListener("dragleave", (event) => { if (carriesFiles(event)) over(-1); });
      this.fieldset.addEventListener("dragover", (event) => { if (carriesFiles(event)) event.preventDefault(); });
      this.fieldset.addEventListener("drop", async (event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        over(-depth);
        try {
          this.take(await dropped(event.dataTransfer));
        } catch {
          this.ended.textContent = "The browser could not read what was dropped. Choose the folder with the button instead.";
        }
      });
    }

    async take({ kept, hidden, emptyFolders }) {
      if (this.busy) { this.ended.textContent = "One moment: the files before these are still on their way."; return; }
      this.begin(kept, hidden, emptyFolders);
      if (this.wanted.length > 0) {
        this.setBusy(true);
        try {
          const address = await this.collection();
          this.queue = batches(this.wanted);
          await Promise.all(Array.from({ length: AT_ONCE }, () => this.work(address)));
        } catch (error) {
          this.fault = error.message;
        }
        this.setBusy(false);
      }
      this.end();
    }

    begin(kept, hidden, emptyFolders) {
      this.counts = { added: 0, changed: 0, unchanged: 0, hidden, emptyFolders, refused: 0, sent: 0 };
      this.refusals.replaceChildren();
      this.refusals.hidden = true;
      this.fault = "";
      this.stopped = false;
      this.told = false;
      this.loaded = new Map();
      const limit = this.mostBytes / 2 ** 20;
      this.wanted = kept.filter(({ path, file }) => {
        if (file.size <= this.mostBytes) return true;
        this.refuse(path, `It has ${megabytes(file.size)}; a file may have ${limit} MB at most.`);
        return false;
      });
      this.bytes = this.wanted.reduce((sum, { file }) => sum + file.size, 0);
      this.ended.textContent = "";
      this.show();
    }

    // The address to send to; makes the collection if there is none yet.
    async collection() {
      if (this.address) return this.address;
      const field = this.fieldset.querySelector("[data-upload-name]");
      const form = new FormData();
      form.append("name", (field?.value.trim() || this.nameOf(this.wanted)).slice(0, 120));
      const made = await post(this.fieldset.dataset.create || "/collections/new/", form, this.token);
      const label = element("label", { className: "pick" });
      const box = element("input", { type: "checkbox", name: this.fieldset.dataset.collectionField, value: made.id, checked: true });
      const words = element("span");
      this.held = element("small");
      words.append(element("b", { textContent: made.name }), " ", this.held);
      label.append(box, words);
      (this.fieldset.querySelector("[data-upload-list]") || this.fieldset).prepend(label);
      this.address = made.upload;
      return made.upload;
    }

    nameOf(wanted) {
      const [first] = wanted;
      const top = first.path.split("/")[0];
      if (top !== first.path) return top;
      return wanted.length === 1 ? first.path : `${first.path} and ${files(wanted.length - 1)} more`;
    }

    async work(address) {
      for (let batch = this.queue.shift(); batch && !this.stopped; batch = this.queue.shift()) {
        await this.send(address, batch);
      }
    }

    async send(address, batch) {
      for (let attempt = 1; attempt <= TRIES; attempt += 1) {
        try {
          const answer = await this.tried(address, batch);
          for (const name of ["added", "changed", "unchanged"]) this.counts[name] += answer[name];
          answer.refused.forEach(({ path, reason }) => this.refuse(path, reason));
          if (!this.told) { this.told = true; this.tell(); }
          break;
        } catch (error) {
          if (error.name === "AbortError") return;
          if (attempt === TRIES) batch.forEach(({ path }) => this.refuse(path, error.message));
        }
      }
      this.counts.sent += batch.length;
      this.show();
    }

    async tried(address, batch) {
      const form = new FormData();
      for (const { path, file } of batch) { form.append("files", file, file.name); form.append("paths", path); }
      const size = batch.reduce((sum, { file }) => sum + file.size, 0);
      let request;
      try {
        return await post(address, form, this.token, {
          onRequest: (made) => { request = made; this.requests.add(made); },
          onProgress: (bytes) => { this.loaded.set(batch, Math.min(bytes, size)); this.show(); },
        });
      } finally {
        this.requests.delete(request);
        this.loaded.set(batch, size);
      }
    }

    stop() {
      this.stopped = true;
      this.requests.forEach((request) => request.abort());
    }

    refuse(path, reason) {
      this.counts.refused += 1;
      this.refusals.hidden = false;
      if (this.counts.refused > NAMED) {
        const rest = this.refusals.querySelector(".rest") || this.refusals.appendChild(element("li", { className: "rest" }));
        rest.textContent = `and ${files(this.counts.refused - NAMED)} more`;
        return;
      }
      const line = element("li");
      line.append(element("span", { className: "path", textContent: path }), " ", element("span", { className: "why", textContent: reason }));
      this.refusals.append(line);
    }

    show() {
      const gone = [...this.loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
      this.bar.max = this.bytes || 1;
      this.bar.value = Math.min(gone, this.bytes);
      this.said.textContent = this.wanted.length === 0 ? ""
        : `${this.counts.sent.toLocaleString("en")} of ${files(this.wanted.length)} sent, ${megabytes(gone)} of ${megabytes(this.bytes)}`;
    }

    setBusy(busy) {
      this.busy = busy;
      this.bar.hidden = this.cancel.hidden = !busy;
      this.inputs.forEach((input) => { input.disabled = busy; });
      window[busy ? "addEventListener" : "removeEventListener"]("beforeunload", warn);
    }

    end() {
      const { added, changed, unchanged, hidden, emptyFolders, refused } = this.counts;
      const parts = [];
      if (added) parts.push(`${files(added)} added`);
      if (changed) parts.push(`${files(changed)} replaced`);
      if (unchanged) parts.push(`${files(unchanged)} unchanged`);
      if (refused) parts.push(`${files(refused)} not taken`);
      if (hidden) parts.push(`${files(hidden)} left out because hidden`);
      if (emptyFolders) parts.push(`${emptyFolders} empty folder${emptyFolders === 1 ? "" : "s"} left out`);
      const sum = parts.length ? `${parts.join(", ")}.` : this.stopped ? "Nothing was added." : "No file was there to send.";
      this.said.textContent = "";
      this.ended.textContent = [this.fault, this.stopped ? "Cancelled." : "", sum].filter(Boolean).join(" ");
      this.total += added;
      if (this.held) this.held.textContent = files(this.total);
      if (added || changed) this.tell();
    }

    // The page may show what has come.
    tell() {
      document.body.dispatchEvent(new CustomEvent("files-added", { bubbles: true }));
    }
  }

  const warn = (event) => event.preventDefault();

  document.querySelectorAll("fieldset[data-upload]").forEach((fieldset) => new Upload(fieldset));
})();
