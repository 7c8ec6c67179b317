// Looks at a page as one who wants to try everything on it: what can be acted
// on, where the pointer must go, and what the page says now. It sees through
// shadow roots, closed ones included once they were adopted, and through frames
// of the same origin. Runs in our isolated world of the main frame.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const closed = new WeakMap(); // host → closed shadow root
  const heard = new WeakMap(); // node → types of its listeners

  const GROUP = 30; // controls that differ in their words only, up to which all are named
  const SAMPLE = 8; // of a larger group
  const MOST = 1500; // controls named in all

  const shadow = (el) => el.shadowRoot ?? closed.get(el) ?? null;
  const inside = (el) => {
    if (el.localName !== 'iframe' && el.localName !== 'frame' && el.localName !== 'object') return null;
    try { return el.contentDocument; } catch { return null; }
  };
  const fold = (text) => text.replace(/\s+/g, ' ').trim();
  const attr = (el, name) => el.getAttribute?.(name) ?? '';

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

  lib.adopt = (host, root) => {
    closed.set(host, root);
    globalThis[Symbol.for('dyncrawl.watch')]?.scan(root);
    return true;
  };

  lib.shadowOf = shadow;

  // secretive lists the elements that may have a closed shadow root: those of
  // an own name, and those that are drawn although nothing in them is.
  lib.secretive = () => {
    const found = [];
    visit(document, (el) => {
      if (shadow(el) || found.length >= 200) return;
      const custom = el.localName.includes('-');
      const plain = /^(article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/.test(el.localName);
      if (custom || (plain && !el.childNodes.length && el.offsetHeight > 0 && el.offsetWidth > 0)) found.push(el);
    });
    return found;
  };

  // hear notes which events the nodes listen to: types[i] are those of nodes[i],
  // which may also be the path of one.
  lib.hear = (types, nodes) => {
    nodes.forEach((node, i) => {
      const found = node === 'window' ? window : typeof node === 'string' ? locate(node) : node;
      if (found) heard.set(found, types[i]);
    });
    return true;
  };

  // Paths: CSS selectors joined by ">>" at every shadow root and frame.

  const settledId = (id) => id && id.length < 40 && !/\d{4,}|[:.]|[0-9a-f]{8,}/i.test(id);

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

  function locate(where) {
    if (where === 'document') return document.body;
    let root = document, el = null;
    for (const css of where.split('>>')) {
      if (el) root = shadow(el) ?? inside(el);
      el = root?.querySelector(css) ?? null;
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

  // Words.

  const DATES = /\b(mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b\.?/gi;
  const plain = (text) => fold(text).slice(0, 120).toLowerCase().replace(DATES, '0').replace(/[0-9a-f]{8,}|\d[\d.,:/-]*/gi, '0');

  function label(el) {
    const said = attr(el, 'aria-label') || attr(el, 'title') || attr(el, 'alt') || attr(el, 'placeholder');
    const held = /^(button|submit|reset|image)$/.test(el.type) && typeof el.value === 'string' ? el.value : '';
    const own = el.matches?.('select, textarea, input') ? fold([...(el.labels ?? [])].map((l) => l.textContent).join(' ')) : fold(el.textContent ?? '');
    return (held || own.slice(0, 80) || said || attr(el, 'name')).slice(0, 80);
  }

  const CALLS = /navigator\.\w+|[\])\w]\.(send|remove\w*|delete\w*|replace\w*|open)\b/g; // of the browser's, which say nothing

  // warning returns all that may say what pressing el would do: its own words
  // and names, and those of the form that it sends.
  function warning(el) {
    const names = ['aria-label', 'title', 'alt', 'value', 'name', 'id', 'class', 'href', 'xlink:href', 'formaction', 'onclick', 'action', 'placeholder', 'data-action', 'data-method', 'data-confirm', 'data-testid', 'data-toggle', 'data-target', 'data-url', 'data-href', 'data-event', 'data-icon', 'download'];
    const said = (e, name) => (name === 'onclick' ? attr(e, name).replace(CALLS, '') : attr(e, name));
    const words = (e) => names.map((name) => said(e, name)).filter(Boolean).join(' | ');
    const text = fold(el.innerText ?? el.textContent ?? '');
    const parts = [text.length > 120 ? '' : text, words(el)]; // more is not a name
    for (const inner of [...el.querySelectorAll('[class], [title], [alt], [aria-label], use')].slice(0, 6)) {
      parts.push(words(inner));
    }
    const by = attr(el, 'aria-labelledby') || attr(el, 'aria-describedby');
    for (const id of by.split(/\s+/)) if (id) parts.push(el.getRootNode().getElementById?.(id)?.textContent ?? '');
    const form = el.form ?? (el.matches('button, input') ? null : el.closest('form'));
    if (form && el.matches('button, input[type=submit], input[type=image], input[type=button]')) {
      parts.push(attr(form, 'action'), attr(form, 'id'), attr(form, 'name'), attr(form, 'onsubmit'));
    }
    if (el.localName === 'label' && el.control) parts.push(words(el.control));
    return parts.filter(Boolean).join(' | ').slice(0, 1000);
  }

  // Sight.

  const drawn = (el) => el.checkVisibility({ visibilityProperty: true }) && [...el.getClientRects()].some((r) => r.width > 0 && r.height > 0);
  const disabled = (el) => el.matches(':disabled') || attr(el, 'aria-disabled') === 'true' || el.closest('[inert]') !== null;

  // place turns a point of el's own viewport into one of the window.
  function place(el, x, y) {
    for (let view = el.ownerDocument.defaultView; view && view !== window; view = view.parent) {
      const door = view.frameElement, box = door.getBoundingClientRect(), style = getComputedStyle(door);
      x += box.left + door.clientLeft + parseFloat(style.paddingLeft);
      y += box.top + door.clientTop + parseFloat(style.paddingTop);
    }
    return { x, y };
  }

  // points returns where el may be touched: the middle of its parts in sight, then a grid.
  function points(el) {
    const view = el.ownerDocument.defaultView;
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

  // spot returns the point of the window where el gets the pointer, or why there is none.
  function spot(el) {
    let over = null;
    for (const p of points(el)) {
      over = topmost(el.ownerDocument, p.x, p.y);
      const named = over?.closest?.('label');
      const image = el.localName === 'area' && over?.localName === 'img';
      if (!over || !(image || holds(el, over) || (named && named.control === el))) continue;
      const at = place(el, p.x, p.y);
      const door = el.ownerDocument === document ? null : el.ownerDocument.defaultView.frameElement;
      if (!door || door.ownerDocument !== document || holds(door, topmost(document, at.x, at.y))) return at;
    }
    return { failed: over ? 'covered' : 'out of sight' };
  }

  // aim brings the element at the path into sight and answers with the point of
  // the window where it gets the pointer, or with {gone} or {failed}.
  lib.aim = (_, where) => {
    const el = locate(where);
    if (!el) return { gone: true };
    const seen = el.localName === 'area' ? true : drawn(el);
    const face = seen ? el : [...(el.labels ?? [])].find(drawn);
    if (!face) return { failed: 'not visible' };
    if (disabled(el)) return { failed: 'disabled' };
    face.scrollIntoViewIfNeeded?.(true);
    for (const block of ['center', 'end', 'start']) {
      const at = spot(face);
      if (!at.failed) return at;
      face.scrollIntoView({ block, behavior: 'instant' });
    }
    return spot(face);
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

  // focusOn gives the element at the path the focus.
  lib.focusOn = (_, where) => {
    const el = where === 'document' ? document.body : locate(where);
    if (!el) return { gone: true };
    if (where === 'document') document.activeElement?.blur?.();
    else el.focus();
    return {};
  };

  // startType gives a field the focus and selects what it holds. Fields with
  // pickers get the value at once: {set: true}.
  lib.startType = (_, where, text) => {
    const el = locate(where);
    if (!el) return { gone: true };
    if (disabled(el) || el.readOnly) return { failed: 'disabled' };
    const answer = lib.startFill(el, text);
    return answer;
  };

  // send sends a form as its button would, if it had one.
  lib.send = (_, where) => {
    const form = locate(where);
    if (!form) return { gone: true };
    form.requestSubmit();
    return {};
  };

  // emit sends an event of the page's own making.
  lib.emit = (_, where, type) => {
    const target = where === 'document' ? document : locate(where);
    if (!target) return { gone: true };
    const named = { bubbles: true, cancelable: true, composed: true };
    target.dispatchEvent('on' + type in target || 'on' + type in window ? new Event(type, named) : new CustomEvent(type, named));
    return {};
  };

  // Controls.

  const NATIVE = 'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, label[for], audio[controls], video[controls], [popovertarget], [commandfor], [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only]';
  const ROLES = /^(button|link|tab|menuitem|menuitemcheckbox|menuitemradio|option|switch|checkbox|radio|combobox|slider|spinbutton|treeitem|gridcell|textbox|searchbox|scrollbar)$/;
  const OWN = ['href', 'xlink:href', 'data-href', 'data-url', 'data-src', 'data-target', 'data-action', 'data-toggle'];
  const POINT = /^(click|dblclick|contextmenu|auxclick|mouse|pointer|touch|drag|drop|wheel|mousewheel|key|focus|blur|input|change|select|before|toggle)/;

  const link = (el) => el.getAttribute?.('href') ?? el.getAttributeNS?.('http://www.w3.org/1999/xlink', 'href') ?? null;
  const leads = (href) => href !== null && !/^\s*(#|javascript:|$)/i.test(href);

  // inherited collects the events that ancestors of el listen to in its stead.
  function inherited(el) {
    const types = new Set();
    const take = (node) => { for (const t of heard.get(node) ?? []) if (POINT.test(t)) types.add(t); };
    for (let e = outer(el); e; e = outer(e)) take(e);
    take(window);
    return types;
  }

  function signature(el) {
    const names = attr(el, 'class').split(/\s+/).filter((c) => c && !/\d/.test(c)).sort().join('.');
    return `${el.localName}.${names}[${attr(el, 'type')}|${attr(el, 'role')}|${OWN.filter((n) => el.hasAttribute(n)).join()}]`;
  }

  function group(el) {
    const parts = [];
    for (let e = el, n = 0; e && n < 6; e = outer(e)) if (e.nodeType === Node.ELEMENT_NODE) { parts.unshift(signature(e)); n++; }
    return parts.join('>') + '|' + (heard.get(el) ?? []).join();
  }

  // reason says why el may be acted on, or is empty.
  function reason(el, delegated) {
    if (heard.get(el)?.some((t) => !/^(load|error|animation|transition|scroll$|resize|hashchange|popstate|message|beforeunload|unload|pagehide|pageshow|visibilitychange|readystatechange|DOMContentLoaded|slotchange)/.test(t))) return 'listener';
    if (el.matches(NATIVE)) return 'native';
    if (el.localName === 'a' && link(el) !== null) return 'native'; // of SVG
    if (ROLES.test(attr(el, 'role').trim())) return 'role';
    if (attr(el, 'draggable') === 'true') return 'drag';
    const tab = attr(el, 'tabindex');
    if (tab !== '' && Number(tab) >= 0) return 'focusable';
    if (!delegated || el === document.body || el === document.documentElement) return '';
    if (el.matches('html, body, head, head *, script, style, link, meta, br, hr, option, optgroup, template, svg *')) return '';
    const style = getComputedStyle(el);
    if (style.cursor === 'pointer' && !(el.parentElement && getComputedStyle(el.parentElement).cursor === 'pointer')) return 'pointer';
    if (!el.firstElementChild && (el.id || el.className || Object.keys(el.dataset ?? {}).length || /^(li|td|th|dt|dd|span|img|i|div|p|b|em|strong)$/.test(el.localName))) return 'delegated';
    return '';
  }

  function facts({ el, group: groupOf, why }, delegates) {
    const own = heard.get(el) ?? [];
    const href = link(el);
    const form = el.form ?? null;
    return {
      path: path(el), group: groupOf, why, label: label(el), words: warning(el),
      tag: el.localName, type: el.matches('input, button, select, textarea') ? el.type : '', role: attr(el, 'role').trim(),
      href: href ?? '', own, inherited: delegates ? [...inherited(el)].filter((t) => !own.includes(t)) : [],
      visible: el.localName === 'area' || drawn(el) || [...(el.labels ?? [])].some(drawn), disabled: disabled(el),
      editable: el.isContentEditable === true, draggable: attr(el, 'draggable') === 'true',
      open: el.localName === 'summary' && el.parentElement?.open === true,
      form: form ? path(form) : '', options: el.localName === 'select' ? el.options.length : 0,
      field: el.matches('input:not([type=button], [type=submit], [type=reset], [type=image]), select, textarea') ? fieldFacts(el) : null,
      download: el.hasAttribute('download'), acts: el.hasAttribute('popovertarget') || el.hasAttribute('commandfor'), control: el.localName === 'label' && el.control ? path(el.control) : '',
      mark: markOf(el),
    };
  }

  const markOf = (el) => mark(`${signature(el)}|${plain(label(el))}|${plain(link(el) ?? '')}|${plain(attr(el, 'id'))}|${disabled(el)}`);

  // mark is the 32-bit FNV-1a hash of the UTF-16 units of a text.
  function mark(text) {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return h;
  }

  function thin(list) {
    const groups = new Map();
    for (const c of list) groups.has(c.group) ? groups.get(c.group).push(c) : groups.set(c.group, [c]);
    const left = new Set(list);
    let dropped = 0;
    for (const members of groups.values()) {
      if (members.length <= GROUP) continue;
      const keep = new Set(Array.from({ length: SAMPLE }, (_, i) => members[Math.round((i * (members.length - 1)) / (SAMPLE - 1))]));
      for (const m of members) if (!keep.has(m) && left.delete(m)) dropped++;
    }
    return { list: [...left].slice(0, MOST), dropped: dropped + Math.max(0, left.size - MOST) };
  }

  function fieldFacts(el) {
    const number = (name) => attr(el, name);
    const list = el.list ?? (el.localName === 'select' ? el : null);
    return {
      path: path(el), type: el.type, name: el.name, auto: attr(el, 'autocomplete'), label: label(el),
      words: [attr(el, 'name'), el.id, attr(el, 'placeholder'), attr(el, 'aria-label'), attr(el, 'inputmode'), attr(el, 'class'), [...(el.labels ?? [])].map((l) => fold(l.textContent)).join(' ')].filter(Boolean).join(' | ').slice(0, 300),
      pattern: attr(el, 'pattern'), min: number('min'), max: number('max'), step: number('step'),
      minLength: el.minLength ?? -1, maxLength: el.maxLength ?? -1, accept: attr(el, 'accept'),
      options: list ? [...list.options].filter((o) => !o.disabled && o.value).map((o) => o.value).slice(0, 50) : [],
      value: el.type === 'file' ? '' : el.value, checked: el.checked === true, required: el.required === true,
      fixed: disabled(el) || el.readOnly === true, form: el.form ? path(el.form) : '',
    };
  }

  function formFacts(form) {
    const fields = [...form.elements].filter((e) => e.matches('input, select, textarea'));
    return {
      path: path(form), action: form.getAttribute('action') === null ? form.ownerDocument.location.href : new URL(form.getAttribute('action'), form.baseURI).href,
      method: (attr(form, 'method') || 'get').toLowerCase(),
      words: [attr(form, 'id'), attr(form, 'name'), attr(form, 'class'), attr(form, 'action'), attr(form, 'aria-label'), fold(form.innerText ?? '').slice(0, 300)].join(' | '),
      fields: fields.map(fieldFacts).slice(0, 60),
      submits: [...form.elements].some((e) => e.matches('button:not([type]), [type=submit], [type=image]')),
      listens: (heard.get(form) ?? []).includes('submit'), visible: drawn(form),
    };
  }

  // survey answers with what the page shows and offers now.
  lib.survey = (_, delegates) => {
    const controls = [], texts = new Set(), acts = new Set(), forms = [], scrollers = [];
    const say = (el) => {
      for (let n = el.firstChild; n; n = n.nextSibling) {
        if (n.nodeType !== Node.TEXT_NODE || !/\S/.test(n.data)) continue;
        const text = plain(n.data);
        if (text) texts.add(mark(el.localName + '|' + text));
      }
    };
    visit(document, (el) => {
      if (el.matches('script, style, noscript, template, head')) return false;
      if (el.localName === 'form' && forms.length < 50) forms.push(formFacts(el));
      const why = reason(el, delegates);
      const shown = drawn(el);
      if (why) {
        controls.push({ el, why, group: group(el) });
        if (shown) acts.add(markOf(el));
      }
      if (!shown) return;
      if (el.localName !== 'time') say(el);
      if (el.matches('img, iframe, video, audio, embed, object')) texts.add(mark(el.localName + '|' + plain(attr(el, 'src'))));
      if (el.scrollHeight - el.clientHeight > 20 && el.clientHeight > 40 && el !== document.documentElement && el !== document.body && scrollers.length < 5 && /auto|scroll/.test(getComputedStyle(el).overflowY)) scrollers.push(path(el));
    });
    const page = document.scrollingElement ?? document.documentElement;
    const { list, dropped } = thin(controls);
    const watch = globalThis[Symbol.for('dyncrawl.watch')];
    watch?.look();
    return {
      scripts: document.scripts.length > 0, changes: watch?.changes ?? 0,
      controls: list.map((c) => facts(c, delegates)), dropped, forms, scrollers, acts: [...acts], texts: [...texts],
      url: location.href, title: document.title, tall: page.scrollHeight - innerHeight > 20,
      window: [...new Set([...(heard.get(window) ?? []), ...(heard.get(document) ?? []), ...(heard.get(document.documentElement) ?? []), ...(heard.get(document.body) ?? [])])],
    };
  };

  // frames waits until the page was drawn twice: events of scrolling and what
  // watches for elements in sight come with a frame. A page that is not drawn has
  // none, so it waits for half a second at most.
  lib.frames = () => new Promise((done) => {
    setTimeout(() => done(true), 500);
    requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  });

  // scrollOn scrolls the box at the path, or the page, on by a screen and
  // answers whether it moved.
  lib.scrollOn = async (_, where) => {
    const box = where === 'document' ? document.scrollingElement ?? document.documentElement : locate(where);
    if (!box) return false;
    const before = box.scrollTop;
    box.scrollBy({ top: box.clientHeight * 0.8, behavior: 'instant' });
    await lib.frames();
    return Math.abs(box.scrollTop - before) > 1;
  };

  // scrollBack returns it to its beginning.
  lib.scrollBack = (_, where) => {
    const box = where === 'document' ? document.scrollingElement ?? document.documentElement : locate(where);
    box?.scrollTo({ top: 0, behavior: 'instant' });
    return true;
  };

  // stored sums up what scripts have kept.
  lib.stored = () => {
    const all = [];
    try { all.push(JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie); } catch { /* an opaque origin has none */ }
    return String(mark(all.join()));
  };

  // markup answers with the text of the page and of the frames in it, shadow
  // roots included, each with the URL that its references begin at.
  lib.markup = (_, most) => {
    const documents = [document], roots = [];
    visit(document, (el) => {
      const root = shadow(el), doc = inside(el);
      if (root) roots.push(root);
      if (doc?.documentElement) documents.push(doc);
    });
    return documents.map((doc) => ({
      url: doc.baseURI, html: (doc.documentElement?.getHTML?.({ shadowRoots: roots.filter((r) => r.ownerDocument === doc) }) ?? '').slice(0, most),
    }));
  };
})();
