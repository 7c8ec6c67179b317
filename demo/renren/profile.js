// Fills a profile: facts, friends and the first page of statuses at once, more
// statuses and the comments on request.
"use strict";
(() => {
  const profile = document.getElementById("profile");
  const friends = document.getElementById("friends");
  const statuses = document.getElementById("statuses");
  const more = document.getElementById("more");
  let nextPage = 0;

  async function ask(path, query, options) {
    const answer = await fetch("/renren/" + path + "?" + new URLSearchParams(query), options);
    if (answer.status === 401) location.reload(); // leads to the login form and back
    if (!answer.ok) throw new Error(path + ": " + answer.status);
    return answer;
  }

  function element(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  }

  async function showFacts() {
    const facts = await (await ask("profile.json", { id: XN.owner })).json();
    for (const field of ["name", "gender", "city", "birthday"]) {
      profile.querySelector("." + field).textContent = facts[field];
    }
    document.title = facts.name;
    profile.dataset.uid = facts.id;
  }

  async function showFriends() {
    const list = (await (await ask("friends.json", { id: XN.owner })).json()).friends;
    for (const friend of list) {
      const item = element("li", "friend", friend.name);
      item.dataset.uid = friend.uid;
      friends.append(item);
    }
    friends.dataset.total = list.length;
  }

  async function showStatuses() {
    more.disabled = true;
    const answer = await ask("status", {
      id: XN.owner, __view: "async-html", curpage: nextPage++, requestToken: XN.requestToken, _rtk: XN.rtk,
    });
    statuses.insertAdjacentHTML("beforeend", await answer.text());
    more.hidden = more.disabled = false;
    if (statuses.lastElementChild.dataset.more !== "true") more.remove();
  }

  async function showComments(status, button) {
    button.disabled = true;
    const form = new URLSearchParams({
      doingId: status.dataset.id, owner: XN.owner, requestToken: XN.requestToken, _rtk: XN.rtk,
    });
    const answer = await ask("feedcommentretrieve.do", {}, { method: "POST", body: form });
    const list = status.querySelector(".comments");
    for (const comment of (await answer.json()).comments) list.append(commentItem(comment));
    list.hidden = false;
  }

  function commentItem(comment) {
    const item = element("li", "comment", "");
    item.dataset.id = comment.id;
    item.dataset.uid = comment.author;
    const time = element("time", "", comment.time.replace("T", " ").slice(0, 16));
    time.dateTime = comment.time;
    item.append(element("b", "author", comment.name), " ", element("span", "text", comment.text), " ", time);
    return item;
  }

  friends.addEventListener("click", (event) => {
    const item = event.target.closest(".friend");
    if (item) location.search = new URLSearchParams({ id: item.dataset.uid });
  });
  statuses.addEventListener("click", (event) => {
    const button = event.target.closest(".show-comments");
    if (button) showComments(button.closest(".status"), button);
  });
  more.addEventListener("click", showStatuses);

  showFacts();
  showFriends();
  showStatuses();
})();
