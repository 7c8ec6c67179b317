// Shows the view that the address names: by its path, or below /spa/hash by what
// follows the #.
"use strict";
(() => {
  const view = document.getElementById("view");

  async function ask(path) {
    const answer = await fetch("/spa/api/" + path);
    return answer.ok ? answer.json() : null;
  }

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  async function listView(section, base) {
    const { items } = await ask("items?section=" + section);
    const rows = items.map((item) =>
      element("li", {}, element("a", { class: "item-link", href: base + "item/" + item.id }, item.title)));
    return [element("h1", {}, "全部条目"), element("ul", { id: "items" }, ...rows)];
  }

  async function itemView(id) {
    const item = await ask("items/" + id);
    if (!item) return missingView();
    document.title = item.title;
    return [element("article", { id: "item", "data-id": item.id },
      element("h1", { class: "title" }, item.title), element("p", { class: "text" }, item.text))];
  }

  function missingView() {
    return [element("h1", { id: "missing" }, "没有找到这个页面")];
  }

  async function route() {
    const hash = location.pathname === "/spa/hash";
    const path = hash ? location.hash.slice(1) || "/" : location.pathname.slice("/spa".length);
    const item = path.match(/^\/item\/(\d+)$/);
    if (item) return itemView(item[1]);
    if (path === "/about") return [element("h1", { id: "about" }, "关于这个练习应用")];
    if (path === "/") return hash ? listView("hash", "#/") : listView("history", "/spa/");
    return missingView();
  }

  let latest = 0;
  async function show() {
    const mine = ++latest;
    document.title = "练习应用";
    const nodes = await route();
    if (mine === latest) view.replaceChildren(...nodes); // a later route may have overtaken this one
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || link.pathname.startsWith("/spa/private") || link.hash) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    show();
  });
  addEventListener("popstate", show); // a changed hash fires it too
  show();
})();
