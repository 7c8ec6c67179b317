package explore

import "testing"

// marks returns n marks, the first being from.
func marks(from, n int) []uint32 {
	list := make([]uint32, n)
	for i := range list {
		list[i] = uint32(from + i)
	}
	return list
}

// TestAlike measures both sides of the threshold: what a page changes by itself
// (a headline, an advertisement, a name in a greeting) against what an action
// shows, on pages of several sizes.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		name          string
		texts, differ int // of the texts, those that are others
		acts          int // controls that are new
		same          bool
	}{
		{"nothing", 40, 0, 0, true},
		{"a headline of a news page", 300, 4, 0, true},
		{"two advertisements of a long page", 800, 15, 0, true},
		{"a link more on a long page", 800, 0, 1, false},
		{"a message on a short page", 10, 1, 0, false},
		{"another product in the same frame", 60, 12, 0, false},
		{"another article on a long page", 400, 150, 0, false},
	} {
		before := Print{Acts: marks(1, 5), Texts: marks(100, c.texts)}
		after := Print{Acts: marks(1, 5+c.acts), Texts: marks(100+c.differ, c.texts)}
		if got := before.Same(after); got != c.same {
			t.Errorf("%s: same is %v at a likeness of %.3f", c.name, got, Likeness(before.Texts, after.Texts))
		}
	}
}

func TestLikeness(t *testing.T) {
	for _, c := range []struct {
		a, b []uint32
		want float64
	}{
		{nil, nil, 1},
		{[]uint32{1, 2}, []uint32{1, 2}, 1},
		{[]uint32{1, 2, 3}, []uint32{2, 3, 4}, 0.5},
		{[]uint32{1}, []uint32{2}, 0},
		{[]uint32{1}, nil, 0},
	} {
		if got := Likeness(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
