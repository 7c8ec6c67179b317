package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dyncrawl/browser"
)

// maxLost is how often a state may turn out not to be where it was before what is
// left to try there is given up.
const maxLost = 2

// try makes the gestures of a task in its state and takes in what comes of them.
func (e *explorer) try(ctx context.Context, t *task) error {
	if e.queue.isBeyond(t) {
		e.missed(t)
		return nil
	}
	if later, err := e.outlast(ctx, t); err != nil || later {
		e.queue.add(t)
		return err
	}
	if arrived, err := e.arrive(ctx, t); err != nil || !arrived {
		return err
	}
	urls, was := len(e.known), e.view
	e.begun(t)
	defer e.credit(t)
	e.streams, e.failed = false, false
	said, traces := e.tab.Said(), e.intake.traces
	shown, err := e.before(ctx, t)
	if err != nil {
		return err
	}
	e.talk.begin(t.agree)
	reached, err := e.reach(ctx, t)
	if err != nil {
		return err
	}
	if !reached {
		return e.unreached(ctx, t)
	}
	e.Events++
	e.latest = t.target()
	marks := e.offered
	novel, err := e.look(ctx, t)
	if err != nil {
		return err
	}
	came := yield{shown: novel, links: len(e.known) > urls, controls: e.offered > marks}
	e.queue.done(t, came)
	if came.gain() {
		e.gained = time.Now()
	}
	if novel {
		e.again(t)
	}
	if err := e.redraw(ctx, t, shown); err != nil {
		return err
	}
	if err := e.await(ctx, (e.streams || e.asks(said)) && e.tab.Live()); err != nil { // what comes may be gone when the page is loaded again
		return err
	}
	if err := e.leaveFull(ctx, novel); err != nil {
		return err
	}
	if err := e.picture(ctx, t, traces); err != nil {
		return err
	}
	e.moved(t, was)
	e.goOn(t, was, novel)
	if e.here == t.state { // it is the same at both widths, but has room for everything only at the usual one
		return e.widen(ctx)
	}
	return nil
}

// arrive goes to the state of the task and reports whether it was found, on its way or on
// another one.
func (e *explorer) arrive(ctx context.Context, t *task) (bool, error) {
	arrived, err := e.goTo(ctx, t)
	if err == nil && !arrived {
		arrived, err = e.detour(ctx, t)
	}
	if err == nil && !arrived {
		e.queue.lost(t)
	}
	return arrived, err
}

// reach makes the gestures of the task and reports whether its control was reached: by the
// keyboard where it is out of the pointer's reach for the second time.
func (e *explorer) reach(ctx context.Context, t *task) (bool, error) {
	reached, err := e.perform(ctx, t.gestures)
	if err == nil && !reached && t.second {
		if keys := e.byKeyboard(t); keys != nil {
			return e.perform(ctx, keys)
		}
	}
	return reached, err
}

// missed notes that the control of the task could not be reached, and, unless it lies behind
// a dialog, that so much came of its like.
func (e *explorer) missed(t *task) {
	c := e.at(t.target())
	e.queue.missed(t, c != nil && !c.Visible)
	if !e.view.Modal {
		e.queue.count(t.kind)
	}
}

// unreached notes that the control of the task could not be reached, unless it can be
// shown.
func (e *explorer) unreached(ctx context.Context, t *task) error {
	e.missed(t)
	if t.second || len(t.gestures) > 1 {
		return nil
	}
	revealed, err := e.reveal(ctx, t)
	if err == nil && !revealed && points(t.gestures[0]) {
		e.queue.bounced(t)
	}
	return err
}

// leaveFull leaves a full screen that shows nothing new: nothing else can be reached
// until then.
func (e *explorer) leaveFull(ctx context.Context, novel bool) error {
	if !e.view.Full || novel {
		return nil
	}
	if _, err := e.perform(ctx, []browser.Gesture{{Kind: browser.Show, Path: page, Value: "window"}}); err != nil {
		return err
	}
	_, err := e.look(ctx, nil)
	return err
}

