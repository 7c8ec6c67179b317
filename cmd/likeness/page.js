// What mutations use: how a page is added to and changed.
const p = {
  words: 'amber birch coral denim ebony frost ginger hazel ivory jade khaki lemon mauve navy ochre peach quartz rose sand teal'.split(' '),
  add: (html) => document.body.insertAdjacentHTML('beforeend', html),
  text: (id, words) => (document.getElementById(id).textContent = words),
  put: (id, html) => (document.getElementById(id).innerHTML = html),
  each: (fn) => {
    for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode(); ) if (!walk.currentNode.parentElement.closest('script, style')) fn(walk.currentNode);
  },
};
