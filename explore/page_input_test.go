package explore_test

import (
	"strings"
	"testing"
)

// inputs are pages that show a link to /mark and ask for it, which stands nowhere in
// their source, once something was typed, chosen or pressed with keys.
var inputs = []struct{ name, page string }{
	{"an option before the present one", `<select id=s><option>a<option>b<option selected>c<option>d</select><p id=o></p><script>
		s.onchange = () => { if (s.value === 'a') show(); };</script>`},
	{"an option of a select that the page draws", `<style>#s, #s::picker(select) { appearance: base-select }</style>
		<select id=s><option value="">Choose<option>b<option>c<option>d</select><p id=o></p><script>
		s.onchange = () => { if (s.value === 'c') show(); };</script>`},
	{"another of the entries that a field offers", `<input id=c list=l><datalist id=l><option>Oslo<option>Bergen</datalist><p id=o></p><script>
		c.onchange = () => { if (c.value === 'Bergen') show(); };</script>`},
	{"the steps of a form behind buttons that do not send it", `<form id=f onsubmit="return false"><div id=s><input name=a><button type=button>Next</button></div></form><p id=o></p><script>
		f.onclick = (e) => { if (e.target.localName !== 'button') return;
			if (s.querySelector('[name=a]')?.value) s.innerHTML = '<select name=b><option>1<option>2</select><button type=button>Finish</button>';
			else if (s.querySelector('[name=b]')?.value === '2') show(); };</script>`},
	{"a form with another button that pays", `<form onsubmit="event.preventDefault(); if (/[0-9]/.test(c.value)) show()"><label>Permit (e.g. 12-AB) <input id=c></label><button>Check</button>
		<button type=button onclick="fetch('/harm')">Pay now</button></form><p id=o></p>`},
	{"the word that a label tells to type", `<label>Type <b>yes</b> <input id=c></label><p id=o></p><script>
		c.oninput = () => { if (c.value === 'yes') show(); };</script>`},
	{"a command that the page puts in quotes", `<p>It knows “tide” and “wind map”.</p><input id=c aria-label="Line"><p id=o></p><script>
		c.onkeydown = (e) => { if (e.key === 'Enter' && c.value === 'wind map') show(); };</script>`},
	{"a letter into a field that suggests something", `<input id=c aria-label="Instrument"><div id=l></div><p id=o></p><script>
		c.oninput = () => { l.innerHTML = ['Harp', 'Tuba'].filter((i) => c.value && i.toLowerCase().includes(c.value)).map((i) => '<p tabindex=0>' + i).join('') || 'Nothing'; };
		l.onclick = (e) => { if (e.target.tabIndex === 0) show(); };</script>`},
	{"a key that the page names for what was written", `<p>Ctrl+Enter opens a preview.</p><div id=c contenteditable></div><p id=o></p><script>
		c.onkeydown = (e) => { if (e.ctrlKey && e.key === 'Enter' && c.textContent.trim()) show(); };</script>`},
	{"arrow keys that are spoken of", `<p>Move the boat with the arrow keys.</p><pre id=b>~B~</pre><p id=o></p><script>
		let x = 0; addEventListener('keydown', (e) => { x = Math.min(0, Math.max(-3, x + ({ ArrowLeft: -1, ArrowRight: 1 }[e.key] || 0))); if (x === -3) show(); });</script>`},
	{"arrow keys that are spelled out", `<p>Press Up, Up, Down, Left for the map.</p><p id=o></p><script>
		let last = ''; addEventListener('keydown', (e) => { last = (last + e.key[5]).slice(-4); if (last === 'UUDL') show(); });</script>`},
	{"a code over boxes of one character each", `<p>Code of the day: <b>407 215</b></p><div id=c><input maxlength=1><input maxlength=1><input maxlength=1><input maxlength=1><input maxlength=1><input maxlength=1></div><p id=o></p><script>
		c.oninput = (e) => { e.target.nextElementSibling?.focus(); if ([...c.children].map((x) => x.value).join('') === '407215') show(); };</script>`},
	{"a code over boxes with a button behind", `<p>Room "2B7K"</p><div id=c><input maxlength=1><input maxlength=1><input maxlength=1><input maxlength=1></div><button id=b>Open</button><p id=o></p><script>
		b.onclick = (e) => { if ([...c.children].map((x) => x.value).join('') === '2B7K') show(); };</script>`},
	{"another value of a cell that is one again once it is left", `<table id=t><tr><td>Oats<td>12<tr><td>Rye<td>30</table><p id=o></p><script>
		t.ondblclick = (e) => { const cell = e.target, was = cell.textContent; if (cell.localName !== 'td') return;
			cell.innerHTML = '<input size=4>'; const field = cell.firstChild; field.value = was; field.focus();
			field.onkeydown = (k) => { if (k.key !== 'Enter') return; if (field.value !== was && /^\d+$/.test(field.value)) show(); cell.textContent = field.value; };
			field.onblur = () => { cell.textContent = was; }; };</script>`},
	{"a price that is asked for before the order", `<form id=f method=post onsubmit="fetch('/harm')"><label>Chairs <input type=number name=n min=2 required></label>
		<button type=button id=b>Reckon</button><button>Order</button></form><p id=o></p><script>b.onclick = () => { if (f.reportValidity()) show(); };</script>`},
	{"another name that is kept with Enter alone", `<h2 id=c>Attic</h2><button id=b>Rename</button><p id=o></p><script>
		b.onclick = () => { c.contentEditable = true; c.focus(); };
		c.onblur = () => { c.removeAttribute('contenteditable'); c.textContent = 'Attic'; };
		c.onkeydown = (e) => { if (e.key === 'Enter') { if (c.textContent !== 'Attic') show(); c.blur(); } };</script>`},
	{"a slider once a panel is open that depends on it", `<h1>Song</h1><p>Words of the first, the second and the third of all songs that were ever sung</p><label>Position <input type=range id=r max=180 value=0></label> <button id=b>Lyrics</button><p id=d></p><p id=o></p><script>
		let open = false; const draw = () => { d.textContent = open ? 'Verse' : ''; if (open && r.value > 120) show(); };
		r.oninput = () => { o.textContent = r.value > 0 ? 'Later' : ''; draw(); }; b.onclick = () => { open = !open; r.value = 0; o.textContent = ''; draw(); };</script>`},
	{"a formula that the page names, in a cell", `<p>Fill in the total, as <code>=SUM(A1:A2)</code>.</p><table id=t><tr><td>12<tr><td>30<tr><td>–</table><p id=o></p><script>
		t.ondblclick = (e) => { const cell = e.target, was = cell.textContent; if (cell.localName !== 'td') return;
			cell.innerHTML = '<input size=12>'; const field = cell.firstChild; field.value = was; field.focus();
			field.onkeydown = (k) => { if (k.key === 'Enter') { if (field.value === '=SUM(A1:A2)') show(); cell.textContent = was; } };
			field.onblur = () => { cell.textContent = was; }; };</script>`},
	{"another colour than the present one", `<input type=color id=c value=#336699><p id=o></p><script>
		c.onchange = () => { if (c.value !== '#336699') show(); };</script>`},
	{"another number than the present one", `<input type=number id=c value=1><p id=o></p><script>
		c.onchange = () => { if (c.value !== '1') show(); };</script>`},
	{"the example that a field gives", `<input type=search id=c placeholder="Cerca, ad es. vino"><p id=o></p><script>
		c.oninput = () => { if (c.value === 'vino') show(); };</script>`},
	{"a word of the list that a field searches", `<label>Buscar <input id=c></label><ul id=l><li>La <b>carabela</b><li>Un astrolabio</ul><p id=o></p><script>
		c.oninput = () => { if (c.value.length > 2 && l.textContent.includes(c.value)) show(); };</script>`},
	{"a word that is not in the list that a field searches", `<label>Buscar <input id=c></label><ul id=l><li>La carabela<li>Un astrolabio</ul><p id=o></p><script>
		c.oninput = () => { let left = 0; for (const li of l.children) { li.hidden = !li.textContent.includes(c.value); left += !li.hidden; } if (!left) show(); else o.textContent = left; };</script>`},
	{"the sign that a field names for its commands", `<input id=c placeholder="Write, or type / for commands"><ul id=l></ul><p id=o></p><script>
		c.oninput = () => { l.innerHTML = c.value === '/' ? '<li><button>Pins</button>' : ''; }; l.onclick = () => show();</script>`},
	{"a date into a field that takes keys alone", `<label>First used (MM/YYYY) <input id=c></label><p id=o></p><script>let v = ''; c.oninput = () => { c.value = ''; };
		c.onkeypress = (e) => { e.preventDefault(); if (/\d/.test(e.key)) c.value = (v += e.key).replace(/^(..)/, '$1/'); if (v === '062024') show(); };</script>`},
	{"a key that the page names for its editor", `<p>Ctrl-Enter runs what you wrote.</p><textarea id=c>sum 1 2</textarea><p id=o></p><script>
		c.onkeydown = (e) => { if (e.ctrlKey && e.key === 'Enter') show(); };</script>`},
	{"an entry of the list that completes a word of an editor", `<textarea id=c>sum 1 2</textarea><ul id=l role=listbox></ul><p id=o></p><script>
		c.onkeydown = (e) => { if (e.ctrlKey && e.code === 'Space') l.innerHTML = '<li role=option>summary<li role=option>summit'; else if (l.firstChild && e.key === 'Enter') { e.preventDefault(); show(); } };</script>`},
	{"a text of eight words", `<textarea id=c aria-label="Draft"></textarea><p id=o></p><script>
		c.oninput = () => { if (c.value.split(' ').length >= 8) show(); };</script>`},
	{"the example that stands before a field", `<form id=f><p>Номер детали (6 цифр, например 210601): <input id=c maxlength=6> <button>Найти</button></p></form><p id=o></p><script>
		f.onsubmit = (e) => { e.preventDefault(); if (/^\d{6}$/.test(c.value)) show(); };</script>`},
	{"digits", `<label>Kilometres <input id=c inputmode=numeric></label><p id=o></p><script>
		c.onblur = () => { if (/^\d+$/.test(c.value)) show(); };</script>`},
	{"a code of as many digits as there is room for", `<form onsubmit="return false"><input id=c inputmode=numeric maxlength=5></form><p id=o></p><script>
		c.oninput = () => { if (/^\d{5}$/.test(c.value)) show(); };</script>`},
	{"a code that was sent", `<form onsubmit="return false"><input id=c autocomplete=one-time-code></form><p id=o></p><script>
		c.oninput = () => { if (/^\d{6}$/.test(c.value)) show(); };</script>`},
	{"a register of things", `<form onsubmit="show(); return false"><label>Part <input required pattern="[A-Z]{2}[0-9]{3}"></label>
		<label>Built <input type=date max=2020-01-01 required></label><label><input type=checkbox required> It is mine</label><button>Register</button></form><p id=o></p>`},
	{"numbers that depend on one another", `<form id=f onsubmit="show(); return false"><input type=number name=a min=1 max=9 required><input type=number name=b min=1 max=9 required>
		<button>Go</button></form><p id=o></p><script>
		f.oninput = () => f.a.setCustomValidity(+f.a.value > +f.b.value ? '' : 'The first must be greater');</script>`},
	{"a name that is asked for once more", `<form id=f onsubmit="show(); return false"><label>Your city <input name=a required></label> <label>Enter it again <input name=b required></label>
		<button>Go</button></form><p id=o></p><script>
		f.oninput = () => f.b.setCustomValidity(f.a.value === f.b.value ? '' : 'They differ');</script>`},
	{"dates that depend on one another", `<form id=f onsubmit="show(); return false"><input type=date name=a required><input type=date name=b required>
		<button>Go</button></form><p id=o></p><script>
		f.oninput = () => f.b.setCustomValidity(f.a.value < f.b.value ? '' : 'It must end later');</script>`},
	{"a new paragraph of an editor", `<div contenteditable id=c>&nbsp;</div><p id=o></p><script>
		c.addEventListener('beforeinput', (e) => { if (e.inputType === 'insertParagraph') show(); });</script>`},
	{"what is pasted", `<h1>Codes</h1><input id=c placeholder="Paste an invite code"><b id=o></b><script>
		c.onpaste = (e) => { if (e.clipboardData.getData('text')) show(); };</script>`},
	{"all of the page copied", `<p>One</p><pre>Two lines</pre><p id=o></p><script>
		document.oncopy = () => { if (String(getSelection()).includes('Two')) show(); };</script>`},
	{"a key after another that the page names", `<p>Press <kbd>#</kbd> to mark, <kbd>x</kbd> then <kbd>i</kbd> for more.</p><button onclick="o.hidden = false">Say</button><p id=o></p><script>
		let before; addEventListener('keydown', (e) => { if (before === 'x' && e.key === 'i') show(); before = e.key; });</script>`},
	{"keys among others that the page explains", `<p>a — all, Delete — delete it, F1 — help</p><p id=o></p><script>
		addEventListener('keydown', (e) => { if (e.key === 'F1') show(); if (e.key === 'Delete') fetch('/harm'); });</script>`},
	{"a key that the page names in a sentence", `<ul id=l><li tabindex=0 onclick="at = this">One<li tabindex=0 onclick="at = this">Two</ul><p>Dateien werden mit F2 umbenannt.</p><p id=o></p><script>
		let at; addEventListener('keydown', (e) => { if (e.key === 'F2' && at) show(); });</script>`},
	{"keys in the cells of a table", `<table><tr><td>v x<td>the other view</table><p id=o></p><script>
		let before; addEventListener('keydown', (e) => { if (before === 'v' && e.key === 'x') show(); before = e.key; });</script>`},
	{"two places that must not be the same, and are not chosen from a list", `<form id=f onsubmit="return false"><label>Von <input name=a></label> <label>Nach <input name=b></label><button>Weiter</button></form><p id=o></p><script>
		f.addEventListener('submit', () => { if (f.a.value && f.b.value && f.a.value !== f.b.value) show(); });</script>`},
	{"a search that waits until nobody types", `<input id=c placeholder="Find an office, e.g. a town"><ul id=l></ul><p id=o></p><script>
		let timer; c.onkeyup = () => { clearTimeout(timer); timer = setTimeout(() => { l.innerHTML = c.value === 'a' ? '<li>Aarhus' : ''; if (l.firstChild) l.firstChild.onclick = show; }, 450); };</script>`},
	{"two places that must not be the same", `<form id=f onsubmit="return false"><select name=a><option value="">From<option>Bergen<option>Oslo<option>Roros</select>
		<select name=b><option value="">To<option>Bergen<option>Oslo<option>Roros</select><button>Find</button></form><p id=o></p><script>
		f.addEventListener('submit', () => { if (f.a.value && f.b.value && f.a.value !== f.b.value) show(); });</script>`},
	{"dates of a later step", `<form id=f onsubmit="return false"><p id=s><label>Name <input name=n></label></p><p id=t hidden><input type=date name=a><input type=date name=b></p>
		<button type=button id=g>Next</button></form><p id=o></p><script>
		g.onclick = () => { if (t.hidden && f.n.value) { s.hidden = true; t.hidden = false; } else if (f.a.value && f.a.value < f.b.value) show(); };</script>`},
	{"more than one file", `<input type=file multiple id=c><p id=o></p><script>
		c.onchange = () => { if (c.files.length > 1) show(); };</script>`},
	{"what the page says that can be asked for", `<p>Ask for “opening hours” or type /stations.</p><form id=f onsubmit="return false"><input id=c><button>Ask</button></form><p id=o></p><script>
		let asked = ''; f.addEventListener('submit', () => { asked += c.value; c.value = ''; setTimeout(() => { if (/opening hours/.test(asked) && /\/stations/.test(asked)) show(); }, 700); });</script>`},
	{"the beginning of what a field gives as its example", `<input id=c placeholder="e.g. li for Lisbon, Lille"><p id=o></p><script>
		c.oninput = () => { if (c.value === 'li') show(); };</script>`},
	{"a word of the column that a field stands over", `<table><tr><td><input placeholder="Search" style="width:150px"><td><input id=c placeholder="Search" style="width:150px"><tbody><tr><td>Rossi<td>Roma<tr><td>Bianchi<td>Milano</table><p id=o></p><script>
		c.oninput = () => { if (/^(Roma|Milano)$/.test(c.value)) show(); };</script>`},
	{"keys that the page names by signs", `<p>Try ↑ ↓ some day.</p><p id=o></p><script>
		let before; addEventListener('keydown', (e) => { if (before === 'ArrowUp' && e.key === 'ArrowDown') show(); before = e.key; });</script>`},
	{"keys in a table of them", `<table><tr><td>More<td><kbd>Ctrl</kbd> + <kbd>Shift</kbd> + <kbd>U</kbd></table><p id=o></p><script>
		addEventListener('keydown', (e) => { if (e.ctrlKey && e.shiftKey && e.key === 'U') show(); });</script>`},
	{"a drawing that is taken back and brought again", `<canvas id=c></canvas><p id=o></p><script>
		let strokes = 0, back = 0; c.onpointerdown = () => {}; c.onpointermove = (e) => { if (e.buttons) strokes++; };
		addEventListener('keydown', (e) => {
			if (e.ctrlKey && e.key === 'z' && strokes) back++;
			if (e.ctrlKey && e.key === 'y' && back) show();
		});</script>`},
	{"a value within a slider's range", `<div id=c role=slider tabindex=0 aria-valuenow=1>1</div><output id=t></output><p id=o></p><script>
		let v = 1; c.addEventListener('keydown', (e) => {
			if (e.key === 'ArrowUp' || e.key === 'ArrowRight') v++;
			t.textContent = v + ' years'; if (v === 3) show();
		});</script>`},
	{"the end of a separator's range", `<div id=c role=separator tabindex=0>|</div><a id=p></a><p id=o></p><script>
		c.onkeydown = (e) => { if (e.key === 'ArrowRight') p.textContent = 'Wider'; if (e.key === 'Home') show(); };</script>`},
	{"steps without a form", `<div id=s></div><button id=b hidden>Back</button> <button id=n>Next</button><p id=e></p><p id=o></p><script>
		let step = 0; const steps = ['<label><input type=radio name=p value=cat> Cat</label> <label><input type=radio name=p value=dog> Dog</label>', '<label>Postcode <input id=c inputmode=numeric maxlength=5></label>', '<label><input type=checkbox id=k> I have read it</label>'];
		const draw = () => { s.innerHTML = steps[step]; b.hidden = !step; e.textContent = ''; }; draw();
		b.onclick = () => { step--; draw(); };
		n.onclick = () => {
			const right = step === 0 ? s.querySelector(':checked') : step === 1 ? /^\d{5}$/.test(c.value) : k.checked;
			if (!right) e.textContent = 'Something is missing'; else if (++step < 3) draw(); else { s.textContent = 'Done'; show(); }
		};</script>`},
	{"the third of the tabs", `<div role=tablist id=t><button role=tab tabindex=0>Week</button><button role=tab tabindex=-1>Friday</button><button role=tab tabindex=-1>Saturday</button><button role=tab tabindex=-1>Sunday</button></div><p id=o></p><script>
		const tabs = [...t.children]; let at = 0; t.addEventListener('keydown', (e) => { if (e.key !== 'ArrowRight') return;
			tabs[at].tabIndex = -1; at = (at + 1) % 4; tabs[at].tabIndex = 0; tabs[at].focus(); o.textContent = '9 to 1' + at; if (at === 2) show(); });</script>`},
	{"the second of what a field names", `<input id=c placeholder="Type a command: home, about, theme"><p id=o></p><script>
		c.onkeydown = (e) => { if (e.key === 'Enter' && c.value === 'about') show(); };</script>`},
	{"a number between two that the page tells of", `<p>Amount (500 to 5000) <input id=a inputmode=decimal> Months <input id=m inputmode=numeric></p><button id=b>Calculate</button><p id=o></p><script>
		b.onclick = () => { if (a.value >= 500 && a.value <= 5000 && m.value > 0) show(); else o.textContent = 'Check the numbers'; };</script>`},
	{"a year between two that a field for words tells of", `<form id=f><input id=a placeholder="year, 1851–1910"> <button>Go to</button></form><p id=o></p><script>
		f.onsubmit = (e) => { e.preventDefault(); if (a.value >= 1851 && a.value <= 1910) show(); else o.textContent = 'There are no letters of that year'; };</script>`},
	{"a file of the kind that is asked for", `<input type=file accept=".csv,text/csv" id=c><p id=o></p><script>
		c.onchange = async () => { if (/\.csv$/.test(c.files[0].name) && (await c.files[0].text()).includes(',')) show(); };</script>`},
	{"a preview of what would be published", `<form id=f><label>Title <input id=c required></label> <button formaction=/other>Preview</button> <button>Publish</button></form><p id=o></p><script>
		f.onsubmit = (e) => { e.preventDefault(); if (!e.submitter?.hasAttribute('formaction')) fetch('/harm'); else if (c.value) show(); };</script>`},
	{"what is said of a wrong number", `<form id=f action=/other><input type=number id=c min=1 max=9 step=2 required> <input name=b required> <button>Check</button></form><p id=o></p><script>
		c.addEventListener('invalid', () => { if (c.validity.stepMismatch) show(); });</script>`},
	{"more than a few", `Days: <input type=number min=1 max=30 id=c value=1><p id=o></p><script>
		c.oninput = () => { if (c.value >= 7) show(); };</script>`},
	{"what an empty form is answered", `<form id=f novalidate><input id=c placeholder=12345678> <button>Check</button></form><p id=o></p><script>
		f.onsubmit = (e) => { e.preventDefault(); if (c.value === '') show(); };</script>`},
	{"what was cut from another field", `<textarea id=a>A long and narrow way</textarea> <textarea id=c></textarea><p id=o></p><script>
		c.addEventListener('paste', (e) => { if (e.clipboardData.getData('text') === 'A long and narrow way') show(); });</script>`},
	{"a key that is for what was chosen", `<p>P = preview · Del = delete</p><ul id=l><li>report<li>photo</ul><p id=o></p><script>
		let chosen; l.onclick = (e) => { chosen = e.target; for (const li of l.children) li.style.background = li === chosen ? '#def' : ''; };
		addEventListener('keydown', (e) => { if (e.key === 'Delete') fetch('/harm'); if (e.key === 'p' && chosen?.textContent === 'photo') show(); });</script>`},
	{"a field whose list is walked through with the keyboard", `<label>Beach <input id=q role=combobox aria-controls=l></label><ul id=l role=listbox></ul><p id=o></p><script>
		let at = -1, timer; const names = ['Carnota', 'Calblanque'];
		q.oninput = () => { clearTimeout(timer); timer = setTimeout(() => { at = -1; l.innerHTML = q.value.length > 1 ? names.map((n) => '<li role=option>' + n).join('') : ''; }, 250); };
		q.onkeydown = (e) => { if (e.key === 'ArrowRight') l.innerHTML = ''; if (e.key === 'ArrowDown' && l.children.length) at = (at + 1) % l.children.length; if (e.key === 'Enter' && at === 0) show(); };</script>`},
	{"a list to choose from that goes back to its first entry", `<label>Add a stop <select id=s><option value="">…<option value=1>Nantes<option value=2>Brest<option value=3>Vannes</select></label><ul id=l></ul><p id=o></p><script>
		s.onchange = () => { if (s.value === '2') show(); else if (s.value) l.innerHTML += '<li>' + s.value; s.value = ''; };</script>`},
	{"a text of so many characters", `<textarea id=t placeholder="Write at least 60 characters"></textarea><p id=o></p><script>t.oninput = () => { if (t.value.length >= 60) show(); };</script>`},
	{"words that are hard to guess", `<label>Invent one (14 characters, a digit, a capital) <input id=w></label><p id=o></p><script>
		w.oninput = () => { if (w.value.length >= 14 && /\d/.test(w.value) && /[A-Z]/.test(w.value)) show(); };</script>`},
	{"an age in a field for digits", `<label>Age of the oldest guest <input id=a inputmode=numeric></label><button id=b>Next</button><p id=o></p><script>b.onclick = () => { if (a.value >= 18 && a.value < 99) show(); };</script>`},
	{"a button before the text that it is for", `<button id=b>Preview</button><textarea id=t></textarea><p id=o></p><script>b.onclick = () => { b.disabled = true; if (t.value) show(); };</script>`},
	{"words that are made to stand out", `<div id=w contenteditable>Some words</div><p id=o></p><script>w.onkeydown = (e) => { if (e.ctrlKey && e.key === 'b' && getSelection().toString()) show(); };</script>`},
	{"a code that the page names", `<p>With the code SPRING25 it is cheaper.</p><input id=c> <button id=b>Redeem</button><p id=o></p><script>b.onclick = () => { if (c.value === 'SPRING25') show(); };</script>`},
	{"entries of lists among fields", listedFields},
	{"entries of lists in a form", strings.NewReplacer("<p><label>From", "<form><p><label>From", "</button><p id=o>", "</button></form><p id=o>", "<button id=b>", "<button type=button id=b>").Replace(listedFields)},
	{"an example that is told below the button", `<form novalidate><label>Shelf mark <input id=i></label><button>Locate</button><p id=o role=alert></p></form><script>document.forms[0].onsubmit = (e) => {
		e.preventDefault(); if (/^[A-Z]{2}-\d{3}$/.test(i.value)) show(); else o.textContent = 'Two capitals, a dash and three digits, e.g. QH-104.'; };</script>`},
	{"the third of what a form has chosen", `<form><select id=s><option>1 %<option>2 %<option>3 %</select><button>Use it</button></form><p id=o></p><script>document.forms[0].onsubmit = (e) => { e.preventDefault(); if (s.value === '3 %') show(); };</script>`},
	{"an example in a paragraph below", `<h2>Checker</h2><input id=i><p>e.g. kim@example.kr</p><p id=o></p><script>i.oninput = () => { if (/^\S+@\S+\.\w+$/.test(i.value)) show(); };</script>`},
	{"a number above one that is named", `<label>Degrees (above 100: steam) <input id=i type=number></label><p id=o></p><script>i.oninput = () => { if (i.value > 100) show(); };</script>`},
	{"a form whose field and button lie outside", `<form id=g></form><p><select form=g required id=s><option value="">-<option>Tupi</select></p><p id=o></p><button form=g>Filter</button><script>g.onsubmit = (e) => { e.preventDefault(); if (s.value) show(); };</script>`},
	{"the end of a slider that the window listens for", `<p>Size <span role=slider tabindex=0 id=s>2</span></p><p id=o></p><script>addEventListener('keydown', (e) => { if (e.target === s && e.key === 'End') show(); });</script>`},
	{"a key pressed on as long as it shows something", `<p>Words of the garden</p><p>Of its trees</p><p>Of all its beds</p><p>Of the pond</p><p>Of each path</p><p><kbd>j</kbd> next</p><article id=a>Nothing</article><p id=o></p><script>let n = 0; addEventListener('keydown', (e) => { if (e.key !== 'j') return; a.textContent = ['Tides', 'Bees', 'Moss'][n % 3]; if (++n === 3) show(); });</script>`},
	{"a seat that the arrow keys come to", `<div id=g tabindex=0>Seats</div><p id=o></p><button id=b>About</button><p id=p></p><script>let x = 0, y = 0; b.onclick = () => { p.textContent = 'A train'; };
		g.onkeydown = (e) => { if (e.key === 'ArrowRight') x = Math.min(3, x + 1); if (e.key === 'ArrowDown') y = Math.min(2, y + 1); if (e.key === 'Enter') { p.textContent = 'Taken'; if (x === 1 && y === 1) show(); } };</script>`},
	{"the one row of many that says something else", `<div id=l></div><p id=o></p><script>for (let i = 1; i <= 200; i++) l.insertAdjacentHTML('beforeend', '<div class=r>Sensor ' + i + ': ' + (i === 137 ? 'fault' : '20 °C') + '</div>');
		l.onclick = (e) => { if (/fault/.test(e.target.textContent)) show(); };</script>`},
	{"a route that another one covers", `<nav><a href="#/billing">Billing</a> <span id=n>API</span></nav><div id=d></div><p id=o></p><script>let on = true; n.onclick = () => { on = false; d.textContent = 'API'; };
		addEventListener('hashchange', () => { if (on && location.hash === '#/billing') show(); });</script>`},
	{"words for a list that open with an o", `<label>City <input id=i role=combobox aria-expanded=false aria-autocomplete=list></label><ul id=l role=listbox></ul><p id=o></p><script>let k = -1; const all = ['Oslo', 'Riga'];
		const draw = () => { const v = i.value.toLowerCase(), r = v ? all.filter((t) => t.toLowerCase().startsWith(v)) : []; l.innerHTML = r.map((t) => '<li role=option>' + t).join(''); i.setAttribute('aria-expanded', r.length > 0); };
		i.oninput = () => { k = -1; draw(); }; i.onblur = () => { l.innerHTML = ''; i.value = ''; i.setAttribute('aria-expanded', false); };
		i.onkeydown = (e) => { if (e.key === 'ArrowDown') k++; if (e.key === 'Enter' && l.children[k]?.textContent === 'Oslo') show(); };</script>`},
	{"a tune that the page names", `<p>Play on the keyboard: a s d</p><p id=o></p><script>let said = ''; addEventListener('keyup', (e) => { said = (said + e.key).slice(-3); if (said === 'asd') show(); });</script>`},
	{"a list of commands that takes the first", `<p>A page of many words</p><p>that stay</p><p>as they are</p>
		<div id=d hidden>Commands <input id=c></div><p id=o></p><script>
		let any = true; c.oninput = () => { o.textContent = 'None'; any = false; };
		c.onkeydown = (e) => { if (e.key === 'Enter' && any) show(); };
		addEventListener('keydown', (e) => { if (e.ctrlKey && e.key === 'k') { d.hidden = false; any = true; o.textContent = ''; } });</script>`},
}