// goOn queues what the gesture calls for: to agree to the question that it led to,
// to fill a form otherwise whose values were refused, to press again what may do
// something else now, and a few times to go back from the address that it led to,
// where a script hears of that.
func (e *explorer) goOn(t *task, was *browser.Survey, novel bool) {
	if e.talk.declined() {
		yes := *t
		yes.agree, yes.key = true, t.key+"|yes"
		e.queue.add(&yes)
	}
	e.mend(t)
	e.narrowed(t, was)
	e.take(t, was)
	e.suggested(t, was)
	e.keysOn(t)
	e.edit(t, was)
	e.carryOn(t, was)
	e.otherOptions(t, was)
	e.recount(t, was)
	e.persist(t, was)
	e.untry(t, novel)
	e.otherWay(t, was)
	e.reset(t, was)
	if e.repeated.went < maxBack && e.view.URL != was.URL && slices.Contains(e.view.Window, "popstate") {
		e.repeated.went++
		back := *t
		back.gestures, back.key = append(slices.Clone(t.gestures), browser.Gesture{Kind: browser.GoBack, Path: page}), t.key+"|back"
		e.queue.add(&back)
	}
}

// maxBack is how often a page goes back in the history from an address that it came to.
const maxBack = 3

// maxChain is how often something is done in a row because it always brings
// something new.
const maxChain = 30

// again queues doing the same once more in the state that it led to, as with a
// button that loads more.
func (e *explorer) again(t *task) {
	if e.here < 0 || e.here == t.state || len(t.gestures) > 1 || t.chain >= maxChain || !e.goesOn(t.gestures[0]) {
		return
	}
	more := *t
	more.state, more.chain, more.weight = e.here, t.chain+1, t.weight*possible
	e.queue.add(&more)
}

// mostBeside is how many controls of its make may be beside one that goes on, such as
// those to go back and to leave.
const mostBeside = 2

// goesOn reports whether the gesture may go on to more: one of keys that the page as a
// whole hears, or of a control that is still there. Of tabs and rows, each is pressed once.
func (e *explorer) goesOn(g browser.Gesture) bool {
	if g.Path == page {
		return g.Kind == browser.Keys
	}
	control := e.at(g.Path)
	if control == nil || !control.Visible {
		return false
	}
	beside := 0
	for i := range e.view.Controls {
		if c := &e.view.Controls[i]; c.Group == control.Group && c.Path != g.Path {
			beside++
		}
	}
	return beside == 0 || beside <= mostBeside && (control.Role == "" || control.Role == "button") && !leadsAway(control)
}

// perform makes gestures one after the other and waits for what comes of them.
// It reports whether all of them could be made.
func (e *explorer) perform(ctx context.Context, gestures []browser.Gesture) (reached bool, err error) {
	made, asked := 0, len(e.tab.Traces(0))
	for i, g := range gestures {
		if i > 0 && presses(g) { // what shows between may be gone after the last, and something else be there to press
			if asked, err = e.between(ctx, asked); err != nil {
				return false, err
			}
		}
		if c := e.at(g.Path); c != nil && presses(g) {
			if e.forbids(c) {
				break
			}
			g.Says = c.Label // something else may take its place at any moment
		}
		switch {
		case g.Kind == scrollKind && g.Value == "":
			return true, e.scrollThrough(ctx, g.Path)
		case g.Kind == turnKind:
			return e.turnThrough(ctx, g.Path)
		case g.Kind == feelKind:
			return e.feel(ctx, g.Path)
		case g.Kind == waitKind:
			return true, e.settleLong(ctx)
		}
		if i+1 < len(gestures) {
			next := gestures[i+1]
			g.Stays = g.Kind == browser.Type && next.Kind == browser.Keys && next.Path == g.Path // a field may be gone once it has lost the focus
		}
		err := e.make(ctx, g)
		switch {
		case errors.Is(err, browser.ErrOutOfReach):
		case err != nil:
			return false, err
		default:
			made++
		}
	}
	if made == 0 {
		return false, nil
	}
	return made == len(gestures) || len(gestures) > 1, e.settleAfter(ctx, gestures)
}

// between looks at the page between two gestures, once it has got what it asked for with the
// first, and returns how much it has asked for up to now; asked is how much it had before.
func (e *explorer) between(ctx context.Context, asked int) (int, error) {
	if _, err := e.glance(ctx, 0); err != nil {
		return asked, err
	}
	now := len(e.tab.Traces(0))
	if now == asked {
		return now, nil
	}
	if err := e.settle(ctx); err != nil {
		return now, err
	}
	_, err := e.glance(ctx, 0)
	return now, err
}

