// Lists what a person could fill in, press or read in one document: fields,
// boxes, buttons, pictures and short texts, with all that may say what each is
// for. Shadow roots are looked into, closed ones once survey.js adopted them;
// frames are other documents. Runs in our isolated world, after survey.js.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const MOST = 600; // widgets of one document
  const LONG = 60; // characters of a text that may still be a button's
  let found = [];

  const fold = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const attr = (el, name) => el.getAttribute?.(name) ?? '';
  const outer = (el) => el.assignedSlot ?? el.parentElement ?? el.parentNode?.host ?? null;
  const isFrame = (el) => el.localName === 'iframe' || el.localName === 'frame';

  const FIELD = 'input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image], [type=checkbox], [type=radio], [type=file], [type=range], [type=color]), textarea, [role=textbox], [contenteditable=""], [contenteditable=true]';
  const BOX = 'input[type=checkbox], input[type=radio], [role=checkbox], [role=switch]';
  const BUTTON = 'button, input[type=submit], input[type=button], input[type=image], a[href], area[href], summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=option], [onclick]';
  const SILENT = 'script, style, noscript, template, head, option';

  function each(root, fn) {
    for (let el = root.firstElementChild; el; el = el.nextElementSibling) {
      if (el.matches(SILENT)) continue;
      fn(el);
      const inner = lib.shadowOf(el);
      if (inner) each(inner, fn);
      each(el, fn);
    }
  }

  // hasSize tells what can be seen from what hides by being tiny, transparent or out of the page.
  function hasSize(el) {
    const box = el.getBoundingClientRect();
    if (box.width < 5 || box.height < 5 || box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return false;
    for (let e = el; e; e = outer(e)) {
      const style = getComputedStyle(e);
      if (Number(style.opacity) < 0.05 || /^(rect\(0(px)?,? 0(px)?,? 0(px)?,? 0(px)?\)|inset\((50|100)%\))$/.test(style.clip + style.clipPath.replace('none', ''))) return false;
      if (e !== el && style.overflow !== 'visible' && style.display !== 'contents') {
        const around = e.getBoundingClientRect();
        if (e.localName !== 'body' && e.localName !== 'html' && (around.width < 5 || around.height < 5)) return false;
      }
    }
    return true;
  }
  const isShown = (el) => el.checkVisibility({ visibilityProperty: true }) && hasSize(el) && !el.closest('[inert]');

  // covering returns the element that lies over the middle of el, or null.
  function covering(el) {
    const box = el.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
    let top = document.elementFromPoint(x, y);
    for (let root; top && (root = lib.shadowOf(top)); ) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === top) break;
      top = inner;
    }
    if (!top) return null;
    for (let e = top; e; e = outer(e)) if (e === el || (e.localName === 'label' && e.control === el)) return null;
    for (let e = el; e; e = outer(e)) if (e === top) return isPlain(top, el) ? null : top;
    return top;
  }
  // isPlain: an ancestor gets the pointer because el lets it through, as floating labels do.
  const isPlain = (top, el) => getComputedStyle(el).pointerEvents === 'none' || top.contains(el);

  const spoken = (el) => fold([...el.childNodes].map((n) => (n.nodeType === Node.TEXT_NODE ? n.data : n.nodeType === Node.ELEMENT_NODE && !n.matches('input, select, textarea, script, style') ? n.textContent : '')).join(' '));

  // label returns what the page calls a control, the best source first.
  function label(el) {
    const root = el.getRootNode();
    const referred = attr(el, 'aria-labelledby').split(/\s+/).map((id) => (id ? fold(root.getElementById?.(id)?.textContent) : '')).join(' ');
    const own = [...(el.labels ?? [])].map(spoken).join(' ');
    return [attr(el, 'aria-label'), fold(referred), own, attr(el, 'placeholder'), attr(el, 'aria-placeholder'), attr(el, 'title'), attr(el, 'alt')].filter(Boolean).join(' | ');
  }

  // before returns the text that stands right before a control without a label.
  function before(el) {
    for (let e = el, level = 0; e && level < 3; e = outer(e), level++) {
      for (let n = e.previousSibling; n; n = n.previousSibling) {
        if (n.nodeType === Node.ELEMENT_NODE && (n.matches('input, select, textarea, button') || n.querySelector('input, select, textarea, button'))) return '';
        const text = n.nodeType === Node.TEXT_NODE || n.nodeType === Node.ELEMENT_NODE && !n.matches(SILENT) ? fold(n.textContent) : '';
        if (text) return text.slice(-LONG);
      }
    }
    return '';
  }

  const NAMES = ['id', 'name', 'class', 'data-testid', 'data-test', 'data-qa', 'data-action', 'data-target', 'formcontrolname', 'ng-model', 'v-model', 'title', 'value'];
  const names = (el) => NAMES.filter((n) => n !== 'value' || /^(submit|button|reset)$/.test(el.type)).map((n) => attr(el, n)).filter(Boolean).join(' ').slice(0, 300);

  // about returns what the form or box around a control says of itself.
  function about(el) {
    const around = el.form ?? climb(el, 'form, dialog, [role=dialog], [role=form], fieldset, section, [aria-modal]');
    if (!around) return '';
    const said = ['id', 'name', 'class', 'action', 'aria-label'].map((n) => attr(around, n));
    const heads = [...around.querySelectorAll('h1, h2, h3, h4, legend, [role=heading]')].slice(0, 3).map((h) => fold(h.textContent).slice(0, LONG));
    const by = attr(around, 'aria-labelledby');
    const prior = around.previousElementSibling?.matches('h1, h2, h3, h4') ? fold(around.previousElementSibling.textContent).slice(0, LONG) : '';
    return [...said, ...heads, prior, by ? fold(around.getRootNode().getElementById?.(by)?.textContent) : ''].filter(Boolean).join(' | ').slice(0, 400);
  }

  function climb(el, css) {
    for (let e = outer(el); e; e = outer(e)) if (e.matches(css)) return e;
    return null;
  }

  // kindOf returns what el is to a person, or an empty text.
  function kindOf(el) {
    if (el.matches(FIELD)) return 'field';
    if (el.matches(BOX)) return 'box';
    if (el.matches('img, canvas, svg')) return 'picture';
    if (el.matches(BUTTON)) return 'button';
    if (el.matches('body, html, form, label, input, select')) return '';
    const text = fold(el.textContent);
    if (el.localName.includes('-') && !el.firstElementChild && text.length <= LONG) return 'button';
    const pointer = getComputedStyle(el).cursor === 'pointer' && (!outer(el) || getComputedStyle(outer(el)).cursor !== 'pointer');
    if (pointer && text.length <= LONG) return 'button';
    if (attr(el, 'tabindex') !== '' && attr(el, 'tabindex') !== '-1' && text && text.length <= LONG) return 'button';
    return spoken(el) && !el.firstElementChild && text.length <= 3 * LONG ? 'text' : '';
  }

  function facts(el, kind, order, numbers) {
    const box = el.getBoundingClientRect();
    const ancestors = [];
    for (let e = el; e && ancestors.length < 60; e = outer(e)) {
      if (!numbers.has(e)) numbers.set(e, numbers.size);
      ancestors.push(numbers.get(e));
    }
    const form = el.form ?? climb(el, 'form');
    const shown = isShown(el) || (kind === 'box' && [...(el.labels ?? [])].some(isShown));
    const over = shown && kind !== 'text' ? covering(el) : null;
    const text = kind === 'button' || kind === 'text' ? fold(el.matches('input') ? el.value : el.innerText ?? el.textContent).slice(0, 3 * LONG) : '';
    const action = form && (attr(el, 'formaction') || attr(form, 'action'));
    return {
      kind, order, tag: el.localName, type: (el.type ?? '').toString().toLowerCase(), role: attr(el, 'role'), id: el.id || '', test: attr(el, 'data-testid'),
      auto: attr(el, 'autocomplete').toLowerCase(), label: label(el).slice(0, 300), before: kind === 'field' && !label(el) ? before(el) : '',
      text, names: names(el), about: kind === 'text' ? '' : about(el), href: typeof el.href === 'string' ? el.href : '', source: attr(el, 'src').slice(0, 200),
      action: form ? new URL(action || form.ownerDocument.URL, form.baseURI).href : '', method: (form ? attr(form, 'method') : '').toLowerCase(),
      form: form ? numbers.get(form) ?? (numbers.set(form, numbers.size), numbers.get(form)) : -1, ancestors,
      shown, covered: over ? numbers.get(over) ?? (numbers.set(over, numbers.size), numbers.get(over)) : -1,
      coveredBy: over ? chain(over, numbers) : [],
      disabled: el.matches(':disabled') || attr(el, 'aria-disabled') === 'true', fixed: el.readOnly === true,
      hidden: !!(el.closest('[aria-hidden=true]')), skipped: attr(el, 'tabindex') === '-1', filled: kind === 'field' && fold(el.value ?? el.textContent) !== '',
      checked: el.checked === true || attr(el, 'aria-checked') === 'true', required: el.required === true,
      max: el.maxLength ?? -1, mode: attr(el, 'inputmode'), modal: !!climb(el, 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true], [popover]'),
      place: climb(el, 'nav, header, footer, aside, [role=search], [role=banner], [role=navigation], [role=contentinfo]')?.localName ?? '',
      alert: kind === 'text' && !!(el.closest('[role=alert], [aria-live]') ?? el.closest('[class*=error i], [class*=alert i], [class*=invalid i], [class*=warn i]')),
      x: box.left, y: box.top, width: box.width, height: box.height, plain: el.getRootNode() === document,
    };
  }

  function chain(el, numbers) {
    const list = [];
    for (let e = el; e; e = outer(e)) {
      if (e.matches('body, html')) break;
      list.push(numbers.get(e) ?? (numbers.set(e, numbers.size), numbers.get(e)));
    }
    return list;
  }

  // widgets answers with the facts of what there is, in the order of the page.
  lib.widgets = () => {
    const numbers = new Map(), list = [];
    found = [];
    each(document, (el) => {
      if (found.length >= MOST) return;
      const kind = kindOf(el);
      if (!kind || (kind === 'text' && !isShown(el))) return;
      if (kind === 'picture' && !isShown(el)) return;
      list.push(facts(el, kind, found.length, numbers));
      found.push(el);
    });
    return list;
  };

  // widgetNodes answers with the elements that widgets described last.
  lib.widgetNodes = () => found;

  // shownFrames lists the frames that can be seen.
  lib.shownFrames = () => {
    const list = [];
    each(document, (el) => { if (isFrame(el) && list.length < 20 && isShown(el)) list.push(el); });
    return list;
  };

  // origins answers with the origin of the document.
  lib.origin = () => self.origin;

  // sends answers with the URLs that the form around el may be sent to.
  lib.sends = (el) => {
    const form = el.form ?? climb(el, 'form');
    if (!form) return [];
    const said = [form.getAttribute('action') || form.ownerDocument.URL];
    for (const e of form.elements) if (e.hasAttribute('formaction')) said.push(attr(e, 'formaction'));
    return said.map((url) => new URL(url, form.baseURI).href);
  };

  // sendForm sends the form around el as its button would, and reports whether there is one.
  lib.sendForm = (el) => {
    const form = el.form ?? climb(el, 'form');
    form?.requestSubmit();
    return !!form;
  };

  // veil hides what shows one of the texts until unveil; it answers how much that was.
  let veiled = [];
  lib.veil = (_, texts) => {
    const bears = (s) => !!s && texts.some((t) => s.includes(t));
    each(document, (el) => {
      const own = [...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && bears(n.data));
      if (!own && !bears(el.value) && !bears(attr(el, 'alt'))) return;
      veiled.push([el, el.getAttribute('style')]);
      el.style.setProperty('visibility', 'hidden', 'important');
    });
    return veiled.length;
  };
  lib.unveil = () => {
    for (const [el, style] of veiled) style === null ? el.removeAttribute('style') : el.setAttribute('style', style);
    veiled = [];
    return true;
  };
})();