// Three fields, of which two take their values from lists that the page draws: what is
// typed into them does not count, nor the same twice.
const listedFields = `<p><label>From <input id=f role=combobox aria-expanded=false autocomplete=off></label><button type=button tabindex=-1 id=x>Clear</button></p>
	<p>To <span id=t role=combobox tabindex=0 aria-expanded=false>choose</span></p><p><label>Code (4 digits) <input id=c></label></p><button id=b>Next</button><p id=o></p><script>
	const taken = {}, towns = ['Porto', 'Faro', 'Braga'];
	for (const box of [f, t]) {
		let at = -1;
		const open = () => box.getAttribute('aria-expanded') === 'true', set = (on) => { at = -1; box.setAttribute('aria-expanded', on); if (!on && box === f) f.value = taken.f ?? ''; };
		box.onclick = () => set(true);
		box.onblur = () => set(false);
		box.onkeydown = (e) => {
			if (!open()) return;
			if (e.key === 'ArrowDown') at = (at + 1) % towns.length;
			if (e.key === 'Enter' && at >= 0) { taken[box.id] = towns[at]; set(false); }
		};
	}
	x.onclick = () => { delete taken.f; f.value = ''; };
	b.onclick = () => { if (taken.f && taken.t && taken.f !== taken.t && c.value.length === 4 && +c.value) show(); };</script>`

