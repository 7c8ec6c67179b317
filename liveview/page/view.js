// Shows the tab and sends what the person does to it. Places are sent in CSS
// pixels of the tab's window.
'use strict';
const el = (id) => document.getElementById(id);
const screen = el('screen');
const keys = el('keys');
let size = { width: 1, height: 1 };
let socket;

const send = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const bits = (e) => (e.altKey ? 1 : 0) | (e.ctrlKey ? 2 : 0) | (e.metaKey ? 4 : 0) | (e.shiftKey ? 8 : 0);
const note = (text) => (el('note').textContent = text);

function connect() {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }) => (typeof data === 'string' ? take(JSON.parse(data)) : draw(data));
  socket.onopen = () => note('');
  socket.onclose = () => note('The connection has ended. Reload the page unless you were done.');
}

// draw shows a picture: two doubles with the size of the window, then JPEG.
let last = '';
function draw(data) {
  const head = new DataView(data, 0, 16);
  size = { width: head.getFloat64(0), height: head.getFloat64(8) };
  const url = URL.createObjectURL(new Blob([new Uint8Array(data, 16)], { type: 'image/jpeg' }));
  screen.src = url;
  URL.revokeObjectURL(last);
  last = url;
}

function take(message) {
  switch (message.type) {
    case 'state':
      el('title').textContent = message.title ?? '';
      el('url').textContent = message.url ?? '';
      el('done').textContent = message.done || 'Done';
      return;
    case 'dialog': return askDialog(message);
    case 'files': return askFiles(message);
    case 'select': return askOption(message);
    case 'clipboard': return void navigator.clipboard?.writeText(message.text ?? '').catch(() => note('The clipboard was not allowed.'));
    case 'error': return note(message.text);
  }
}

// ask opens our own dialog with the parts that are named; it resolves to whether OK was pressed.
function ask(text, ...parts) {
  el('message').textContent = text;
  for (const id of ['answer', 'files', 'options']) el(id).hidden = !parts.includes(id);
  el('no').hidden = parts.includes('alert');
  const box = el('ask');
  box.returnValue = 'no';
  box.showModal();
  return new Promise((resolve) => box.addEventListener('close', () => resolve(box.returnValue === 'yes'), { once: true }));
}

async function askDialog({ kind, text, default: value }) {
  el('answer').value = value ?? '';
  const question = kind === 'beforeunload' ? 'Leave this page? What you entered may be lost.' : text ?? '';
  const accept = await ask(question, kind === 'prompt' ? 'answer' : '', kind === 'alert' ? 'alert' : '');
  send({ type: 'dialog', accept: accept || kind === 'alert', text: el('answer').value });
  keys.focus();
}

async function askFiles({ several }) {
  el('files').multiple = several === true;
  el('files').value = '';
  const chosen = (await ask('The page wants a file.', 'files')) ? [...el('files').files] : [];
  const files = await Promise.all(chosen.map(async (file) => ({ name: file.name, data: await base64(file) })));
  send({ type: 'files', files });
  keys.focus();
}

const base64 = (file) => new Promise((resolve) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
  reader.readAsDataURL(file);
});

function askOption({ options, selected }) {
  el('options').replaceChildren(...options.map((option, index) => {
    const button = document.createElement('button');
    button.textContent = option.label;
    button.type = 'button';
    button.disabled = option.disabled;
    if (index === (selected ?? 0)) button.setAttribute('aria-current', 'true');
    button.onclick = () => (send({ type: 'choose', index }), el('ask').close('no'));
    return button;
  }));
  ask('', 'options', 'alert').then(() => keys.focus());
}

// place turns a place on the screen into one of the tab's window.
function place(e) {
  const box = screen.getBoundingClientRect();
  return { x: ((e.clientX - box.left) / box.width) * size.width, y: ((e.clientY - box.top) / box.height) * size.height };
}

