// Finds elements by the chains that ParseSelector reads. Runs in the isolated
// world of a frame; every
// function of lib takes an element first, which may be undefined.
(() => {
  const lib = (globalThis.dyncrawl ??= {});

  const fold = (text) => text.replace(/\s+/g, ' ').trim();
  const children = (el) => (el.shadowRoot ? [...el.shadowRoot.children, ...el.children] : [...el.children]);
  const parent = (el) => el.parentElement ?? el.parentNode?.host ?? null;
  const isFrame = (el) => el.localName === 'iframe' || el.localName === 'frame';
  const hasShadow = (root) => root.shadowRoot || [...root.querySelectorAll('*')].some((el) => el.shadowRoot);

  // below lists the elements below root in order, those in open shadow roots before the host's children.
  function below(root, found = []) {
    for (const el of children(root)) {
      found.push(el);
      below(el, found);
    }
    return found;
  }

  // matches reports whether el ends the CSS selector group[0..i]; ancestors are looked for outside of shadow roots too.
  function matches(el, group, i) {
    if (!el.matches(group[i].css)) return false;
    switch (group[i].combinator) {
      case '>': return climb(el, parent, 1);
      case ' ': return climb(el, parent, Infinity);
      case '+': return climb(el, (e) => e.previousElementSibling, 1);
      case '~': return climb(el, (e) => e.previousElementSibling, Infinity);
    }
    return true;

    function climb(from, next, steps) {
      for (let e = next(from); e && steps-- > 0; e = next(e)) {
        if (matches(e, group, i - 1)) return true;
      }
      return false;
    }
  }

  function css(part, root) {
    const plain = [...root.querySelectorAll(part.value)]; // throws when a pseudo-class is unknown
    if (!hasShadow(root)) return plain;
    return below(root).filter((el) => part.groups.some((group) => matches(el, group, group.length - 1)));
  }

  function xpath(part, root) {
    const scoped = root !== document && part.value.startsWith('/') ? '.' + part.value : part.value;
    const found = document.evaluate(scoped, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    const nodes = Array.from({ length: found.snapshotLength }, (_, i) => found.snapshotItem(i));
    return nodes.filter((node) => node.nodeType === Node.ELEMENT_NODE);
  }

  // words returns what can be read in el but not in except, hidden or not; buttons made of inputs say their value.
  function words(el, except) {
    if (el === except) return '';
    if (el.matches?.('script, style, noscript, template, head')) return '';
    if (el.matches?.('input:is([type=button], [type=submit], [type=reset])')) return el.value;
    const inside = [...(el.shadowRoot?.childNodes ?? []), ...el.childNodes];
    return inside.map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : node.nodeType === Node.ELEMENT_NODE ? words(node, except) : '')).join('');
  }

  function compare(want, exact) {
    want = exact ? fold(want) : fold(want).toLowerCase();
    return {
      contains: (text) => (exact ? fold(text) : fold(text).toLowerCase()).includes(want),
      equals: (text) => !exact || fold(text) === want,
    };
  }

  // text finds the innermost elements; a subtree without the words is not entered.
  function text(part, root) {
    const wanted = compare(part.value, part.exact);
    const found = [];
    const visit = (el) => {
      const own = words(el);
      if (!wanted.contains(own)) return false;
      const inside = children(el).map(visit).includes(true);
      if (!inside && wanted.equals(own)) found.push(el);
      return inside || wanted.equals(own);
    };
    children(root).forEach(visit);
    return found;
  }

  // The elements that have a role without saying so, from "ARIA in HTML".
  const implicit = {
    article: 'article', banner: 'header', cell: 'td', columnheader: 'th', complementary: 'aside',
    button: 'button, summary, input:is([type=button], [type=submit], [type=reset], [type=image], [type=file])',
    checkbox: 'input[type=checkbox]',
    combobox: 'select:not([multiple]), input[list]',
    contentinfo: 'footer', dialog: 'dialog', figure: 'figure', form: 'form', group: 'fieldset, details',
    heading: 'h1, h2, h3, h4, h5, h6',
    img: 'img:not([alt=""])',
    link: 'a[href], area[href]',
    list: 'ul, ol, menu', listbox: 'select[multiple]', listitem: 'li',
    main: 'main', navigation: 'nav', option: 'option', paragraph: 'p', progressbar: 'progress',
    radio: 'input[type=radio]', region: 'section', row: 'tr', rowgroup: 'tbody, thead, tfoot',
    searchbox: 'input[type=search]', separator: 'hr', slider: 'input[type=range]', spinbutton: 'input[type=number]',
    table: 'table',
    textbox: 'textarea, input:not(:is([type=button], [type=checkbox], [type=file], [type=hidden], [type=image], [type=number], [type=radio], [type=range], [type=reset], [type=search], [type=submit]))',
  };

  // What "*" stands for: whatever the accessibility tree would give a name of its own.
  const nameable = '[role], [aria-label], [aria-labelledby], a[href], area[href], button, summary, input, select, textarea, option, img, h1, h2, h3, h4, h5, h6';

  function hasRole(el, role) {
    if (role === '*') return el.matches(nameable);
    const said = el.getAttribute('role')?.trim().split(/\s+/)[0];
    return said ? said === role : role in implicit && el.matches(implicit[role]);
  }

  // roleOf returns the role of el, '' when it has none that hasRole knows.
  lib.roleOf = (el) => el.getAttribute('role')?.trim().split(/\s+/)[0] || (Object.keys(implicit).find((role) => hasRole(el, role)) ?? '');

  // labels lists the texts that label el, those that count more before others.
  function labels(el) {
    const referred = (el.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => id && el.getRootNode().getElementById(id));
    return [referred.filter(Boolean).map((o) => words(o, el)).join(' '), el.getAttribute('aria-label'), [...(el.labels ?? [])].map((o) => words(o, el)).join(' ')];
  }

  // accessibleName follows the order of "Accessible Name and Description Computation", without its corner cases.
  function accessibleName(el) {
    const isControl = el.matches('input, select, textarea');
    const candidates = [
      ...labels(el),
      el.getAttribute('alt'),
      isControl && el.type !== 'submit' && el.type !== 'button' && el.type !== 'reset' ? '' : words(el),
      el.getAttribute('title'),
      el.getAttribute('placeholder'),
    ];
    return candidates.find((name) => name && fold(name)) ?? '';
  }

  lib.nameOf = (el) => fold(accessibleName(el));
  lib.labelOf = (el) => fold(labels(el).find((said) => said && fold(said)) ?? '');
  lib.wordsOf = (el) => fold(words(el));

  function role(part, root) {
    const wanted = compare(part.name ?? '', part.exact);
    const named = (el) => part.name === undefined || ((name) => wanted.contains(name) && wanted.equals(name))(accessibleName(el));
    return below(root).filter((el) => hasRole(el, part.value) && el.checkVisibility({ visibilityProperty: true }) && named(el));
  }

  function label(part, root) {
    const wanted = compare(part.value, part.exact);
    return below(root).filter((el) => labels(el).some((said) => said && wanted.contains(said) && wanted.equals(said)));
  }

  function hasText(part, el) {
    const wanted = compare(part.value, part.exact);
    const own = words(el);
    return wanted.contains(own) && wanted.equals(own) ? [el] : [];
  }

  const is = (part, el) => (el.matches(part.value) ? [el] : []);

  const engines = { css, xpath, text, role, label, 'has-text': hasText, is, current: (_, root) => [root] };

  // step returns what a part leads to from all the places here.
  function step(part, here) {
    if (part.engine === 'nth') return [here.at(Number(part.value))].filter(Boolean);
    return [...new Set(here.flatMap((place) => engines[part.engine](part, place)))];
  }

  // The parts that pick from what was found, iframes among it, and do not search below it.
  const picks = ['nth', 'has-text', 'is'];

  // follow returns the elements that the chain of parts leads to below root,
  // and a pair [iframe, number of parts used] for each iframe on the way.
  function follow(root, parts) {
    let here = [root];
    const doors = [];
    parts.forEach((part, i) => {
      here = step(part, here);
      if (i === parts.length - 1) return;
      if (picks.includes(parts[i + 1].engine)) return;
      doors.push(...here.filter(isFrame).map((frame) => [frame, i + 1]));
      here = here.filter((el) => !isFrame(el));
    });
    return [...here, ...doors];
  }

  // all answers with what follow finds.
  lib.all = (root, parts) => follow(root ?? document, parts);

  // first waits at most budget milliseconds until one of the chains leads
  // somewhere. It answers with the first element; or, when iframes come before
  // it, with a list of [iframe, parts used, number of the chain], ending in the
  // element if there is one; or with null.
  lib.first = (root, chains, budget) => {
    const look = () => {
      const doors = [];
      for (const [number, parts] of chains.entries()) {
        for (const found of follow(root ?? document, parts)) {
          if (!Array.isArray(found)) return doors.length ? [...doors, found] : found;
          doors.push([...found, number]);
        }
      }
      return doors.length ? doors : null;
    };
    return lib.until(look, budget);
  };

  // until looks again after every change of the document and answers with the
  // first result that is neither null nor undefined, or null after budget milliseconds.
  lib.until = async (look, budget) => {
    const end = performance.now() + budget;
    for (;;) {
      const found = await look();
      if (found != null) return found;
      const left = end - performance.now();
      if (left <= 0) return null;
      await lib.change(Math.min(left, 100));
    }
  };

  // pause is change for callers that want an answer.
  lib.pause = async (_, limit) => (await lib.change(limit), true);

  // change ends at the next change of the document or of an open shadow root,
  // and after limit milliseconds at the latest: style rules, scrolling and new
  // shadow roots change a page without a mutation.
  lib.change = (limit) => new Promise((resolve) => {
    const observer = new MutationObserver(done);
    const timer = setTimeout(done, limit);
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document, options);
    for (const el of document.querySelectorAll('*')) watchShadow(el);

    function watchShadow(el) {
      if (!el.shadowRoot) return;
      observer.observe(el.shadowRoot, options);
      for (const inner of el.shadowRoot.querySelectorAll('*')) watchShadow(inner);
    }
    function done() {
      observer.disconnect();
      clearTimeout(timer);
      setTimeout(resolve, 10); // changes come in swarms
    }
  });
})();
