// Two ways of dragging: the browser's own, and one by pointer events.
let moved = null, dropped = '';
for (const item of document.querySelectorAll('li')) item.addEventListener('dragstart', (e) => (moved = item, e.dataTransfer.setData('text/plain', item.textContent)));
const list = document.querySelector('[aria-label=Done]');
list.addEventListener('dragover', (e) => e.preventDefault());
list.addEventListener('drop', (e) => (e.preventDefault(), list.append(moved), (dropped = e.dataTransfer.getData('text/plain'))));
const token = document.querySelector('[data-part=token]'), tray = document.querySelector('[data-part=tray]');
let start = null;
token.addEventListener('pointerdown', (e) => (token.setPointerCapture(e.pointerId), (start = e)));
token.addEventListener('pointermove', (e) => start && (token.style.transform = `translate(${e.clientX - start.clientX}px, ${e.clientY - start.clientY}px)`));
token.addEventListener('pointerup', (e) => {
  const box = tray.getBoundingClientRect();
  const inside = e.clientX > box.left && e.clientX < box.right && e.clientY > box.top && e.clientY < box.bottom;
  start = null;
  token.style.transform = '';
  if (inside) done(`${dropped}|token`);
});
