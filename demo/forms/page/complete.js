// Suggestions from the server, a little after the last letter; only a chosen one counts.
const input = document.querySelector('input'), list = document.querySelector('ul');
let timer, chosen = '';
input.addEventListener('input', () => {
  chosen = '';
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const asked = input.value;
    const cities = await (await fetch(`suggest?q=${encodeURIComponent(asked)}`)).json();
    if (asked !== input.value) return; // it comes too late
    list.replaceChildren(...cities.map((city) => {
      const li = document.createElement('li');
      li.setAttribute('role', 'option');
      li.textContent = city;
      li.onmousedown = () => ((chosen = input.value = city), list.replaceChildren());
      return li;
    }));
  }, 150);
});
document.querySelector('form').addEventListener('submit', (e) => (e.preventDefault(), chosen && done(chosen)));
