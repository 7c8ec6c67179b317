package explore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"dyncrawl/browser"
)

// Print says what a state shows: marks of its controls, of which was chosen among them, and of
// its texts, numbers and dates left out, each sorted and without repetition.
type Print struct{ Acts, Texts []uint32 }

// PrintOf returns the print of what a survey saw.
func PrintOf(s *browser.Survey) Print {
	return Print{sorted(slices.Concat(s.Acts, s.Chosen)), sorted(s.Texts)}
}

func sorted(marks []uint32) []uint32 {
	list := slices.Clone(marks)
	slices.Sort(list)
	return slices.Compact(list)
}

// alike is how much of the texts of two states with the same controls must be
// common for them to be one state. TestAlike measures both sides of it.
const alike = 0.95

// Same reports whether two prints are of one state: they offer the same, and say
// nearly the same.
func (p Print) Same(q Print) bool {
	return slices.Equal(p.Acts, q.Acts) && Likeness(p.Texts, q.Texts) >= alike
}

// Likeness is the Jaccard index of two sorted sets: the share of what they have
// in common, 1 for two empty ones.
func Likeness(a, b []uint32) float64 {
	common, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			common++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	all := len(a) + len(b) - common
	if all == 0 {
		return 1
	}
	return float64(common) / float64(all)
}

// shared is how much of all that they show two prints have in common, from 0 to 1.
func (p Print) shared(q Print) float64 {
	return Likeness(p.all(), q.all())
}

// all returns the marks of all that the state shows, sorted.
func (p Print) all() []uint32 { return sorted(slices.Concat(p.Acts, p.Texts)) }

// Hash is equal for equal prints: 16 hexadecimal digits.
func (p Print) Hash() string {
	var data []byte
	for _, list := range [][]uint32{p.Acts, {0}, p.Texts} {
		for _, mark := range list {
			data = binary.BigEndian.AppendUint32(data, mark)
		}
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
