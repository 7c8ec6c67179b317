package browser

import (
	"context"
	"errors"
	"fmt"
	"regexp"
)

// pulled matches the pointers over what may be pulled at.
var pulled = regexp.MustCompile(`^(?:-webkit-)?(?:grab|move|all-scroll)$|-resize$`)

const (
	// narrowing is how often the way to where the pointer changes is halved: to less than a
	// CSS pixel in most drawings.
	narrowing = 9
	// mostFelt is how many places of a drawing are returned at most.
	mostFelt = 6
)

// Feel moves the pointer to the places of a drawing and from those over which it says that
// something may be pulled at there to all sides, and returns places of each part where it
// says so, one in it and its ends: only the script knows what is where, and says it when the
// pointer comes. What lies at the edge of something, such as a handle, is found where the
// pointer changes.
func (t *Tab) Feel(ctx context.Context, path string, places []Share) ([]Share, error) {
	t.clock.run()
	f := &feeler{hand: &hand{tab: t}, path: path}
	for _, at := range places {
		pointer, err := f.pointer(ctx, at)
		if err == nil && pulled.MatchString(pointer) && f.note(at, pointer) {
			err = f.spread(ctx, at, pointer)
		}
		if err != nil && !errors.Is(err, ErrOutOfReach) {
			return nil, fmt.Errorf("feel %s: %w", path, err)
		}
		if len(f.found) >= mostFelt {
			break
		}
	}
	return f.found, nil
}

// feeler finds out what the pointer says over a drawing.
type feeler struct {
	hand  *hand
	path  string
	found []Share
	felt  []felt
}

// felt is a part of a drawing over which the pointer is the same: as wide and high as is known.
type felt struct {
	pointer                  string
	left, right, top, bottom float64
}

// pointer returns the name of the pointer at the place.
func (f *feeler) pointer(ctx context.Context, at Share) (name string, err error) {
	to, err := f.hand.aimFor(ctx, f.path, &at, "", true)
	if err == nil {
		err = f.hand.move(ctx, to)
	}
	if err == nil {
		err = f.hand.ask(ctx, &name, "pointerAt", "document", to.X, to.Y)
	}
	return name, err
}

// note reports whether the place lies in no part that is known, and keeps it then.
func (f *feeler) note(at Share, pointer string) bool {
	for _, part := range f.felt {
		if part.pointer == pointer && part.left <= at.X && at.X <= part.right && part.top <= at.Y && at.Y <= part.bottom {
			return false
		}
	}
	f.felt = append(f.felt, felt{pointer, at.X, at.X, at.Y, at.Y})
	f.found = append(f.found, at)
	return true
}

// spread finds how far the pointer stays the same to the four sides of the place, and what it
// is behind.
func (f *feeler) spread(ctx context.Context, from Share, pointer string) error {
	part := len(f.felt) - 1
	for _, side := range []Share{{X: -1}, {X: 1}, {Y: -1}, {Y: 1}} {
		inside, outside := from, Share{X: from.X + side.X, Y: from.Y + side.Y}
		outside = Share{X: min(max(outside.X, 0.002), 0.998), Y: min(max(outside.Y, 0.002), 0.998)}
		for range narrowing {
			middle := Share{X: (inside.X + outside.X) / 2, Y: (inside.Y + outside.Y) / 2}
			now, err := f.pointer(ctx, middle)
			switch {
			case err != nil:
				return err
			case now == pointer:
				inside = middle
			default:
				if outside = middle; pulled.MatchString(now) {
					f.note(middle, now)
				}
			}
		}
		p := &f.felt[part]
		p.left, p.right, p.top, p.bottom = min(p.left, inside.X), max(p.right, inside.X), min(p.top, inside.Y), max(p.bottom, inside.Y)
	}
	f.ends(f.felt[part], from)
	return nil
}

// ends keeps the two ends of a long part: they may be moved alone.
func (f *feeler) ends(part felt, from Share) {
	switch wide, high := part.right-part.left, part.bottom-part.top; {
	case wide > long && wide > high:
		f.found = append(f.found, Share{X: part.left, Y: from.Y}, Share{X: part.right, Y: from.Y})
	case high > long:
		f.found = append(f.found, Share{X: from.X, Y: part.top}, Share{X: from.X, Y: part.bottom})
	}
}

// long is how much of a drawing's width or height a part has whose ends are kept.
const long = 0.1
