// Scrolls like a reader who wants to see everything.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const frame = () => new Promise((resolve) => {
    const timer = setTimeout(resolve, 100); // a tab that is not drawn has no animation frames
    requestAnimationFrame(() => (clearTimeout(timer), resolve()));
  });

  // scroller returns el, or the page if that can be scrolled, or the largest element that can.
  function scroller(el) {
    const page = document.scrollingElement ?? document.documentElement;
    const room = (e) => e.scrollHeight - e.clientHeight > 1;
    if (el) return el;
    if (room(page)) return page;
    const inner = [...document.querySelectorAll('*')].filter((e) => room(e) && /auto|scroll|overlay/.test(getComputedStyle(e).overflowY));
    const area = (e) => e.clientWidth * e.clientHeight;
    return inner.sort((a, b) => area(b) - area(a))[0] ?? page;
  }

  const extent = (e) => ({ height: e.scrollHeight, count: e.getElementsByTagName('*').length });

  const larger = (now, was) => now.height > was.height || now.count > was.count;

  const move = async (e, top) => {
    const last = e.scrollTop;
    e.scrollBy({ top, behavior: 'instant' });
    await frame();
    return e.scrollTop !== last;
  };

  // begin answers with the height and the number of elements. Who is at the end
  // already leaves it, so as to come back.
  lib.begin = async (el) => {
    const e = scroller(el);
    const before = extent(e);
    await move(e, -50);
    return before;
  };

  // down goes down a screen, and answers whether there was one.
  lib.down = (el) => move(scroller(el), scroller(el).clientHeight);

  // end answers with the height and the number of elements, and whether more had
  // come since there were so many.
  lib.end = (el, before) => {
    const end = extent(scroller(el));
    return { ...end, grew: larger(end, before) };
  };

  // toEnd goes down screen by screen, so that what loads when it comes into
  // sight does, and answers like end. A list that grows at every screen is left
  // after the budget, in milliseconds.
  lib.toEnd = async (el, budget) => {
    const last = performance.now() + budget;
    const before = await lib.begin(el);
    while (performance.now() < last && await lib.down(el));
    return lib.end(el, before);
  };

  // grown waits at most budget milliseconds until the scrolled element is larger than it was.
  lib.grown = async (el, was, budget) => {
    const look = () => larger(extent(scroller(el)), was) || null;
    return (await lib.until(look, budget)) === true;
  };

  lib.by = (el, x, y) => (scroller(el).scrollBy({ left: x, top: y, behavior: 'instant' }), true);
})();
