// Finds its way through a page: shadow roots, closed ones too once they were
// adopted, and frames of the same origin. What a survey needs of it is in
// dyncrawl.tree. Runs in our isolated world of a frame.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const closed = new WeakMap(); // host → closed shadow root
  const heard = new WeakMap(); // node → what was told of its listeners
  let kept = new WeakMap(); // element → types of the handlers that a framework keeps to itself
  let served = new WeakMap(); // node → types that it listens to for elements that are known
  let readable = false; // such handlers are left on the elements
  let idle = ''; // place of the code that React has elements listen to clicks with, so that old browsers tell of them

  const shadow = (el) => el.shadowRoot ?? closed.get(el) ?? null;
  const inside = (el) => {
    if (el.localName !== 'iframe' && el.localName !== 'frame' && el.localName !== 'object') return null;
    try { return el.contentDocument; } catch { return null; }
  };

  // visit calls fn for every element below root, in order, with the node around it.
  function visit(root, fn, depth = 0) {
    if (depth > 200) return;
    for (let el = root.firstElementChild; el; el = el.nextElementSibling) {
      if (fn(el) === false) continue;
      for (const inner of [shadow(el), inside(el), el]) if (inner) visit(inner, fn, depth + 1);
    }
  }

  // outer returns the node around el: its parent, host or frame.
  function outer(el) {
    if (el.nodeType === Node.DOCUMENT_NODE) return el === document ? null : el.defaultView?.frameElement ?? null;
    return el.parentNode ?? el.host ?? null;
  }

  // bubbled returns the node that an event of el comes to next: the slot that el is put
  // into, or what is around it.
  function bubbled(el) {
    const root = el.parentElement && shadow(el.parentElement);
    const slot = root ? el.assignedSlot ?? slotIn(root, el) : null; // a closed root hides it
    return slot ?? outer(el);
  }

  const slotIn = (root, el) => [...root.querySelectorAll('slot')].find((slot) => slot.assignedNodes().includes(el)) ?? null;

  lib.adopt = (host, root) => {
    closed.set(host, root);
    globalThis[Symbol.for('dyncrawl.watch')]?.scan(root);
    return true;
  };

  lib.shadowOf = shadow;

  const suspected = new WeakMap(); // element → how often the browser was asked of it
  const SUSPICION = 2; // times that it is: what is closed is mostly closed from the beginning

  // secretive lists the elements that may have a closed shadow root: those of
  // an own name, and those that are drawn although nothing in them is; null for none.
  lib.secretive = () => {
    const found = [];
    visit(document, (el) => {
      if (shadow(el) || found.length >= 200 || suspected.get(el) >= SUSPICION) return;
      const custom = el.localName.includes('-');
      const plain = /^(article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/.test(el.localName);
      if (custom || (plain && !el.childNodes.length && el.offsetHeight > 0 && el.offsetWidth > 0)) found.push(el);
    });
    for (const el of found) suspected.set(el, (suspected.get(el) ?? 0) + 1);
    return found.length ? found : null;
  };

  // hear notes which events the nodes listen to: news[i] tells the types of
  // nodes[i], which may also be the path of one, and where the code is.
  lib.hear = (news, nodes) => {
    nodes.forEach((node, i) => {
      const found = node === 'window' ? window : node === 'navigation' ? globalThis.navigation : typeof node === 'string' ? locate(node) : node;
      if (found) heard.set(found, news[i]);
    });
    return true;
  };

  const MANY = 8; // kinds of handlers that what is to be pressed has at most, but for those of libraries, which draw ripples
  const MEANT = /^(click|dblclick|contextmenu|input|change|submit|drop|dragstart)$/;

  // typesOf returns the events that a handler is for, by its name in a framework.
  function typesOf(name) {
    if (name.startsWith('jQuery ')) return [name.slice(7)];
    if (name.startsWith('$$')) return [name.slice(2)];
    if (name.startsWith('@')) return [name.slice(1)];
    const type = name.slice(2).replace(/Capture$/, '').toLowerCase();
    return type === 'change' ? ['input', 'change'] : [type === 'doubleclick' ? 'dblclick' : type];
  }

  // alikeRoots returns the document, and the elements that listen with the same code: a
  // framework that listens at both.
  function alikeRoots(all) {
    const places = (heard.get(document)?.place ?? '').split(' ').filter(Boolean);
    const alike = (el) => places.some((place) => heard.get(el)?.place.includes(place + ' '));
    return [document, ...[...all].filter(alike)];
  }

  // attend notes the handlers that frameworks keep to themselves, each with the position
  // of its element among those of the document, its name and the selector of the elements
  // in that one that it serves.
  lib.attend = (_, rows, count) => {
    const all = document.querySelectorAll('*');
    if (all.length !== count) return false;
    [kept, served, readable, idle] = [new WeakMap(), new WeakMap(), false, ''];
    const note = (el, type) => {
      if (!('on' + type in el) && !/^focus(in|out)$/.test(type)) return;
      if (!kept.has(el)) kept.set(el, new Set());
      kept.get(el).add(type);
    };
    const serve = (node, type) => served.set(node, (served.get(node) ?? new Set()).add(type));
    const blind = new Map(); // node → types of which it is not known for what it hears them
    let roots = null; // nodes that listen with the code that the document listens with
    for (const [at, name, selector] of rows) {
      const node = at < 0 ? document : all[at], types = typesOf(name);
      if (selector === null) {
        readable ||= name.startsWith('on');
        if (name === 'onClick' && heard.get(node)?.types.join() === 'click') idle ||= heard.get(node).place;
        for (const type of types) {
          note(node, type);
          if (name.startsWith('$$')) serve(document, type);
          if (name.startsWith('@')) {
            roots ??= alikeRoots(all);
            for (const root of roots) serve(root, type);
          }
        }
        continue;
      }
      let elements = null;
      try { elements = selector && node.querySelectorAll(selector); } catch { /* a selector of jQuery's own */ }
      if (elements) for (const el of elements) note(el, types[0]);
      else blind.set(node, [...(blind.get(node) ?? []), ...types]);
      serve(node, types[0]);
    }
    for (const [node, types] of blind) for (const type of types) served.get(node).delete(type);
    return true;
  };

  // hasMany reports whether a framework handles so many kinds of events for an element that
  // they say little.
  const hasMany = (el) => (kept.get(el)?.size ?? 0) > MANY;

  // hears returns the events that a node listens to, those among them that a framework
  // handles for it.
  function hears(node) {
    const told = heard.get(node), more = kept.get(node);
    const own = !told ? [] : idle && !more?.has('click') && told.place.includes(idle) ? told.types.filter((t) => t !== 'click') : told.types;
    return more ? [...new Set([...own, ...[...more].filter((t) => !hasMany(node) || MEANT.test(t))])] : own;
  }

  // lends returns the events that a node listens to for what is in it: for anything of it,
  // as far as is known.
  function lends(node) {
    const told = heard.get(node), known = served.get(node);
    if (!told) return hears(node);
    const own = known ? hears(node).filter((t) => !known.has(t) || told.several.includes(t)) : hears(node);
    return readable || !told.for.length ? own : [...own, ...told.for];
  }

  // vague returns those of them that may be for nothing but looks.
  const vague = (el) => (hasMany(el) ? [...kept.get(el)].filter((t) => !MEANT.test(t)) : []);

  const PRESSES = /^(click|mousedown|mouseup|pointerdown|pointerup)$/;

  // pressed reports whether one of the events is made by pressing something.
  const pressed = (types) => types.some((t) => PRESSES.test(t));

  // Paths: CSS selectors joined by ">>" at every shadow root and frame.

  // settledId reports whether an id is likely to be the same when the page is loaded again:
  // it was not drawn by lot, as those with letters behind digits in a long word are and those
  // with a number behind a longer one, nor counted by a framework each time that it draws something.
  const settledId = (id) => id && id.length < 40 && !/\d{4,}|\d{2,}-\d|[:.«]|[0-9a-f]{8,}|_r_\w+_|^(ember|ext-|headlessui-|mui-|radix-|react-aria|ui-id-|yui)\S*\d/i.test(id) && !id.split(/[-_]/).some((word) => word.length > 4 && /\d[a-z]/i.test(word));

  function step(el) {
    const root = el.getRootNode();
    const parts = [];
    for (let e = el; e && e !== root; e = e.parentNode) {
      if (e.nodeType !== Node.ELEMENT_NODE) break;
      if (settledId(e.id) && root.querySelectorAll('#' + CSS.escape(e.id)).length === 1) {
        parts.unshift('#' + CSS.escape(e.id));
        break;
      }
      let n = 1;
      for (let s = e.previousElementSibling; s; s = s.previousElementSibling) if (s.localName === e.localName) n++;
      parts.unshift(`${CSS.escape(e.localName)}:nth-of-type(${n})`);
    }
    return parts.join('>');
  }

  function path(el) {
    const steps = [];
    for (let e = el; e; ) {
      steps.unshift(step(e));
      const root = e.getRootNode();
      if (root === document) break;
      e = root.host ?? root.defaultView?.frameElement ?? null;
    }
    return steps.join('>>');
  }

  // find returns what a step names. In a shadow root, which has no one element at its
  // top, a step may fit deeper, too.
  function find(root, css) {
    const fits = [...root.querySelectorAll(css)];
    return (fits.length > 1 && fits.find((el) => step(el) === css)) || fits[0] || null;
  }

  function locate(where) {
    if (where === 'document') return document.body;
    let root = document, el = null;
    for (const css of where.split('>>')) {
      if (el) root = shadow(el) ?? inside(el);
      el = root ? find(root, css) : null;
      if (!el) return null;
    }
    return el;
  }
  lib.locate = (_, where) => locate(where);

  // pathWithin is the path of a node within its own frame.
  lib.pathWithin = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return ':root';
    const steps = [];
    for (let e = node; e; e = e.getRootNode().host ?? null) steps.unshift(step(e));
    return steps.join('>>');
  };

  lib.tree = { settledId, shadow, inside, visit, outer, bubbled, path, locate, heard: hears, pressed, lends, vague, placed: (node) => heard.get(node)?.place ?? '' };
})();
