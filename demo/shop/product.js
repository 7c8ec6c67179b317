// Asks for the price of the day and shows it as ¥1,299.00.
"use strict";
(async () => {
  const product = document.getElementById("product");
  const answer = await fetch("/shop/api/price?" + new URLSearchParams({ sku: product.dataset.sku }));
  const { price, currency } = await answer.json();
  product.querySelector(".price").textContent =
    new Intl.NumberFormat("zh-CN", { style: "currency", currency }).format(price);
})();
