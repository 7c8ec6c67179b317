// Tells what of a page is in sight, and where the pointer must go. In
// dyncrawl.sight.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const { shadow, outer, path, locate, heard, pressed } = lib.tree, { attr, held, label, plain, warning } = lib.words;

  const drawn = (el) => el.checkVisibility({ visibilityProperty: true }) && [...el.getClientRects()].some((r) => r.width > 0 && r.height > 0);
  const disabled = (el) => el.matches(':disabled') || attr(el, 'aria-disabled') === 'true' || el.closest('[inert]') !== null;

  // face returns what stands for el on the screen: el itself, its label, or what
  // lies in an element without a box of its own, such as a slot.
  function face(el) {
    if (drawn(el)) return el;
    const label = [...(el.labels ?? [])].find(drawn);
    if (label || !el.isConnected || getComputedStyle(el).display !== 'contents') return label ?? null;
    const assigned = el.assignedElements?.({ flatten: true }) ?? [];
    for (const inner of assigned.length ? assigned : el.children) {
      const found = face(inner);
      if (found) return found;
    }
    return null;
  }

  // within reports whether el is where scrolling can bring it into the window: a
  // drawer that waits beside it is not.
  function within(el) {
    const view = el.ownerDocument.defaultView, box = el.getBoundingClientRect();
    if (box.right + view.scrollX <= 0 || box.bottom + view.scrollY <= 0) return false;
    const end = el.ownerDocument.scrollingElement?.scrollHeight ?? Infinity;
    if (box.left < view.innerWidth && (box.top < view.innerHeight || box.top + view.scrollY < end)) return true;
    for (let e = el; e?.nodeType === Node.ELEMENT_NODE; e = outer(e)) if (getComputedStyle(e).position === 'fixed') return false;
    return true;
  }

  // place turns a point of el's own viewport into one of the window.
  function place(el, x, y) {
    for (let view = el.ownerDocument.defaultView; view && view !== window; view = view.parent) {
      const door = view.frameElement, box = door.getBoundingClientRect(), style = getComputedStyle(door);
      x += box.left + door.clientLeft + parseFloat(style.paddingLeft);
      y += box.top + door.clientTop + parseFloat(style.paddingTop);
    }
    return { x, y };
  }

  // points returns where el may be touched: the middle of its parts in sight, then
  // a grid; with a share of its width and height, there alone.
  function points(el, share) {
    const view = el.ownerDocument.defaultView, all = el.getBoundingClientRect();
    if (share) return [{ x: all.left + all.width * share.x, y: all.top + all.height * share.y }];
    const shapes = el.localName === 'area' ? [areaBox(el)] : [...el.getClientRects()];
    const found = [];
    for (const r of shapes.filter(Boolean)) {
      const l = Math.max(r.left, 0), t = Math.max(r.top, 0), w = Math.min(r.right, view.innerWidth) - l, h = Math.min(r.bottom, view.innerHeight) - t;
      if (w <= 0 || h <= 0) continue;
      for (const [a, b] of [[.5, .5], [.1, .5], [.9, .5], [.5, .1], [.5, .9], [.1, .1], [.9, .9]]) found.push({ x: l + w * a, y: t + h * b });
    }
    return found;
  }

  function areaBox(area) {
    const map = area.closest('map');
    const name = attr(map, 'name') || map?.id;
    const img = map && area.getRootNode().querySelector(`img[usemap="#${CSS.escape(name)}"]`);
    if (!img) return null;
    const box = img.getBoundingClientRect(), c = attr(area, 'coords').split(/[\s,]+/).map(Number);
    if (attr(area, 'shape') === 'default' || c.length < 3 || c.some(isNaN)) return box;
    let [x, y] = c;
    if (c.length === 3) return new DOMRect(box.left + x - 1, box.top + y - 1, 2, 2); // a circle
    if (c.length === 4) [x, y] = [(c[0] + c[2]) / 2, (c[1] + c[3]) / 2];
    else {
      const xs = c.filter((_, i) => i % 2 === 0), ys = c.filter((_, i) => i % 2);
      [x, y] = [xs.reduce((a, b) => a + b) / xs.length, ys.reduce((a, b) => a + b) / ys.length];
    }
    return new DOMRect(box.left + x - 1, box.top + y - 1, 2, 2);
  }

  function topmost(doc, x, y) {
    let el = doc.elementFromPoint(x, y);
    for (let root; el && (root = shadow(el)); ) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === el) break;
      el = inner;
    }
    return el;
  }

  function holds(el, node) {
    for (let n = node; n; n = n.assignedSlot ?? n.parentNode ?? n.host) if (n === el) return true;
    return false;
  }

  // spot returns the point of the window where el gets the pointer, or why there is none. What
  // is pressed for itself in el is none of it, unless any place will do as nothing is pressed.
  function spot(el, share, anywhere) {
    let over = null;
    const inner = anywhere ? [] : held(el).inner;
    for (const p of points(el, share)) {
      over = topmost(el.ownerDocument, p.x, p.y);
      if (inner.some((d) => d.contains(over))) continue;
      const named = over?.closest?.('label');
      const image = el.localName === 'area' && over?.localName === 'img';
      if (!over || !(image || holds(el, over) || (named && named.control === el))) continue;
      const at = place(el, p.x, p.y);
      const door = el.ownerDocument === document ? null : el.ownerDocument.defaultView.frameElement;
      if (!door || door.ownerDocument !== document || holds(door, topmost(document, at.x, at.y))) return at;
    }
    return { failed: over ? 'covered' : 'out of sight' };
  }

  let aimed = { el: null, says: '' }; // what the pointer was brought to last

  // still reports whether the element at the path is the one that the pointer was brought
  // to, and, when it is asked for, says what it said.
  lib.still = (_, where, says) => {
    const el = locate(where);
    return el === aimed.el && el?.isConnected === true && (!says || plain(label(el)) === aimed.says);
  };

  // same answers with {gone} when neither the element at the path is the one that the
  // pointer was brought to, nor says the same.
  lib.same = (_, where) => {
    const el = locate(where);
    return el && (el === aimed.el || plain(label(el)) === aimed.says) ? {} : { gone: true };
  };

  const CLOSE = 3; // ancestors that say what something is for

  // wordsAt returns the words of what lies at a point of the window.
  lib.wordsAt = (_, __, x, y) => {
    const words = [];
    for (let e = topmost(document, x, y), n = 0; e && e !== document.body && n < CLOSE; e = outer(e), n++) {
      if (e.nodeType !== Node.ELEMENT_NODE) continue;
      words.push(warning(e));
    }
    return words.join(' | ');
  };

  // ground returns what covers the whole window, such as what lies around a dialog; null
  // when nothing does.
  function ground(doc) {
    const { innerWidth: w, innerHeight: h } = doc.defaultView;
    const covers = (e) => {
      const r = e.getBoundingClientRect();
      return r.left <= 0 && r.top <= 0 && r.right >= doc.documentElement.clientWidth && r.bottom >= h;
    };
    let found = null;
    for (const [x, y] of [[2, 2], [w - 20, 2], [2, h - 3], [w - 20, h - 3]]) {
      let e = topmost(doc, x, y);
      while (e && !(e.nodeType === Node.ELEMENT_NODE && getComputedStyle(e).position === 'fixed' && covers(e))) e = outer(e);
      if (!e || (found && e !== found)) return null;
      found = e;
    }
    return found;
  }

  // behind reports whether el lies behind what covers the whole window.
  function behind(el) {
    const cover = ground(el.ownerDocument);
    return cover !== null && !holds(cover, el) && !holds(el, cover) && spot(face(el) ?? el).failed !== undefined;
  }

  // aim brings the element at the path into sight and answers with the point of
  // the window where it gets the pointer, the one at a share of it if that is
  // named, or with {gone} or {failed}, as when it says something else than it should. Anywhere
  // is any place where what happens comes to el, too.
  lib.aim = (_, where, share, says, anywhere = false) => {
    const el = locate(where);
    aimed = { el, says: el && plain(label(el)) };
    if (!el) return { gone: true };
    if (says && aimed.says !== plain(says)) return { failed: 'something else is there' };
    const seen = el.localName === 'area' ? el : face(el);
    if (!seen) return { failed: 'not visible' };
    if (disabled(el)) return { failed: 'disabled' };
    seen.scrollIntoViewIfNeeded?.(true);
    for (const block of ['center', 'end', 'start']) {
      const at = spot(seen, share, anywhere);
      if (!at.failed) return at;
      seen.scrollIntoView({ block, behavior: 'instant' });
    }
    const at = spot(seen, share, anywhere), named = [...(el.labels ?? [])].find(drawn); // what a page draws itself lies over it, or in its stead
    return at.failed && named ? spot(named) : at;
  };

  // pointerAt answers with the name of the pointer that is shown over a point of the window.
  lib.pointerAt = (_, __, x, y) => {
    const el = topmost(document, x, y);
    return el ? getComputedStyle(el).cursor : '';
  };

  // margin answers with a point of the window beside all controls: on the page
  // itself or behind a dialog that lies over it.
  lib.margin = () => {
    const right = innerWidth - 3, bottom = innerHeight - 3;
    for (const [x, y] of [[2, 2], [right, 2], [2, bottom], [right, bottom], [2, bottom / 2], [right, bottom / 2]]) {
      const el = topmost(document, x, y);
      if (el && (el === document.documentElement || el === document.body || el.localName === 'dialog')) return { x, y };
    }
    return { failed: 'covered' };
  };

  const BELOW = [12, 28, 44], INTO = [24, 8]; // CSS pixels under a field, and from its left, where a list of suggestions begins
  let beneath = []; // what lay there before anything was typed

  const under = (el) => {
    const box = el.getBoundingClientRect();
    return BELOW.flatMap((y) => INTO.map((x) => topmost(el.ownerDocument, box.left + Math.min(x, box.width / 2), box.bottom + y)));
  };

  // noteBeneath notes what lies under a field.
  lib.noteBeneath = (_, where) => {
    const el = locate(where);
    el?.scrollIntoView({ block: 'center', behavior: 'instant' });
    beneath = el ? under(el) : [];
    return true;
  };

  const MONTH = 28; // days that a calendar shows at least
  const OTHER = /disabled|prev|next|other|outside|muted|past|old|off/i; // classes of days that are not to be had

  // daysBeneath returns the days of a calendar that lies under a field, those that are to be
  // had; none where there is no calendar.
  function daysBeneath(el) {
    for (const over of under(el)) {
      for (let box = over, n = 0; box && n < 6 && !box.contains(el); box = box.parentElement, n++) {
        const days = [...box.querySelectorAll('*')].filter((d) => !d.firstElementChild && /^\s*\d{1,2}\s*$/.test(d.textContent) && drawn(d));
        if (days.length >= MONTH) return days.filter((d) => !disabled(d) && !OTHER.test(attr(d, 'class')) && !OTHER.test(attr(d.parentElement, 'class')));
      }
    }
    return [];
  }

  // entryBeneath answers with where an entry of the list gets the pointer that has come up
  // under a field since, as with suggestions that nothing says of what they are; of a list
  // that is too short the last one, if that is to do. Of a calendar it is a day behind the
  // middle of the month.
  lib.entryBeneath = (_, where, number, last) => {
    const el = locate(where);
    if (!el) return { gone: true };
    const days = daysBeneath(el), middle = Math.floor(days.length / 2);
    if (days.length) return spot(days[Math.min(middle + number, days.length - 1)]);
    const over = under(el).find((e, i) => e && e !== beneath[i] && !e.contains(el) && !beneath.includes(e) && e.matches('li *, li, tr *, a, a *, [onclick], div, span, p, b, strong, em'));
    const entry = over?.closest('li, tr') ?? over;
    if (!entry) return { failed: 'nothing came up' };
    const all = [...entry.parentElement.children].filter((e) => e.localName === entry.localName && drawn(e));
    return all.length >= number || last ? spot(all[Math.min(number, all.length) - 1] ?? entry) : { failed: 'too few' };
  };

  // ways lists the paths of what is around a hidden element, from the innermost
  // that is drawn inwards: it may show when the pointer comes to rest on them.
  lib.ways = (_, where) => {
    const list = [];
    for (let e = locate(where); e && e !== document.body; e = outer(e)) {
      if (e.nodeType !== Node.ELEMENT_NODE) continue;
      list.unshift(path(e));
      if (drawn(e)) return list.slice(0, -1).slice(0, 8);
      const before = e.previousElementSibling;
      if (before && drawn(before)) list.unshift(path(before));
    }
    return list.slice(0, -1).slice(0, 8);
  };

  // Elements that answer to being pressed or are carried, or hold such: words in them are
  // not for selecting.
  const PRESSED = 'a, button, summary, label, nav, menu, [onclick], [draggable=true], ' +
    ['button', 'grid', 'link', 'listbox', 'menu', 'menubar', 'option', 'tablist', 'toolbar', 'tree', 'treegrid'].map((role) => `[role=${role}]`).join();

  // Elements of single words, which stand among others that are read.
  const WITHIN_WORDS = 'abbr, b, bdi, br, cite, code, dfn, em, i, mark, q, s, small, span, strong, sub, sup, time, u, var, wbr';

  const NEAR = 3; // elements from words outwards in which something may listen to presses for them

  // answers reports whether el, or what is right around it, listens to being pressed.
  function answers(el) {
    for (let e = el, n = 0; e && e !== document.body && n < NEAR; e = e.parentElement, n++) if (pressed(heard(e))) return true;
    return false;
  }

  const READ = 5; // of the longest texts, that are looked at

  // longest returns the elements with the most text: a script that heeds what is selected
  // mostly means what there is to read.
  const longest = (list) => list.sort((a, b) => b.textContent.length - a.textContent.length).slice(0, READ);

  // ends answers with the points where the words in an element begin and end; with why there
  // are none where something lies over them, which would be pressed.
  function ends(el) {
    el.scrollIntoViewIfNeeded?.(true);
    const words = document.createRange();
    words.selectNodeContents(el);
    const whole = el.getBoundingClientRect(), parts = [...words.getClientRects()];
    const box = parts.find((r) => r.width > whole.width / 2) ?? parts.find((r) => r.width > 0) ?? whole, y = box.top + box.height / 2;
    const [left, right] = [box.left + 1, box.right - 1];
    if (![left, right].every((x) => holds(el, topmost(el.ownerDocument, x, y)))) return { failed: 'covered' };
    const from = place(el, left, y), to = place(el, right, y);
    return { x: from.x, y: from.y, endX: to.x, endY: to.y };
  }

  // line answers with the points where the words in an element begin and end, as one
  // drags the pointer over them to select them. What a field holds it selects.
  lib.line = (_, where) => {
    const forPressing = (e) => e.closest(PRESSED) !== null || getComputedStyle(e).cursor === 'pointer' || answers(e);
    const ofWords = (e) => [...e.children].every((inner) => inner.matches(WITHIN_WORDS) && !inner.firstElementChild && !forPressing(inner));
    const worded = (e) => drawn(e) && /\S{3}/.test(e.textContent) && ofWords(e) && !forPressing(e);
    const texts = (css) => longest([...document.querySelectorAll(css)].filter(worded));
    const list = where === 'document' ? [...texts('p, li, td, dd, blockquote, pre, div, span'), ...texts('h1, h2, h3, label, b, i')] : [locate(where)].filter(Boolean);
    if (!list.length) return { gone: true };
    if (!drawn(list[0])) return { failed: 'not visible' };
    if (list[0].matches('textarea, input')) {
      list[0].scrollIntoViewIfNeeded?.(true);
      list[0].focus();
      list[0].select();
      return { selected: true };
    }
    getSelection().removeAllRanges(); // words that are selected would be dragged
    let answer;
    for (const el of list) if (!(answer = ends(el)).failed) break;
    return answer;
  };

  lib.sight = { aimed: () => aimed.el, behind, drawn, disabled, face, within };
})();
