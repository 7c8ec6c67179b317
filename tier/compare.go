package tier

import (
	"maps"
	"slices"
)

// maxRounds is how often a page that changes by itself is visited either way
// before the verdict.
const maxRounds = 4

// Trial compares one URL's renderings with its cheap visits. A page may change
// while it is looked at, show something else every time, or show the time; none
// of this is held against the cheap way. So when the first two visits differ the
// page is rendered once more and asked for cheaply once more, and what then
// counts is what cannot be the page's own doing:
//
//   - a fact that all renderings have and no cheap visit, or the other way round;
//   - a value that is never the same on both sides, unless it changes on both: a
//     placeholder that a script fills in does not change by itself.
//
// By chance a volatile page can still look wrong. As long as its renderings
// differ among themselves, or all of them are doubtful, it is looked at again,
// four times at most.
type Trial struct {
	rendered, cheap []Facts
	doubtful        bool // so was every rendering
}

// Add adds one round: a rendering, and a cheap visit of about the same time. A
// doubtful rendering may lack something for a reason that passes, such as an
// answer that its script did not get.
func (t *Trial) Add(rendered, cheap Facts, doubtful bool) {
	t.doubtful = doubtful && (t.doubtful || len(t.rendered) == 0)
	t.rendered = append(t.rendered, rendered)
	t.cheap = append(t.cheap, cheap)
}

// Verdict is what a trial has shown.
type Verdict struct {
	Agrees      bool
	Volatile    bool     // the first look showed differences
	Differences []string // names of facts, sorted; at most ten
}

// Verdict judges; again is true when another round is needed first.
func (t *Trial) Verdict() (v Verdict, again bool) {
	differences := t.differences()
	v = Verdict{Agrees: len(differences) == 0, Volatile: len(t.rendered) > 1, Differences: differences[:min(len(differences), 10)]}
	if v.Agrees {
		return v, false
	}
	return v, len(t.rendered) == 1 || len(t.rendered) < maxRounds && (t.doubtful || t.restless())
}

// differences names the facts that speak against the cheap way.
func (t *Trial) differences() []string {
	names := map[string]bool{}
	for _, f := range slices.Concat(t.rendered, t.cheap) {
		for name := range f {
			names[name] = true
		}
	}
	var differing []string
	for name := range names {
		if differ(values(t.rendered, name), values(t.cheap, name)) {
			differing = append(differing, name)
		}
	}
	slices.Sort(differing)
	return differing
}

// seen is a fact's values in some visits.
type seen struct {
	distinct map[string]bool
	visits   int  // that have the fact
	always   bool // all visits have it
}

func values(visits []Facts, name string) seen {
	s := seen{distinct: map[string]bool{}}
	for _, f := range visits {
		if value, ok := f[name]; ok {
			s.distinct[value] = true
			s.visits++
		}
	}
	s.always = s.visits == len(visits)
	return s
}

func differ(rendered, cheap seen) bool {
	switch {
	case cheap.visits == 0:
		return rendered.always
	case rendered.visits == 0:
		return cheap.always
	}
	for value := range rendered.distinct {
		if cheap.distinct[value] {
			return false
		}
	}
	return len(rendered.distinct) == 1 || len(cheap.distinct) == 1
}

// restless reports whether the renderings differ among themselves.
func (t *Trial) restless() bool {
	return slices.ContainsFunc(t.rendered[1:], func(f Facts) bool { return !maps.Equal(f, t.rendered[0]) })
}
