package explore

import (
	"math"
	"slices"

	"dyncrawl/browser"
)

// task is something to try in a state.
type task struct {
	state    int
	gestures []browser.Gesture
	key      string // equal for the same gesture on the same control in other states
	kind     string // equal for the same gesture on controls that differ in their words only
	label    string
	under    string  // the headline of the part of the page that the control is in, and what it came with
	weight   float64 // how promising its kind is before anything is known
	chain    int     // how often it was done in a row, always with something new
	shown    bool    // the control was hidden: the pointer rested on what is around it
	spare    bool    // the control is one of many, beyond a first sample
	opened   bool    // the control came with what led to its state
	unseen   bool    // the control does not show in its state
	second   bool    // it could not be reached at first
	mended   bool    // fields hold other values than at first
	agree    bool    // questions that it leads to are agreed to
	drawing  bool    // it presses one place of a drawing
	around   uint64  // its control, if that is around the content of the page; see habitOf
	fresh    bool    // it wants the page loaded anew: what was done before may have left a trace that is not seen
	undone   bool    // it was tried elsewhere, and only took back a step there
	hangs    bool    // it was tried elsewhere, and may do something else after what has led to its state
}

// yield is what came of a task that no state had before.
type yield struct{ shown, links, controls bool }

func (y yield) any() bool { return y.shown || y.links }

func (y yield) gain() bool { return y.links || y.controls }

// tally counts how often something was tried, what of that could be reached, and how often
// it brought something new: anything, links and controls, or something to be seen.
type tally struct{ tried, reached, novel, gain, shown int }

// promise is the chance of something new, before anything was tried the one that is given,
// which weighs as much as so many tries.
func (t tally) promise(before, weighs float64) float64 {
	return (float64(t.novel) + before*weighs) / (float64(t.tried) + weighs)
}

// doing is what is done, whatever it is done to.
type doing struct {
	kind    browser.GestureKind
	several bool // after other gestures
}

func (t *task) doing() doing {
	return doing{t.gestures[len(t.gestures)-1].Kind, len(t.gestures) > 1}
}

// trial is what is known of a task's key.
type trial struct {
	state     int             // where it was tried first
	fruitless int             // later tries in other states that brought nothing new
	novel     bool            // one brought something new
	under     map[string]bool // headlines that it was tried under
}

// queue holds what is left to try.
type queue struct {
	tasks   []*task
	trials  map[string]*trial
	kinds   map[string]tally
	doings  map[doing]tally
	losses  map[int]int     // by state
	out     []*task         // that could not be reached
	hidden  map[string]bool // keys of tasks whose controls were hidden
	shows   map[string]bool // keys of tasks whose controls show in a state
	beyond  map[spot]bool   // that the pointer does not come to
	yielded map[string]bool // paths of controls that have shown something
	resorts int             // that were taken
	hung    int             // tasks that were done again as they hang on what was done before
	all     bool            // routine is to be tried, too
	hurried bool            // more waits than there is time for
}

func newQueue() queue {
	return queue{trials: map[string]*trial{}, kinds: map[string]tally{}, doings: map[doing]tally{}, losses: map[int]int{}, beyond: map[spot]bool{}, hidden: map[string]bool{}, shows: map[string]bool{}, yielded: map[string]bool{}}
}

func (q *queue) add(t *task) {
	q.tasks = append(q.tasks, t)
	if !t.unseen {
		q.shows[t.key] = true
	}
}

func (q *queue) waiting() bool {
	return slices.ContainsFunc(q.tasks, func(t *task) bool { return q.trials[t.key] == nil })
}

