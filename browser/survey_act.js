// What is done to a page where the browser's input does not reach: the focus,
// scrolling, values of fields with pickers, events of the page's own making.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const { locate, heard } = lib.tree, { behind, disabled, face } = lib.sight;

  // takeFocus gives el the focus, or what in it a composite widget keeps it on.
  function takeFocus(el) {
    el.focus();
    if (el.matches(':focus-within') || el.shadowRoot?.activeElement) return;
    const composite = /^(combobox|grid|listbox|menu|menubar|radiogroup|tablist|toolbar|tree|treegrid)$/.test(el.getAttribute('role'));
    const inner = composite ? '' : ':not(a, button, input, select, textarea, summary)';
    (el.querySelector(`[tabindex="0"]${inner}`) ?? el.querySelector(`[tabindex]${inner}`))?.focus();
  }

  // focusOn gives the element at the path the focus.
  lib.focusOn = (_, where) => {
    const el = where === 'document' ? document.body : locate(where);
    if (!el) return { gone: true };
    if (where === 'document') document.activeElement?.blur?.();
    else if (!face(el)) return { failed: 'not visible' };
    else if (behind(el)) return { failed: 'covered' };
    else takeFocus(el);
    return {};
  };

  let dragged = null; // the event by which the last drag of data began
  const watched = new WeakSet(); // windows

  // watchDrag heeds drags of data in the document of the element at the path, and selects
  // nothing there: words that are selected would be dragged in its stead. An empty path
  // stands for the main document, and leaves what is selected.
  lib.watchDrag = (_, where) => {
    dragged = null;
    const view = (where && locate(where)?.ownerDocument.defaultView) || window;
    if (where) view.getSelection()?.removeAllRanges();
    if (!watched.has(view)) view.addEventListener('dragstart', (e) => { dragged = e; }, true);
    watched.add(view);
    return {};
  };

  // drags reports whether the browser has begun to drag data since.
  lib.drags = () => dragged !== null && !dragged.defaultPrevented;

  const NEARLY = 0.9; // of a film, from which on it is watched

  // watchOn plays a film or a recording from shortly before its end on, silently and
  // fast.
  lib.watchOn = async (_, where) => {
    const el = locate(where);
    if (!el) return { gone: true };
    if (!(el instanceof HTMLMediaElement) || !(el.duration > 0)) return { failed: 'nothing to play' };
    el.muted = true;
    el.playbackRate = 8;
    if (isFinite(el.duration)) {
      const sought = new Promise((done) => { el.addEventListener('seeked', done, { once: true }); setTimeout(done, 1000); });
      el.currentTime = el.duration * NEARLY;
      await sought;
    }
    await Promise.race([el.play().catch(() => {}), new Promise((done) => { setTimeout(done, 1000); })]);
    return {};
  };

  // isOpen reports whether the list of a select is open, as that of one that the
  // page draws (appearance: base-select) is after an arrow key.
  lib.isOpen = (_, where) => CSS.supports('selector(:open)') && locate(where)?.matches(':open') === true;

  // listOpen reports whether the list of a combobox is open that the page draws: it says
  // so, or the focus has gone there.
  lib.listOpen = (_, where) => {
    const el = locate(where), says = el?.hasAttribute('aria-expanded') ? el : el?.closest('[role=combobox]');
    return says?.getAttribute('aria-expanded') === 'true' || document.activeElement?.closest('[role=option], [role=listbox]') != null;
  };

  // isField reports whether text is typed at the path.
  lib.isField = (_, where) => locate(where)?.matches('input, textarea') === true;

  // letters answers with the first letters of what the option of that value says, as many
  // as tell it from the others; none when no letters do.
  lib.letters = (_, where, value) => {
    const el = locate(where), says = (o) => o.label.trim().toLowerCase();
    const options = [...(el?.options ?? [])].filter((o) => !o.disabled), option = options.find((o) => o.value === value);
    if (!option) return '';
    const words = says(option), others = options.filter((o) => o !== option).map(says);
    for (let n = 1; n <= words.length && !/\s/.test(words.slice(0, n)); n++) {
      if (!others.some((o) => o.startsWith(words.slice(0, n)))) return words.slice(0, n);
    }
    return '';
  };

  // now answers with the page's time in milliseconds.
  lib.now = () => performance.now();

  const KEYED = /^[^\p{L}\n]{1,24}$/u; // numbers, dates and codes, which masks are for; of words each letter might be searched for

  // startEnter gives a field the focus and selects what it holds. Fields with
  // pickers get the value at once: {set: true}; where the text is to be typed key by key, the
  // field hears keys: {keys: true}.
  lib.startEnter = async (_, where, text) => {
    const el = locate(where);
    if (!el) return { gone: true };
    if (disabled(el) || el.readOnly) return { failed: 'disabled' };
    if (behind(el)) return { failed: 'covered' };
    const keys = el.matches('input, textarea') && KEYED.test(text) && heard(el).some((t) => /^key/.test(t));
    return { ...(await lib.startFill(el, text)), keys };
  };

  // send sends a form as its button would, if it had one.
  lib.send = (_, where) => {
    const form = locate(where);
    if (!form) return { gone: true };
    form.requestSubmit();
    return {};
  };

  // emit sends an event of the page's own making.
  lib.emit = (_, where, type) => {
    const target = where === 'document' ? document : locate(where);
    if (!target) return { gone: true };
    const named = { bubbles: true, cancelable: true, composed: true };
    if (/^(copy|cut|paste)$/.test(type)) {
      named.clipboardData = new DataTransfer();
      named.clipboardData.setData('text/plain', 'words');
      target.dispatchEvent(new ClipboardEvent(type, named));
      return {};
    }
    target.dispatchEvent('on' + type in target || 'on' + type in window ? new Event(type, named) : new CustomEvent(type, named));
    return {};
  };

  // frames waits until the page was drawn twice: events of scrolling and what
  // watches for elements in sight come with a frame. A page that is not drawn has
  // none, so it waits for half a second at most.
  lib.frames = () => new Promise((done) => {
    setTimeout(() => done(true), 500);
    requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  });

  const scroller = (where) => (where === 'document' ? document.scrollingElement ?? document.documentElement : locate(where));

  // scrollOn scrolls the box at the path, or the page, on by a screen, down and
  // to the right, and answers whether it moved.
  lib.scrollOn = async (_, where) => {
    const box = scroller(where);
    if (!box) return false;
    if (where !== 'document') box.scrollIntoViewIfNeeded?.(true); // what comes into sight in it is in sight only then
    const top = box.scrollTop, left = box.scrollLeft;
    box.scrollBy({ top: box.clientHeight * 0.8, left: box.clientWidth * 0.8, behavior: 'instant' });
    await lib.frames();
    return Math.abs(box.scrollTop - top) > 1 || Math.abs(box.scrollLeft - left) > 1;
  };

  // scrollTo scrolls it to a place, its beginning when none is named, and answers
  // whether it moved.
  lib.scrollTo = async (_, where, top = 0) => {
    const box = scroller(where);
    if (!box) return false;
    const moves = Math.abs(box.scrollTop - top) > 1 || box.scrollLeft > 1;
    box.scrollTo({ top, left: 0, behavior: 'instant' });
    if (moves) await lib.frames();
    return moves;
  };

  lib.scrolledTo = (_, where) => scroller(where)?.scrollTop ?? 0;
})();
