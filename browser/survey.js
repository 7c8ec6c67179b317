// Looks at a page as one who wants to try everything on it: what can be acted on
// and what the page says now.
(() => {
  const lib = (globalThis.dyncrawl ??= {});
  const { shadow, inside, visit, path, heard, lends } = lib.tree, { survey, attr, plain, mark } = lib.words, { drawn, within } = lib.sight;
  const { leadsOn, reason, facts, targets, headlines, group, thin, findEditors, isTyped, markOf, chosenMark, formFacts } = lib.controls;
  const { shortcuts, holds } = lib.keys;

  const FRAMES = 'iframe, frame, object, embed';
  const MENTIONS = 4;
  const MENTIONED = /["“„«「]([\p{L}\d][\p{L}\d -]{1,20})["”“»」]|(?:^|\s)(\/\p{L}{2,15})(?![\p{L}\d/-]|\.\p{L})|(?<![\p{L}\d/#-])((?=[A-Z-]*\d)[A-Z](?:[A-Z\d]{3,14}|[A-Z\d]{0,5}-[A-Z\d]{2,8}))(?![\p{L}\d/-])|(?:^|\s)(=(?=\S*[(+*:])[A-Za-z(][A-Za-z\d():;,+*/$.-]{2,40})|(?<!\p{L})(?:[Aa]sk|[Ff]rag|[Pp]regunt|[Dd]emand)\p{L}*\s(?:\p{L}+\s){0,2}(?:about|nach|sobre|sur)\s(\p{L}[\p{L} ]{2,24})(?=[.?!]|$)/gu; // quoted words, commands, codes, formulas, what is to be asked about
  const TWICE = /double[\s-]?(clic|tap)|click\S*\s(\S+\s){0,3}twice|doppelt?[\s-]?(kli|tipp)|zweimal (an)?(kli|tipp)|doble[\s-]?clic|doppio[\s-]?clic|duplo[\s-]?cliq|clique duplo|dubbel[\s-]?kli|dobbelt?[\s-]?kli|dvoj\S*[\s-]?klik|(podwójn\S*|dwukrotn\S*) klik|klikn\S* dwukrotn|kaksois(napsau|klik)|dupl(a|án)\s?katt|dublu[\s-]?clic|διπλό κλικ|двойн\S* (клик|щелч|нажат)|дважды (клик|щ[её]лк|наж)|(клик|щ[её]лк|наж)\S* дважды|подвійн\S* (клац|клік)|двічі клац|клац\S* двічі|çift tıkla|nhấp đúp|klik dua kali|ดับเบิลคลิก|نقر\S* مزدوج|לחיצה כפולה|डबल[\s-]?क्लिक|双击|雙擊|按两下|ダブルクリック|더블\s?클릭/iu;
  const DOORS = 8; // frames of other sites that are looked into

  // scrolls reports whether el is a box that scrolls by itself.
  function scrolls(el) {
    if (el === document.documentElement || el === document.body) return false;
    const down = el.clientHeight > 40 && el.scrollHeight - el.clientHeight > 20, aside = el.clientWidth > 80 && el.scrollWidth - el.clientWidth > 20;
    if (!down && !aside) return false;
    const style = getComputedStyle(el);
    return (down && /auto|scroll/.test(style.overflowY)) || (aside && /auto|scroll/.test(style.overflowX));
  }

  // doors lists the frames that are drawn and that we cannot see into from here.
  lib.doors = () => {
    const shows = (el) => (el.localName === 'object' ? el.contentWindow : el.localName !== 'embed' || /html|xml|^$/.test(el.type));
    const foreign = (el) => shows(el) && !inside(el) && el.offsetWidth * el.offsetHeight > 400 && drawn(el);
    return [...document.querySelectorAll(FRAMES)].filter(foreign).slice(0, DOORS).map(path);
  };

  // moves lists what moves for a while and no longer: transitions and animations with
  // an end, which time brings about and not scrolling.
  const moves = () => document.getAnimations().filter((a) => a.playState === 'running' && a.timeline === document.timeline && a.playbackRate > 0 && a.effect?.getComputedTiming().endTime < Infinity);

  const MOTION = /^(webkit)?(animation|transition)/i;

  // moving reports whether a script may wait for the end of what moves: it listens to
  // that, or moves it by itself, or from one view to another.
  const moving = (listens) => Boolean(document.activeViewTransition) || moves().some((a) => listens || !(a instanceof CSSAnimation || a instanceof CSSTransition) || a.effect.pseudoElement?.startsWith('::view-transition'));

  // finish has all that moves for a while come to its end with the next frame.
  lib.finish = async () => {
    await document.activeViewTransition?.ready.catch(() => {}); // its animations begin then
    for (const a of moves()) a.finish();
    return lib.frames();
  };

  // drawn sums up what a drawing shows; 0 when that cannot be read.
  lib.drawn = (_, where) => {
    const el = lib.locate(null, where), small = new OffscreenCanvas(64, 64).getContext('2d');
    if (el?.localName !== 'canvas' || !el.width || !el.height) return 0;
    try {
      small.drawImage(el, 0, 0, 64, 64);
      return mark(small.getImageData(0, 0, 64, 64).data.join());
    } catch { return 0; } // it shows pictures of another site
  };

  const isKey = (type) => type.startsWith('key');

  // lean leaves out what says nothing, which is most of what is told of a control: it takes
  // the debugger longer to pass that on than us to find it out.
  function lean(facts) {
    const few = {};
    for (const name in facts) {
      const value = facts[name];
      if (value && !(Array.isArray(value) && value.length === 0)) few[name] = value;
    }
    return few;
  }

  // survey answers with what the page shows and offers now.
  lib.survey = (_, delegates) => survey(() => look(delegates));

  function look(delegates) {
    let refs = 0, numbers = 0, twice = false, awaits = [window, document].some((n) => lends(n).some((t) => MOTION.test(t)));
    const mentions = new Set(), held = new Set(); // keys
    const controls = [], texts = new Set(), acts = new Set(), forms = [], scrollers = [];
    const said = (el) => (el.closest('[role=alert], [role=alertdialog], [role=dialog], [role=tooltip], dialog, [popover]') ? acts : texts);
    const say = (el) => {
      if (isTyped(el)) { // what stands there was typed: what it is made of tells more
        texts.add(mark(el.localName + '|'));
        return;
      }
      for (let n = el.firstChild; n; n = n.nextSibling) {
        if (n.nodeType !== Node.TEXT_NODE || !/\S/.test(n.data)) continue;
        const text = plain(n.data), digits = n.data.match(/\d+/g);
        if (digits) numbers = (numbers * 31 + mark(digits.join())) >>> 0;
        for (const key of holds(n.data)) held.add(key);
        twice ||= TWICE.test(n.data);
        if (mentions.size < MENTIONS) for (const m of n.data.matchAll(MENTIONED)) mentions.add(m[1] ?? m[2] ?? m[3] ?? m[4] ?? m[5]);
        if (text) said(el).add(mark(el.localName + '|' + text));
      }
    };
    findEditors();
    visit(document, (el) => {
      if (el.matches('script, style, noscript, template, head')) return false;
      if (el.localName === 'form' && forms.length < 50) forms.push(formFacts(el));
      awaits ||= lends(el).some((t) => MOTION.test(t));
      const ref = attr(el, 'href') || attr(el, 'src');
      if (ref) refs = (refs * 31 + mark(ref)) >>> 0;
      const why = reason(el, delegates);
      const shown = drawn(el);
      if (why) {
        const seen = shown && within(el);
        controls.push({ el, why, group: group(el), seen });
        if (seen) (leadsOn(el, delegates) ? texts : acts).add(markOf(el));
      }
      if (!shown) return;
      if (el.localName !== 'time') say(el);
      if (el.matches('img, iframe, video, audio, embed, object')) texts.add(mark(el.localName + '|' + plain(attr(el, 'src'))));
      if (scrollers.length < 5 && scrolls(el)) scrollers.push(path(el));
    });
    const page = document.scrollingElement ?? document.documentElement;
    const { list, dropped, crowded } = thin(controls);
    const chosen = new Set(controls.filter((c) => c.seen).map((c) => chosenMark(c.el, crowded.has(c.group))));
    chosen.delete(0);
    const watch = globalThis[Symbol.for('dyncrawl.watch')];
    watch?.look();
    const listens = [...new Set([window, globalThis.navigation, document, document.documentElement, document.body].flatMap((n) => (n ? heard(n) : [])))];
    const droppedOn = targets(), headline = headlines();
    return {
      scripts: document.scripts.length > 0, changes: watch?.changes ?? 0, refs, numbers, moving: moving(awaits),
      controls: list.map((c) => lean(facts(c, delegates, droppedOn, headline))), dropped, forms, mentions: [...mentions].slice(0, MENTIONS), scrollers, doors: lib.doors(), acts: [...acts], chosen: [...chosen], texts: [...texts],
      url: location.href, title: document.title, tall: page?.scrollHeight - innerHeight > 20 || page?.scrollWidth - innerWidth > 20,
      modal: document.querySelector(':modal, :popover-open') !== null, full: document.fullscreenElement !== null,
      window: listens, holds: [...held], twice, shortcuts: listens.some(isKey) || list.some((c) => heard(c.el).some(isKey)) ? shortcuts() : [],
    };
  }

  // stored sums up what scripts have kept.
  lib.stored = () => {
    const all = [];
    try { all.push(JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie); } catch { /* an opaque origin has none */ }
    return { sum: mark(all.join()), lasts: all.length > 0 && localStorage.length > 0 };
  };

  // sheets answers with the style sheets of a document or shadow root that stand
  // nowhere in its markup, since a script made them, as far as they name URLs.
  function sheets(root) {
    const made = [...root.adoptedStyleSheets, ...[...root.styleSheets].filter((s) => s.ownerNode?.localName === 'style' && !s.ownerNode.textContent.trim())];
    const rules = made.flatMap((s) => [...s.cssRules].map((r) => r.cssText)).filter((text) => /url\(|image-set\(/.test(text));
    return rules.length ? `<style>${rules.join('\n')}</style>` : '';
  }

  // markup answers with the text of the page and of the frames in it, shadow
  // roots included, each with the URL that its references begin at.
  lib.markup = (_, most) => {
    const documents = [document], roots = [];
    visit(document, (el) => {
      const root = shadow(el), doc = inside(el);
      if (root) roots.push(root);
      if (doc?.documentElement) documents.push(doc);
    });
    return documents.map((doc) => {
      const within = roots.filter((r) => r.ownerDocument === doc);
      const styles = [doc, ...within].map(sheets).join('');
      return { url: doc.baseURI, html: ((doc.documentElement?.getHTML?.({ shadowRoots: within }) ?? '') + styles).slice(0, most) };
    });
  };
})();