const (
	// otherView is how little two states must have in common for a control that
	// both have to be tried in either.
	otherView = 0.5
	// maxFruitless is how often a control may bring nothing new in other states
	// before it is taken to do the same everywhere.
	maxFruitless = 2
	// staying is the worth of not having to go to another state: whatever is left there is to
	// be come back for.
	staying = 10
	// loading is what it costs to load the page again, in gestures, where not all can be tried.
	loading = 2
	// unknown is the chance of something new before anything was tried, doingWeighs how many
	// tries it counts for of something that is done to any control, and kindWeighs how many
	// the chance of that does for those of one make.
	unknown     = 0.5
	doingWeighs = 8
	kindWeighs  = 2
	// justCome is how much more a control is worth that came with what was done last, such as
	// the entries of a menu: nearly all else that is done closes it.
	justCome = 3
	// astray is how much less what is in a state is worth each time that it was not found where
	// it was: another way may be found until all else has been tried.
	astray = 0.1
	// repeating is how much less a control is worth that was tried elsewhere.
	repeating = 0.05
)

// next takes the most promising task out of the queue; nil when nothing is left
// that is worth trying.
func (q *queue) next(g *Graph, here int) *task {
	best, score := -1, 0.0
	q.tasks = slices.DeleteFunc(q.tasks, func(t *task) bool { return !q.worth(g, t) })
	away := g.away(here)
	for i, t := range q.tasks {
		if !q.all && q.kinds[t.kind].routine() {
			continue
		}
		if s := q.score(g, t, away); best < 0 || s > score {
			best, score = i, s
		}
	}
	if best < 0 {
		return nil
	}
	t := q.tasks[best]
	if t.weight <= resort {
		q.resorts++
	}
	if t.hangs {
		q.hung++
	}
	q.tasks = slices.Delete(q.tasks, best, best+1)
	return t
}

// worth reports whether the task may still bring something new.
func (q *queue) worth(g *Graph, t *task) bool {
	tried := q.trials[t.key]
	switch {
	case q.losses[t.state] > maxLost, t.weight <= resort && !q.resortsTo(t), t.spare && !q.kinds[t.kind].pays():
		return false
	case tried == nil || t.chain > 0 || t.undone:
		return true
	case tried.state == t.state:
		return false
	case t.hangs:
		return true
	case tried.fruitless >= maxFruitless:
		return false
	}
	if !tried.under[t.under] && (tried.novel || tried.fruitless == 0) { // it may show something of what that is about
		return true
	}
	return q.hangsOn(g, t, tried) || g.States[tried.state].Print.shared(g.States[t.state].Print) < otherView
}

// maxHung is how many tasks of a page are done again because they hang on what was done
// before.
const maxHung = 30

// hangsOn reports whether the task may do something else in its state than where it was
// tried.
func (q *queue) hangsOn(g *Graph, t *task, tried *trial) bool {
	did := slices.IndexFunc(g.Edges, func(o Edge) bool { return o.From == tried.state && o.offered == t.key && !o.Assumed })
	t.hangs = did >= 0 && q.hung < maxHung && g.hangs(t.state, g.Edges[did])
	return t.hangs
}

// maxResorts is how many last resorts are tried on a page.
const maxResorts = 30

// resortsTo reports whether a last resort is to be tried: the control has shown
// nothing yet.
func (q *queue) resortsTo(t *task) bool {
	return q.resorts < maxResorts && !q.yielded[t.target()]
}

// target is the path of the control that the task is about.
func (t *task) target() string { return t.gestures[len(t.gestures)-1].Path }

// sample is how many controls of a large group are tried whatever comes of them.
const sample = 8

// pays reports whether more of a large group is to be tried: as long as half of
// what was tried brought links or controls of its own.
func (t tally) pays() bool { return t.tried < sample || 2*t.gain >= t.tried }

// routine reports whether a sample of the kind has shown that hardly anything is to be
// seen of the others, such as the days of a calendar or rows that bring a link each: they
// come last.
func (t tally) routine() bool { return t.reached >= sample && t.shown*sample < t.reached }

