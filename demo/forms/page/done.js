// Tells the server what was entered, and the visitor that it was taken.
const done = (text) => fetch('done', { method: 'POST', body: text }).then(() => {
  const p = document.createElement('p');
  p.setAttribute('role', 'status');
  p.textContent = `Saved: ${text}`;
  document.body.append(p);
});