const buttons = ['left', 'middle', 'right'];
const held = (e) => buttons.find((_, i) => e.buttons & [1, 4, 2][i]) ?? '';
let pressed = false;
function mouse(kind) {
  return (e) => {
    if (e.pointerType === 'touch' || (kind === 'up' && !pressed)) return;
    pressed = kind === 'down' || (pressed && kind !== 'up');
    e.preventDefault();
    keys.focus({ preventScroll: true });
    const button = kind === 'move' ? held(e) : buttons[e.button] ?? 'left';
    send({ type: 'mouse', kind, ...place(e), button, buttons: e.buttons, clicks: kind === 'move' ? 0 : clicks(e, kind), modifiers: bits(e) });
  };
}

// clicks counts presses in a row, as a pointer event does not.
let row = { n: 0, at: -1e9, x: 0, y: 0 };
function clicks(e, kind) {
  if (kind === 'down') {
    const again = e.timeStamp - row.at < 500 && Math.hypot(e.clientX - row.x, e.clientY - row.y) < 5;
    row = { n: again ? row.n + 1 : 1, at: e.timeStamp, x: e.clientX, y: e.clientY };
  }
  return row.n;
}

screen.addEventListener('pointerdown', (e) => e.pointerType !== 'touch' && screen.setPointerCapture(e.pointerId));
screen.addEventListener('pointerdown', mouse('down'));
screen.addEventListener('pointerup', mouse('up'));
let moved = null; // one move for each picture is enough
screen.addEventListener('pointermove', (e) => {
  if (!moved) requestAnimationFrame(() => (mouse('move')(moved), (moved = null)));
  moved = e;
});
screen.addEventListener('contextmenu', (e) => e.preventDefault());
screen.addEventListener('wheel', (e) => {
  e.preventDefault();
  const unit = [1, 16, size.height][e.deltaMode];
  send({ type: 'wheel', ...place(e), dx: e.deltaX * unit, dy: e.deltaY * unit, modifiers: bits(e) });
}, { passive: false });

for (const kind of ['start', 'move', 'end', 'cancel']) {
  screen.addEventListener('touch' + kind, (e) => {
    e.preventDefault();
    if (kind === 'start') keys.focus({ preventScroll: true });
    send({ type: 'touch', kind, points: [...e.touches].map(place) });
  }, { passive: false });
}

function key(kind) {
  return (e) => {
    if (e.isComposing || e.keyCode === 229) return; // an input method has it
    const shortcut = (e.ctrlKey || e.metaKey) && !e.altKey;
    if (shortcut && e.key.toLowerCase() === 'v') return; // the paste event brings the text
    if (shortcut && 'cx'.includes(e.key.toLowerCase()) && kind === 'down') send({ type: 'copy' });
    e.preventDefault();
    const text = e.key === 'Enter' ? '\r' : e.key.length === 1 && !shortcut ? e.key : '';
    send({ type: 'key', kind, key: e.key, code: e.code, number: e.keyCode, text: kind === 'down' ? text : '', modifiers: bits(e), repeat: e.repeat });
  };
}
keys.addEventListener('keydown', key('down'));
keys.addEventListener('keyup', key('up'));
keys.addEventListener('compositionupdate', (e) => send({ type: 'compose', text: e.data }));
keys.addEventListener('input', (e) => {
  if (e.isComposing) return;
  if (e.inputType.startsWith('delete')) tap('Backspace', 8);
  else if (keys.value) send({ type: 'text', text: keys.value });
  keys.value = '';
});
keys.addEventListener('compositionend', (e) => {
  send({ type: 'text', text: e.data });
  keys.value = '';
});
keys.addEventListener('paste', (e) => {
  e.preventDefault();
  send({ type: 'text', text: e.clipboardData.getData('text/plain') });
});

function tap(name, number) {
  for (const kind of ['down', 'up']) send({ type: 'key', kind, key: name, code: name, number, text: '', modifiers: 0, repeat: false });
}

el('back').onclick = () => send({ type: 'back' });
el('cancel').onclick = () => send({ type: 'cancel' });
el('done').onclick = () => send({ type: 'done' });
connect();
keys.focus();
