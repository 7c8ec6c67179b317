package explore

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"
)

// likenessCorpus holds a pair of states a line, parted by tabs: name, whether they
// are one state, whether they offer the same controls, and how many of their texts
// are common, of all. Command likeness makes it.
//
//go:embed testdata/likeness.tsv
var likenessCorpus string

// mistakes counts the pairs of the corpus that a threshold takes for two states
// although they are one, and for one although they are two.
func mistakes(t *testing.T, threshold float64) (parted, merged int) {
	for line := range strings.Lines(likenessCorpus) {
		var same, acts bool
		var common, all int
		_, facts, _ := strings.Cut(line, "\t")
		if _, err := fmt.Sscan(facts, &same, &acts, &common, &all); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		switch taken := acts && float64(common) >= threshold*float64(all); {
		case same && !taken:
			parted++
		case !same && taken:
			merged++
		}
	}
	return parted, merged
}

// TestAlikeOnCorpus wants the threshold to take few pairs that are two states for
// one, and to part no more of the others than a stricter one would. docs/likeness.md
// has the whole table.
func TestAlikeOnCorpus(t *testing.T) {
	pairs := strings.Count(likenessCorpus, "\n")
	parted, merged := mistakes(t, alike)
	strict, none := mistakes(t, 1)
	loose, many := mistakes(t, 0.8)
	if 100*merged > 4*pairs || none >= merged || many <= merged || strict <= parted || loose >= parted {
		t.Errorf("of %d pairs %d parted and %d merged; at 100 %%: %d and %d; at 80 %%: %d and %d", pairs, parted, merged, strict, none, loose, many)
	}
}