// What is focused or pressed makes no other state: classes that tell of that, and what is
// drawn for it where no pointer comes.
func TestTracesOfThePointerMakeNoState(t *testing.T) {
	t.Parallel()
	e := newExplorer(t).inTab(t)
	r := e.explorePage(t, inputHead+`<style>.wave { display: block; pointer-events: none; }</style><button>One</button><button>Two</button><button>Three</button><p id=o></p><script>
		document.addEventListener('focusin', (e) => e.target.classList.add('is-focused'));
		document.addEventListener('mousedown', (e) => { const s = document.createElement('span'); s.className = 'wave'; e.target.append(s); });
		document.addEventListener('click', () => {});</script>`)
	if len(r.States) != 1 {
		t.Errorf("%d states after %d events", len(r.States), r.Events)
	}
}

// Words are not selected where that would press something: the pointer is held down over
// them.
func TestSelectingPressesNothing(t *testing.T) {
	t.Parallel()
	e := newExplorer(t).inTab(t)
	r := e.explorePage(t, inputHead+`<p>Few words</p><p><span id=s>Remove this colleague from the list of all</span></p><p id=o></p><script>
		document.addEventListener('selectionchange', () => {}); s.addEventListener('click', show);</script>`)
	if has(r, "/mark") {
		t.Error("what removes something was pressed")
	}
}

