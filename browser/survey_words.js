// Says in words what an element is, and marks what is said. In dyncrawl.words.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const fold = (text) => text.replace(/\s+/g, ' ').trim();
  const attr = (el, name) => el.getAttribute?.(name) ?? '';

  let known = null; // what was found out of elements in this survey, by what it is; null: there is none

  // survey calls look, in which the page stays as it is: what was found out of an element once
  // is not looked for again.
  function survey(look) {
    known = {};
    try {
      return look();
    } finally {
      known = null;
    }
  }

  // once returns what find finds out of el, which is what.
  function once(what, el, find) {
    const found = known && (known[what] ??= new Map());
    if (!found) return find(el);
    if (!found.has(el)) found.set(el, find(el));
    return found.get(el);
  }

  const DATES = /\b(mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b\.?/gi;
  const plain = (text) => fold(text).slice(0, 120).toLowerCase().replace(DATES, '0').replace(/[0-9a-f]{8,}|\d[\d.,:/-]*/gi, '0');

  // slotted returns the text that an element in a shadow root shows of what its host
  // holds: that of a button of a design system's own, mostly.
  function slotted(el) {
    if (!(el.getRootNode() instanceof ShadowRoot)) return '';
    const slots = el.localName === 'slot' ? [el] : [...el.querySelectorAll('slot')];
    return fold(slots.flatMap((slot) => slot.assignedNodes({ flatten: true })).map((node) => node.textContent).join(' '));
  }

  const CONTROL = 'a, button, input, select, textarea, summary, label, [role=button], [role=checkbox], [role=link], [role=menuitem], [role=option], [role=switch], [role=tab]';
  const PRESSED = /^(click|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/;
  const FEW = 80; // elements in one that may hold controls of their own

  const LISTS = 'ul, ol, [role=tree], [role=group]';
  const ENTRIES = 'li, [role=treeitem]';

  // branches returns the lists in entries of el, such as what is below a folder: they come
  // and go, and el stays what it is.
  const branches = (el) => (el.matches?.(`${LISTS}, ${ENTRIES}`) ? [...el.querySelectorAll(LISTS)].filter((d) => el.contains(d.parentElement.closest(ENTRIES))) : []);

  // held returns what in el is pressed for itself, such as the bin in a row or the entries
  // below one, and the words of el without theirs; none where el has no words of its own,
  // since it is then only what lies around them.
  const held = (el) => once('held', el, heldIn);

  function heldIn(el) {
    const all = el.matches?.(CONTROL) === false ? [...el.querySelectorAll('*')] : [];
    const controls = all.length > FEW ? [] : all.filter((d) => d.matches(CONTROL) || lib.tree.heard(d).some((t) => PRESSED.test(t)));
    const inner = [...branches(el), ...controls];
    if (!inner.length) return { inner, text: el.textContent ?? '' };
    const words = [];
    const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    for (let n = walk.nextNode(); n; n = walk.nextNode()) if (!inner.some((d) => d.contains(n))) words.push(n.data);
    const text = words.join(' ');
    return /\p{L}{2}/u.test(text) ? { inner, text } : { inner: [], text: el.textContent ?? '' };
  }

  const label = (el) => once('label', el, labelOf);

  function labelOf(el) {
    const said = attr(el, 'aria-label') || attr(el, 'title') || attr(el, 'alt') || attr(el, 'placeholder');
    const value = /^(button|submit|reset|image)$/.test(el.type) && typeof el.value === 'string' ? el.value : '';
    const own = el.matches?.('select, textarea, input') ? fold([...(el.labels ?? [])].map((l) => l.textContent).join(' ')) : fold(`${held(el).text} ${slotted(el)}`);
    return (value || own.slice(0, 80) || said || attr(el, 'name')).slice(0, 80);
  }

  const DEEP = 4; // elements between what is pressed and the control that it is part of

  // partOf returns the control that el is part of without being one by itself, such as a
  // button around its picture; null when there is none.
  function partOf(el) {
    if (el.matches(CONTROL) || lib.tree.heard(el).some((t) => PRESSED.test(t))) return null;
    for (let e = el.parentElement, n = 0; e && n < DEEP; e = e.parentElement, n++) {
      if (e.matches(CONTROL) || (lib.tree.heard(e).some((t) => PRESSED.test(t)) && e.querySelectorAll('*').length < 2 * DEEP)) return e;
    }
    return null;
  }

  const CALLS = /navigator\.\w+|[\])\w]\.(send|remove\w*|delete\w*|replace\w*|open)\b/g; // of the browser's, which say nothing

  const TELLING = /delete|destroy|confirm|method|click|action/; // in names of attributes by which libraries are told what to do

  const DRAWING = 40_000; // CSS pixels, far more than a sign has
  const DEPICTING = /^(aria-label|title|alt|id|class|name|data-testid|data-icon)$/;

  // depicts reports whether el is a large drawing, of which its names say what is to be seen
  // and not what pressing it would do: "Market share".
  function depicts(el) {
    if (!el.matches?.('canvas, svg') || !/^(|img|figure|graphics-\w+|application)$/.test(attr(el, 'role').trim())) return false;
    const box = el.getBoundingClientRect();
    return box.width * box.height >= DRAWING;
  }

  // warning returns all that may say what pressing el would do: its own words
  // and names, and those of the form that it sends.
  function warning(el) {
    const draws = depicts(el);
    const names = ['aria-label', 'title', 'alt', 'value', 'name', 'id', 'class', 'href', 'xlink:href', 'formaction', 'onclick', 'action', 'placeholder', 'data-action', 'data-method', 'data-confirm', 'data-testid', 'data-toggle', 'data-target', 'data-url', 'data-href', 'data-event', 'data-icon', 'download'];
    const said = (e, name) => (e === el && draws && DEPICTING.test(name) ? '' : name.includes('click') ? attr(e, name).replace(CALLS, '') : attr(e, name));
    const telling = (e) => [...e.attributes].filter((a) => TELLING.test(a.name) && !names.includes(a.name)).map((a) => `${a.name} ${said(e, a.name)}`);
    const words = (e) => [...names.map((name) => said(e, name)), ...telling(e)].filter(Boolean).join(' | ');
    const apart = held(el), text = fold(`${apart.inner.length ? apart.text : el.innerText ?? el.textContent ?? ''} ${slotted(el)}`), host = el.getRootNode().host;
    const parts = [draws || text.length > 120 ? '' : text, words(el)]; // more is not a name
    if (host) parts.push(words(host), attr(host, 'label'));
    for (const inner of draws ? [] : [...el.querySelectorAll('[class], [title], [alt], [aria-label], use')].filter((e) => !apart.inner.some((d) => d.contains(e))).slice(0, 6)) {
      parts.push(words(inner));
    }
    const by = attr(el, 'aria-labelledby') || attr(el, 'aria-describedby');
    for (const id of by.split(/\s+/)) if (id && !draws) parts.push(el.getRootNode().getElementById?.(id)?.textContent ?? '');
    const form = el.form ?? (el.matches('button, input') ? null : el.closest('form'));
    if (form && el.matches('button, input[type=submit], input[type=image], input[type=button]')) {
      parts.push(attr(form, 'action'), attr(form, 'id'), attr(form, 'name'), attr(form, 'onsubmit'));
    }
    if (el.localName === 'label' && el.control) parts.push(words(el.control));
    const whole = partOf(el);
    if (whole) parts.push(words(whole), attr(whole, 'aria-label') || [...whole.querySelectorAll('title')].map((t) => t.textContent).join());
    return parts.filter(Boolean).join(' | ').slice(0, 1000);
  }

  // mark is the 32-bit FNV-1a hash of the UTF-16 units of a text.
  function mark(text) {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return h;
  }

  lib.words = { survey, once, fold, attr, plain, label, warning, depicts, held, mark };
})();
