package explore_test

import (
	"context"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dyncrawl/explore"
)

// behaviours are small pages, each of which asks for its mark, /mark, when somebody
// does to it what its name says. In them, mark() makes that request.
var behaviours = []struct{ name, html string }{
	{"rub what hears the pointer move while it is pressed", `<div id=q style="height:60px">Rub here</div><script>let n = 0; q.onpointermove = (e) => { if (e.buttons & 1 && ++n === 4) mark(); }</script>`},
	{"move the pointer about on it", `<p id=q>Map</p><script>let n = 0; q.onmousemove = () => { if (++n === 4) mark(); }</script>`},
	{"rest on what must not be pressed and holds a menu", `<div id=q>Share link ▸</div><script>q.onclick = () => fetch('/harm'); q.onmouseenter = () => mark();</script>`},
	{"rest on what says what interests in it", `<button interestfor=h>Coffee</button><div id=h popover=hint>Black</div><script>h.ontoggle = (e) => { if (e.newState === 'open') mark(); }</script>`},
	{"hold a part of what listens", `<div id=k><span>do</span><span>re</span><span>mi</span></div><script>let t; k.onmousedown = (e) => { if (e.target.textContent === 'do') t = setTimeout(mark, 700); }; addEventListener('mouseup', () => clearTimeout(t));</script>`},
	{"press parts with the right button for what is around them", `<table id=b><tr><td>a<td>b<td>c<td>d</table><p>x</p><script>b.oncontextmenu = (e) => { if (e.target.textContent === 'c') mark(); }; b.onclick = (e) => { document.querySelector('p').textContent = 'pressed ' + e.target.textContent; };</script>`},
	{"read what the header of a script names", `<p>Status</p><script src=/mapped.js></script><button onclick="void 0">Go</button>`},
	{"press what a slot behind another holds", `<x-card><template shadowrootmode=open><h2><slot name=title></slot></h2><slot name=act></slot></template>
		<span slot=title>Bread</span><button slot=act>Join</button></x-card>
		<script>document.querySelector('x-card').shadowRoot.querySelector('slot[name=act]').addEventListener('click', mark)</script>`},
	{"press what listens only once the pointer has come", `<button id=q>Open</button><script>q.onmouseenter = () => { q.onclick = mark; }</script>`},
	{"press what is given a handler late", `<button id=q>Open</button><button id=b>More</button><script>b.addEventListener('click', () => { q.onclick = mark; })</script>`},
	{"rest on what grows under the pointer", `<style>#g{width:90px;transition:width .3s}#g:hover{width:200px}</style><div id=g ontransitionend="mark()">Leaf</div>`},
	{"move the pointer on", `<p id=q>Map</p><script>let n = 0, last = 0; q.onmousemove = (e) => { n = e.timeStamp - last > 500 ? 1 : n + 1; last = e.timeStamp; if (n === 3) mark(); }</script>`},
	{"press a button again that was at work", `<button id=b>More</button><p id=o></p><script>let n = 0; b.addEventListener('click', () => { b.disabled = true;
		setTimeout(() => { b.disabled = false; o.append(['one ', 'two ', 'three '][n]); if (++n === 3) { mark(); b.remove(); } }, 400); })</script>`},
	{"press the next after the last", `<button id=p>Last</button> <button id=n>Next</button><p id=o>May</p><script>let m = 0; const show = (e, d) => { if (e.shiftKey) return; m += d; o.textContent = m ? 'A month' : 'May'; setTimeout(() => m === 1 && mark(), 200); };
		p.onclick = (e) => show(e, -1); n.onclick = (e) => show(e, 1)</script>`},
	{"press on while numbers go on", `<button id=p>Next</button> <button id=q hidden>Back</button><p>Page <b id=n>1</b></p><script>
		p.onclick = () => { q.hidden = false; if (++n.textContent > 5) mark(); }; q.onclick = () => { n.textContent = Math.max(1, n.textContent - 1); }</script>`},
	{"press on where others count too", `<nav><a href=#>1</a> <a href=#>2</a> <a href=#>3</a> <a href=#>4</a> <a href=#>5</a> <a href=#>6</a></nav><p>Page <b id=n>1</b></p><button id=p>More</button><ul id=l></ul>
		<script>const d = (i) => document.querySelectorAll('nav a').forEach((a, k) => { a.textContent = i + k; a.onclick = (e) => { e.preventDefault(); n.textContent = i + k; d(i + k); }; }); d(1);
		p.onclick = () => { l.insertAdjacentHTML('beforeend', '<li>Item ' + l.children.length); if (l.children.length > 3) mark(); }</script>`},
	{"wait for what a press has started before it is pressed again", `<button id=p>Play</button> <button id=q>Other</button><p id=t>0</p><script>let on = 0, sum = 0;
		p.onclick = () => { p.textContent = on ? 'Play' : 'Pause'; sum = 0; if (on) { clearInterval(on); on = 0; } else on = setInterval(() => { t.textContent = sum += 0.5; if (sum >= 3) mark(); }, 500); };</script>`},
	{"press what is played from near its end", `<div role=slider tabindex=0 id=s style="height:20px;background:#ddd"></div><script>s.onclick = (e) => { if (e.offsetX > 0.7 * s.offsetWidth) mark(); };</script>`},
	{"rest on a point of a chart that something around it listens for", `<div id=r><svg width=400 height=120><circle cx=40 cy=60 r=7 /><circle cx=140 cy=60 r=7 /></svg></div>
		<script>r.addEventListener('mouseover', (e) => { if (e.target.localName === 'circle') mark(); });</script>`},
	{"press again where the server fails", `<button id=b>Try</button><p id=o></p><script>let n = 0; b.onclick = () => fetch('/busy?n=' + ++n).then((r) => { if (r.ok) mark(); else o.textContent = 'The server is busy'; })</script>`},
	{"slide a knob to the end of its rail", `<div id=r style="width:300px;height:20px;background:#ddd;position:relative"><div id=k style="width:20px;height:20px;background:#888;position:absolute;left:0"></div></div>
		<script>let from = null; k.onpointerdown = (e) => { from = e.clientX; k.setPointerCapture(e.pointerId); }; k.onpointerup = () => { from = null; };
		k.onpointermove = (e) => { if (from === null) return; k.style.left = Math.min(280, e.clientX - from) + 'px'; if (e.clientX - from > 250) mark(); }</script>`},
	{"slide a knob to the end of its rail that goes by its margin", `<div style="width:300px;height:20px;background:#ddd"><div id=k style="width:20px;height:20px;background:#888;touch-action:none"></div></div>
		<script>let from = null; k.onpointerdown = (e) => { from = e.clientX; k.setPointerCapture(e.pointerId); }; k.onpointerup = () => { from = null; };
		k.onpointermove = (e) => { if (from === null) return; k.style.marginLeft = Math.max(0, Math.min(280, e.clientX - from)) + 'px'; if (e.clientX - from > 250) mark(); }</script>`},
	{"pull a corner on until there is room", `<div id=q style="resize:both;overflow:auto;width:150px;height:100px">Plan</div><script>new ResizeObserver(() => { if (q.offsetWidth > 330) mark(); }).observe(q)</script>`},
	{"pull a divider on until there is room", `<div style="display:flex;width:600px;height:80px"><div id=l style="width:60px;background:#ddd"></div><div id=q style="width:8px;background:#555;cursor:col-resize"></div><p>Text</div>
		<script>let on = false; q.onpointerdown = (e) => { on = true; q.setPointerCapture(e.pointerId); }; q.onpointerup = () => { on = false; };
		q.onpointermove = (e) => { if (!on) return; l.style.width = e.clientX - l.getBoundingClientRect().left + 'px'; if (l.offsetWidth > 240) mark(); }</script>`},
	{"scroll on where each helping is asked for alike and answered slowly", `<div id=l></div><p id=s>More</p><script>let n = 0, busy = false;
		const more = async () => { if (busy || n > 4) return; busy = true; await fetch('/helping'); n++; l.insertAdjacentHTML('beforeend', '<p style="height:150px">Year ' + 'abcde'[n - 1] + '</p>' + '<p style="height:1500px">'); busy = false; if (n > 4) mark(); };
		new IntersectionObserver((e) => e[0].isIntersecting && more()).observe(s)</script>`},
	{"scroll up as long as there are older messages", `<div id=l style="height:200px;overflow-y:auto"></div><script>let n = 0, busy = false;
		const add = () => { const was = l.scrollHeight; l.insertAdjacentHTML('afterbegin', '<p style="height:300px">Older ' + 'abcde'[n++]); l.scrollTop = l.scrollHeight - was; if (n > 4) mark(); };
		add(); add(); l.scrollTop = 9999; l.onscroll = () => { if (l.scrollTop < 5 && !busy && n < 5) { busy = true; setTimeout(() => { add(); busy = false; }, 400); } };</script>`},
	{"pull a row of pictures to its end", `<div style="overflow:hidden;width:240px"><div id=r style="display:flex;width:960px;cursor:grab;user-select:none"><p>Light<p style="margin-left:180px">Bold<p style="margin-left:180px">Soft<p style="margin-left:180px">Neat</div></div><script>
		let from = null, at = 0; r.onpointerdown = (e) => { from = e.clientX; }; onpointermove = (e) => { if (from !== null) r.style.transform = 'translateX(' + (at + e.clientX - from) + 'px)'; };
		onpointerup = (e) => { if (from === null) return; at = Math.min(0, at + e.clientX - from); from = null; r.style.transform = 'translateX(' + at + 'px)'; if (at < -250) mark(); };</script>`},
	{"look at each row of tabs with the other", `<div><button role=tab>Arts</button><button role=tab>Law</button><button role=tab>Physics</button></div><div><a href=# role=tab>First</a><a href=# role=tab>Second</a><a href=# role=tab>Third</a></div><ul id=l></ul><script>
		const courses = { Arts: { First: 'Painting Sculpture', Second: '' }, Law: { First: 'Contracts', Third: 'Seminar' }, Physics: { First: 'Motion', Second: 'Statistics Optics' } };
		let subject = 'Arts', part = 'First';
		const show = () => { l.innerHTML = (courses[subject][part] || 'None').split(' ').map((c) => '<li>' + c).join(''); if (subject === 'Physics' && part === 'Second') mark(); };
		document.querySelectorAll('button').forEach((b) => { b.onclick = () => { subject = b.textContent; part = 'First'; show(); }; });
		document.querySelectorAll('a').forEach((a) => { a.onclick = (e) => { e.preventDefault(); part = a.textContent; show(); }; }); show();</script>`},
	{"go on behind a banner that was agreed to for good", `<div id=t style="height:80px;overflow:auto"><p style="height:900px">Terms</div><p>Opening hours<p>Ways to us<p>Prices<p>Rooms<p>People<p>History<p>Press</p><label><input type=checkbox id=k disabled>I have read them</label> <button id=g disabled>Go on</button> <button id=h disabled>Other rooms</button>
		<div id=b style="position:fixed;inset:0;background:#000a;display:none">We use cookies <button id=y>Accept</button> <button id=n>Only what is needed</button></div><script>
		if (!/agreed/.test(document.cookie)) b.style.display = 'block';
		b.onclick = (e) => { if (e.target.localName !== 'button') return; document.cookie = 'agreed=' + e.target.id; b.remove(); };
		t.onscroll = () => { if (t.scrollTop > 700) k.disabled = false; }; k.onchange = () => { g.disabled = h.disabled = !k.checked; };
		g.onclick = h.onclick = (e) => { localStorage[e.target.id] = 1; if (localStorage.g && localStorage.h) mark(); else document.body.textContent = 'Thank you'; };</script>`},
	{"take what is suggested and go on", `<label>Trade <input id=q role=combobox aria-autocomplete=list aria-controls=l aria-expanded=false></label><ul id=l role=listbox></ul><p>Back in a moment</p><button id=g>Go on</button><p id=e></p><script>
		let taken = '', at = -1; const show = (list) => { at = -1; l.innerHTML = list.map((t) => '<li role=option>' + t).join(''); q.setAttribute('aria-expanded', String(list.length > 0)); };
		q.oninput = () => { taken = ''; show(['Baker', 'Barber', 'Tailor'].filter((t) => q.value && t.toLowerCase().includes(q.value.toLowerCase()))); };
		q.onkeydown = (e) => { if (e.key === 'ArrowDown') at++; if (e.key === 'Enter' && l.children[at]) { taken = q.value = l.children[at].textContent; show([]); } };
		g.onclick = () => { if (taken) mark(); else e.textContent = 'Choose one of the list'; };</script>`},
	{"take two stations of lists that say nothing of themselves", `<style>div{position:relative;display:inline-block}ul{position:absolute;margin:0;padding:0;background:#fff;list-style:none}</style><div><label>From<br><input id=a autocomplete=off></label><ul></ul></div>
		<div><label>To<br><input id=b autocomplete=off></label><ul></ul></div> <button id=g>Search</button><p id=o></p><script>const taken = {};
		for (const f of [a, b]) f.oninput = () => { taken[f.id] = ''; const l = f.closest('div').querySelector('ul'); l.innerHTML = '';
			if (f.value.length > 1) for (const s of ['Danzig', 'Stargard', 'Anholt'].filter((s) => s.toLowerCase().includes(f.value))) { const li = document.createElement('li'); li.textContent = s; li.onclick = () => { taken[f.id] = f.value = s; l.innerHTML = ''; }; l.append(li); } };
		g.onclick = () => { if (taken.a && taken.b && taken.a !== taken.b) mark(); else o.textContent = 'Choose two stations'; };</script>`},
	{"go down a list with the keys that are named", `<p><kbd>j</kbd> next, <kbd>k</kbd> last, <kbd>o</kbd> open</p><ul id=l><li>Boxes<li>Surveys<li>Papers</ul><p id=o></p><script>let at = -1;
		addEventListener('keydown', (e) => { if (e.key === 'j') at = Math.min(2, at + 1); if (e.key === 'k') at = Math.max(0, at - 1); if (e.key === 'o' && at >= 0) { o.textContent = l.children[at].textContent; if (at === 2) mark(); } });</script>`},
	{"pull a knob to some years in the middle", `<p>Year <b id=y>1900</b></p><div id=t style="position:relative;width:400px;height:14px;background:#ddd"><div id=k style="position:absolute;left:0;width:16px;height:14px;background:#555"></div></div><p id=o></p><script>
		const year = (e) => 1900 + Math.round(39 * Math.min(Math.max((e.clientX - t.getBoundingClientRect().left) / 400, 0), 1));
		k.onmousedown = () => { const move = (e) => { y.textContent = year(e); k.style.left = (year(e) - 1900) * 10 + 'px'; };
			addEventListener('mousemove', move); addEventListener('mouseup', (e) => { removeEventListener('mousemove', move); if (year(e) >= 1914 && year(e) <= 1918) mark(); else o.textContent = 'No special editions'; }, { once: true }); };</script>`},
	{"bound a price in the middle", `<label>At most <input id=q type=range min=600 max=2000 step=50 value=2000></label><ul id=l></ul><script>
		q.oninput = () => { const list = ['Attic 690', 'Flat 840', 'House 1180', 'Villa 1450'].filter((p) => p.split(' ')[1] <= Number(q.value)); l.innerHTML = list.map((p) => '<li>' + p).join(''); if (list.length === 1) mark(); };</script>`},
	{"carry a marker to the other half of what it lies in", `<svg width=560 height=240 style="background:#eee"><circle id=m r=12 cx=160 cy=112 style="cursor:grab" /></svg><script>let x = null;
		m.onmousedown = () => { x = 160; onmousemove = (e) => { x = e.clientX - document.querySelector('svg').getBoundingClientRect().left; m.setAttribute('cx', x); }; onmouseup = () => { if (x > 300) mark(); onmousemove = onmouseup = null; }; };</script>`},
	{"find the way back by what led there last", `<p id=m>Menu</p><button id=b>More</button><button id=c>Close</button><p id=o></p><script>let n = 0, once;
		m.onmouseenter = () => { if (once) return; once = true; const k = Number(localStorage.k ?? 0); localStorage.k = k + 1; o.append(['ash ', 'birch ', 'cedar '][k] ?? ''); };
		b.onclick = () => { o.append('batch '); if (++n === 2) mark(); }; c.onclick = () => { o.textContent = 'Closed'; b.remove(); }</script>`},
	{"wait until a panel has opened", `<style>#p{height:0;overflow:hidden;transition:height 5s}#p.open{height:90px}</style><button id=b>More</button><div id=p>Words</div>
		<script>b.addEventListener('click', () => p.classList.add('open')); p.addEventListener('transitionend', mark)</script>`},
	{"wait until a bell has rung", `<span id=b role=button tabindex=0>Bell</span>
		<script>b.addEventListener('click', () => b.animate([{ marginLeft: '0' }, { marginLeft: '90px' }], 5000).finished.then(mark))</script>`},
	{"press what timers add to its like", `<p>Entries come as they are written, by whoever is there.</p><ul id=l></ul><script>document.querySelector('p').append(' Please wait.'.repeat(20));
		let n = 0; const add = () => { const i = document.createElement('li'); i.textContent = 'Entry ' + ++n; i.onclick = () => i.textContent.endsWith(4) && mark(); l.append(i); };
		add(); setTimeout(() => { const on = setInterval(() => { add(); if (n > 4) clearInterval(on); }, 400); }, 1500)</script>`},
	{"press three in the one order that opens", `<button>Left</button> <button>Up</button> <button>Right</button><script>let way = '';
		document.querySelectorAll('button').forEach((b) => { b.onclick = () => { way = (way + b.textContent[0]).slice(-3); if (way === 'URL') mark(); }; })</script>`},
	{"press a bar without words near its end", `<p>Part of a film</p><div id=s style="width:300px;height:10px;background:#ddd"><i></i></div><script>s.onpointerdown = (e) => { if (e.offsetX > 0.93 * s.offsetWidth) mark(); };</script>`},
	{"press on while what is asked for is on its way", `<p>Poems</p><ul id=l></ul><b id=b style="cursor:pointer">More</b><script>let n = 0, busy = false; b.onclick = async () => { if (busy) return; busy = true; await fetch('/page?n=' + ++n); await new Promise((d) => setTimeout(d, 50));
		l.insertAdjacentHTML('beforeend', '<li>Poem ' + n); busy = false; if (n === 6) mark(); }</script>`},
	{"turn up with a key until the end", `<div id=v tabindex=0>Loudness <b id=n>5</b></div><script>v.onkeydown = (e) => { if (e.key === 'ArrowUp' && ++n.textContent > 8) mark(); }</script>`},
	{"press numbers that lie about in their order", `<p>In order, please</p><b>3</b> <b>1</b> <b>4</b> <b>2</b><script>let at = 0; document.querySelectorAll('b').forEach((b) => { b.onpointerup = () => { at = +b.textContent === at + 1 ? at + 1 : 0; if (at === 4) mark(); }; })</script>`},
	{"press what somebody asks", `<p id=q>How do I delete my account?</p><button id=b>Delete my account?</button><script>q.onclick = mark; b.onclick = () => fetch('/harm')</script>`},
	{"wait for an idle moment behind a timer", `<script>setTimeout(() => requestIdleCallback(mark), 5000)</script>`},
	{"look at the page in a wide window", `<p id=p>Widen your window.</p><script>const wide = matchMedia('(min-width:1500px)'); wide.onchange = () => { if (wide.matches) mark(); }</script>`},
	{"let eight seconds pass", `<script>let timer; const wait = () => { clearTimeout(timer); timer = setTimeout(mark, 8000); }; for (const type of ['mousemove', 'keydown', 'wheel']) addEventListener(type, wait); wait()</script>`},
	{"give another name to what has one", `<button id=b>Rename</button> <b id=n>Untitled</b><script>b.onclick = () => { const name = prompt('New name', n.textContent); if (name && name !== n.textContent) mark(); }</script>`},
	{"go to the end of what is too long to be scrolled through", `<div id=v style="height:300px;overflow:auto;position:relative"><div id=s style="height:200000px"></div></div><script>const show = () => {
		for (const e of v.querySelectorAll('p')) e.remove(); const first = Math.floor(v.scrollTop / 100);
		for (let i = first; i < Math.min(2000, first + 4); i++) { const p = document.createElement('p'); p.style.cssText = 'position:absolute;margin:0;top:' + i * 100 + 'px'; p.textContent = 'Line'; if (i === 1999) { p.innerHTML = '<a href=#>Next file</a>'; p.firstChild.onclick = (e) => { e.preventDefault(); mark(); }; } v.append(p); } }; v.onscroll = show; show();</script>`},
	{"press a key that the page names on what hears it", `<p>F4 renames.</p><div id=l></div><script>for (const name of ['Lake', 'March', 'Notes']) { const d = document.createElement('div'); d.tabIndex = 0; d.textContent = name; l.append(d);
		d.onkeydown = (e) => { if (e.key === 'F4') { d.innerHTML = '<input value=' + name + '>'; d.firstChild.focus(); d.firstChild.onkeydown = (k) => { k.stopPropagation(); if (k.key === 'Enter' && k.target.value !== name) mark(); }; } }; }</script>`},
	{"bring a map closer and closer", `<div id=z style="width:300px;height:200px;background:#cde">Map</div><script>let n = 0; z.addEventListener('wheel', (e) => { if (!e.ctrlKey) return; e.preventDefault(); n = Math.max(0, n + (e.deltaY < 0 ? 1 : -1)); z.style.fontSize = 14 + 4 * n + 'px'; if (n === 2) mark(); }, { passive: false })</script>`},
	{"ask about what the page says to ask about", `<div id=o>Ask us about opening hours.</div><form id=f><input id=m autocomplete=off><button>Ask</button></form><script>f.onsubmit = (e) => { e.preventDefault(); if (/opening hours/.test(m.value)) mark(); m.value = ''; }</script>`},
	{"pull a slide aside with the mouse", `<div id=t style="height:200px;width:400px;background:#cde">One</div>
		<script>let x; t.addEventListener('pointerdown', (e) => { x = e.clientX; }); window.addEventListener('pointerup', (e) => { if (x - e.clientX > 60) mark(); x = NaN; })</script>`},
	{"carry a card to another column", `<style>section{float:left;width:200px;min-height:200px}article{cursor:grab}</style><main><section><article>Oats</article><article>Rye</article></section><section><h2>Trash</h2></section><section><h2>Done</h2></section></main>
		<script>let card; const main = document.querySelector('main'); main.addEventListener('pointerdown', (e) => { card = e.target.closest('article'); });
		window.addEventListener('pointermove', () => {}); window.addEventListener('pointerup', (e) => { const s = e.target.closest('section'); if (card && s && s !== card.parentNode) s.textContent === 'Trash' ? fetch('/harm') : mark(); card = null; })</script>`},
	{"carry what goes by where the pointer was when it set off, and moves with the next frame", `<style>section{float:left;width:200px;min-height:200px;margin-right:300px}article{cursor:grab}</style><main><section><article>Oats</article></section><section><h2>Done</h2></section></main>
		<script>let down, off, over; const main = document.querySelector('main'); main.addEventListener('pointerdown', (e) => { down = e.target.closest('article') && e; });
		addEventListener('pointermove', (e) => { if (!down) return; if (!off) { off = Math.abs(e.clientX - down.clientX) > 5 && e; return; }
			const x = down.clientX + e.clientX - off.clientX, y = e.clientY; requestAnimationFrame(() => { over = document.elementFromPoint(x, y)?.closest('section'); }); });
		addEventListener('pointerup', () => { if (off && over && over !== main.firstChild) mark(); down = off = over = null; })</script>`},
	{"tell of what one handler of is stopped and the next answers", `<div id=k>Deck</div><script>k.addEventListener('deck:cut', (e) => { for (let n = 0; n !== e.detail; n = NaN); }); k.addEventListener('deck:dealt', mark)</script>`},
	{"carry three things to where the first has gone", `<style>ul{float:left;width:200px;min-height:200px;margin-right:300px}li{cursor:grab}</style><ul id=a><li>Lamp<li>Stove<li>Map<li>Rope</ul><ul id=b></ul><p id=o>Packed</p>
		<script>let thing; addEventListener('pointerdown', (e) => { thing = e.target.closest('#a li'); }); addEventListener('pointermove', () => {});
		addEventListener('pointerup', (e) => { if (thing && b.contains(e.target)) { b.append(thing); o.append(' ' + thing.textContent); } thing = null; if (b.children.length === 3) mark(); })</script>`},
	{"draw a line between what belongs together", `<style>b{display:inline-block;width:12px;height:12px;background:#369;cursor:crosshair}li{width:90px;margin:40px 300px 0 60px}</style>
		<ul><li id=r>Rain <b class=out></b></li><li id=s>Sun <b class=out></b></li></ul><ol><li id=w><b class=in></b> wet</li><li id=d><b class=in></b> dry</li></ol>
		<script>let from; for (const b of document.querySelectorAll('b')) b.addEventListener('mousedown', () => { from = b; const move = () => {}; document.addEventListener('mousemove', move);
		document.addEventListener('mouseup', (e) => { document.removeEventListener('mousemove', move); if (from.parentNode === s && d.contains(e.target)) mark(); }, { once: true }); })</script>`},
	{"press what an entry uncovers that a finger pushes aside", `<ul style="width:300px;overflow:hidden;padding:0"><li id=q style="white-space:nowrap;list-style:none"><span style="display:inline-block;width:300px">Water, March</span><button id=b hidden>More</button></li></ul>
		<script>q.addEventListener('touchstart', (down) => { const x = down.touches[0].clientX, move = (e) => { if (x - e.touches[0].clientX > 80) { b.hidden = false; q.style.marginLeft = '-80px'; } };
		document.addEventListener('touchmove', move); document.addEventListener('touchend', () => document.removeEventListener('touchmove', move), { once: true }); }); b.onclick = mark</script>`},
	{"pull over several days", `<table id=t></table><button id=b hidden>Weather</button><script>for (let w = 0; w < 4; w++) t.insertRow().innerHTML = [1, 2, 3, 4, 5, 6, 7].map((d) => '<td role=gridcell class=' + (d > 5 ? 'end' : 'day') + '>' + (7 * w + d)).join('');
		let from; t.addEventListener('mousedown', (e) => { from = e.target; }); t.addEventListener('mouseup', (e) => { if (Number(e.target.textContent) - Number(from?.textContent) > 2) b.hidden = false; from = null; }); b.onclick = mark</script>`},
	{"carry the second of things into a basket", `<div><div class="food draggable">Bread</div><div class="food draggable">Cheese</div></div><div id=basket class=droppable style="height:90px">Basket</div>
		<script>for (const f of document.querySelectorAll('.food')) { f.addEventListener('click', () => {}); f.addEventListener('mousedown', (down) => { const moved = () => {}; document.addEventListener('mousemove', moved);
		document.addEventListener('mouseup', (up) => { document.removeEventListener('mousemove', moved); if (document.elementFromPoint(up.clientX, up.clientY) === basket && f.textContent === 'Cheese') mark(); }, { once: true }); }); }</script>`},
	{"stay for a moment where something is let go of", `<ul id=a><li style="cursor:grab">One<li style="cursor:grab">Two</ul><ul id=b><li style="cursor:grab">Three</ul>
		<script>let loop, over, at; a.addEventListener('pointerdown', () => { loop = setInterval(() => { over = at && document.elementFromPoint(...at); }, 120); });
		addEventListener('pointermove', (e) => { at = [e.clientX, e.clientY]; });
		addEventListener('pointerup', () => { clearInterval(loop); if (over && b.contains(over)) mark(); at = over = null; });</script>`},
	{"sort a list", `<ul id=l><li>Bridge<li>Weir<li>Meadow</ul><script>l.addEventListener('dragover', () => {}); l.addEventListener('pointerdown', (down) => {
		document.addEventListener('pointerup', (up) => { const to = document.elementFromPoint(up.clientX, up.clientY); if (to !== down.target && to.parentNode === l) mark(); }, { once: true }); })</script>`},
	{"turn the wheel up several times", `<div id=m style="height:200px;background:#dec">Map</div><p id=z>Zoom 1</p>
		<script>let z = 1; m.addEventListener('wheel', (e) => { e.preventDefault(); z = Math.max(1, z - Math.sign(e.deltaY)); document.getElementById('z').textContent = 'Zoom ' + z; if (z === 4) mark(); }, { passive: false })</script>`},
	{"look at a figure for a second", `<div style="height:1300px">Words</div><figure id=f style="height:200px">Chart</figure><div style="height:1300px"></div><p id=end>End</p>
		<script>let t; new IntersectionObserver(([e]) => { clearTimeout(t); if (e.isIntersecting) t = setTimeout(mark, 1000); }, { threshold: 0.6 }).observe(f);
		new IntersectionObserver(([e]) => { if (e.isIntersecting) end.append('.'); }).observe(end)</script>`},
	{"press a small figure of a drawing", `<div><canvas width=800 height=400></canvas></div><script>const g = document.querySelector('canvas').getContext('2d'); g.fillRect(400, 300, 200, 60);
		g.fillStyle = '#c40'; g.fillRect(148, 88, 24, 24); document.querySelector('div').addEventListener('click', (e) => { if (Math.hypot(e.offsetX - 160, e.offsetY - 100) < 12) mark(); })</script>`},
	{"carry a figure of a drawing onto a larger one", `<canvas id=c width=600 height=300 style="touch-action:none"></canvas><script>const g = c.getContext('2d'); let held, x = 60, y = 60;
		const draw = () => { g.clearRect(0, 0, 600, 300); g.fillStyle = '#357'; g.fillRect(300, 40, 260, 200); g.fillStyle = '#c40'; g.fillRect(x - 25, y - 25, 50, 50); }; draw();
		c.addEventListener('pointerdown', (e) => { held = Math.hypot(e.offsetX - x, e.offsetY - y) < 25; });
		c.addEventListener('pointermove', (e) => { if (held) { x = e.offsetX; y = e.offsetY; draw(); } });
		c.addEventListener('pointerup', () => { if (held && x > 320 && y > 60) mark(); held = false; })</script>`},
	{"carry a tile after words were selected by a double click", `<style>#k,#t,#s{position:absolute;width:70px;height:70px;touch-action:none}</style><p>Put the tile onto the empty square.</p>
		<div style="height:40px;position:relative"><div id=k style="background:#c33"></div></div><div style="height:140px;position:relative"><div id=s style="left:220px"></div><div id=t style="background:#36c"></div></div><p id=o></p>
		<script>const carry = (el, end) => { let at; el.addEventListener('pointerdown', (e) => { at = { x: e.clientX - el.offsetLeft, y: e.clientY - el.offsetTop }; el.setPointerCapture(e.pointerId); });
		el.addEventListener('pointermove', (e) => { if (at) { el.style.left = e.clientX - at.x + 'px'; el.style.top = e.clientY - at.y + 'px'; } }); el.addEventListener('pointerup', () => { at = null; end(); }); };
		carry(k, () => {}); k.addEventListener('dblclick', () => { k.style.left = 0; o.textContent = 'Back'; }); carry(t, () => { if (Math.hypot(t.offsetLeft - s.offsetLeft, t.offsetTop - s.offsetTop) < 30) mark(); })</script>`},
	{"rest on a figure of a drawing", `<canvas id=c width=600 height=300></canvas><script>const g = c.getContext('2d'); g.fillStyle = '#c40'; g.fillRect(500, 40, 30, 200); let rests;
		c.addEventListener('mousemove', (e) => { clearTimeout(rests); if (e.offsetX > 500 && e.offsetX < 530) rests = setTimeout(mark, 300); })</script>`},
	{"turn the wheel the other way at first", `<div id=d style="width:140px;height:140px">Dial</div><p id=v>0</p><script>let n = 0; d.addEventListener("wheel", (e) => { e.preventDefault(); n += e.deltaY; v.textContent = n; if (n < -200) mark(); }, { passive: false })</script>`},
	{"go up three floors before leaving the lift", `<p>Floor <b id=f>0</b> <span id=s></span></p><button id=u>Up</button><button id=d>Down</button><button id=l>Leave the lift</button><div id=o></div><script>let at = 0, going = false;
		const go = (way) => { if (going || at + way > 3 || at + way < -1) return; going = true; s.textContent = 'going'; setTimeout(() => { at += way; f.textContent = at; s.textContent = ''; going = false; o.innerHTML = ''; }, 400); };
		u.onclick = () => go(1); d.onclick = () => go(-1); l.onclick = () => { if (at === 3) mark(); if (!going) o.innerHTML = at ? 'Offices' : 'Hall'; }</script>`},
	{"sort by the last column downwards", `<style>th{cursor:pointer}</style><table><thead><tr><th data-k=0>Ship<th data-k=1>Port<th data-k=2>Price</thead><tbody id=b></tbody></table><script>let by = 0, way = 1; const rows = [['Ara', 'Oslo', 'c'], ['Bol', 'Riga', 'a'], ['Cid', 'Bergen', 'b']];
		const draw = () => { b.innerHTML = rows.sort((x, y) => (x[by] > y[by] ? way : -way)).map((r) => '<tr><td>' + r.join('<td>')).join(''); if (by === 2 && way < 0) mark(); };
		document.querySelector('thead').onclick = (e) => { const k = e.target.dataset.k; if (!k) return; way = +k === by ? -way : 1; by = +k; draw(); }; draw();</script>`},
	{"look at what was kept after the second was kept", `<button id=a>All</button> <button id=k>Kept</button><ul id=l></ul><p id=o></p><script>const kept = new Set(), names = ['Forge', 'Bakery'];
		const draw = () => { l.innerHTML = names.map((n) => '<li>' + n + ' <button data-n=' + n + ' aria-label="Keep ' + n + '">' + (kept.has(n) ? '★' : '☆') + '</button>').join(''); };
		l.onclick = (e) => { const n = e.target.dataset.n; if (n) { kept.has(n) ? kept.delete(n) : kept.add(n); draw(); } };
		a.onclick = () => { o.textContent = ''; draw(); }; k.onclick = () => { l.innerHTML = ''; if (kept.has('Bakery')) mark(); else o.textContent = 'Nothing of note'; }; draw();</script>`},
	{"show a tab that is called as if it did harm", `<span role=tab tabindex=0 id=a>Home</span> <span role=tab tabindex=0 id=b>Report</span><div id=p></div><script>b.onclick = mark; a.onclick = () => { p.textContent = 'Welcome'; }</script>`},
	{"press a drawing that is called as if it did harm, and no sign that is", `<canvas id=c width=600 height=300 role=img aria-label="Share of each party"></canvas><canvas id=s width=90 height=40 role=img aria-label="Share"></canvas>
		<script>for (const d of [c, s]) { const g = d.getContext('2d'); g.fillStyle = '#c40'; g.fillRect(0, 0, 60, 30); g.fillRect(500, 40, 30, 200); }
		c.onclick = (e) => { if (e.offsetX > 500 && e.offsetX < 530) mark(); }; s.onclick = () => fetch('/harm'); </script>`},
	{"press what shows a picture, and what comes with that", `<button id=b>Enlarge</button><p id=o></p><script>b.onclick = () => { const i = new Image(); i.onerror = () => { o.textContent = 'There is no picture'; };
		i.onload = () => { o.innerHTML = '<button>About it</button>'; o.firstChild.onclick = mark; }; i.src = 'bowl.jpg'; };</script>`},
	{"look for what is hidden in vain in a few states only", `<div id=t></div><div id=w style="height:60px">Archive <textarea id=h style="display:none"></textarea></div><p id=o></p><script>
		for (const type of ['input', 'keydown', 'click', 'dblclick', 'contextmenu', 'mouseover', 'mouseout', 'blur', 'touchstart', 'wheel']) h.addEventListener(type, () => {});
		w.addEventListener('mouseenter', () => { sessionStorage.n = Number(sessionStorage.n ?? 0) + 1; if (sessionStorage.n > 12) fetch('/harm'); });
		for (const word of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gean', 'Hazel', 'Ivy']) { const b = document.createElement('button'); b.className = word; b.textContent = word; t.append(b);
			b.onclick = () => { o.innerHTML = '<b>' + word + '</b> is a tree, of which ' + word.repeat(3) + ' is told'; if (word === 'Ivy') mark(); }; }</script>`},
	{"carry no edge of a window to other places", `<style>#w{position:relative;width:300px;height:200px;background:#eee}#w i{position:absolute;width:20px;height:20px;touch-action:none}</style><div id=w><p>Notes</p></div><p id=o></p><script>
		const ways = ['n', 'e', 's', 'w', 'ne', 'nw', 'se', 'sw']; for (const way of ways) { const i = document.createElement('i'); i.className = 'edge ' + way; i.style.cursor = way + '-resize'; i.style.left = 30 * w.children.length + 'px'; w.append(i);
			i.onmousedown = () => { let far = 0; const move = () => { far++; }; addEventListener('mousemove', move); addEventListener('mouseup', (e) => { removeEventListener('mousemove', move); if (far && e.target.closest('i') && e.target !== i) fetch('/harm'); }, { once: true }); }; }
		w.firstChild.onclick = mark;</script>`},
	{"turn the wheel over what is covered with what can be pressed", `<style>#m{width:300px;height:200px;position:relative}#m button{position:absolute;inset:0 50% 0 0}#m button+button{left:50%;right:0}</style><p id=o></p><div id=m>The map of the park<button>North</button><button>South</button></div><script>
		for (const b of m.children) b.onclick = () => { o.textContent = b.textContent; }; m.addEventListener('wheel', mark);</script>`},
	{"bring closer what was opened", `<button id=b>Enlarge</button><p id=o>Bowls</p><script>b.onclick = () => { b.remove(); o.outerHTML = '<div id=d style="height:300px;background:#333">Bowl</div>';
		d.addEventListener('wheel', (e) => { e.preventDefault(); if (e.ctrlKey && e.deltaY < 0) mark(); else d.textContent = 'Bowl, from afar'; }, { passive: false }); };</script>`},
	{"press a frame that a script has put around a picture", `<img id=i src=bowl.jpg width=300 height=200><script>addEventListener('load', () => { const own = document.createElement('img');
		own.onload = () => { i.insertAdjacentHTML('afterend', '<i id=f>Frame</i>'); f.onclick = mark; }; own.src = i.src + '?own'; });</script>`},
	{"turn the wheel on over rows that differ in numbers", `<div id=l tabindex=0 style="height:240px;overflow:hidden"></div><script>let top0 = 0;
		const draw = () => { l.innerHTML = ''; for (let i = 1; i <= 10; i++) { l.insertAdjacentHTML('beforeend', '<div>Call ' + (top0 + i) + ', ' + ((top0 + i) * 37 % 60) + ' s</div>'); if (top0 + i === 418) mark(); } };
		l.addEventListener('wheel', (e) => { e.preventDefault(); top0 = Math.max(0, Math.min(590, top0 + Math.round(e.deltaY / 24))); draw(); }, { passive: false }); draw()</script>`},
	{"pull at the edge of a figure, where the pointer says so", `<div id=b><canvas id=c width=600 height=200></canvas></div><script>const g = c.getContext('2d'); g.fillStyle = '#9bd'; g.fillRect(60, 150, 480, 30);
		const part = (x, y) => (y < 150 || y > 180 ? '' : Math.abs(x - 540) < 5 ? 'ew-resize' : x > 60 && x < 540 ? 'move' : ''); let from = null;
		c.onmousemove = (e) => { b.style.cursor = part(e.offsetX, e.offsetY) || 'default'; }; c.onmousedown = (e) => { if (part(e.offsetX, e.offsetY) === 'ew-resize') from = e.offsetX; };
		addEventListener('mouseup', (e) => { if (from - e.offsetX > 50) mark(); from = null; })</script>`},
	{"press a figure of a drawing twice", `<canvas id=c width=600 height=300></canvas><script>const g = c.getContext('2d'); g.fillStyle = '#c40'; g.fillRect(500, 40, 30, 200);
		c.addEventListener('dblclick', (e) => { if (e.offsetX > 500 && e.offsetX < 530) mark(); })</script>`},
	{"press a figure twice of a drawing that tells clicks apart by itself", `<p>Double-click a shape to change its colour.</p><canvas id=c width=600 height=300></canvas><script>const g = c.getContext('2d'); g.fillStyle = '#c40'; g.fillRect(500, 40, 30, 200);
		c.onmousedown = () => {}; c.onmouseup = (e) => { if (e.detail === 2 && e.offsetX > 500 && e.offsetX < 530) mark(); };</script>`},
	{"swipe where the browser does not scroll", `<div id=t style="height:200px;width:400px;touch-action:pan-y">One</div><script>let from;
		t.addEventListener('pointerdown', (e) => { from = e; t.setPointerCapture(e.pointerId); });
		addEventListener('pointerup', (e) => { if (from?.clientX - e.clientX > 60 && Math.abs(from.clientY - e.clientY) < 20) mark(); })</script>`},
	{"press what a search has left of a list", `<label>Search <input id=q placeholder="e.g. vino"></label><ul id=l><li>Pane e farina<li>Storia del vino<li>Orti e giardini<li>Cartografia<li>Vele</ul><p id=d></p>
		<nav><p>Orari<p>Sale<p>Mostre<p>Prestiti<p>Rinnovi<p>Novità<p>Bambini<p>Ragazzi<p>Musica<p>Film</nav><script>
		q.addEventListener('input', () => { for (const li of l.children) li.hidden = !li.textContent.includes(q.value); });
		for (const li of l.children) li.addEventListener('click', () => { d.textContent = li.textContent; if (q.value) mark(); })</script>`},
	{"press a place of a picture", `<img src=/plan.png usemap="#m" width=200 height=100><map name=m><area id=a shape=poly coords="20,20,90,20,90,90,20,90" tabindex=0></map>
		<script>a.addEventListener('click', (e) => { if (e.isTrusted) mark(); })</script>`},
	{"choose what only its label shows", `<style>input{position:absolute;opacity:0;width:1px;height:1px;clip-path:inset(50%)}</style><input type=radio name=g id=p checked><label for=p>Plain</label> <input type=radio name=g id=r><label for=r>Red</label>
		<script>document.addEventListener('change', (e) => { if (e.isTrusted && r.checked) mark(); })</script>`},
	{"spread two fingers", `<div id=t style="height:200px;touch-action:none">Map</div><script>let first; const far = (e) => Math.hypot(e.touches[0].clientX - e.touches[1].clientX, e.touches[0].clientY - e.touches[1].clientY);
		t.addEventListener('touchstart', (e) => { if (e.touches.length > 1) first = far(e); });
		t.addEventListener('touchmove', (e) => { if (first && e.touches.length > 1 && far(e) > 1.4 * first) mark(); })</script>`},
	{"resize a box by its corner", `<div id=b style="resize:both;overflow:auto;width:200px;height:90px;border:1px solid">Card</div><script>new ResizeObserver(() => { if (b.offsetWidth > 280) mark(); }).observe(b)</script>`},
	{"rest until something has moved", `<style>#r{width:90px;height:60px;transition:width .4s}#r:hover{width:200px}</style><div id=r>Frame</div><script>r.addEventListener('transitionend', (e) => { if (e.isTrusted && r.offsetWidth > 190) mark(); })</script>`},
	{"leave the full screen", `<div id=p>View</div><button id=b>Full</button><script>let full; b.addEventListener('click', () => p.requestFullscreen());
		document.addEventListener('fullscreenchange', () => { if (document.fullscreenElement) full = true; else if (full) mark(); })</script>`},
	{"close a dialog with its key", `<button id=b>Choose</button><dialog id=d><button>One</button></dialog><script>b.addEventListener('click', () => d.showModal()); d.addEventListener('cancel', mark)</script>`},
	{"take back what a form holds", `<form id=f><input name=a><button type=reset>Clear</button></form><script>f.addEventListener('reset', (e) => { if (e.isTrusted) mark(); })</script>`},
	{"drop into another column, but not into the bin", `<style>section{float:left;width:150px;min-height:150px}</style><section id=new><p id=c draggable=true>Report</p></section><section title="Kosz – usuń">Kosz</section><section>Done</section>
		<script>document.addEventListener('dragstart', (e) => e.dataTransfer.setData('text/plain', 'c')); for (const s of document.querySelectorAll('section')) { s.addEventListener('dragover', (e) => e.preventDefault());
		s.addEventListener('drop', (e) => { e.preventDefault(); if (s.title) fetch('/harm'); else if (s.id !== 'new') mark(); }); }</script>`},
	{"press steps in their order", `<button>2. Warm</button> <button>3. Pour</button> <button>1. Boil</button><p id=o></p><script>let done = '';
		for (const b of document.querySelectorAll('button')) b.addEventListener('click', () => { done += b.textContent[0]; if (done === '123') mark(); else if (!'123'.startsWith(done)) { done = done.endsWith('1') ? '1' : ''; o.textContent = 'Not so'; } })</script>`},
	{"go on from the other of two choices", `<div id=w><button>Wood</button> <button>River</button></div><script>w.addEventListener('click', (e) => { const way = e.target.textContent; if (!/Wood|River/.test(way)) return;
		w.innerHTML = '<button>On</button>'; w.firstChild.onclick = () => { if (way === 'River') mark(); else w.textContent = 'Trees'; }; })</script>`},
	{"look into a basket that holds something", `<button id=b>Basket (0)</button> <button id=a>Add</button><p id=o></p><script>let n = 0; a.addEventListener('click', () => { b.textContent = 'Basket (' + ++n + ')'; });
		b.addEventListener('click', () => { if (n) mark(); else o.textContent = 'It is empty'; })</script>`},
	{"press the second of alike buttons, but not what takes its place", `<div id=d></div><script>const ways = () => { d.innerHTML = '<button>07:10</button> <button>09:40</button> <button>12:15</button>';
		for (const b of d.children) b.addEventListener('click', () => setTimeout(() => { d.innerHTML = '<button>Back</button> <button>Betal nå</button> <button>Map</button>';
		d.children[0].onclick = ways; d.children[1].onclick = () => fetch('/harm'); d.children[2].onclick = mark; }, 200)); }; ways()</script>`},
	{"scroll a strip of one line", `<div style="height:2000px">Words</div><div id=s style="overflow-x:auto;width:300px;white-space:nowrap"><span style="display:inline-block;width:1500px">Way</span><i id=e style="display:inline-block;width:80px">End</i></div>
		<script>new IntersectionObserver(([x]) => { if (x.isIntersecting) mark(); }, { threshold: 0.5 }).observe(e)</script>`},
	{"come for the second time", `<script>if (localStorage.getItem('been')) mark(); localStorage.setItem('been', 1)</script>`},
	{"wait for what is pushed late", `<ul id=l></ul><script>const s = new EventSource('/events'); s.addEventListener('notice', (e) => { s.close(); mark(); })</script>`},
	{"press a row, but not its bin", `<ul><li>Brake <svg width=14 height=16 aria-label=Delete><path d="M1 3h12v9z"/></svg></li><li>Lamp <svg width=14 height=16 aria-label=Delete><path d="M1 3h12v9z"/></svg></li></ul>
		<script>for (const bin of document.querySelectorAll('svg')) bin.addEventListener('click', (e) => { e.stopPropagation(); fetch('/harm'); });
		document.querySelectorAll('li')[1].addEventListener('click', mark)</script>`},
	{"press a row that something around it listens for", `<div id=l><div class=t>Mow <button>File</button></div><div class=t>Rake <button>File</button></div></div><p id=o></p>
		<script>document.addEventListener('click', (e) => { if (e.target.matches('button')) o.textContent = 'Filed'; else if (e.target.className === 't' && /Rake/.test(e.target.textContent)) mark(); })</script>`},
	{"select what there is to read once all was copied", `<p>Mark some of it.</p><blockquote id=n>Once upon a time there were a hare and a tortoise who lived at the edge of a wood, and each of them had a garden of its own, with beans in one of them and with nothing but stones in the other one, as the neighbours who came by on Sundays never failed to tell them, and yet the hare kept on counting what was not his, and the tortoise what was not hers, until one morning, when the fog had gone, neither of the two could tell which of the gardens was whose.</blockquote>
		<script>document.addEventListener('copy', () => {}); document.addEventListener('selectionchange', () => { const s = getSelection(); if (!s.isCollapsed && n.contains(s.anchorNode)) mark(); })</script>`},
	{"go on when one view has become another", `<div id=q style="view-transition-name:q">Log cabin</div><button id=b>Next</button><script>b.addEventListener('click', () => {
		document.startViewTransition(() => { q.textContent = 'Flying geese'; }).finished.then(mark); })</script>`},
	{"press no wrapper of what deletes", `<div id=w style="padding:9px"><button>Delete</button></div><button id=b>More</button><script>w.addEventListener('click', () => fetch('/harm')); b.addEventListener('click', mark)</script>`},
	{"pull at what says that it may be pulled at", `<style>#h{width:9px;height:90px;cursor:col-resize;background:#999}</style><div id=b><div id=h></div></div><script>b.addEventListener('mousedown', (down) => { if (down.target !== h) return;
		const up = (e) => { document.removeEventListener('mouseup', up); if (e.clientX - down.clientX > 60) mark(); }; document.addEventListener('mouseup', up); })</script>`},
	{"press a figure before the drawing is moved", `<canvas id=c width=600 height=300></canvas><script>const g = c.getContext('2d'); let x = 420, from = null; const draw = () => { g.clearRect(0, 0, 600, 300); g.fillStyle = '#c40'; g.fillRect(x, 40, 24, 24); }; draw();
		c.addEventListener('wheel', () => { x -= 37; draw(); }); c.addEventListener('mousedown', (e) => { from = e.offsetX; });
		c.addEventListener('mouseup', (e) => { if (e.offsetX === from) { if (x === 420 && Math.hypot(e.offsetX - 432, e.offsetY - 52) < 12) mark(); } else { x += e.offsetX - from; draw(); } })</script>`},
	{"open a calendar that something around its field opens", `<p><input id=i placeholder="From – to"></p><div id=d></div><script>document.addEventListener('click', (e) => { if (e.target === i) { d.textContent = 'May'; mark(); } })</script>`},
	{"let go on what shows while a button is pressed", `<span id=b role=button>Colours</span><div id=d hidden><span id=r>Red</span> <span id=u>Blue</span></div><script>
		b.addEventListener('mousedown', (e) => { e.preventDefault(); d.hidden = false; }); u.addEventListener('mouseup', mark); document.addEventListener('mouseup', () => setTimeout(() => { d.hidden = true; }))</script>`},
	{"hear the end of a recording", `<audio id=a controls></audio><script>const samples = 8000 * 120, bytes = new DataView(new ArrayBuffer(44 + samples)), text = (at, s) => [...s].forEach((c, i) => bytes.setUint8(at + i, c.charCodeAt(0)));
		text(0, 'RIFF'); bytes.setUint32(4, 36 + samples, true); text(8, 'WAVEfmt '); bytes.setUint32(16, 16, true); bytes.setUint16(20, 1, true); bytes.setUint16(22, 1, true); bytes.setUint32(24, 8000, true);
		bytes.setUint32(28, 8000, true); bytes.setUint16(32, 1, true); bytes.setUint16(34, 8, true); text(36, 'data'); bytes.setUint32(40, samples, true);
		a.src = URL.createObjectURL(new Blob([bytes.buffer], { type: 'audio/wav' })); a.addEventListener('seeked', (e) => { if (e.isTrusted && a.currentTime > 60) mark(); })</script>`},
	{"follow what a press opens", `<button id=b>Follow</button><button id=c>Other</button><p id=o></p><script>b.addEventListener('click', () => { b.disabled = true; const s = new EventSource('/events'); s.addEventListener('notice', () => { s.close(); mark(); }); });
		c.addEventListener('click', () => location.reload())</script>`},
	{"press what a drawing shows where nothing was", `<canvas id=c width=500 height=300></canvas><script>const g = c.getContext('2d'); let open = false;
		const at = (e, x, y) => Math.hypot(e.offsetX - x, e.offsetY - y) < 40;
		c.addEventListener('click', (e) => { if (at(e, 450, 250)) { open = true; g.fillRect(10, 10, 50, 50); } else if (open && at(e, 40, 40)) mark(); })</script>`},
	{"press a button of a design system, but not the one that deletes", `<x-b id=d>Supprimer le compte</x-b> <x-b id=m>Plus</x-b>
		<script>customElements.define('x-b', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>'; } });
		d.addEventListener('click', () => fetch('/harm')); m.addEventListener('click', mark)</script>`},
	{"select words that others stand among", `<p id=n>The <em>harpsichord</em> was mended by Ms. <b>Field</b>, who has come to tune it twice a year ever since, in spring and in autumn, and who left a key.</p><p>Select a word.</p>
		<script>n.append(' And it is played.'.repeat(30)); document.addEventListener('selectionchange', () => { const s = getSelection(); if (s.toString().trim().length > 2 && n.contains(s.anchorNode)) mark(); })</script>`},
	{"select words, but none of what deletes", `<ul role=menu><li role=menuitem><div>Konto löschen</div></ul>
		<script>document.querySelector('ul').addEventListener('click', () => fetch('/harm'));
		addEventListener('mouseup', () => { if (/words/i.test(getSelection())) mark(); })</script>`},
	{"press what would be taken away by its library's event", `<button id=b>More</button>
		<script>b.addEventListener('click', mark); b.addEventListener('remove', () => fetch('/harm')); b.addEventListener('item-delete', () => fetch('/harm'))</script>`},
	{"press what a library is told to do, but not to delete", `<button hx-delete="/notes/3">Done</button> <button wire:click="destroy(3)">Done</button> <button hx-get="/notes">Notes</button>
		<script>for (const b of document.querySelectorAll('button')) b.addEventListener('click', () => b.hasAttribute('hx-get') ? mark() : fetch('/harm'));</script>`},
	{"look at another tab for a moment", `<script>let hidden; document.addEventListener('visibilitychange', (e) => { if (document.hidden) hidden = e.isTrusted; else if (hidden) mark(); })</script>`},
	{"come back to the window", `<script>let left; addEventListener('blur', (e) => { left = e.isTrusted && !document.hasFocus(); }); addEventListener('focus', () => { if (left) mark(); })</script>`},
	{"hold for two seconds", `<button id=b>Hold</button><script>let t; b.onpointerdown = () => { t = setTimeout(mark, 2000); }; b.onpointerup = b.onpointerleave = () => clearTimeout(t);</script>`},
	{"come back to what shows by turns", `<button id=b>Plan</button><main id=m></main><script>
		const said = (words) => '<h2>' + words + '</h2>';
		b.onclick = () => { sessionStorage.n = 1 + Number(sessionStorage.n ?? 0); b.hidden = true;
			m.innerHTML = sessionStorage.n % 2 ? said('In the morning') + '<button class=a>Rye</button><button class=a>Oats</button>' : said('At night') + '<button class=c>Tea</button><button class=c>Broth</button><button class=c>Milk</button>'; };
		m.onclick = (e) => { if (e.target.localName !== 'button') return; if (e.target.textContent === 'Milk') mark(); m.innerHTML = said('You had ' + e.target.textContent); };</script>`},
	{"wait for the answer of a socket", `<button id=b>Follow</button><p>One may follow.</p><script>const s = new WebSocket('ws://' + location.host + '/talk');
		let asked; b.onclick = () => { b.disabled = true; asked = true; s.send('follow'); }; s.onmessage = () => { if (asked) mark(); };</script>`},
	{"go on where one can leave as well", `<h1>Look around</h1><p>Boats<p>Fish<p>Bread<p>Bells<p>Stairs<p>Gulls<p>Nets<p>Rope<p><button id=b>Begin</button><div id=d hidden><p id=p></p><button class=t id=n>Next</button><button class=t id=l>Leave</button></div><script>
		let at; const told = ['This is the harbour, where boats come in.', 'This is the market, which opens early.', 'This is the tower, with its old clock.', 'This is the end.'];
		const tell = () => { p.textContent = told[at]; d.hidden = false; if (at === 3) mark(); };
		b.onclick = () => { at = 0; tell(); }; for (const x of [n, l]) x.onclick = () => { x.disabled = true; setTimeout(() => { x.disabled = false; }, 300); if (x === l) d.hidden = true; else if (at < 3) { at++; tell(); } };</script>`},
	{"go back to the start of a page from a view that its fragment names", `<a href="#!/boats">Boats</a><main id=m></main><script>
		addEventListener('hashchange', (e) => { m.innerHTML = location.hash ? '<a href="#">Start</a>' : ''; if (e.newURL.endsWith('#')) mark(); })</script>`},
	{"press what a slot behind a closed door holds", `<x-list><span slot=item>Alpha</span><span slot=item>Beta</span></x-list><script>const list = document.querySelector('x-list'), root = list.attachShadow({ mode: 'closed' });
		root.innerHTML = '<style>::slotted(span){display:block}</style><slot name=item></slot>'; root.firstElementChild.nextElementSibling.addEventListener('click', (e) => { if (e.target.textContent === 'Beta') mark(); })</script>`},
	{"press what lies in a box around its slot", `<x-row><i>One</i><i>Two</i><i>Three</i></x-row><script>const root = document.querySelector('x-row').attachShadow({ mode: 'open' });
		root.innerHTML = '<div><slot></slot></div>'; root.firstChild.addEventListener('click', (e) => { if (e.target.textContent === 'Three') mark(); })</script>`},
	{"press twice what counts the clicks in it", `<p>Double-click a tile to take it out.</p><div id=w><b>Basalt</b><b>Quartz</b><b>Gneiss</b></div><p id=o></p>
		<script>w.addEventListener('click', (e) => { if (e.detail !== 2) return; if (e.target.textContent === 'Gneiss') mark(); else o.textContent = e.target.textContent + ' is empty'; })</script>`},
	{"press twice where nothing says so", `<div id=w><b>Basalt</b></div><script>w.addEventListener('click', (e) => { if (e.detail === 2 && e.target.localName === 'b') mark(); })</script>`},
	{"let go of the button for the third time", `<blockquote id=q>Stones do not lie.</blockquote><script>q.onmouseup = (e) => { if (e.detail === 3) mark(); };</script>`},
	{"go to the end of a menu that a key has opened", `<div tabindex=0 aria-haspopup=true id=m>Products<ul id=u hidden><li>Tents<li>Boats</ul></div><script>m.addEventListener('keydown', (e) => {
		if (e.key === 'ArrowDown') { e.preventDefault(); u.hidden = false; } else if (e.key === 'End' && !u.hidden) mark(); })</script>`},
	{"hold either of two keys that the page names", `<p>Ctrl-click to pick several samples, Shift-click for a range.</p><div id=l><div>S-01</div><div>S-02</div><div>S-03</div><div>S-04</div></div><p id=o></p><script>
		let from; const rows = [...l.children]; l.onclick = (e) => { const at = rows.indexOf(e.target); if (e.shiftKey && Math.abs(at - from) > 1) mark(); else o.textContent = 'You picked ' + e.target.textContent + (e.ctrlKey ? ' as well' : ''); from = at; };</script>`},
	{"press the right edge of a wide drawing", `<canvas id=c width=700 height=300></canvas>
		<script>c.addEventListener('click', (e) => { if (e.offsetX > 560 && e.offsetY > 230) mark(); })</script>`},
	{"choose in a menu of three levels before anything else closes it", `<div id=p></div><div id=m></div><script>
		sessionStorage.n ??= 0; addEventListener('click', () => { sessionStorage.n++; m.innerHTML = ''; }, true);
		for (let i = 0; i < 12; i++) { const b = document.createElement('button'); b.className = 'c' + 'abcdefghijkl'[i]; b.textContent = 'Topic ' + b.className; b.onclick = () => { b.after(' Words of ' + b.className); b.disabled = true; }; p.append(b); }
		const level = (words, fn) => { m.innerHTML = '<button class=e>Nothing</button><button class=f>' + words + '</button>'; m.lastChild.onclick = fn; };
		const b = document.createElement('button'); b.textContent = 'Season'; p.prepend(b);
		b.onclick = () => level('Spring', () => level('April', () => level('Evening', () => { if (sessionStorage.n < 16) mark(); })));</script>`},
	{"choose a first and a last day before anything else", `<button id=b>Dates</button><div id=c hidden><button class=p>Last year</button><button class=q>Last month</button><button class=r>Next month</button><p id=h>Day</p><div id=d></div></div><script>
		sessionStorage.n ??= 0; addEventListener('click', () => { sessionStorage.n++; }, true); let from;
		for (let i = 1; i < 31; i++) { const x = document.createElement('i'); x.textContent = i; x.onclick = () => { if (from && from < i && sessionStorage.n < 5) mark(); from = i; }; d.append(x, ' '); }
		b.onclick = () => { c.hidden = false; }; for (const x of c.querySelectorAll('button')) x.onclick = () => { h.textContent = x.textContent + ' is here, with all its days'; x.disabled = true; };</script>`},
	{"rest on what opens a menu though it must not be pressed", `<div id=m role=menu><div role=menuitem tabindex=-1 aria-haspopup=menu id=s>Share</div></div><div id=t></div><script>
		s.onclick = () => fetch('/harm'); m.onmouseover = () => { t.innerHTML = '<button>As a page</button>'; t.firstChild.onclick = mark; };</script>`},
	{"press what comes when time has passed and goes when something else is pressed", `<button id=b>Count</button><div id=o></div><script>
		b.onclick = () => { b.hidden = true; o.innerHTML = '<i>Wait</i>'; setTimeout(() => {
			o.innerHTML = ['Left', 'Middle', 'Right', 'Up', 'Down', 'Back'].map((w) => '<button class=' + w + '>' + w + '</button>').join('');
			for (const x of o.children) x.onclick = () => { o.innerHTML = ''; sessionStorage[x.textContent] = 1; if (sessionStorage.length === 6) mark(); }; }, 3000); };</script>`},
}

