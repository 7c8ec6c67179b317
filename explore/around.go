package explore

import (
	"fmt"
	"hash/fnv"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"dyncrawl/browser"
)

const (
	// sameOn is on how many pages in a row the same must have come of what is done around
	// their content before it is left alone on others.
	sameOn = 3
	// maxHabits and maxBrought bound what is remembered of a crawl: controls, and the links
	// and marks that they brought, some 30 MB in all.
	maxHabits  = 50_000
	maxBrought = 500_000
)

// habits are what a crawl knows of what is around the content of pages, such as menus and
// footers: it is the same on many pages, and so is what comes of it.
type habits struct {
	mu      sync.Mutex
	all     map[uint64]*habit
	brought int // links and marks, in all
}

// habit is what came of what was done to one control, and of what was done after that.
type habit struct {
	brought map[uint64]bool // on all pages
	same    int             // pages in a row, the first one included, on which it brought the same
}

// settled reports whether nothing else is expected to come of the control.
func (h *habits) settled(key uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	known := h.all[key]
	return known != nil && known.same >= sameOn
}

// learn notes what the control brought on a page.
func (h *habits) learn(key uint64, brought map[uint64]bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	known := h.all[key]
	if known == nil {
		if len(h.all) >= maxHabits {
			return
		}
		if h.all == nil {
			h.all = map[uint64]*habit{}
		}
		known = &habit{brought: map[uint64]bool{}}
		h.all[key] = known
	}
	for b := range brought {
		if known.brought[b] {
			continue
		}
		known.same = 0
		if h.brought < maxBrought {
			known.brought[b] = true
			h.brought++
		}
	}
	known.same++
}

// surroundings are what is around the content of the page that is explored.
type surroundings struct {
	code    uint64                     // equal for pages with the same scripts
	news    []uint32                   // marks that the latest task brought
	links   int                        // that were known before it
	control map[string]uint64          // that a task is about, by its key
	brought map[uint64]map[uint64]bool // links and marks that came of the controls
}

// usual reports whether the same has come of the control on other pages, and counts it. The
// habit is that of the control.
func (e *explorer) usual(habit uint64, c *browser.Control) bool {
	if habit == 0 || !e.cfg.Memory.habits.settled(habit) {
		return false
	}
	if key := "usual " + c.Path; !e.known[key] {
		e.known[key] = true
		e.Usual++
	}
	return true
}

// habitOf names the control on all pages with the same code; it is zero for what is not
// around their content. Its group holds the numbers of scripts, which differ from page to
// page, and handlers that stand in attributes.
func (e *explorer) habitOf(c *browser.Control) uint64 {
	if !c.Around {
		return 0
	}
	return sumOf(fmt.Sprint(e.around.code, "|", c.Path, "|", c.Mark, "|", digitRun.ReplaceAllString(c.Group, "")))
}

func sumOf(text string) uint64 {
	sum := fnv.New64a()
	_, _ = io.WriteString(sum, text)
	return sum.Sum64()
}

// begun has what comes of the task noted if it is done around the content of the page.
func (e *explorer) begun(t *task) {
	e.around.news, e.around.links = e.around.news[:0], len(e.Links) // what the way there brought is not the task's
	if t.around == 0 {
		return
	}
	e.around.control[t.key] = t.around
	if e.around.brought[t.around] == nil {
		e.around.brought[t.around] = map[uint64]bool{}
	}
}

// credit notes what came of the task, for itself and for what made it possible.
func (e *explorer) credit(t *task) {
	for _, control := range e.causes(t) {
		brought := e.around.brought[control]
		for _, mark := range e.around.news {
			brought[uint64(mark)] = true
		}
		for _, l := range e.Links[e.around.links:] {
			brought[sumOf(strings.TrimPrefix(l.URL, e.home))] = true
		}
	}
}

// causes returns the controls around the content without which the task could not be done:
// its own, and those on the way to its state from where it was not to be had.
func (e *explorer) causes(t *task) (controls []uint64) {
	keys := []string{t.key}
	for _, edge := range e.path(0, t.state) {
		if !slices.ContainsFunc(e.States[edge.From].offers, func(o offer) bool { return o.key == t.key }) {
			keys = append(keys, edge.offered)
		}
	}
	for _, key := range keys {
		if control, ok := e.around.control[key]; ok {
			controls = append(controls, control)
		}
	}
	return controls
}

// teach has other pages know what came of what was done around the content of this one,
// unless something is left to be tried of it.
func (e *explorer) teach() {
	for _, t := range e.queue.tasks {
		if e.queue.worth(&e.Graph, t) {
			for _, control := range e.causes(t) {
				delete(e.around.brought, control)
			}
		}
	}
	for control, brought := range e.around.brought {
		e.cfg.Memory.habits.learn(control, brought)
	}
}

// literal matches the words and numbers in a script, which differ from page to page where
// a server writes them.
var literal = regexp.MustCompile("(?s)\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`|\\d+")

// codeOf is equal for pages of one host that have the same scripts, but for the data in
// them.
func codeOf(address, source string) uint64 {
	sum := fnv.New64a()
	if u, err := url.Parse(address); err == nil {
		fmt.Fprintln(sum, u.Host)
	}
	for z := html.NewTokenizer(strings.NewReader(source)); z.Next() != html.ErrorToken; {
		tag := z.Token()
		if tag.Type != html.StartTagToken || tag.Data != "script" {
			continue
		}
		var src, kind string
		for _, a := range tag.Attr {
			switch a.Key {
			case "src":
				src = a.Val
			case "type":
				kind = strings.ToLower(a.Val)
			}
		}
		if src != "" {
			fmt.Fprintln(sum, src)
		} else if (kind == "" || kind == "module" || strings.Contains(kind, "javascript")) && z.Next() == html.TextToken {
			if text := literal.ReplaceAllString(string(z.Text()), ""); temperOf(text) >= listens {
				fmt.Fprintln(sum, text)
			}
		}
	}
	return sum.Sum64()
}
