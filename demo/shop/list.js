// Loads the first products at once and more whenever the end of the list comes into view.
"use strict";
(() => {
  const list = document.getElementById("products");
  const end = document.getElementById("end");

  async function loadBatch() {
    const query = new URLSearchParams({ category: list.dataset.category, offset: list.childElementCount });
    const batch = await (await fetch("/shop/api/products?" + query)).json();
    for (const product of batch.products) list.append(productCard(product));
    list.dataset.total = batch.total;
    return list.childElementCount < batch.total;
  }

  function productCard(product) {
    const link = document.createElement("a");
    link.className = "card";
    link.href = product.url;
    link.dataset.sku = product.sku;
    link.textContent = product.name;
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  async function loadMore() {
    watch.unobserve(end);
    if (await loadBatch()) watch.observe(end); // tells at once when the end is still in view
    else end.textContent = "没有更多了";
  }

  const watch = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) loadMore();
  });
  loadMore();
})();
