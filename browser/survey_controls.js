// Finds what can be acted on and tells of it. In dyncrawl.controls.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const { settledId, outer, bubbled, path, locate, heard, pressed, lends, vague, placed } = lib.tree, { once, fold, attr, plain, label, warning, depicts, mark } = lib.words, { aimed, disabled, drawn, face } = lib.sight;

  const GROUP = 30; // controls that differ in their words only, up to which all are named
  const SAMPLE = 8; // of a larger group, that are tried whatever comes of them
  const SPARE = 40; // more of it, while they bring something
  const PLACES = 3; // that something may be carried to
  const MOST = 1500; // controls named in all

  const NATIVE = 'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, label[for], audio[controls], video[controls], [popovertarget], [commandfor], [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only]';
  const ROLES = /^(button|link|tab|menuitem|menuitemcheckbox|menuitemradio|option|switch|checkbox|radio|combobox|slider|spinbutton|treeitem|gridcell|textbox|searchbox|scrollbar)$/;
  const ROVING = /^(row|rowheader|columnheader|article)$/; // that the focus comes to within a widget
  const OWN = ['href', 'xlink:href', 'data-href', 'data-url', 'data-src', 'data-target', 'data-action', 'data-toggle'];
  const POINT = /^(click|dblclick|contextmenu|auxclick|mouse|pointer|touch|drag|drop|wheel|mousewheel|key|focus|blur|input|change|select|before|toggle)/;

  const link = (el) => el.getAttribute?.('href') ?? el.getAttributeNS?.('http://www.w3.org/1999/xlink', 'href') ?? null;
  const leads = (href) => href !== null && !/^\s*(#|javascript:|$)/i.test(href);

  // inherited collects the events that ancestors of el listen to in its stead.
  function inherited(el) {
    const types = new Set(vague(el));
    const take = (node) => { for (const t of lends(node)) if (POINT.test(t)) types.add(t); };
    for (let e = bubbled(el); e; e = bubbled(e)) take(e);
    take(window);
    return types;
  }

  // leadsOn reports whether el is a link that nobody listens to: pressing it only
  // leads to its address.
  function leadsOn(el, delegates) {
    if (!el.matches('a, area') || !leads(link(el)) || heard(el).some((t) => POINT.test(t))) return false;
    return !delegates || !pressed([...inherited(el)]);
  }

  const PASSING = /(^|[-_])(focus|hover|ripple|visited|touched|untouched|pristine|dirty|shrink|float)|(^|[-_])over$|Focus(ed|Visible|Within)?$|Hover(ed)?$|-(enter|leave|exit|appear)(-(active|from|to|start|prepare|done|end))?$|^collapsing$/; // classes that say what the pointer and the keys did, or what moves just now, not what is there

  const CHOSEN = /(^|[-_])(active|selected|current|clicked|chosen|highlight|highlighted|marked|expanded|collapsed)([-_]|$)|(Active|Selected|Current|Clicked|Chosen|Highlighted|Marked|Expanded|Collapsed)$/; // classes of the one among others that was pressed

  const classes = (el) => attr(el, 'class').split(/\s+/).filter((c) => c && !/\d/.test(c) && !PASSING.test(c));
  const chosen = (el) => classes(el).some((c) => CHOSEN.test(c));

  // signature tells of what make el is, chosen or not.
  function signature(el) {
    const names = classes(el).filter((c) => !CHOSEN.test(c)).sort().join('.');
    return `${el.localName}.${names}[${attr(el, 'type')}|${attr(el, 'role')}|${OWN.filter((n) => el.hasAttribute(n)).join()}]`;
  }

  // handlers tells apart controls that look the same but have other code behind
  // them. Handlers in attributes lie each in a place of its own: of them the text
  // tells, without the words and numbers that it hands over.
  function handlers(el) {
    const inline = heard(el).map((type) => attr(el, 'on' + type)).filter(Boolean).join(';');
    return inline ? plain(inline.replace(/(['"`]).*?\1/g, '')) : placed(el);
  }

  // listensWithin reports whether the drawing around el hears presses in its stead.
  function listensWithin(el) {
    for (let e = el.parentElement; e?.ownerSVGElement || e?.localName === 'svg'; e = e.parentElement) {
      if (pressed(heard(e))) return true;
    }
    return false;
  }

  function group(el) {
    const parts = [];
    for (let e = el, n = 0; e && n < 6; e = outer(e)) if (e.nodeType === Node.ELEMENT_NODE) { parts.unshift(signature(e)); n++; }
    return parts.join('>') + '|' + heard(el).join() + '|' + handlers(el);
  }

  const CARRIED = /(^|[-_\s])(draggable|sortable|movable|drag|grip)([-_\s]|$)/i; // names of what is carried, in libraries and in pages
  const DROPPED = '[class*=droppable i], [class*=dropzone i], [class*=drop-], [class*=drop_], [id*=drop i]:not([id*=dropdown i]), [aria-dropeffect]';

  // movable reports whether el looks as if the pointer could carry it: it shows a hand,
  // keeps the browser from scrolling where it is touched, says so in its names, or lies
  // in a list that sorts.
  function movable(el) {
    const style = getComputedStyle(el);
    return /^(-webkit-)?grab$|^(move|all-scroll)$/.test(style.cursor) || style.touchAction === 'none' || CARRIED.test(attr(el, 'class')) || sorts(el.parentElement);
  }

  // slides reports whether the page keeps the browser from scrolling some way where el is
  // touched: a script wants to hear of fingers that move that way.
  const slides = (el) => /^(none|pan-|pinch)/.test(getComputedStyle(el).touchAction);

  // resizes reports whether el has a corner to be resized by.
  function resizes(el) {
    const style = getComputedStyle(el);
    return style.resize !== 'none' && style.overflow !== 'visible' && (el.localName !== 'textarea' || /resize/.test(attr(el, 'style'))); // all can be where the page does not say so
  }

  // grabs reports whether the pointer over el says that it may be pulled at.
  const grabs = (el) => /^(-webkit-)?grab$|^(move|all-scroll|crosshair)$|-resize$/.test(getComputedStyle(el).cursor);

  // strip reports whether el is long, flat and without words, as what shows how far
  // something has come.
  function strip(el) {
    const box = el.getBoundingClientRect();
    return box.width >= 100 && box.height <= 40 && box.width >= 8 * box.height && !/\p{L}/u.test(el.textContent) && !el.matches(NATIVE);
  }

  // isButton reports whether el is a button or, by its class or id, called one.
  const isButton = (el) => el.matches('button, input, a, [role=button], [role=link], [role^=menuitem], [role=switch]') || /(^|[-_\s])(btns?|buttons?|cta|actions?)([-_\s]|$)|B(tn|utton)|(btn|button)$/.test(`${attr(el, 'class')} ${attr(el, 'id')}`);

  // edges reports whether the pointer over el says that el is an edge of something, which is
  // moved to make that larger.
  const edges = (el) => /-resize$/.test(getComputedStyle(el).cursor);

  // track returns the path of what el, which listens to types, may be moved along: the box
  // around it, far larger one way and not much the other, in which it has a place of its
  // own or keeps fingers from scrolling. It is empty where there is none.
  function track(el, types) {
    const box = el.parentElement;
    if (!box || !types.some((t) => HELD.test(t))) return '';
    const style = getComputedStyle(el);
    if (!/^(absolute|relative)$/.test(style.position) && style.transform === 'none' && !slides(el)) return '';
    const own = el.getBoundingClientRect(), along = box.getBoundingClientRect(), FAR = 3;
    const wide = along.width > FAR * own.width && along.height < FAR * own.height, high = along.height > FAR * own.height && along.width < FAR * own.width;
    return wide || high ? path(box) : '';
  }

  // pane returns the path of what el, which listens to types, may be moved about on: the
  // drawing that it is a part of, or the box in which it has a place of its own, far larger
  // both ways. It is empty where there is none.
  function pane(el, types) {
    const box = el.ownerSVGElement ?? (getComputedStyle(el).position === 'absolute' ? el.offsetParent : null);
    if (!box || box === document.body || !types.some((t) => HELD.test(t)) || !grabs(el)) return '';
    const own = el.getBoundingClientRect(), around = box.getBoundingClientRect(), FAR = 3;
    return around.width > FAR * own.width && around.height > FAR * own.height ? path(box) : '';
  }

  // sorts reports whether the entries of a list are carried by its script, which hears
  // them pressed and what is carried over it.
  function sorts(list) {
    if (!list) return false; // the entry lies in a shadow root
    const types = heard(list);
    return /(^|\s)ui-sortable(\s|$)/.test(attr(list, 'class')) || types.includes('dragover') && types.some((t) => HELD.test(t));
  }

  const HELD = /^(mousedown|pointerdown|touchstart)$/;
  const area = (el) => { const r = el.getBoundingClientRect(); return r.width * r.height; };

  // targets returns what says that things are dropped on it, and the lists that sort.
  function targets() {
    return [...document.querySelectorAll(DROPPED), ...[...document.querySelectorAll('ul, ol, div, section, tbody')].filter(sorts)];
  }

  // places tells of where el may be carried to: the targets, what is beside the box that
  // el lies in and of the same kind, such as the other columns of a board, larger things
  // beside el, and another entry of its own list.
  function places(el, targets) {
    if (!movable(el)) return [];
    const found = new Set(targets);
    for (let box = el.parentElement, n = 0; box?.parentElement && n < 3; box = box.parentElement, n++) {
      const beside = [...box.parentElement.children].filter((b) => b !== box && b.localName === box.localName && drawn(b));
      for (const b of beside) found.add(b);
      if (beside.length) break;
    }
    for (const b of el.parentElement?.children ?? []) if (b !== el && area(b) > 2 * area(el)) found.add(b);
    const list = [...found].filter((b) => !b.contains(el) && !el.contains(b) && drawn(b) && area(b) > 0).slice(0, PLACES);
    const entry = entryBeside(el);
    if (entry) list.push(entry);
    return list.map((b) => ({ path: path(b), words: `${warning(b)} | ${fold(b.innerText ?? '').slice(0, 60)}` }));
  }

  // entryBeside returns the last entry of the list that el, or what it is the handle of,
  // is an entry of; the first one for the last.
  function entryBeside(el) {
    for (let e = el, n = 0; e?.parentElement && n < 3; e = e.parentElement, n++) {
      const alike = [...e.parentElement.children].filter((b) => b.localName === e.localName && drawn(b));
      if (alike.length > 1) return alike.at(-1) === e ? alike[0] : alike.at(-1);
    }
    return null;
  }

  const PICTURE = 10_000; // CSS pixels, more than a drawing has that is a sign
  const PARTS = 4; // elements in one that says something itself, such as a row with buttons

  // says reports whether el has words of its own beside the few elements in it.
  const says = (el) => el.childElementCount <= PARTS && [...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(n.data));

  // reason says why el may be acted on, or is empty.
  function reason(el, delegated) {
    if (heard(el).some((t) => !/^(load|error|scroll$|resize|hashchange|popstate|message|beforeunload|unload|pagehide|pageshow|visibilitychange|readystatechange|DOMContentLoaded|slotchange)/.test(t))) return 'listener';
    if (el.matches(NATIVE)) return 'native';
    if (el.localName === 'a' && link(el) !== null) return 'native'; // of SVG
    if (ROLES.test(attr(el, 'role').trim())) return 'role';
    if (attr(el, 'draggable') === 'true') return 'drag';
    const tab = attr(el, 'tabindex');
    if (tab !== '' && (Number(tab) >= 0 || ROVING.test(attr(el, 'role')))) return 'focusable';
    if (resizes(el)) return 'pointer';
    if (!delegated || el === document.body || el === document.documentElement) return '';
    if (el.matches('path, rect, circle, ellipse, polygon, text, use') && el.ownerSVGElement) return listensWithin(el) || area(el.ownerSVGElement) > PICTURE ? 'delegated' : '';
    if (el.matches('html, body, head, head *, script, style, link, meta, br, hr, option, optgroup, template, svg *')) return '';
    const style = getComputedStyle(el);
    if (style.pointerEvents === 'none') return ''; // the pointer comes to what is below
    if (movable(el) && !(el.parentElement && movable(el.parentElement))) return 'pointer';
    if (style.cursor === 'pointer' && !(el.parentElement && getComputedStyle(el.parentElement).cursor === 'pointer')) return 'pointer';
    if (!el.firstChild && area(el) === 0 && !el.matches('img, i, canvas')) return ''; // there is nothing to be shown
    if ((!el.firstElementChild || says(el)) && (el.id || el.className || Object.keys(el.dataset ?? {}).length || /^(li|td|th|dt|dd|span|img|i|div|p|b|u|s|em|small|mark|code|label|strong|figure|h[1-6]|canvas)$/.test(el.localName))) return 'delegated';
    return '';
  }

  // opensList reports whether choices are taken from a list that opens at el (WAI-ARIA 1.2,
  // combobox), which is no select of the browser's own.
  const opensList = (el) => el.localName !== 'select' && (attr(el, 'role') === 'combobox' || attr(el, 'aria-haspopup') === 'listbox' || /^(list|both)$/.test(attr(el, 'aria-autocomplete')));

  // opensMenu reports whether a menu opens at el (WAI-ARIA 1.2, aria-haspopup).
  const opensMenu = (el) => /^(true|menu)$/.test(attr(el, 'aria-haspopup'));

  // belongs reports whether el is a button of what opens a list, such as to open it and
  // to clear what was taken: the keyboard passes it by.
  function belongs(el) {
    if (el.tabIndex >= 0 || !el.matches('button, [role=button]')) return false;
    for (let box = el.parentElement, n = 0; box && n < 3; box = box.parentElement, n++) {
      const fields = [...box.querySelectorAll('input, select, textarea, [role=combobox]')];
      if (fields.length) return fields.some(opensList);
    }
    return false;
  }

  function facts({ el, group: groupOf, why, spare }, delegates, targets, headline) {
    const own = heard(el);
    const href = link(el);
    const lists = opensList(el);
    const form = el.form ?? (el.isContentEditable || lists ? el.closest('form') : null);
    return {
      path: path(el), group: groupOf, why, spare: spare === true, label: label(el), words: warning(el), depicts: depicts(el),
      tag: el.localName, type: el.matches('input, button, select, textarea') ? el.type : '', role: attr(el, 'role').trim(),
      href: href ?? '', own, inherited: delegates ? [...inherited(el)].filter((t) => !own.includes(t)) : [],
      visible: el.localName === 'area' || face(el) !== null, disabled: disabled(el),
      editable: el.isContentEditable === true, lists, belongs: belongs(el), menu: opensMenu(el), aimed: el === aimed(), draggable: attr(el, 'draggable') === 'true',
      places: places(el, targets), slides: slides(el), grabs: grabs(el), strip: strip(el), button: isButton(el), edges: edges(el), resizes: resizes(el), track: track(el, own), pane: pane(el, own), figures: el.localName === 'canvas' ? lib.drawing.figures(el) : [], open: el.localName === 'summary' && el.parentElement?.open === true,
      form: form ? path(form) : '', options: el.localName === 'select' ? el.options.length : 0,
      field: el.matches('input:not([type=button], [type=submit], [type=reset], [type=image]), select, textarea') ? fieldFacts(el) : null,
      download: el.hasAttribute('download'), action: attr(el, 'formaction'), interests: el.hasAttribute('interestfor'), acts: el.hasAttribute('popovertarget') || el.hasAttribute('commandfor'), control: el.localName === 'label' && el.control ? path(el.control) : '',
      mark: markOf(el), under: headline(el), around: around(el),
    };
  }

  const MENUS = 'nav, footer, [role=navigation], [role=contentinfo], [role=banner]';
  const SURROUNDINGS = `header, ${MENUS}`;
  const CONTENT = 'main, article, section, dialog, [role=main], [role=article], [role=dialog]';

  // around reports whether el is in what is around the content of a page, such as its menu.
  function around(el) {
    for (let e = el; e; e = e.getRootNode().host) {
      const box = e.closest(SURROUNDINGS);
      if (box) return box.closest(CONTENT) === null;
    }
    return false;
  }

  const HEADS = 'h1, h2, h3, h4, h5, h6, [role=heading], legend, caption';

  const BESIDE = `aside, ${MENUS}`;

  // headlines returns a function that answers with what stands above the part of the page
  // that an element is in, and with the words beside the element; with nothing for what is
  // beside the page's content, such as its menus. It looks once for all that lies together.
  function headlines() {
    const heads = new Map(), said = new Map(); // by what the elements lie in
    const headOf = (box) => {
      if (!box || box === document.body) return '';
      if (!heads.has(box)) heads.set(box, box.querySelector(HEADS)?.textContent ?? headOf(box.parentElement));
      return heads.get(box);
    };
    const wordsIn = (box) => {
      if (!said.has(box)) said.set(box, [...(box?.childNodes ?? [])].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join(' '));
      return said.get(box);
    };
    return (el) => (el.closest(BESIDE) ? '' : plain(`${headOf(el.parentElement)} ${wordsIn(el.parentElement)}`));
  }

  const choices = (el) => (el.localName === 'select' ? plain([...el.options].map((o) => o.label).join()) : '');

  const EDITOR = 20_000; // CSS pixels that an editor has at least
  const AROUND_KEYS = 5; // boxes around what takes its keys in which it may be

  // editorOf returns the box in which what is typed at el is shown, where el only takes the
  // keys, unseen, as in editors of code; null where it shows the text by itself.
  function editorOf(el) {
    const box = el.getBoundingClientRect(), style = getComputedStyle(el), clip = el.parentElement?.getBoundingClientRect();
    const unseen = style.opacity === '0' || /, 0\)$/.test(style.color) || box.width * box.height < 100 || (clip && clip.width * clip.height < 100 && getComputedStyle(el.parentElement).overflow === 'hidden');
    if (!unseen || !box.width) return null;
    for (let e = el.parentElement, n = 0; e && e !== document.body && n < AROUND_KEYS; e = e.parentElement, n++) {
      if (area(e) >= EDITOR) return [...e.querySelectorAll('input, select, textarea')].every((f) => f === el || !drawn(f)) ? e : null;
    }
    return null;
  }

  let editors = []; // of the document, when it was surveyed last

  const findEditors = () => { editors = [...document.querySelectorAll('textarea')].map(editorOf).filter(Boolean); };

  // isTyped reports whether el shows what was typed into an editor: that says no more than
  // what stands in a field.
  const isTyped = (el) => el.isContentEditable || (editors.some((box) => box.contains(el)) && !el.matches(NATIVE));

  // markOf is equal for what looks the same, chosen or not.
  const markOf = (el) => once('mark', el, marked);

  const marked = (el) => mark(`${signature(el)}|${isTyped(el) ? '' : plain(label(el))}|${choices(el)}|${plain(link(el) ?? '')}|${settledId(attr(el, 'id')) ? plain(attr(el, 'id')) : ''}|${disabled(el)}`);

  // chosenMark tells a control that was chosen, of many alike none more than the others; 0
  // for one that was not.
  const chosenMark = (el, among) => (chosen(el) ? mark(`chosen|${among ? signature(el) : markOf(el)}`) : 0);

  const ODD = 3; // alike members of a group that are of another kind than most

  // odd returns the few members of a large group that say something else than most of
  // them do, numbers left out: at most a sample.
  function odd(members) {
    const says = members.map((m) => plain((m.el.textContent ?? '').slice(0, 200)));
    const counts = new Map();
    for (const text of says) counts.set(text, (counts.get(text) ?? 0) + 1);
    if (Math.max(...counts.values()) < members.length / 2) return [];
    return members.filter((_, i) => counts.get(says[i]) <= ODD).slice(0, SAMPLE);
  }

  // thin leaves out most of what is there very often. What it keeps beyond a
  // sample is spare. It tells which groups are crowded: which of them was chosen makes no
  // state, as with the days of a calendar, the rows of a table and the entries of a tree.
  function thin(list) {
    const groups = new Map();
    for (const c of list) groups.has(c.group) ? groups.get(c.group).push(c) : groups.set(c.group, [c]);
    const left = new Set(list);
    let dropped = 0;
    const spread = (members, n) => new Set(Array.from({ length: n }, (_, i) => members[Math.round((i * (members.length - 1)) / (n - 1))]));
    for (const members of groups.values()) {
      if (members.length <= GROUP) continue;
      const sample = new Set([...spread(members, SAMPLE), ...odd(members)]), spare = spread(members, SAMPLE + SPARE);
      for (const m of members) {
        m.spare = !sample.has(m);
        if (m.spare && !spare.has(m) && left.delete(m)) dropped++;
      }
    }
    const crowded = new Set([...groups.keys()].filter((name) => groups.get(name).length > SAMPLE));
    return { list: [...left].slice(0, MOST), crowded, dropped: dropped + Math.max(0, left.size - MOST) };
  }

  const SEARCHES = /search|filter|find|such|cerca|recherch|busca|procur|sök|søg|zoek|szukaj|hled|keres|ara\b|поиск|найти|搜索|查找|検索|검색|بحث/i;
  const AROUND = 8; // boxes around a field in which it may search
  const LISTED = 'li, tbody tr, dt, article, [role=option], [role=row], [role=listitem], [role=treeitem]';

  // cellBelow returns the cell of a row that stands in the column of el; null when el
  // stands above no single one.
  function cellBelow(el, row) {
    const own = el.getBoundingClientRect(), middle = (own.left + own.right) / 2;
    const below = [...row.children].filter((c) => { const r = c.getBoundingClientRect(); return r.left <= middle && middle < r.right && r.width < 2 * own.width; });
    return below.length === 1 && row.children.length > 1 ? below[0] : null;
  }

  // listed returns a word of what is listed beside a field that searches, since what is
  // typed there narrows that; empty where nothing is.
  function listed(el, words) {
    if (el.type !== 'search' && attr(el, 'role') !== 'searchbox' && !(el.type === 'text' && SEARCHES.test(words))) return '';
    for (let box = el.parentElement, n = 0; box && box !== document.documentElement && n < AROUND; box = box.parentElement, n++) {
      for (const entry of [...box.querySelectorAll(LISTED)].slice(0, 20)) {
        if (entry.contains(el) || !drawn(entry) || entry.closest('nav')) continue;
        const word = ((cellBelow(el, entry) ?? entry).innerText ?? '').match(/\p{L}{4,}/u);
        if (word) return word[0];
      }
    }
    return '';
  }

  // note reports whether el is a short text behind a field, with nothing to be acted on.
  const note = (el) => el.matches('p, output, div') && !el.querySelector('*') && el.textContent.length < 80;

  // beside returns the words around a field that has none of its own: those before it, up
  // to another field, and a note behind it.
  function beside(el) {
    let before = '', after = '';
    for (let node = el.closest('label') ?? el, n = 0; node && n < 3 && !before; node = node.parentElement, n++) {
      for (let b = node.previousSibling; b && !(b.nodeType === Node.ELEMENT_NODE && b.matches('input, select, textarea, button, label, :has(input, select, textarea, button)')); b = b.previousSibling) before = fold(`${b.textContent} ${before}`);
      for (let b = node.nextSibling; b && n < 2 && !(b.nodeType === Node.ELEMENT_NODE && !b.matches('small, span, em, i') && !note(b)); b = b.nextSibling) after = fold(`${after} ${b.textContent}`);
    }
    return `${before.slice(-120)} | ${after.slice(0, 120)}`;
  }

  function fieldFacts(el) {
    const words = [attr(el, 'name'), el.id, attr(el, 'placeholder'), attr(el, 'aria-label'), attr(el, 'inputmode'), attr(el, 'class'), [...(el.labels ?? [])].map((l) => fold(l.textContent)).join(' ')].filter(Boolean).join(' | ').slice(0, 300);
    const number = (name) => attr(el, name);
    const list = el.list ?? (el.localName === 'select' ? el : null);
    return {
      path: path(el), type: el.type, name: el.name, sample: attr(el, 'placeholder'), auto: attr(el, 'autocomplete'), mode: attr(el, 'inputmode'), label: label(el),
      words, lists: opensList(el), listed: listed(el, words), beside: beside(el),
      pattern: attr(el, 'pattern'), min: number('min'), max: number('max'), step: number('step'),
      minLength: el.minLength ?? -1, maxLength: el.maxLength ?? -1, accept: attr(el, 'accept'), multiple: el.multiple === true,
      options: list ? [...list.options].filter((o) => !o.disabled && o.value).map((o) => o.value).slice(0, 50) : [],
      value: el.type === 'file' ? '' : el.value, checked: el.checked === true, required: el.required === true,
      fixed: disabled(el) || el.readOnly === true, refused: (el.willValidate && !el.validity.valid) || attr(el, 'aria-invalid') === 'true', form: el.form ? path(el.form) : '',
    };
  }

  // unpressed returns the words of a form without those of what is pressed in it.
  function unpressed(form) {
    const walk = document.createTreeWalker(form, NodeFilter.SHOW_TEXT), words = [];
    for (let n = walk.nextNode(); n; n = walk.nextNode()) if (!n.parentElement?.closest('button, a, [role=button], script, style')) words.push(n.data);
    return fold(words.join(' ')).slice(0, 300);
  }

  function formFacts(form) {
    const names = [attr(form, 'id'), attr(form, 'name'), attr(form, 'class'), attr(form, 'action'), attr(form, 'aria-label')];
    const fields = [...form.elements].filter((e) => e.matches('input, select, textarea'));
    return {
      path: path(form), action: form.getAttribute('action') === null ? form.ownerDocument.location.href : new URL(form.getAttribute('action'), form.baseURI).href,
      method: (attr(form, 'method') || 'get').toLowerCase(),
      words: [...names, fold(form.innerText ?? '').slice(0, 300)].join(' | '), about: [...names, unpressed(form)].join(' | '),
      fields: fields.map(fieldFacts).slice(0, 60),
      submits: [...form.elements].some((e) => e.matches('button:not([type]), [type=submit], [type=image]')),
      around: around(form), listens: heard(form).includes('submit'), visible: drawn(form) || [...form.elements].some((e) => !form.contains(e) && drawn(e)),
    };
  }

  const MOVES = /^(mouse|pointer|drag)move$/;
  const MOVED = 50; // elements in what the pointer moves over that are looked at

  // heedsMoves reports whether a script hears the pointer move over the element at the path,
  // and not only come and go.
  lib.heedsMoves = (_, where) => {
    const el = locate(where);
    return !el || [el, ...[...el.querySelectorAll('*')].slice(0, MOVED)].some((e) => heard(e).some((t) => MOVES.test(t))) || [...inherited(el)].some((t) => MOVES.test(t));
  };

  lib.controls = { leadsOn, reason, facts, targets, headlines, group, thin, findEditors, isTyped, markOf, chosenMark, formFacts };
})();
