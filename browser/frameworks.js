// Tells which elements have handlers that a framework keeps to itself, since it listens
// at the root of the page only: React and Solid leave them on the elements, Svelte under a
// symbol there, jQuery leaves the selectors of those that it serves. Runs in the page's own
// world, where they lie, and asks nothing of the page: all is syntax.
//
// all are the elements of the document, symbol is the one that handlers lie under, if any,
// and names are those to look for; null to look at all that is there, which takes ten times
// as long.
//
// Answers with the number of elements, the names under which handlers lie, and rows of
// three: the position of an element in the document, -1 for the document itself, the name of
// the handler, and the selector of those that it is for; null for the element itself.
(all, symbol, names) => {
  const rows = [], found = { __proto__: null };
  const begins = (text, start) => {
    for (let i = 0; i < start.length; i++) if (text[i] !== start[i]) return false;
    return true;
  };
  const isFunction = (value) => typeof value === 'function';
  const look = (node, at) => {
    const kept = names ? { __proto__: null } : { ...node }; // a copy: no getter of a prototype is called
    if (names) for (let i = 0; i < names.length; i++) {
      const value = node[names[i]]; // handlers have lain under this name on another element
      if (value !== undefined) kept[names[i]] = value;
    }
    const before = rows.length;
    for (const name in kept) {
      if (begins(name, '__reactProps$') || begins(name, '__reactEventHandlers$')) {
        const props = { ...kept[name] };
        for (const prop in props) if (begins(prop, 'on') && isFunction(props[prop])) rows[rows.length] = [at, prop, null];
      } else if (begins(name, '$$') && isFunction(kept[name])) {
        rows[rows.length] = [at, name, null];
      } else if (begins(name, 'jQuery') && typeof kept[name] === 'object') {
        const events = { ...{ ...kept[name] }.events };
        for (const type in events) {
          const handlers = { ...events[type] };
          for (const n in handlers) {
            const { selector } = { ...handlers[n] };
            if (n !== 'delegateCount') rows[rows.length] = [at, 'jQuery ' + type, typeof selector === 'string' ? selector : ''];
          }
        }
      }
      if (rows.length > before) found[name] = true;
    }
    if (symbol) {
      const handlers = { ...node[symbol] };
      for (const type in handlers) if (isFunction(handlers[type])) rows[rows.length] = [at, '@' + type, null];
    }
  };
  look(document, -1);
  for (let i = 0; i < all.length; i++) look(all[i], i);
  const list = [];
  for (const name in found) list[list.length] = name;
  return { elements: all.length, names: list, rows };
}
