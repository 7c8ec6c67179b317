// Reports whether the page holds anything that can be acted on: a handler, a form,
// something embedded, an element of its own. Runs in our isolated world.
() => {
  const query = Document.prototype.querySelector;
  if (query.call(document, 'form, iframe, frame, object, embed, [shadowrootmode], [contenteditable], [popovertarget], [commandfor], [href*="javascript:" i], input, select, textarea')) return true;
  for (const el of Document.prototype.querySelectorAll.call(document, '*')) {
    if (el.shadowRoot || el.localName.includes('-')) return true;
    for (const name of Element.prototype.getAttributeNames.call(el)) if (name.startsWith('on')) return true;
  }
  return false;
}
