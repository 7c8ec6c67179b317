// Asks for the content ten seconds after the page was opened, and not before.
"use strict";
setTimeout(async () => {
  const { notes } = await (await fetch("/delayed/notes.json")).json();
  const articles = notes.map((note) => {
    const article = document.createElement("article");
    article.className = "note";
    article.dataset.id = note.id;
    const title = document.createElement("h2");
    title.textContent = note.title;
    const text = document.createElement("p");
    text.textContent = note.text;
    article.append(title, text);
    return article;
  });
  document.getElementById("notes").replaceChildren(...articles);
}, 10000);
