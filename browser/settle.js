// Watches the document from our isolated world. Returns an object:
//
// wait(quiet, limit, fresh) waits until the document has not changed for `quiet`
// milliseconds. Resolves to true then, to false after `limit` milliseconds.
// With `fresh` the quiet time starts now: something was done to the page.
//
// look() takes in what has happened up to now, and returns how many changes that
// were. The first look is what unfinished() compares with.
//
// glance(untouched) returns whether the document has changed since it was last asked,
// or was never asked, how many changes there were, and the page's time in
// milliseconds; and with an argument, what unfinished() says of a document that has
// not.
//
// rest(limit) resolves to what glance() returns once all that waits for its turn on
// the page's thread has had it, and what that has set off there, or after `limit`
// milliseconds.
//
// frame(limit) is rest(limit) for what is done with the next frame.
//
// news(brief, long) resolves to true as soon as the document changes, to false
// after `brief` milliseconds without a change and a few frames, or `long` where the
// site keeps a database or a cache, whose answers no timer brings and no request shows.
//
// unfinished(untouched) reports whether the document looks as if more were to
// come: something says so, such as the button that was pressed and is disabled since, or
// it shows hardly any text and nothing has changed it yet; `untouched` says that its
// script has asked for nothing either.
//
// It stays where later expressions find it: globalThis[Symbol.for("dyncrawl.watch")].
//
// What repeats itself does not count as change: the third time that the same
// text or attribute of a node changes, or that the children of a node are
// replaced by as many others, it is a clock or an animation. Open shadow roots
// and frames of the same origin are watched too.
() => {
  const REPEATS = 3;
  const FRAMES = 4; // that a page may take to draw what it has got
  const LAGGARD = 1000; // milliseconds after which a page that draws none is not waited for
  const HARDLY_ANY = 200; // characters
  const PATIENCE = 4; // times that one sign is heeded which stays as it is
  const WAITING = "[aria-busy=true], [role=progressbar], progress, [class*=loading i], [class*=spinner i], [class*=skeleton i]";
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  const getter = (proto, name) => Object.getOwnPropertyDescriptor(proto, name).get;
  const shadowRoot = getter(Element.prototype, "shadowRoot");
  const contentDocument = getter(HTMLIFrameElement.prototype, "contentDocument");
  const queryAll = Document.prototype.querySelectorAll;
  const queryFragment = DocumentFragment.prototype.querySelectorAll;

  class Watch {
    last = performance.now();
    changes = 1;
    asked = 0;
    roots = new WeakSet();
    seen = new WeakMap();
    signs = new Map(); // that more is to come: whether they can be seen, and how often that was heeded
    busy = null; // what had the focus when it was disabled
    observer = new MutationObserver((records) => this.take(records));

    // Observes root and the shadow roots and documents in it; reports whether
    // one of them is new.
    scan(root) {
      let found = !this.roots.has(root);
      if (found) {
        this.roots.add(root);
        this.observer.observe(root, options);
      }
      const query = root instanceof DocumentFragment ? queryFragment : queryAll;
      for (const el of query.call(root, "*")) {
        const inner = shadowRoot.call(el) ?? (el instanceof HTMLIFrameElement ? contentDocument.call(el) : null);
        if (inner && this.scan(inner)) found = true;
      }
      return found;
    }

    take(records) {
      for (const r of records) if (r.attributeName === "disabled" && r.target.getRootNode().activeElement === r.target) this.busy = r.target;
      if (records.filter((r) => !this.repeats(r)).length > 0) this.touch();
    }

    touch() {
      this.last = performance.now();
      this.changes++;
    }

    look() {
      this.take(this.observer.takeRecords());
      if (this.scan(document)) this.touch();
      this.unchanged ??= this.changes;
      return this.changes;
    }

    glance(untouched) {
      this.look();
      const changed = this.changes > this.asked;
      this.asked = this.changes;
      const unfinished = untouched !== undefined && !changed && this.unfinished(untouched);
      return { changed, changes: this.changes, now: performance.now(), unfinished };
    }

    async rest(limit) {
      await new Promise((done) => {
        const timer = setTimeout(done, limit);
        scheduler.postTask(() => (clearTimeout(timer), done()), { priority: "background" });
      });
      return this.glance();
    }

    async frame(limit) {
      await new Promise((done) => {
        setTimeout(done, limit);
        requestAnimationFrame(done);
      });
      return this.glance();
    }

    unfinished(untouched) {
      const body = getter(Document.prototype, "body").call(document);
      if (!body) return false;
      const text = () => getter(HTMLElement.prototype, "innerText").call(body); // lays the page out
      const bare = untouched && this.changes === this.unchanged && text().trim().length < HARDLY_ANY;
      const busy = this.busy?.isConnected === true && this.busy.disabled;
      this.busy = null; // it may stay so
      return this.waits(body) || bare || busy;
    }

    // waits reports whether something says that more is to come. What says so all the
    // time, such as a bar that shows how far somebody has come, is not heeded for ever.
    waits(body) {
      const before = this.signs;
      this.signs = new Map();
      let some = false;
      for (const el of Element.prototype.querySelectorAll.call(body, WAITING)) {
        const seen = el.checkVisibility(), was = before.get(el);
        const heeded = was?.seen === seen ? was.heeded : 0;
        this.signs.set(el, { seen, heeded: heeded + 1 });
        some ||= heeded < PATIENCE;
      }
      return some;
    }

    // Counts the change; reports whether it is one of a series.
    repeats(record) {
      const kind = this.kind(record);
      if (!kind) return false;
      let counts = this.seen.get(record.target);
      if (!counts) this.seen.set(record.target, (counts = new Map()));
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return counts.get(kind) >= REPEATS;
    }

    // Names the kind of change that may repeat itself; children that only come
    // or only go are always a change.
    kind(record) {
      if (record.type === "attributes") return "@" + record.attributeName;
      if (record.type === "characterData") return "text";
      const { addedNodes: added, removedNodes: removed } = record;
      const text = (nodes) => [...nodes].every((n) => n.nodeType === Node.TEXT_NODE);
      if (text(added) && text(removed)) return "text";
      return added.length === removed.length ? "children" : "";
    }

    async keeps() {
      const names = await Promise.all([globalThis.indexedDB?.databases(), globalThis.caches?.keys()]).catch(() => []);
      return names.flat().some((name) => name);
    }

    async news(brief, long) {
      const known = this.changes, begun = performance.now();
      const end = begun + (long > brief && (await this.keeps()) ? long : brief);
      let frames = 0;
      const draw = () => ++frames < FRAMES && requestAnimationFrame(draw);
      requestAnimationFrame(draw);
      return new Promise((done) => {
        const check = () => {
          this.look();
          if (this.changes > known) done(true);
          else if (performance.now() >= end && (frames >= FRAMES || performance.now() >= begun + LAGGARD)) done(false);
          else setTimeout(check, 25);
        };
        check();
      });
    }

    wait(quiet, limit, fresh) {
      if (fresh) this.last = performance.now();
      const end = performance.now() + limit;
      return new Promise((done) => {
        const check = () => {
          this.look();
          const now = performance.now();
          const idle = now - this.last;
          if (idle >= quiet) done(true);
          else if (now >= end) done(false);
          else setTimeout(check, Math.min(quiet - idle, end - now));
        };
        // Behind the tasks that the last answer has queued.
        setTimeout(check, 0);
      });
    }
  }

  // A symbol: elements with an id become globals of our world too.
  const key = Symbol.for("dyncrawl.watch");
  return (globalThis[key] ??= new Watch());
}
