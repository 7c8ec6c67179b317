package captcha

import (
	"cmp"
	"slices"
	"strings"
)

// Confusion says how often a character was read as another.
type Confusion struct {
	Want, Got string // one character; empty where one was missed or made up
	Count     int
}

// Confusions lists what was taken for what, the most frequent first. A picture
// that was not readable says nothing.
func (m Measurement) Confusions() (all []Confusion) {
	counts := map[edit]int{}
	for _, r := range m {
		if r.Got == "" {
			continue
		}
		for _, e := range edits(r.Text, r.Got) {
			if e.Want != e.Got {
				counts[e]++
			}
		}
	}
	for e, n := range counts {
		all = append(all, Confusion{e.Want, e.Got, n})
	}
	slices.SortFunc(all, func(a, b Confusion) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Want, b.Want), strings.Compare(a.Got, b.Got))
	})
	return all
}

// edit is one pair of an alignment.
type edit struct{ Want, Got string }

// edits aligns two texts with the fewest changes.
func edits(want, got string) []edit {
	a, b := []rune(want), []rune(got)
	d := distances(a, b)
	var back []edit
	for i, j := len(a), len(b); i > 0 || j > 0; {
		switch {
		case i > 0 && j > 0 && d[i][j] == d[i-1][j-1]+differs(a[i-1], b[j-1]):
			i, j = i-1, j-1
			back = append(back, edit{string(a[i]), string(b[j])})
		case i > 0 && d[i][j] == d[i-1][j]+1:
			i--
			back = append(back, edit{string(a[i]), ""})
		default:
			j--
			back = append(back, edit{"", string(b[j])})
		}
	}
	slices.Reverse(back)
	return back
}

// distances is the table of edit distances between beginnings of two texts.
func distances(a, b []rune) [][]int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			default:
				d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+differs(a[i-1], b[j-1]))
			}
		}
	}
	return d
}

func differs(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