// Keys that a page names are left alone when it says that they do harm.
func TestPageNamesHarmfulKeys(t *testing.T) {
	t.Parallel()
	e := newExplorer(t).inTab(t)
	r := e.explorePage(t, inputHead+`<ul><li><kbd>x</kbd> delete<li><kbd>Ctrl</kbd>+<kbd>Enter</kbd> send</ul><p>Ctrl+Shift+L logs you out: log out</p><p id=o></p><script>
		addEventListener('keydown', (e) => { if (e.key === 'x' || e.ctrlKey && (e.key === 'Enter' || e.key === 'L')) show(); });</script>`)
	if has(r, "/mark") {
		t.Error("a harmful key was pressed")
	}
}

const inputHead = `<!doctype html><meta charset=utf-8><title>Input</title><script>
function show() { const mark = '/' + ['ma', 'rk'].join(''); o.innerHTML = '<a href="' + mark + '">More</a>'; fetch(mark); }</script>`

func TestPageInputs(t *testing.T) {
	t.Parallel()
	e := newExplorer(t)
	for _, c := range inputs {
		e.beside(t, c.name, func(t *testing.T, e *explorer) { e.wantMark(t, inputHead+c.page) })
	}
}

// What is typed into an editor that shows it by itself makes no state, and what is done to
// its lines is not done again for each.
func TestTypedTextsMakeNoStates(t *testing.T) {
	t.Parallel()
	e := newExplorer(t).inTab(t)
	r := e.explorePage(t, inputHead+`<div id=d style="width:400px;height:120px;background:#eee"><div style="overflow:hidden;width:3px;height:0"><textarea id=c></textarea></div><div id=v><pre>one</pre></div></div><script>
		c.oninput = () => { for (const line of c.value.split('\n')) { const p = document.createElement('pre'); p.textContent = line; v.append(p); } c.value = ''; };
		v.onclick = (e) => { e.target.prepend('x'); c.focus(); }; v.ondblclick = (e) => { e.target.append(' ' + c.value + 'abcdefgh'[v.textContent.length % 8].repeat(3)); };</script>`)
	if len(r.States) > 3 {
		t.Errorf("%d states, %v", len(r.States), r.Limits)
	}
}
