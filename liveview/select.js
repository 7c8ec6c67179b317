// Finds the <select> at a point of the window, through shadow roots and frames
// of the same site, and keeps it for the choice; null when there is none.
((x, y) => {
  let el = document.elementFromPoint(x, y);
  for (;;) {
    const root = el?.shadowRoot ?? (el?.localName === 'iframe' ? el.contentDocument : null);
    if (!root) break;
    if (el.localName === 'iframe') {
      const box = el.getBoundingClientRect();
      x -= box.left + el.clientLeft;
      y -= box.top + el.clientTop;
    }
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === el) break;
    el = inner;
  }
  const select = el?.closest('select');
  if (!select || select.multiple || select.size > 1 || select.disabled) return null;
  globalThis.dyncrawlChoose = (index) => {
    select.focus();
    if (index === select.selectedIndex) return;
    select.selectedIndex = index;
    select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return {
    options: [...select.options].map((option) => ({ label: option.label, disabled: option.disabled })),
    selected: select.selectedIndex,
  };
})
