// Says in words what an element is, and marks what is said. In dyncrawl.words.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const fold = (text) => text.replace(/\s+/g, ' ').trim();
  const attr = (el, name) => el.getAttribute?.(name) ?? '';

  const DATES = /\b(mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b\.?/gi;
  const plain = (text) => fold(text).slice(0, 120).toLowerCase().replace(DATES, '0').replace(/[0-9a-f]{8,}|\d[\d.,:/-]*/gi, '0');

  // slotted returns the text that an element in a shadow root shows of what its host
  // holds: that of a button of a design system's own, mostly.
  function slotted(el) {
    if (!(el.getRootNode() instanceof ShadowRoot)) return '';
    const slots = el.localName === 'slot' ? [el] : [...el.querySelectorAll('slot')];
    return fold(slots.flatMap((slot) => slot.assignedNodes({ flatten: true })).map((node) => node.textContent).join(' '));
  }

  function label(el) {
    const said = attr(el, 'aria-label') || attr(el, 'title') || attr(el, 'alt') || attr(el, 'placeholder');
    const held = /^(button|submit|reset|image)$/.test(el.type) && typeof el.value === 'string' ? el.value : '';
    const own = el.matches?.('select, textarea, input') ? fold([...(el.labels ?? [])].map((l) => l.textContent).join(' ')) : fold(`${el.textContent ?? ''} ${slotted(el)}`);
    return (held || own.slice(0, 80) || said || attr(el, 'name')).slice(0, 80);
  }

  const CALLS = /navigator\.\w+|[\])\w]\.(send|remove\w*|delete\w*|replace\w*|open)\b/g; // of the browser's, which say nothing

  // warning returns all that may say what pressing el would do: its own words
  // and names, and those of the form that it sends.
  function warning(el) {
    const names = ['aria-label', 'title', 'alt', 'value', 'name', 'id', 'class', 'href', 'xlink:href', 'formaction', 'onclick', 'action', 'placeholder', 'data-action', 'data-method', 'data-confirm', 'data-testid', 'data-toggle', 'data-target', 'data-url', 'data-href', 'data-event', 'data-icon', 'download'];
    const said = (e, name) => (name === 'onclick' ? attr(e, name).replace(CALLS, '') : attr(e, name));
    const words = (e) => names.map((name) => said(e, name)).filter(Boolean).join(' | ');
    const text = fold(`${el.innerText ?? el.textContent ?? ''} ${slotted(el)}`), host = el.getRootNode().host;
    const parts = [text.length > 120 ? '' : text, words(el)]; // more is not a name
    if (host) parts.push(words(host), attr(host, 'label'));
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

  // mark is the 32-bit FNV-1a hash of the UTF-16 units of a text.
  function mark(text) {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return h;
  }

  lib.words = { fold, attr, plain, label, warning, mark };
})();
