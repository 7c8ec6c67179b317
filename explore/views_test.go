package explore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dyncrawl/explore"
)

// What a press leads to is seen when the page draws it with the frame after a timer, as
// routers do: otherwise it counts for the next press.
func TestViewsDrawnWithTheNextFrame(t *testing.T) {
	t.Parallel()
	e := newExplorer(t).inTab(t)
	r := e.explorePage(t, `<!doctype html><meta charset=utf-8><title>Views</title><div id=app></div><script>
		const views = ['Home', 'Subscriptions', 'About'];
		function draw(name) {
			app.innerHTML = views.map((v) => '<a href="#' + v + '">' + v + '</a> ').join('') + '<h1>' + name + '</h1><p>Words of ' + name + '</p>';
			for (const a of app.querySelectorAll('a')) a.onclick = (e) => {
				e.preventDefault();
				history.pushState(null, '', a.hash);
				setTimeout(() => requestAnimationFrame(() => draw(a.textContent)));
			};
		}
		draw('Home');
		</script>`)
	if len(r.States) != 3 {
		t.Fatalf("%d states", len(r.States))
	}
	for _, edge := range r.Edges {
		view := strings.TrimPrefix(edge.Label, "click ")
		if html := r.States[edge.To].HTML; strings.HasPrefix(edge.Label, "click ") && !strings.Contains(html, "Words of "+view) {
			t.Errorf("%s led to %s", edge.Label, html)
		}
	}
}

// A control is pressed again where what it is for is another thing: each article has its
// answers, though all else on the page stays the same.
func TestControlsUnderOtherHeadlines(t *testing.T) {
	t.Parallel()
	e := newExplorer(t).inTab(t)
	var menu strings.Builder
	for _, name := range []string{"Roses", "Pears", "Olives"} {
		fmt.Fprintf(&menu, "<li><button onclick='view(%q)'>%s</button>", name, name)
	}
	r := e.explorePage(t, inputHead+`<p>All about the garden</p><p>Every day something else</p><p>Since the first spring</p><p>With many words that stay</p>
		<ul>`+menu.String()+`</ul><main id=m></main><p id=o></p><script>
		function view(name) {
			m.innerHTML = '<h2>' + name + '</h2><button>Answers</button><div></div>';
			m.querySelector('button').onclick = () => { m.lastChild.textContent = 'Those for ' + name; };
		}</script>`)
	for _, name := range []string{"Roses", "Pears", "Olives"} {
		if !slices.ContainsFunc(r.States, func(s explore.State) bool { return strings.Contains(s.HTML, "Those for "+name+"<") }) {
			t.Errorf("answers for %s were not found in %d states after %d events", name, len(r.States), r.Events)
		}
	}
}
