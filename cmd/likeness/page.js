// What mutations use: how a page is added to and changed, and how what was added is
// taken away again.
const p = {
  words: 'amber birch coral denim ebony frost ginger hazel ivory jade khaki lemon mauve navy ochre peach quartz rose sand teal'.split(' '),
  add: (html) => {
    globalThis.likenessBefore ??= document.body.innerHTML;
    document.body.insertAdjacentHTML('beforeend', html);
    document.body.lastElementChild.dataset.added = '';
  },
  // undo reports whether the page is as it was loaded.
  undo: () => {
    document.querySelectorAll('[data-added]').forEach((e) => e.remove());
    return globalThis.likenessBefore === document.body.innerHTML;
  },
  text: (id, words) => (document.getElementById(id).textContent = words),
  put: (id, html) => (document.getElementById(id).innerHTML = html),
  each: (fn) => {
    for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode(); ) if (!walk.currentNode.parentElement.closest('script, style')) fn(walk.currentNode);
  },
};
