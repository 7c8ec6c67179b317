// Renders the member whose data is in the page.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("js-initialData").textContent);
  const member = data.initialState.entities.users[data.slug];
  const main = document.getElementById("member");

  function add(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    main.append(made);
    return made;
  }

  document.title = member.name;
  add("h1", "name", member.name);
  add("p", "headline", member.headline);
  add("p", "location", member.location);
  add("p", "answers", member.answerCount + " 个回答");
  add("a", "followers", member.followerCount + " 位关注者").href = location.pathname + "/followers";
  main.append(" ");
  add("a", "following", "关注了 " + member.followingCount + " 人").href = location.pathname + "/following";
})();
