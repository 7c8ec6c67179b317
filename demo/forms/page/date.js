// A calendar that opens when the field is clicked, and the browser's own field for dates.
const field = document.querySelector('[readonly]'), calendar = document.getElementById('calendar');
let month = new Date(Date.UTC(2026, 4, 1));
function draw() {
  calendar.querySelector('b').textContent = month.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const table = calendar.querySelector('table');
  table.replaceChildren();
  for (let day = 1; day <= days; day++) {
    if (day % 7 === 1) table.insertRow();
    table.rows[table.rows.length - 1].insertCell().textContent = day;
  }
}
field.onclick = () => (draw(), (calendar.hidden = false));
calendar.querySelector('[aria-label^=Prev]').onclick = () => (month.setUTCMonth(month.getUTCMonth() - 1), draw());
calendar.querySelector('[aria-label^=Next]').onclick = () => (month.setUTCMonth(month.getUTCMonth() + 1), draw());
calendar.querySelector('table').onclick = (e) => {
  if (e.target.localName !== 'td') return;
  field.value = `${month.toISOString().slice(0, 8)}${e.target.textContent.padStart(2, '0')}`;
  calendar.hidden = true;
};
[...document.querySelectorAll('button')].at(-1).onclick = () => done(`${field.value}|${document.querySelector('[type=date]').value}`);