// typingTime is a little more than scripts wait that look for what was typed once nobody
// types on: up to half a second.
const typingTime = 600 * time.Millisecond

// settleAfter has the page settle, and look for what was typed into a field. Where time
// cannot be skipped, no longer than usual.
func (e *explorer) settleAfter(ctx context.Context, gestures []browser.Gesture) error {
	cfg, last := e.settling(), gestures[len(gestures)-1]
	c := e.at(last.Path)
	if (last.Kind == browser.Type || last.Kind == browser.Keys) && c != nil && (c.Field != nil || c.Editable) && !e.tab.Live() {
		cfg.Quiet = max(cfg.Quiet, typingTime)
	}
	return e.tab.Settle(ctx, cfg)
}

// presses reports whether the gesture may set something off where it goes.
func presses(g browser.Gesture) bool {
	switch g.Kind {
	case browser.Type, browser.Choose, browser.Upload, browser.Rest, browser.Leave, browser.Wheel, browser.Clip, browser.Show, scrollKind, turnKind, feelKind:
		return false
	}
	return g.Path != page
}

// forbids reports whether the control is never to be pressed: it may have taken the place
// of the one that was meant.
func (e *explorer) forbids(c *browser.Control) bool {
	return e.harmful(c) && e.cfg.Forms != AllForms
}

// make makes one gesture.
func (e *explorer) make(ctx context.Context, g browser.Gesture) error {
	if g.Kind == scrollKind {
		return e.scrollTo(ctx, g)
	}
	e.guard.unsaid.Store(e.isUnsaid(g))
	e.guard.acted.Store(true)
	e.resized = e.resized || g.Kind == browser.Show && (g.Value == "narrow" || g.Value == "wide")
	if g.Kind == browser.Drag && g.Onto == "" && g.To == nil {
		if words, err := e.tab.WordsAtEnd(ctx, g); err != nil || dangers().in(words) {
			return errors.Join(err, errNotThere)
		}
	}
	return e.tab.Perform(ctx, g)
}

// errNotThere says that something was not carried where it might end badly.
var errNotThere = fmt.Errorf("%w: it would do harm there", browser.ErrOutOfReach)

func (e *explorer) settle(ctx context.Context) error { return e.tab.Settle(ctx, e.settling()) }

// settling says when the page counts as complete.
func (e *explorer) settling() browser.SettleConfig {
	cfg := e.cfg.Settle
	cfg.Frames = e.mood >= animates
	return cfg
}

const (
	// maxVeiled is how often the pointer rests on something for what it does not show.
	maxVeiled = 2
	// maxHidden is how many alike controls in a row are looked for in vain.
	maxHidden = 6
	// maxUnshown is how often one of them is, whatever is to be done to it and in whichever
	// state.
	maxUnshown = 4
)

// reveal tries to show a hidden control by resting the pointer on what is around
// it, makes the gesture then, and reports whether it could.
func (e *explorer) reveal(ctx context.Context, t *task) (revealed bool, err error) {
	g := t.gestures[0]
	if len(g.Via) > 0 || t.shown {
		return false, nil
	}
	ways, err := e.tab.WaysTo(ctx, g.Path)
	if err != nil || len(ways) == 0 {
		return false, err
	}
	way := fmt.Sprint(e.here, " ", ways[0])
	if e.veiled[way] >= maxVeiled || e.veiled[t.kind] >= maxHidden || e.veiled[g.Path] >= maxUnshown {
		return false, nil
	}
	shown := *t
	shown.shown = true
	g.Via = ways
	shown.gestures = []browser.Gesture{g}
	reached, err := e.perform(ctx, shown.gestures)
	if err == nil && !reached {
		e.veiled[way]++
		e.veiled[t.kind]++
		e.veiled[g.Path]++
	}
	if err != nil || !reached {
		return false, err
	}
	delete(e.veiled, t.kind)
	delete(e.veiled, g.Path)
	e.Events++
	novel, err := e.look(ctx, &shown)
	if err == nil {
		e.queue.done(&shown, yield{shown: novel, controls: novel})
	}
	return true, err
}
