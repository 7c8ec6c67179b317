// Lists what the page shows that a visitor who is not logged in may not see, the
// telling things first: chains of selectors.
(() => {
  const lib = globalThis.dyncrawl;
  const leaves = /log ?-?out|sign ?-?out|log ?off|退出|注销|登出|abmelden|déconnexion|cerrar sesión/i;
  const owns = /account|profile|settings|preferences|dashboard|inbox|avatar|welcome|设置|我的|个人|欢迎/i;
  const said = (el) => [lib.nameOf(el), lib.wordsOf(el).slice(0, 80), el.id, el.getAttribute('href'), el.getAttribute('data-testid')].join(' ');
  const isVisible = (el) => el.checkVisibility({ visibilityProperty: true }) && el.getClientRects().length > 0;
  const rank = (el) => (leaves.test(said(el)) ? 0 : owns.test(said(el)) ? 2 : 4) + (isVisible(el) ? 0 : 1);
  const acts = 'a[href], button, input[type=submit], [role=button], [role=link], [role=menuitem]';
  const all = [...document.querySelectorAll(`${acts}, [data-testid], [id], h1, h2`)].filter((el) => el.matches(acts) || isVisible(el));
  return all.map((el) => [rank(el), el]).sort(([a], [b]) => a - b).slice(0, 60).map(([, el]) => lib.chain(el)).filter((chain) => chain.length > 0);
})()
