// Appends the next members when the button is clicked or scrolled into view, and
// removes the button at the end of the list.
"use strict";
(() => {
  const list = document.getElementById("members");
  const button = document.getElementById("load-more");
  let next = list.dataset.api + "?offset=0&limit=20";

  function memberItem(member) {
    const link = document.createElement("a");
    link.className = "name";
    link.href = "/people/" + member.urlToken;
    link.textContent = member.name;
    const headline = document.createElement("div");
    headline.className = "headline";
    headline.textContent = member.headline;
    const item = document.createElement("li");
    item.className = "member";
    item.dataset.slug = member.urlToken;
    item.append(link, headline);
    return item;
  }

  async function loadMore() {
    if (button.disabled) return;
    button.disabled = true;
    const { paging, data } = await (await fetch(next)).json();
    list.append(...data.map(memberItem));
    list.dataset.total = paging.totals;
    next = paging.next;
    button.disabled = false;
    watch.unobserve(button);
    if (paging.is_end) button.remove();
    else watch.observe(button); // tells at once when the button is still in view
  }

  const watch = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) loadMore();
  });
  button.addEventListener("click", loadMore);
  loadMore();
})();
