// Reports what a person does to the page, in the words of flow files. Runs behind
// selectors.js in an isolated world of every document: the page is not touched.
(() => {
  const lib = globalThis.dyncrawl;
  const doc = crypto.randomUUID?.() ?? String(Math.random());
  const numbers = new WeakMap();
  let last = 0;
  const number = (el) => numbers.get(el) ?? (numbers.set(el, ++last), last);
  const now = () => performance.timeOrigin + performance.now();
  const asked = () => performance.getEntriesByType('resource').filter((e) => ['xmlhttprequest', 'fetch'].includes(e.initiatorType)).length;

  function report(kind, el, more) {
    const left = el && lib.leftToPeople(el);
    if (left) [kind, el, more] = ['handoff', null, { value: left }];
    dyncrawlReport(JSON.stringify({
      kind, doc, top: window.top === window, url: location.href, at: now(), asked: asked(),
      ...(el ? { element: number(el), chain: lib.chain(el) } : {}), ...more,
    }));
  }

  const parent = (el) => el.assignedSlot ?? el.parentElement ?? el.getRootNode().host ?? null;
  const climb = (el, fits) => {
    for (; el; el = parent(el)) if (fits(el)) return el;
    return null;
  };
  const aimed = (e) => {
    const first = e.composedPath()[0];
    return first?.nodeType === Node.ELEMENT_NODE ? first : document.documentElement;
  };
  const acts = 'button, a[href], input, select, textarea, summary, label, option, [role=button], [role=link], [role=menuitem], [role=option], ' +
    '[role=tab], [role=checkbox], [role=radio], [role=switch], [role=treeitem], [role=gridcell], [onclick], [contenteditable]:not([contenteditable=false])';
  const actor = (el) => climb(el, (o) => o.matches(acts)) ?? el;
  const isVisible = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && el.getClientRects().length > 0;

  // Fields.
  const noText = ['button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit'];
  const isText = (el) => (el.localName === 'input' && !noText.includes(el.type)) || el.localName === 'textarea' || el.isContentEditable;
  const isBox = (el) => el.localName === 'input' && ['checkbox', 'radio'].includes(el.type);
  const isControl = (el) => el.matches('input, select, textarea');
  const field = (el) => {
    if (!el.isContentEditable) return isText(el) ? el : null;
    while (el.parentElement?.isContentEditable) el = el.parentElement;
    return el;
  };
  const hint = (el) => [el.name, el.id, el.placeholder, el.autocomplete, lib.nameOf(el), lib.labelOf(el)].join(' ').toLowerCase();
  const captchaWords = /captcha|verif\w*.?code|vcode|checkcode|验证码|校验码|驗證碼|security code|(characters|letters|digits|text) (in|shown|from|above|below)|not a robot/i;
  const codeWords = /one.?time|\botp\b|\btotp\b|2fa|mfa|two.?factor|verification code|security code|auth\w* code|passcode|sms code|动态码|验证码/i;
  const secretEver = new WeakSet();

  // secret tells passwords and one-time codes from what may be kept; digits are a code
  // only where a password was asked for before.
  function secret(el) {
    if (el.type === 'password' || /password/.test(el.autocomplete ?? '')) secretEver.add(el);
    if (secretEver.has(el)) return 'password';
    if (el.localName !== 'input') return '';
    if (el.autocomplete === 'one-time-code' || codeWords.test(hint(el))) return 'code';
    return el.maxLength === 6 && (el.inputMode === 'numeric' || el.type === 'tel' || /\\d|0-9/.test(el.pattern)) ? 'digits' : '';
  }

  // captcha returns the picture that the field asks about, and what gives another one.
  function captcha(el) {
    if (el.localName !== 'input' || !captchaWords.test(hint(el))) return null;
    for (let box = parent(el), steps = 0; box && steps < 6; box = parent(box), steps++) {
      const pictures = [...box.querySelectorAll('img, canvas, svg')].filter((o) => {
        const { width, height } = o.getBoundingClientRect();
        return width >= 40 && width <= 500 && height >= 15 && height <= 220;
      });
      const picture = pictures.find((o) => captchaWords.test([o.id, o.alt, o.className, o.title, o.src].join(' '))) ?? pictures[0];
      if (!picture) continue;
      const again = [...box.querySelectorAll('button, a, [role=button]')].find((o) =>
        /refresh|another|reload|new (image|picture|code)|change|换|刷新|看不/i.test(`${lib.nameOf(o)} ${o.id}`));
      return { image: lib.chain(picture), refresh: again ? lib.chain(again) : [] };
    }
    return null;
  }

  addEventListener('input', (e) => {
    const el = field(aimed(e));
    if (!e.isTrusted || el?.isContentEditable) return;
    if (!el) return void (isControl(aimed(e)) || report('unseen', aimed(e), {})); // in a closed shadow root
    const value = el.value;
    const picture = captcha(el);
    report('fill', el, { value, secret: picture ? '' : secret(el), captcha: picture, name: lib.nameOf(el), form: el.form?.action ?? '' });
  }, true);
  // Rich text is kept as it was typed, since that makes its look. Editors may do
  // themselves what a key would do, so what was wished is heard, not what came of it.
  addEventListener('beforeinput', (e) => {
    const el = field(aimed(e));
    if (!el?.isContentEditable || !e.isTrusted || e.isComposing) return;
    const text = { insertText: e.data, insertFromPaste: e.dataTransfer?.getData('text/plain') }[e.inputType];
    if (text) report('type', el, { value: text, held: el.innerText.trim() !== '' });
  }, true);
  addEventListener('compositionend', (e) => {
    const el = field(aimed(e));
    if (el?.isContentEditable && e.isTrusted && e.data) report('type', el, { value: e.data, held: el.innerText.trim() !== e.data });
  }, true);
  const edits = ['Enter', 'Backspace', 'Delete', 'Tab', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
  function edit(e, el) {
    const command = e.ctrlKey || e.metaKey;
    if (!edits.includes(e.key) && !(command && e.key.length === 1 && !/[cvx]/i.test(e.key))) return;
    const held = [command && 'Control', e.shiftKey && 'Shift', e.altKey && 'Alt'].filter(Boolean);
    report('press', el, { key: [...held, e.key.length === 1 ? e.key.toLowerCase() : e.key].join('+') });
  }

  addEventListener('focusin', (e) => e.isTrusted && secret(aimed(e)), true);

  addEventListener('change', (e) => {
    const el = aimed(e);
    if (el.localName === 'select') {
      report('select', el, { values: [...el.selectedOptions].map((o) => lib.wordsOf(o) || o.value) });
    } else if (e.isTrusted && isBox(el)) {
      report('check', el, { on: el.checked });
    } else if (e.isTrusted && el.type === 'file') {
      upload(el);
    } else if (e.isTrusted && ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'].includes(el.type)) {
      report('fill', el, { value: el.value, secret: '' });
    }
  }, true);

  // upload hands over what was chosen: a flow needs the file itself.
  async function upload(el) {
    const most = 8 << 20, at = now(), chain = lib.chain(el);
    const files = await Promise.all([...el.files].filter((file) => file.size <= most).map((file) => new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve({ name: file.name, data: reader.result.slice(reader.result.indexOf(',') + 1) });
      reader.readAsDataURL(file);
    })));
    report('upload', el, { at, chain, files });
  }

  // Clicks. Boxes, options and files tell of themselves when they change.
  let key = null; // element of the last key that may click
  addEventListener('click', (e) => {
    if (!e.isTrusted || dragged) return;
    const el = actor(aimed(e));
    if (pressed && !pressed.el.isConnected) return; // release tells of it
    pressed = null;
    if (e.detail === 0 && key !== aimed(e)) return; // Enter in a field, or a label's own click
    if (el === document.body || el === document.documentElement) return;
    if (isBox(el) || el.localName === 'select' || el.localName === 'option' || (el.localName === 'input' && el.type === 'file')) return;
    if (el.localName === 'label' && el.control && (isBox(el.control) || el.control.type === 'file')) return;
    const into = el.localName === 'label' && el.control && isText(el.control) ? el.control : field(el);
    report('click', into ?? el, { hover: pressedWay });
    soon(null);
  }, true);

  // What acts at once when the pointer goes down may be gone when it comes up: no
  // click follows then.
  let pressed = null;
  addEventListener('pointerdown', (e) => {
    const el = e.isTrusted && e.button === 0 ? actor(aimed(e)) : null;
    pressed = el && el !== document.documentElement && { el, chain: lib.chain(el), at: now() };
  }, true);
  addEventListener('pointerup', () => (release(), setTimeout(release, 50)), true);
  function release() {
    if (!pressed || pressed.el.isConnected) return;
    report('click', pressed.el, { chain: pressed.chain, at: pressed.at, hover: pressedWay });
    pressed = null;
  }
  addEventListener('dblclick', (e) => e.isTrusted && report('double', actor(aimed(e)), {}), true);

  addEventListener('keydown', (e) => {
    if (!e.isTrusted || e.isComposing) return;
    const el = aimed(e);
    acted = now();
    key = null;
    if (el.isContentEditable) return edit(e, field(el));
    if (e.key === 'Enter' || e.key === ' ') {
      if (!isText(el)) return void (key = el);
      if (e.key === ' ' || el.localName === 'textarea') return;
    } else if (!['Escape', 'ArrowDown', 'ArrowUp'].includes(e.key) || el.localName === 'textarea' || el.localName === 'select' || isBox(el)) {
      return;
    }
    report('press', el === document.body ? null : field(el) ?? el, { key: e.key });
    soon(null);
  }, true);

  // Drags: those that the browser carries, and those that the page's own scripts do.
  let dragged = false, from = null;
  addEventListener('dragstart', (e) => e.isTrusted && (from = { el: climb(aimed(e), (o) => o.draggable) ?? aimed(e), native: true }, from.chain = lib.chain(from.el)), true);
  addEventListener('drop', (e) => {
    if (e.isTrusted && from?.native) report('drag', from.el, { chain: from.chain, to: lib.chain(aimed(e)) });
    from = null;
  }, true);
  addEventListener('pointerdown', (e) => {
    if (!e.isTrusted) return;
    const el = aimed(e);
    acted = now();
    dragged = false;
    pressedWay = wayTo(actor(el));
    from = { el, chain: lib.chain(el), x: e.clientX, y: e.clientY, changes };
  }, true);
  addEventListener('pointerup', (e) => {
    if (!e.isTrusted || !from || from.native) return;
    const far = Math.hypot(e.clientX - from.x, e.clientY - from.y) > 8;
    if (far && changes > from.changes && getSelection().isCollapsed && !isText(from.el)) {
      const under = document.elementsFromPoint(e.clientX, e.clientY).find((el) => el !== from.el && !from.el.contains(el));
      dragged = true;
      if (under) report('drag', from.el, { chain: from.chain, to: lib.chain(under) });
    }
    from = null;
  }, true);

  // Ways: what shows only while the pointer rests on something else is known by
  // what the pointer came to when it first showed.
  let changes = 0, pressedWay = [], hovered = null, rested = 0, acted = 0;
  let seen = new WeakSet();
  const causes = new WeakMap();
  const interactive = acts + ', li, td, [tabindex], [data-testid]';

  // survey notes what shows now, because of cause. When the pointer has gone on to
  // next already, what that has brought about is left for later.
  function survey(cause, next) {
    if (document.readyState !== 'complete') return; // without its styles everything shows
    const later = next && box(next);
    for (const el of document.querySelectorAll(interactive)) {
      if (seen.has(el) || !isVisible(el) || (later?.contains(el) && !el.contains(next))) continue;
      seen.add(el);
      if (cause && cause !== el && !el.contains(cause) && isNear(cause, el)) causes.set(el, cause);
    }
  }
  const box = (el) => el.closest('li, [aria-haspopup], [role=menuitem], nav, tr') ?? el.parentElement;
  const isNear = (cause, el) => box(cause)?.contains(el);

  let timer = 0;
  function soon(cause) {
    clearTimeout(timer);
    timer = setTimeout(() => survey(cause), 60);
  }
  addEventListener('mouseover', (e) => {
    if (!e.isTrusted) return;
    if (hovered && !seen.has(aimed(e))) survey(hovered, aimed(e));
    hovered = aimed(e);
    rested = now();
    soon(hovered);
  }, true);

  // wayTo returns the chains of what the pointer has to rest on for el to show.
  function wayTo(el) {
    const way = [];
    if (!seen.has(el)) survey(hovered && !el.contains(hovered) ? hovered : null);
    for (let cause = causes.get(el); cause && way.length < 5; cause = causes.get(actor(cause))) way.unshift(lib.chain(actor(cause)));
    return way;
  }

  new MutationObserver(() => {
    changes++;
    soon(now() - rested < 300 && acted < rested ? hovered : null);
  }).observe(document, { subtree: true, childList: true, attributes: true });
  addEventListener('load', () => survey(null));

  survey(null);
  report('document', null, {});
})();