// score says how promising the task is, for what it costs to come to its state: away is
// how far the states are that can be had without loading the page.
func (q *queue) score(g *Graph, t *task, away map[int]int) float64 {
	s := t.weight * q.promise(t)
	switch tried := q.trials[t.key]; {
	case t.chain > 0 || t.undone:
	case t.hangs:
		s *= unlikely
	case tried != nil && (!t.opened || tried.under[t.under]):
		s *= repeating
	case t.opened:
		s *= justCome
	case t.unseen && (q.hidden[t.key] || q.shows[t.key]): // it is so in most states, or shows elsewhere
		s *= repeating
	}
	depth := g.States[t.state].Depth
	far, near := away[t.state]
	if !near || far > 0 {
		s *= math.Pow(astray, float64(q.losses[t.state]))
	}
	near = near && far <= depth && !t.fresh
	switch {
	case near && q.hurried:
		return s / float64(1+far)
	case q.hurried:
		return s / float64(1+loading+depth)
	case near:
		return s * staying / float64(1+far)
	}
	return s / float64(1+depth)
}

// promise returns the chance that the task brings something new: by what came of its kind,
// and before much is known of that, by what came of doing the same to controls of other
// kinds, if that was little.
func (q *queue) promise(t *task) float64 {
	kind, others := q.kinds[t.kind], q.doings[t.doing()]
	others.tried, others.novel = max(0, others.tried-kind.tried), max(0, others.novel-kind.novel)
	return kind.promise(min(unknown, others.promise(unknown, doingWeighs)), kindWeighs)
}

// done notes what came of a task.
func (q *queue) done(t *task, came yield) {
	k := q.kinds[t.kind]
	k.tried++
	k.reached++
	if came.any() {
		k.novel++
		q.yielded[t.target()] = true
	}
	if came.gain() {
		k.gain++
	}
	if came.shown {
		k.shown++
	}
	q.kinds[t.kind] = k
	d := q.doings[t.doing()]
	d.tried++
	if came.any() {
		d.novel++
	}
	q.doings[t.doing()] = d
	tried := q.trials[t.key]
	if tried == nil {
		tried = &trial{state: t.state, under: map[string]bool{}}
		q.trials[t.key] = tried
	} else if !came.any() && t.chain == 0 {
		tried.fruitless++
	}
	tried.novel = tried.novel || came.any()
	tried.under[t.under] = true
}

// missed notes that a control could not be reached. It may be elsewhere, or later.
func (q *queue) missed(t *task, hidden bool) {
	q.hidden[t.key] = q.hidden[t.key] || hidden
	if !t.second {
		q.out = append(q.out, t)
	}
}

// count notes that one more of a kind was tried in vain.
func (q *queue) count(kind string) {
	k := q.kinds[kind]
	k.tried++
	q.kinds[kind] = k
}

// spot is a control in a state, by its path, or what is done to it, by its key.
type spot struct {
	state int
	path  string
}

// bounced notes that the pointer did not come to the control of the task, nor was there
// a way to have it shown.
func (q *queue) bounced(t *task) { q.beyond[spot{t.state, t.target()}] = true }

// isBeyond reports whether the pointer is not going to come to the control of the task:
// what was not reached to be clicked is not reached to be touched either.
func (q *queue) isBeyond(t *task) bool {
	return !t.second && len(t.gestures) == 1 && points(t.gestures[0]) && q.beyond[spot{t.state, t.target()}]
}

// points reports whether the gesture is one of the pointer, or of fingers, on a control.
func points(g browser.Gesture) bool {
	switch g.Kind {
	case browser.Press, browser.PressTwice, browser.PressRight, browser.PressThrice, browser.PressMiddle, browser.PressLong, browser.Rest, browser.Leave,
		browser.Touch, browser.TouchTwice, browser.TouchLong, browser.Swipe, browser.Pinch, browser.Wheel, browser.Drag, browser.DropFile, turnKind:
		return g.Path != page
	}
	return false
}

// lost notes that the state of a task was not found again.
func (q *queue) lost(t *task) {
	if q.losses[t.state]++; q.losses[t.state] <= maxLost {
		q.add(t)
	}
}
