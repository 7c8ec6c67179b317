// Names the author of an article in place of the desk.
"use strict";
document.querySelector(".author").textContent = document.currentScript.dataset.author;
