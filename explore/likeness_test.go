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

// TestAlikeOnCorpus wants no threshold that makes fewer mistakes.
func TestAlikeOnCorpus(t *testing.T) {
	parted, merged := mistakes(t, alike)
	if parted+merged == 0 {
		t.Error("the corpus has no hard pair")
	}
	for percent := 50; percent <= 100; percent++ {
		if p, m := mistakes(t, float64(percent)/100); p+m < parted+merged {
			t.Errorf("at %d %%: %d parted, %d merged; at %.0f %%: %d and %d", percent, p, m, 100*alike, parted, merged)
		}
	}
}
