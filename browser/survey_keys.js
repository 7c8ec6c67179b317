// Reads which keys the page names as its shortcuts. In dyncrawl.keys.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const { fold } = lib.words, { drawn } = lib.sight;

  const MOST = 12; // shortcuts
  const NAMES = {
    ctrl: 'Control', control: 'Control', strg: 'Control', '⌃': 'Control', cmd: 'Control', command: 'Control', '⌘': 'Control', // where there is no ⌘, Control stands for it
    alt: 'Alt', option: 'Alt', '⌥': 'Alt', shift: 'Shift', '⇧': 'Shift', umschalt: 'Shift', maj: 'Shift',
    esc: 'Escape', escape: 'Escape', enter: 'Enter', return: 'Enter', '↵': 'Enter', '⏎': 'Enter', space: 'Space', tab: 'Tab', home: 'Home', end: 'End',
    '↑': 'ArrowUp', '↓': 'ArrowDown', '←': 'ArrowLeft', '→': 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight',
    arrowup: 'ArrowUp', arrowdown: 'ArrowDown', arrowleft: 'ArrowLeft', arrowright: 'ArrowRight', pageup: 'PageUp', pagedown: 'PageDown', pgup: 'PageUp', pgdn: 'PageDown',
  };
  const HELD = /^(Control|Alt|Shift)$/;
  const COMBINED = /(?:(?:ctrl|control|strg|cmd|command|alt|option|shift|[⌘⌃⌥⇧])\s?[+-]\s?|[⌘⌃⌥⇧]\s?)+(?:enter|return|space|esc|home|end|f\d{1,2}|[↑↓←→]|[\p{L}\d/?.,])(?![\p{L}\d])/giu;
  const ARROWS = /[↑↓←→](?:[\s,]*[↑↓←→])+(?:\s+[A-Za-z](?![\p{L}\d]))*/gu;

  const SPELLED = /\b(?:up|down|left|right)(?:(?:\s*[,>→-]\s*|\s+then\s+|\s+)(?:up|down|left|right)\b){2,}/giu;

  // What is said of the arrow keys as such is tried with each of them, as often as a board or a
  // few pictures need to be crossed.
  const STEERED = /(?:arrow|cursor)[\s-]keys|pfeiltasten|touches fléchées|flechas del teclado|teclas de flecha|teclas de seta|setas do teclado|tasti freccia|pijl(?:tjes)?toetsen|piltangent|piltast|nuolinäppäim|klawisz\S* strzałek|strzałkami|стрелками|стрілками|yön tuşları|ok tuşları|矢印キー|方向キー|方向[键鍵]|箭头键|방향키|화살표 키/iu;
  const CROSSING = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => Array(4).fill(key).join(' '));

  const LETTERS = /(?<![\p{L}\d'’])[a-z](?: [a-z]){2,5}(?![\p{L}\d'’])/gu; // one after the other, as a tune

  const FUNCTION = /(?<![\p{L}\d+-])F(?:[1-9]|1[0-2])(?![\p{L}\d])/gu;
  const HOLDS = /(?<!\p{L})(?:(ctrl|strg|control)|(shift|umschalt|maj))(?!\p{L})/giu; // of a click or a drag

  // keyOf returns the name of a key as it is written; empty when it is none.
  function keyOf(text) {
    const name = fold(text);
    return NAMES[name.toLowerCase()] ?? (/^F\d{1,2}$/i.test(name) ? name.toUpperCase() : [...name].length === 1 ? (/^[A-Z]$/.test(name) ? name.toLowerCase() : name) : '');
  }

  // combined returns keys that are pressed together, as Ctrl+K or ⌘K; empty when
  // not all are known or none but modifiers are.
  function combined(text) {
    const parts = fold(text).replace(/([⌘⌃⌥⇧])\s*(?=[^\s+])/gu, '$1+').split(/\s*[+]\s*|\s+|(?<=\w)-(?=\S)/u).filter(Boolean).map(keyOf);
    const rests = parts.filter((p) => !HELD.test(p));
    return rests.length === 1 && rests[0] ? [...new Set(parts.filter((p) => HELD.test(p))), rests[0]].join('+') : '';
  }

  // about returns the words around el that may say what its key does: of several keys in
  // a line, those next to it.
  function about(el) {
    const box = el.closest('tr, li, dl, p, button, a, label, h1, h2, h3') ?? el.parentElement?.parentElement ?? el;
    const near = [];
    if ([...box.querySelectorAll('kbd')].length > 1) for (const next of ['previousSibling', 'nextSibling']) {
      let text = '';
      for (let n = el[next]; n && n.localName !== 'kbd' && !/[,;·•|]/.test(text); n = n[next]) text = next === 'nextSibling' ? text + n.textContent : n.textContent + text;
      near.push(next === 'nextSibling' ? text.split(/[,;·•|]/)[0] : text.split(/[,;·•|]/).pop());
    }
    return /\p{L}{2}/u.test(near.join()) ? fold(near.join(' ')) : fold(box.innerText ?? '').slice(0, 300);
  }

  // between tells how one key follows upon another: held, in a row, or by itself.
  function between(a, b) {
    if (a?.nextSibling === b) return 'row';
    if (!a || a.nextSibling?.nextSibling !== b || a.nextSibling.nodeType !== Node.TEXT_NODE) return '';
    const text = a.nextSibling.data.trim();
    if (/^[+-]$/.test(text)) return 'held';
    return /^[\p{L}→>]{0,8}$/u.test(text) ? 'row' : '';
  }

  // marked reads <kbd>: each is a key, and those beside one another belong together.
  function marked() {
    const found = [];
    let before = null, keys = '';
    for (const el of document.querySelectorAll('kbd')) {
      if (el.querySelector('kbd') || !drawn(el)) continue;
      const how = between(before, el), text = el.innerText;
      const holds = how === 'row' && HELD.test(keys.split(/[+ ]/).pop());
      keys = how === 'held' || holds ? `${keys}+${keyOf(text)}` : how === 'row' ? `${keys} ${combined(text)}` : combined(text) || keyOf(text);
      if (how) found.pop();
      found.push({ keys, words: about(el) });
      before = el;
    }
    return found;
  }

  const EXPLAINED = /^\s*(?:\p{L}{3,12}\s)?([\p{L}\d?/]|F\d{1,2}|Enter|Space|Esc)\s*(?:=|→|->|:\s|–\s|—\s)\s*\p{L}{2}/u;
  const TABLED = /^\s*([\p{L}\d?/](?: [\p{L}\d])?)\t\s*\p{L}{2}/u; // in a cell of its own

  // written reads the page's lines for keys that are pressed together, for arrows in a
  // row, and for single keys that are explained.
  function written() {
    return (document.body?.innerText ?? '').slice(0, 100_000).split(/[\n·•;|]/).flatMap((line) => [
      ...line.split(/,\s/).flatMap((part) => [part.match(EXPLAINED) ?? part.match(TABLED)].filter(Boolean).map((m) => ({ keys: m[1].split(' ').map(keyOf).join(' '), words: fold(part).slice(0, 300) }))),
      ...(STEERED.test(line) ? CROSSING : []).map((keys) => ({ keys, words: fold(line).slice(0, 300) })),
      ...[...line.matchAll(LETTERS)].map((m) => ({ keys: m[0], words: fold(line).slice(0, 300) })),
      ...[...line.matchAll(FUNCTION)].map((m) => ({ keys: m[0], words: fold(line).slice(0, 300) })),
      ...[...line.matchAll(COMBINED)].map((m) => ({ keys: combined(m[0]), words: fold(line).slice(0, 300) })),
      ...[...line.matchAll(SPELLED)].map((m) => ({ keys: m[0].match(/up|down|left|right/gi).map(keyOf).join(' '), words: fold(line).slice(0, 300) })),
      ...[...line.matchAll(ARROWS)].map((m) => ({ keys: [...m[0].replace(/[\s,]/g, '')].map(keyOf).join(' '), words: fold(line).slice(0, 300) })),
    ]);
  }

  // holds returns the keys that a text says are to be held, other than with another one.
  function holds(text) {
    return text.search(HOLDS) < 0 ? [] : [...text.replace(COMBINED, ' ').matchAll(HOLDS)].map((said) => (said[1] ? 'Control' : 'Shift'));
  }

  // shortcuts answers with the keys that the page names, each once, with the words
  // that stand around them.
  function shortcuts() {
    const named = new Map();
    for (const s of [...marked(), ...written()]) {
      if (s.keys && !named.has(s.keys) && s.keys.split(/[+ ]/).every((k) => k) && !HELD.test(s.keys.split(/[+ ]/).pop())) named.set(s.keys, s);
    }
    return [...named.values()].slice(0, MOST);
  }

  lib.keys = { shortcuts, holds };
})();
