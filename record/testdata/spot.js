// The middle of an element in the window's pixels. Its path goes through shadow
// roots and frames of the same site: "frame >> button"; "=Send" is the innermost
// element with that text.
((path) => {
  if (document.readyState !== 'complete') return null;
  let root = document, x = 0, y = 0, el = null;
  for (const part of path.split(' >> ')) {
    if (el) {
      if (el.contentDocument) {
        const box = el.getBoundingClientRect();
        x += box.left + el.clientLeft;
        y += box.top + el.clientTop;
      }
      root = el.contentDocument ?? el.shadowRoot ?? el;
    }
    el = part.startsWith('=')
      ? [...root.querySelectorAll('*')].filter((o) => o.textContent.trim() === part.slice(1) && o.checkVisibility()).at(-1)
      : [...root.querySelectorAll(part)].find((o) => o.localName === 'input' || o.checkVisibility());
    if (!el) return null;
  }
  el.scrollIntoView({ block: 'nearest' });
  const box = el.getBoundingClientRect();
  return box.width > 0 ? [x + box.left + box.width / 2, y + box.top + box.height / 2] : null;
})
