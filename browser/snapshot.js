// Serialises the document as rendered, with its doctype, and open shadow roots
// as <template shadowrootmode="open">. It runs in our isolated world and reads
// through prototypes: names of elements shadow the properties of a document. No
// more than maxTitle and maxHTML UTF-16 units are sent.
(maxTitle, maxHTML) => {
  const getter = (proto, name) => Object.getOwnPropertyDescriptor(proto, name).get;
  const shadowRoot = getter(Element.prototype, "shadowRoot");
  const documentElement = getter(Document.prototype, "documentElement");
  const doctype = getter(Document.prototype, "doctype");
  const title = getter(Document.prototype, "title");
  const outerHTML = getter(Element.prototype, "outerHTML");
  const queryAll = Document.prototype.querySelectorAll;
  const queryFragment = DocumentFragment.prototype.querySelectorAll;
  const xml = new XMLSerializer();

  const openRoots = (root, found) => {
    const query = root instanceof DocumentFragment ? queryFragment : queryAll;
    for (const el of query.call(root, "*")) {
      const inner = shadowRoot.call(el);
      if (inner) {
        found.push(inner);
        openRoots(inner, found);
      }
    }
    return found;
  };

  const html = () => {
    const root = documentElement.call(document);
    if (!root) return "";
    if (!(root instanceof HTMLElement)) return xml.serializeToString(document);
    const type = doctype.call(document);
    const shell = outerHTML.call(Node.prototype.cloneNode.call(root, false));
    const open = shell.slice(0, shell.lastIndexOf("</"));
    const inner = Element.prototype.getHTML.call(root, { shadowRoots: openRoots(document, []) });
    return (type ? xml.serializeToString(type) + "\n" : "") + open + inner + shell.slice(open.length);
  };

  const whole = html();
  return {
    title: title.call(document).slice(0, maxTitle),
    html: whole.slice(0, maxHTML),
    truncated: whole.length > maxHTML,
  };
}
