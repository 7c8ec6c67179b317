// Fields as React controls them: the value belongs to the state. A change that no
// event told of is taken back, and the value's setter is watched.
const state = { name: '', mail: '' };
const [name, mail] = [document.querySelector('[autocomplete=name]'), document.getElementById('m')];
for (const [key, input] of Object.entries({ name, mail })) {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  let known = '';
  Object.defineProperty(input, 'value', { get: () => value.get.call(input), set: (v) => (known = v, value.set.call(input, v)) });
  input.addEventListener('input', () => {
    const now = value.get.call(input);
    if (now === known) return; // a script set it
    state[key] = known = now;
  });
  setInterval(() => input.value !== state[key] && (input.value = state[key]), 50);
}
document.getElementById('form').addEventListener('submit', (e) => {
  e.preventDefault();
  const plan = document.querySelector('select').value, terms = document.querySelector('[type=checkbox]').checked;
  done(`${state.name}|${state.mail}|${plan}|${terms}|${document.querySelector('[name=by]:checked').value}`);
});
