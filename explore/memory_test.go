package explore

import "testing"

// TestTempers wants a script taken for spent only when nothing can come of it any
// more.
func TestTempers(t *testing.T) {
	for script, want := range map[string]temper{
		`document.querySelector("h1").textContent = price.toFixed(2)`: spent,
		`fetch("/api/item").then((a) => a.json()).then(show)`:         spent, // answered before the page is complete
		`el.addEventListener("click", go)`:                            listens,
		`onhashchange = () => draw()`:                                 listens,
		`el.onclick = go`:                                             listens,
		`el["onclick"] = go`:                                          listens,
		"el[ `onclick` ] = go":                                        listens,
		`{ ontoggle : go }`:                                           listens,
		`let season = 1, icon = (x), on = true; say("on: off", on)`:   spent,
		`location = "/on"; month_onset = 1; say(["once", it])`:        listens, // a key, for all that is seen
		`Object.assign(el, { onclick() {} })`:                         listens,
		`o.innerHTML = '<b onclick=go()>'`:                            listens,
		`setTimeout(go, 5000)`:                                        stirs,
		`new IntersectionObserver(go).observe(el)`:                    stirs,
		`matchMedia("(max-width: 600px)").onchange = go`:              stirs,
		`window["set" + "Timeout"](go)`:                               stirs,
		`eval(atob("Z28oKQ=="))`:                                      stirs,
		`requestIdleCallback(go)`:                                     animates,
		`requestAnimationFrame(go)`:                                   animates,
	} {
		if got := temperOf(script); got != want {
			t.Errorf("%s: %d, want %d", script, got, want)
		}
	}
}

func TestControlsAreSeenInMarkup(t *testing.T) {
	for markup, want := range map[string]bool{
		`<p>Plain <a href="/x">text</a></p>`:          false,
		`<script src=x></script>`:                     false,
		`<area href="javascript:go()">`:               true,
		`<div onclick=go()>`:                          true,
		`<x-menu></x-menu>`:                           true,
		`<input name=q>`:                              true,
		`<template shadowrootmode="open"></template>`: true,
		`<button popovertarget=p>Open</button>`:       true,
		`<button commandfor=p>Open</button>`:          true,
		`<p contentEditable>`:                         true,
		`<iframe src=/x></iframe>`:                    true,
		`<p>One and one = two, a < b on c = d</p>`:    false,
		`<!-- a "form -->, 1 < 2 <form>`:              true,
		`<p title="a > b" onclick=go()>`:              true,
		`<img src=x/onerror=go()>`:                    true,
		`<a href="x"onclick=go()>`:                    true,
		`<p data-x=it's>one <p onclick=go()>`:         true,
		`<P CONTENTEDITABLE>`:                         true,
		`<script>x = a<b && /="/</script><form>`:      true,
		`<STYLE>a<b="</STYLE><form>`:                  true,
		`<script>x = "<form>"</script>`:               false,
		`<FORM action=/x>`:                            true,
	} {
		if got, _ := holds(markup); got != want {
			t.Errorf("%s: %v, want %v", markup, got, want)
		}
	}
}