// TestPagePointer explores small pages that want something done with the pointer, or
// time to be given.
func TestPagePointer(t *testing.T) {
	t.Parallel()
	const head = `<!doctype html><body><script>const mark = () => fetch('/mark')</script>`
	words := "<p>" + strings.Repeat("Words of the page. ", 20) // a page that says little is waited for anyway
	e := newExplorer(t)
	for _, b := range behaviours {
		e.beside(t, b.name, func(t *testing.T, e *explorer) { e.wantMark(t, head+b.html+words) })
	}
}

// wantMark explores a page, which must ask for its mark and for no harm.
func (e *explorer) wantMark(t *testing.T, page string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	found := cancel // what else there is takes most of the time
	if strings.Contains(page, "/harm") {
		found = func() {}
	}
	r := e.explorePageUntil(ctx, t, page, found)
	if has(r, "/harm") {
		t.Error("harm was done")
	}
	if !has(r, "/mark") && ctx.Err() == nil {
		t.Errorf("not found in %d states after %d events, %v", len(r.States), r.Events, r.Limits)
	}
}

// explorePage serves and explores a page.
func (e *explorer) explorePage(t *testing.T, page string) *explore.Result {
	t.Helper()
	return e.explorePageUntil(t.Context(), t, page, func() {})
}

