// Asks with the browser's own dialogs.
const names = [];
const [add, drop] = document.querySelectorAll('button');
add.onclick = () => { const name = prompt('Name of the list?', 'Untitled'); if (name) names.push(name); };
drop.onclick = () => { if (confirm('Delete all lists?')) done(`deleted ${names}`); else done(`kept ${names}`); };
