// What a person does to an element, up to the point where the browser's own
// input takes over. Answers that begin with {failed: …} say why it cannot be
// done; {gone: true} says that the element is no longer in the document.
(() => {
  const lib = (globalThis.dyncrawl ??= {});

  const fold = (text) => text.replace(/\s+/g, ' ').trim();
  const outside = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  const isInside = (node, el) => {
    for (; node; node = outside(node)) if (node === el) return true;
    return false;
  };
  const frame = () => new Promise((resolve) => {
    const timer = setTimeout(resolve, 100); // a tab that is not drawn has no animation frames
    requestAnimationFrame(() => (clearTimeout(timer), resolve()));
  });

  // describe names an element as its start tag would, at most 80 characters.
  function describe(el) {
    const id = el.id ? ` id=${el.id}` : '';
    const name = el.getAttribute('class') ? ` class="${fold(el.getAttribute('class'))}"` : '';
    return `<${el.localName}${id}${name}`.slice(0, 79) + '>';
  }

  const isVisible = (el) =>
    el.checkVisibility({ visibilityProperty: true }) && [...el.getClientRects()].some((r) => r.width > 0 && r.height > 0);

  function isDisabled(el) {
    for (let e = el; e; e = e.parentElement ?? e.parentNode?.host) {
      if (e.getAttribute('aria-disabled') === 'true') return true;
    }
    return el.matches(':disabled') || el.closest('button')?.matches(':disabled') === true;
  }

  // spot returns the middle of the largest part of el that lies in the viewport, or null.
  function spot(el) {
    const parts = [...el.getClientRects()].map((r) => ({
      left: Math.max(r.left, 0), right: Math.min(r.right, innerWidth),
      top: Math.max(r.top, 0), bottom: Math.min(r.bottom, innerHeight),
    }));
    const area = (r) => Math.max(r.right - r.left, 0) * Math.max(r.bottom - r.top, 0);
    const best = parts.sort((a, b) => area(b) - area(a))[0];
    return best && area(best) > 0 ? { x: (best.left + best.right) / 2, y: (best.top + best.bottom) / 2 } : null;
  }

  // hosts maps the host of every shadow root around el to that root, closed ones too.
  function hosts(el) {
    const roots = new Map();
    for (let root = el.getRootNode(); root.host; root = root.host.getRootNode()) roots.set(root.host, root);
    return roots;
  }

  // hit returns the innermost element at a point, through open shadow roots and those around el.
  function hit(x, y, roots) {
    let el = document.elementFromPoint(x, y);
    for (let inner, root; el && (root = el.shadowRoot ?? roots.get(el)) && (inner = root.elementFromPoint(x, y)) && inner !== el; ) el = inner;
    return el;
  }

  // obstacle returns what stops el from getting a click at the point, or null.
  function obstacle(el, { x, y }) {
    const top = hit(x, y, hosts(el));
    if (!top) return 'outside of the visible page';
    const label = top.closest('label');
    if (isInside(top, el) || (label && label.control === el)) return null;
    return `covered by ${describe(top)}`;
  }

  const place = (el) => JSON.stringify(el.getBoundingClientRect());

  async function moved(el) {
    await frame();
    const before = place(el);
    await frame();
    return place(el) !== before;
  }

  // guard watches the next press of the pointer: one that would land elsewhere,
  // because the page moved since el was looked at, is kept from the page.
  // guarded ends the watch and answers whether el was pressed and did not move
  // away before it was released: then it got no click.
  const pointer = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'auxclick'];
  let watched = null;
  function guard(el) {
    lib.guarded();
    const label = el.labels?.[0];
    const closed = [...hosts(el)].filter(([host]) => !host.shadowRoot).at(-1)?.[0]; // the path of an event ends there
    const watch = (event) => {
      if (!event.isTrusted) return;
      const path = event.composedPath();
      const on = path.includes(el) || (label && path.includes(label)) || (closed && path[0] === closed);
      if (event.type === 'pointerdown' || event.type === 'mousedown') watched.hit ||= on;
      if (event.type === 'mousedown') watched.place = place(el);
      if (event.type === 'mouseup') watched.slipped = !on && el.isConnected && place(el) !== watched.place;
      if (watched.hit) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    watched = { watch, hit: false, slipped: false };
    for (const type of pointer) addEventListener(type, watch, true);
  }
  lib.guarded = () => {
    const last = watched;
    watched = null;
    if (last) for (const type of pointer) removeEventListener(type, last.watch, true);
    return last?.hit === true && !last.slipped;
  };

  const checks = {
    visible: (el) => !isVisible(el) && 'not visible',
    enabled: (el) => isDisabled(el) && 'disabled',
    editable: (el) => (el.readOnly || el.getAttribute('aria-readonly') === 'true') && 'read-only',
    stable: async (el) => (await moved(el)) && 'moving',
  };

  // ready waits at most budget milliseconds until el passes the checks named in
  // needs and, if "hit" is among them, gets clicks; it answers with the point
  // {x, y} of the frame's viewport where, or with the check that failed last.
  lib.ready = async (el, needs, budget) => {
    const aligned = ['center', 'end', 'start'];
    let failed, tries = 0;
    const look = async () => {
      if (!el.isConnected) return { gone: true };
      el.scrollIntoViewIfNeeded(true);
      for (const need of needs) {
        if (need === 'hit' || need === 'guard') continue;
        if ((failed = await checks[need](el))) return null;
      }
      const point = spot(el);
      if (!needs.includes('hit')) return point ?? { x: 0, y: 0 };
      failed = point ? obstacle(el, point) : 'outside of the visible page';
      if (!failed) {
        if (needs.includes('guard')) guard(el);
        return point;
      }
      el.scrollIntoView({ block: aligned[tries++ % 3], behavior: 'instant' }); // out from under a sticky header
      return null;
    };
    return (await lib.until(look, budget)) ?? { failed };
  };

  // outward turns a point of an iframe's viewport into one of the viewport
  // around it; with mustHit the iframe has to get clicks there.
  lib.outward = (door, x, y, mustHit) => {
    if (!door.isConnected) return { gone: true };
    const box = door.getBoundingClientRect();
    const style = getComputedStyle(door);
    const point = {
      x: box.left + (door.clientLeft + parseFloat(style.paddingLeft) + x) * (box.width / door.offsetWidth || 1),
      y: box.top + (door.clientTop + parseFloat(style.paddingTop) + y) * (box.height / door.offsetHeight || 1),
    };
    const failed = mustHit && obstacle(door, point);
    return failed ? { failed } : point;
  };

  // control returns the form control that a label stands for, else el.
  const control = (el) => (el.localName === 'label' && el.control) || el;

  const setOnly = ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'];
  const notText = ['button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit'];

  function announce(el) {
    el.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    el.dispatchEvent(new Event('change', { bubbles: true }));
  }

  const takesText = (el) => (el.localName === 'input' ? !notText.includes(el.type) : el.localName === 'textarea' || el.isContentEditable);
  const refusal = (el) => ({ failed: `${el.localName === 'input' ? `<input type=${el.type}>` : describe(el)} takes no text` });

  // startFill focuses el and selects what it holds, so that typed text takes
  // its place. Fields with pickers and selects get the value at once: {set: true}.
  lib.startFill = async (el, text, budget) => {
    el = control(el);
    if (el.localName === 'select') return { set: true, ...(await lib.choose(el, [text], budget)) };
    if (!takesText(el)) return refusal(el);
    const isInput = el.localName === 'input';
    el.focus();
    if (isInput && setOnly.includes(el.type)) {
      el.value = text;
      if (el.value !== text) return { failed: `<input type=${el.type}> does not take the text: its format differs` };
      announce(el);
      return { set: true };
    }
    if (el.getRootNode().activeElement !== el && !el.isContentEditable) return { failed: 'it does not take the focus' };
    if (el.isContentEditable) getSelection().selectAllChildren(el);
    else el.select();
    return {};
  };

  // startType puts the caret where typed text is to go: it stays where it is in el.
  lib.startType = (el) => {
    el = control(el);
    if (!takesText(el)) return refusal(el);
    const inside = el.isContentEditable ? el.contains(getSelection().anchorNode) : el.getRootNode().activeElement === el;
    el.focus();
    if (inside) return {};
    if (el.isContentEditable) getSelection().selectAllChildren(el), getSelection().collapseToEnd();
    else if (el.selectionStart !== null) el.setSelectionRange(el.value.length, el.value.length);
    else getSelection().modify('move', 'forward', 'documentboundary'); // numbers and the like keep their selection to themselves
    return {};
  };

  // filled reports whether el holds text. A field may add or drop punctuation, as masks for telephone numbers do.
  lib.filled = (el, text) => {
    el = control(el);
    const held = el.isContentEditable ? el.innerText : el.value;
    const letters = (s) => s.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
    return fold(held) === fold(text) || (letters(text) !== '' && letters(held) === letters(text));
  };

  // choose selects the options named by value or label, once all of them are there.
  lib.choose = async (el, names, budget) => {
    el = control(el);
    if (el.localName !== 'select') return { failed: `${describe(el)} has no options` };
    let missing;
    const look = () => {
      if (!el.isConnected) return { gone: true };
      const options = names.map((name) => [...el.options].find((o) => !o.disabled && o.value === name) ??
        [...el.options].find((o) => !o.disabled && fold(o.label) === fold(name)));
      missing = names.find((_, i) => !options[i]);
      return missing === undefined ? options : null;
    };
    const options = await lib.until(look, budget);
    if (!options) return { failed: `it has no option ${JSON.stringify(missing)}` };
    if (options.gone) return options;
    el.focus(); // the field that had it tells of its change
    for (const option of el.options) option.selected = options.includes(option);
    announce(el);
    return {};
  };

  // checkState answers {on} for boxes and radio buttons, {failed} for others.
  lib.checkState = (el) => {
    el = control(el);
    if (el.localName === 'input' && (el.type === 'checkbox' || el.type === 'radio')) return { on: el.checked, radio: el.type === 'radio' };
    const said = el.getAttribute('aria-checked');
    return said === null ? { failed: `${describe(el)} cannot be checked` } : { on: said === 'true' };
  };

  // face returns what to click for el: its label when el itself is not drawn, as styled boxes are.
  lib.face = (el) => (isVisible(el) ? el : [...(el.labels ?? [])].find(isVisible) ?? el);

  lib.focus = (el) => {
    el.focus();
    return el.isConnected ? {} : { gone: true };
  };

  lib.visible = (el) => el.isConnected && isVisible(el);
  lib.text = (el) => (el.innerText ?? el.textContent).trim();
  lib.html = (el) => el.outerHTML;
  lib.describe = (el) => describe(el);

  // attr answers [value]; the value of a form control is the present one.
  lib.attr = (el, name) => {
    if (name === 'value' && el.matches('input, textarea, select')) return [el.value];
    return el.hasAttribute(name) ? [el.getAttribute(name)] : [];
  };

  // loaded waits for the picture of an image and reports whether there is one.
  lib.loaded = async (el) => {
    if (el.localName !== 'img') return true;
    if (!el.complete) await new Promise((done) => ['load', 'error'].forEach((name) => el.addEventListener(name, done, { once: true })));
    return el.naturalWidth > 0;
  };

  // pixels tells where the picture of el comes from, '' when that cannot be said, and how many pixels of its
  // own it has to a CSS pixel, and how many of those: an image or canvas may be shown
  // smaller than it is.
  lib.pixels = (el) => {
    const own = { img: el.naturalWidth, canvas: el.width }[el.localName];
    const shown = parseFloat(getComputedStyle(el).width);
    const inner = el.localName === 'img' ? el.width : shown;
    const scale = own > 0 && inner > 0 ? own / inner : devicePixelRatio;
    const { width, height } = el.getBoundingClientRect();
    return { source: (el.localName === 'img' && el.currentSrc) || '', scale, area: width * height };
  };

  // box returns the place of el in its frame's viewport.
  lib.box = (el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return { x, y, width, height };
  };

  lib.scrolled = () => ({ x: scrollX, y: scrollY });
})();
