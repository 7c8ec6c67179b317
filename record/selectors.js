// Names an element in the ways that flow files know, the sturdy ones first; what
// does not find it alone is left out. Runs behind selector.js in an isolated world.
(() => {
  const lib = globalThis.dyncrawl;
  const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const isShort = (text) => text.length > 0 && text.length <= 60;
  const isMade = (id) => /\d{3,}|^\d|[0-9a-f]{8,}|^:|^(ember|react|ext|yui)|--?\d+$/i.test(id); // by a program, anew each time

  const role = (el) => {
    const value = lib.roleOf(el), name = lib.nameOf(el);
    return value && isShort(name) ? [{ text: `role=${value}[name=${quoted(name)}]`, parts: [{ engine: 'role', value, name, exact: true }] }] : [];
  };

  const label = (el) => {
    const value = el.matches('input, select, textarea, [role], [contenteditable]') ? lib.labelOf(el) : '';
    return isShort(value) ? [{ text: `label=${quoted(value)}`, parts: [{ engine: 'label', value, exact: true }] }] : [];
  };

  const text = (el) => {
    const value = el.matches('input, select, textarea, [contenteditable]') ? '' : lib.wordsOf(el);
    return isShort(value) ? [{ text: `text=${quoted(value)}`, parts: [{ engine: 'text', value, exact: true }] }] : [];
  };

  // css wraps compounds joined by combinators as parseCSS would.
  function css(...compounds) {
    const group = compounds.map(([combinator, css]) => (combinator ? { combinator, css } : { css }));
    const value = compounds.map(([combinator, css]) => (combinator ? ` ${combinator} ` : '') + css).join('');
    return { text: value, parts: [{ engine: 'css', value, groups: [group] }] };
  }
  const attribute = (el, name) => {
    const value = el.getAttribute(name);
    return value && isShort(value) && !isMade(value) ? [css(['', `${el.localName}[${name}=${quoted(value)}]`])] : [];
  };

  const testID = (el) => ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'].flatMap((name) => {
    const value = el.getAttribute(name);
    return value ? [css(['', `[${name}=${quoted(value)}]`])] : [];
  });

  const short = (el) => [
    ...(el.id && !isMade(el.id) ? [css(['', '#' + CSS.escape(el.id)])] : []),
    ...['name', 'autocomplete', 'placeholder', 'aria-label', 'title', 'alt', 'href', 'value'].flatMap((name) => attribute(el, name)),
    ...(el.matches('input, button') ? attribute(el, 'type') : []),
    ...[...el.classList].filter((name) => !isMade(name)).slice(0, 3).map((name) => css(['', `${el.localName}.${CSS.escape(name)}`])),
    css(['', el.localName]),
  ];

  const parent = (el) => el.parentElement ?? el.getRootNode().host ?? null;
  const nth = (el) => {
    const alike = [...(el.parentNode?.children ?? [el])].filter((o) => o.localName === el.localName);
    return alike.length > 1 ? `${el.localName}:nth-of-type(${alike.indexOf(el) + 1})` : el.localName;
  };

  // path goes up from el until what it has is found alone.
  function path(el) {
    const compounds = [['', nth(el)]];
    for (let up = parent(el); up; up = parent(up)) {
      compounds[0][0] = '>';
      compounds.unshift(['', up.id && !isMade(up.id) ? '#' + CSS.escape(up.id) : nth(up)]);
      const candidate = css(...compounds);
      if (isAlone(candidate, el)) return [candidate];
    }
    return [];
  }

  function xpath(el) {
    if (el.getRootNode() !== document) return [];
    let steps = '';
    for (let e = el; e; e = e.parentElement) {
      if (e.id && !isMade(e.id) && !e.id.includes('"')) {
        steps = `//*[@id="${e.id}"]${steps}`;
        break;
      }
      const alike = [...(e.parentNode?.children ?? [e])].filter((o) => o.localName === e.localName);
      steps = `/${e.localName}${alike.length > 1 ? `[${alike.indexOf(e) + 1}]` : ''}${steps}`;
    }
    return steps.startsWith('//*') && steps.includes(']/') || !steps.startsWith('//') ? [{ text: `xpath=${steps}`, parts: [{ engine: 'xpath', value: steps }] }] : [];
  }

  // inside names el by what it is in a row, entry or form that is known by its words.
  function inside(el) {
    const own = [...role(el), ...text(el), ...testID(el), css(['', el.localName])];
    for (let box = parent(el), steps = 0; box && steps < 8; box = parent(box), steps++) {
      if (!box.matches('tr, li, article, fieldset, form, dialog, [role=row], [role=listitem], [role=dialog], [role=group]')) continue;
      for (const word of [...box.children].map(lib.wordsOf).filter(isShort)) {
        const head = [...css(['', box.localName]).parts, { engine: 'has-text', value: word, exact: false }];
        for (const last of own) {
          const candidate = { text: `${box.localName} >> has-text=${word} >> ${last.text}`, parts: [...head, ...last.parts] };
          if (!word.includes('>>') && isAlone(candidate, el)) return [candidate];
        }
      }
    }
    return [];
  }

  function isAlone({ parts }, el) {
    try {
      const found = lib.all(undefined, parts);
      return found.length === 1 && found[0] === el;
    } catch {
      return false;
    }
  }

  // chain returns selectors of el; each finds it and nothing else now.
  lib.chain = (el) => {
    const alone = (list, most) => list.filter((candidate) => isAlone(candidate, el)).slice(0, most);
    const sturdy = [...alone(role(el), 1), ...alone(label(el), 1), ...alone(testID(el), 1), ...alone(text(el), 1)];
    const words = sturdy.length > 0 ? sturdy : inside(el);
    const brief = alone(short(el), 2);
    const list = [...words, ...(brief.length > 0 ? brief : path(el)), ...alone(xpath(el), 1)];
    return [...new Set(list.map((candidate) => candidate.text))];
  };

  // leftToPeople returns the name of the challenge that el belongs to, if it is one
  // of those that no program answers.
  lib.leftToPeople = (el) => {
    for (; el; el = parent(el)) {
      const kind = globalThis.dyncrawlLeftToPeople.find(({ Selector }) => el.matches(Selector));
      if (kind) return kind.Name;
    }
    return '';
  };

  globalThis.dyncrawlDoor = (frame) => {
    const left = lib.leftToPeople(frame);
    return left ? [`handoff ${left}`] : lib.chain(frame);
  };
})();
