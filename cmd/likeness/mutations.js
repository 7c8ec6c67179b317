// What happens to pages, by name. noise is what pages change by themselves or when
// they are loaded again: the state is the same. change is what an action shows:
// the state is another. Each has what stands on the page before it happens, if
// anything, and what happens then.
({
  noise: {
    clock: { before: (p) => p.add('<p id=x-clock>Mon, 22 Nov 2026, 10:15:32</p>'), then: () => p.text('x-clock', 'Tue, 23 Nov 2026, 11:02:07') },
    ago: { before: (p) => p.add('<p id=x-ago>3 minutes ago</p>'), then: () => p.text('x-ago', '14 minutes ago') },
    counter: { before: (p) => p.add('<p id=x-n>1,204 people are here</p>'), then: () => p.text('x-n', '987 people are here') },
    numbers: { then: () => p.each((n) => (n.data = n.data.replace(/\d/g, (d) => (+d + 3) % 10))) },
    ids: { then: () => document.body.querySelectorAll('div, p, li').forEach((e, i) => (e.id ||= 'r' + (i * 7919 + 100003).toString(16) + 'f0e1')) },
    token: { before: (p) => p.add('<input type=hidden name=csrf value=a81bc81bdead4e5d>'), then: () => (document.querySelector('[name=csrf]').value = '0f6b4a91cc3e77d2') },
    headline: { before: (p) => p.add('<p id=x-head>Storm closes the northern pass</p>'), then: () => p.text('x-head', 'Harbour opens after long repairs') },
    greeting: { before: (p) => p.add('<p id=x-hi>Good morning, Ann</p>'), then: () => p.text('x-hi', 'Good evening, Ann') },
    advertisement: { before: (p) => p.add('<div id=x-ad><b>Fresh coffee</b><span>Roasted near you</span></div>'), then: () => p.put('x-ad', '<b>Warm socks</b><span>Knitted by hand</span>') },
    'linked advertisement': { before: (p) => p.add('<div id=x-ad><a href=/ad/coffee>Fresh coffee</a></div>'), then: () => p.put('x-ad', '<a href=/ad/socks>Warm socks</a>') },
    'related links': { before: (p) => p.add('<ul id=x-r><li><a href=/r/ash>On ashes</a><li><a href=/r/oak>On oaks</a></ul>'), then: () => p.put('x-r', '<li><a href=/r/elm>On elms</a><li><a href=/r/fir>On firs</a>') },
    order: { before: (p) => p.add('<ul id=x-o><li>amber<li>coral<li>denim</ul>'), then: () => p.put('x-o', '<li>denim<li>amber<li>coral') },
    picture: { before: (p) => p.add('<img id=x-i width=20 height=20 src="/avatar?t=81920331">'), then: () => (document.getElementById('x-i').src = '/avatar?t=90211873') },
  },
  change: {
    'error message': { then: () => p.add('<p role=alert>Please enter a valid address</p>') },
    'plain message': { then: () => p.add('<p>Your choice was kept</p>') },
    toast: { then: () => p.add('<div role=alert class=toast><span>Saved</span></div>') },
    tooltip: { then: () => p.add('<div role=tooltip>Opens at nine</div>') },
    dialog: { then: () => (p.add('<dialog id=x-d><p>Which size?</p></dialog>'), document.getElementById('x-d').showModal()) },
    'dialog with buttons': { then: () => p.add('<div role=dialog><p>Which size?</p><button>Small</button><button>Large</button></div>') },
    menu: { then: () => p.add('<ul role=menu><li role=menuitem>Rename<li role=menuitem>Move<li role=menuitem>Share</ul>') },
    button: { then: () => p.add('<button>Next step</button>') },
    'disabled button': { before: (p) => p.add('<button id=x-b>Continue</button>'), then: () => (document.getElementById('x-b').disabled = true) },
    panel: { before: (p) => p.add('<div id=x-p><p>About amber</p><p>It is old resin</p></div>'), then: () => p.put('x-p', '<p>About coral</p><p>It grows in the sea</p><p>Slowly</p>') },
    accordion: { then: () => p.add('<div><p>Delivery takes three days</p><p>Returns are free</p></div>') },
    rows: { before: (p) => p.add('<ul id=x-l>' + p.words.slice(0, 10).map((w) => `<li>${w} row`).join('') + '</ul>'), then: () => p.put('x-l', p.words.slice(10).map((w) => `<li>${w} row`).join('')) },
    filter: { before: (p) => p.add('<ul id=x-l>' + p.words.map((w) => `<li>${w} row`).join('') + '</ul>'), then: () => p.put('x-l', p.words.slice(0, 10).map((w) => `<li>${w} row`).join('')) },
    'more rows': { before: (p) => p.add('<ul id=x-l>' + p.words.slice(0, 10).map((w) => `<li>${w} row`).join('') + '</ul>'), then: () => p.put('x-l', p.words.map((w) => `<li>${w} row`).join('')) },
    article: { then: () => (document.body.innerHTML = '<h1>Another article</h1>' + p.words.map((w) => `<p>All about ${w}.</p>`).join('')) },
  },
})
