// Fills a page that was served empty.
const place = document.querySelector("main[data-empty]");
if (place) {
  const { kind, id } = document.body.dataset;
  const element = (name, className, text) => {
    const el = document.createElement(name);
    if (className) el.className = className;
    el.textContent = text;
    return el;
  };
  const link = (to) => {
    const a = element("a", "", to);
    a.href = `/bench/${kind}/p/${to}`;
    return a;
  };
  const show = (item) => {
    const price = element("p", "", "¥");
    price.append(element("span", "price", item.price));
    const stock = element("p", "stock", item.stock);
    stock.dataset.stock = item.stock;
    const nav = document.createElement("nav");
    nav.append(...(item.related ?? []).map(link));
    place.replaceChildren(
      element("h1", "", item.title), price, element("p", "maker", item.maker), stock,
      element("article", "", item.text), nav,
    );
    document.title = item.title;
    delete place.dataset.empty;
  };
  fetch(`/bench/${kind}/api/item?id=${id}`).then((answer) => answer.json()).then(show);
}