// explorePageUntil is explorePage until the end of ctx; found is called when the mark is
// asked for.
func (e *explorer) explorePageUntil(ctx context.Context, t *testing.T, page string, found func()) *explore.Result {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/mark", func(http.ResponseWriter, *http.Request) { found() })
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page))
	})
	mux.HandleFunc("/helping", func(http.ResponseWriter, *http.Request) { time.Sleep(600 * time.Millisecond) })
	mux.HandleFunc("/busy", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("n") < "3" {
			http.Error(w, "busy", http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("/mapped.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Header().Set("SourceMap", "/mark")
	})
	mux.HandleFunc("/plan.png", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_ = png.Encode(w, image.NewGray(image.Rect(0, 0, 200, 100)))
	})
	mux.HandleFunc("/talk", func(w http.ResponseWriter, r *http.Request) {
		socket, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer socket.CloseNow()
		if _, _, err := socket.Read(r.Context()); err != nil {
			return
		}
		select {
		case <-time.After(1500 * time.Millisecond):
			_ = socket.Write(r.Context(), websocket.MessageText, []byte("answer"))
		case <-r.Context().Done():
		}
		_, _, _ = socket.Read(r.Context()) // until the page is gone
	})
	mux.HandleFunc("/events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(2 * time.Second):
			_, _ = w.Write([]byte("event: notice\ndata: late\n\n"))
		case <-r.Context().Done():
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	e.base = server.URL
	return e.exploreUntil(ctx, t, "/", explore.Config{Time: patience, Upload: uploads(t)})
}

// patience is for how long a page is explored at most, on machines that are slow or busy.
const patience = 45 * time.Second

// uploads returns a folder for files that the browser, which may run as another user, is
// given.
func uploads(t *testing.T) string {
	folder, err := os.MkdirTemp("", "dyncrawl-test-")
	if err == nil {
		t.Cleanup(func() { os.RemoveAll(folder) })
		err = os.Chmod(folder, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return folder
}
