// Finds its way through a page: shadow roots, closed ones too once they were
// adopted, and frames of the same origin. What a survey needs of it is in
// dyncrawl.tree. Runs in our isolated world of a frame.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const closed = new WeakMap(); // host → closed shadow root
  const heard = new WeakMap(); // node → {types of its listeners, place of their code}

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

  // hear notes which events the nodes listen to: news[i] tells the types of
  // nodes[i], which may also be the path of one, and where the code is.
  lib.hear = (news, nodes) => {
    nodes.forEach((node, i) => {
      const found = node === 'window' ? window : node === 'navigation' ? globalThis.navigation : typeof node === 'string' ? locate(node) : node;
      if (found) heard.set(found, news[i]);
    });
    return true;
  };

  // Paths: CSS selectors joined by ">>" at every shadow root and frame.

  // settledId reports whether an id is likely to be the same when the page is loaded again:
  // it was not drawn by lot, as those with letters behind digits in a long word are.
  const settledId = (id) => id && id.length < 40 && !/\d{4,}|[:.]|[0-9a-f]{8,}/i.test(id) && !id.split(/[-_]/).some((word) => word.length > 4 && /\d[a-z]/i.test(word));

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

  lib.tree = { settledId, shadow, inside, visit, outer, path, locate, heard: (node) => heard.get(node)?.types ?? [], placed: (node) => heard.get(node)?.place ?? '' };
})();
