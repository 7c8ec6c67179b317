package prep

import (
	"image"
	"math"
)

// kmeansRounds bounds the rounds of clustering; colours of pictures settle sooner.
const kmeansRounds = 20

// Bounds on connected ink that may be a glyph, as shares of the picture, and on
// the share of a cluster's pixels that lie in such ink.
const (
	leastGlyphHeight = 0.2
	mostGlyphWidth   = 0.6
	leastGlyphShare  = 0.3
)

// clusters paints over background patterns: pixels are clustered by colour, and a
// cluster too few of whose pixels lie in connected pieces of a glyph's size is
// painted with the background's colour. Where that would leave nothing, the picture
// stays as it is.
func clusters(img *image.NRGBA, count int) *image.NRGBA {
	of := kmeans(img, count)
	bg := background(img)
	out := image.NewNRGBA(img.Rect)
	copy(out.Pix, img.Pix)
	kept := keptClusters(img.Rect, of, count)
	for c := range count {
		if kept[c] || len(kept) == 0 {
			continue
		}
		for i, cluster := range of {
			if cluster == c {
				out.SetNRGBA(i%img.Rect.Dx(), i/img.Rect.Dx(), bg)
			}
		}
	}
	return out
}

// keptClusters is the set of the clusters that are shaped like glyphs.
func keptClusters(bounds image.Rectangle, of []int, count int) map[int]bool {
	kept := map[int]bool{}
	for c := range count {
		if glyphShaped(bounds, of, c) {
			kept[c] = true
		}
	}
	return kept
}

// glyphShaped reports whether enough pixels of the cluster lie in connected pieces
// that have the size of glyphs.
func glyphShaped(bounds image.Rectangle, of []int, cluster int) bool {
	mask := blank(bounds.Dx(), bounds.Dy())
	total, fitting := 0, 0
	for i, c := range of {
		if c == cluster {
			mask.Pix[i] = ink
			total++
		}
	}
	for _, blob := range blobs(mask) {
		box := boxOf(mask, blob)
		high, wide := float64(box.Dy())/float64(bounds.Dy()), float64(box.Dx())/float64(bounds.Dx())
		if high >= leastGlyphHeight && wide <= mostGlyphWidth {
			fitting += len(blob)
		}
	}
	return float64(fitting) > leastGlyphShare*float64(total)
}

// colour is a point in RGB.
type colour [3]float64

func colourAt(img *image.NRGBA, i int) colour {
	return colour{float64(img.Pix[4*i]), float64(img.Pix[4*i+1]), float64(img.Pix[4*i+2])}
}

func (c colour) distance(d colour) float64 {
	return (c[0]-d[0])*(c[0]-d[0]) + (c[1]-d[1])*(c[1]-d[1]) + (c[2]-d[2])*(c[2]-d[2])
}

// kmeans returns the cluster of every pixel (Lloyd 1982). It begins at the
// background's colour and, each time, at the colour that is farthest from all
// centres so far (Gonzalez 1985), so that the result is always the same.
func kmeans(img *image.NRGBA, count int) []int {
	bg := background(img)
	centres := []colour{{float64(bg.R), float64(bg.G), float64(bg.B)}}
	for len(centres) < count {
		centres = append(centres, farthest(img, centres))
	}
	of := make([]int, len(img.Pix)/4)
	for range kmeansRounds {
		if !assign(img, centres, of) {
			break
		}
		recentre(img, centres, of)
	}
	return of
}

// farthest is the colour of the picture that is farthest from the nearest centre.
func farthest(img *image.NRGBA, centres []colour) (far colour) {
	best := -1.0
	for i := range len(img.Pix) / 4 {
		c := colourAt(img, i)
		if _, d := nearest(c, centres); d > best {
			best, far = d, c
		}
	}
	return far
}

// assign puts every pixel into the cluster of the nearest centre and reports
// whether that changed anything.
func assign(img *image.NRGBA, centres []colour, of []int) (changed bool) {
	for i := range of {
		if at, _ := nearest(colourAt(img, i), centres); at != of[i] {
			of[i], changed = at, true
		}
	}
	return changed
}

func nearest(c colour, centres []colour) (at int, distance float64) {
	distance = math.Inf(1)
	for i, centre := range centres {
		if d := c.distance(centre); d < distance {
			at, distance = i, d
		}
	}
	return at, distance
}

// recentre moves each centre to the mean of its pixels; one without any stays.
func recentre(img *image.NRGBA, centres []colour, of []int) {
	sums, n := make([]colour, len(centres)), make([]float64, len(centres))
	for i, c := range of {
		v := colourAt(img, i)
		for ch := range v {
			sums[c][ch] += v[ch]
		}
		n[c]++
	}
	for c := range centres {
		for ch := range sums[c] {
			if n[c] > 0 {
				centres[c][ch] = sums[c][ch] / n[c]
			}
		}
	}
}
