package prep

import "image"

// operation is one row of the table of operations. It returns a new picture
// whose bounds begin at the origin and leaves its argument as it was.
type operation struct {
	name   string
	about  string
	params []param
	run    func(img image.Image, args []float64) image.Image
}

// param is an argument of an operation with its default and its bounds.
type param struct {
	name             string
	value, low, high float64
}

// onGray makes an operation of greys one of any picture.
func onGray(f func(g *image.Gray, a []float64) *image.Gray) func(image.Image, []float64) image.Image {
	return func(img image.Image, a []float64) image.Image { return f(asGray(img), a) }
}

// plain is onGray for operations without arguments.
func plain(f func(g *image.Gray) *image.Gray) func(image.Image, []float64) image.Image {
	return onGray(func(g *image.Gray, _ []float64) *image.Gray { return f(g) })
}

// sized is onGray for operations whose only argument is a whole number.
func sized(f func(g *image.Gray, n int) *image.Gray) func(image.Image, []float64) image.Image {
	return onGray(func(g *image.Gray, a []float64) *image.Gray { return f(g, int(a[0])) })
}

// Arguments that several operations share.
func window(value float64) param { return param{"window", value, 3, 99} }
func width(value float64) param  { return param{"width", value, 1, 99} }

// operations is the table, in the order in which a chain usually has them.
func operations() []operation {
	return append(append(colours(), greys()...), binaries()...)
}

// colours lists what works on colours or turns them into greys.
func colours() []operation {
	return []operation{
		{"clusters", "paints over background patterns: of so many colour clusters only those shaped like glyphs stay",
			[]param{{"count", 5, 2, 16}},
			func(img image.Image, a []float64) image.Image { return clusters(asColour(img), int(a[0])) }},
		{"luminance", "grey by perceived brightness (ITU-R BT.601)", nil,
			func(img image.Image, _ []float64) image.Image { return gray(asColour(img)) }},
		{"distance", "grey by the distance from the background's colour: text of any colour comes out dark", nil,
			func(img image.Image, _ []float64) image.Image { return distance(asColour(img)) }},
	}
}

// greys lists what works on greys.
func greys() []operation {
	return []operation{
		{"dark", "inverts light text on a dark ground", nil, plain(darkText)},
		{"stretch", "spreads the greys between the 1st and the 99th percentile over the whole range", nil, plain(stretch)},
		{"contrast", "moves the greys away from their mean", []param{{"factor", 1.5, 0.1, 10}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return contrast(g, a[0]) })},
		{"unsharp", "sharpens with an unsharp mask", []param{{"sigma", 1, 0.1, 20}, {"amount", 1, 0.1, 10}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return unsharp(g, a[0], a[1]) })},
		{"highpass", "keeps what is finer than a Gaussian of sigma, on middle grey", []param{{"sigma", 8, 0.5, 50}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return highpass(g, a[0]) })},
		{"blur", "smooths with a Gaussian", []param{{"sigma", 1, 0.1, 50}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return blur(g, a[0]) })},
		{"mean", "takes the mean of the square around each pixel", []param{window(3)}, sized(meanFilter)},
		{"median", "takes the median of the square around each pixel", []param{{"window", 3, 3, 15}}, sized(medianFilter)},
		{"wiener", "smooths where the picture varies no more than its noise (Lee 1980; Lim 1990)", []param{window(5)}, sized(wiener)},
		{"scale", "resizes to a height, at most fourfold and to 1,600 wide (Catmull-Rom)", []param{{"height", 120, 1, 1600}}, sized(scale)},
		{"pad", "puts paper around", []param{{"pixels", 20, 0, 400}}, sized(pad)},
		{"otsu", "ink and paper where the variance between them is greatest (Otsu 1979)", nil, plain(otsu)},
		{"meangrey", "ink is what is darker than the mean", nil, plain(meanGrey)},
		{"twopeaks", "ink and paper at the valley between the two peaks of the histogram (Prewitt & Mendelsohn 1966)", nil, plain(twoPeaks)},
		{"niblack", "ink is darker than mean + k·deviation around it (Niblack 1986)", []param{window(15), {"k", -0.2, -2, 2}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return niblack(g, int(a[0]), a[1]) })},
		{"sauvola", "ink is darker than mean·(1 + k·(deviation/128 − 1)) around it (Sauvola & Pietikäinen 2000)", []param{window(15), {"k", 0.2, 0, 1}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return sauvola(g, int(a[0]), a[1]) })},
	}
}

// binaries lists what works on binary pictures.
func binaries() []operation {
	return []operation{
		{"despeckle", "removes connected ink of fewer pixels", []param{{"area", 10, 1, 1e6}}, sized(despeckle)},
		{"unrule", "removes ink that is at most so high: flat lines", []param{width(2)}, sized(unrule)},
		{"unline", "removes ink that is thinner in either direction (morphological opening)", []param{width(3)}, sized(unline)},
		{"longlines", "removes connected ink that is wider than a share of the picture and thinner than a width on average",
			[]param{{"share", 0.5, 0.05, 1}, {"width", 3, 1, 99}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return longLines(g, a[0], a[1]) })},
		{"strokes", "removes strokes that are nowhere as thick, by the distance to the paper", []param{width(3)}, sized(strokes)},
		{"thin", "thins strokes to one pixel (Zhang & Suen 1984)", nil, plain(thin)},
		{"deskew", "turns the ink upright: convex hull (Andrew 1979), smallest rectangle by rotating calipers (Toussaint 1983)",
			[]param{{"degrees", 30, 0, 45}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return deskew(g, a[0]) })},
		{"crop", "cuts to the ink", nil, plain(crop)},
		{"normalise", "brings the ink into a box, its shape kept", []param{{"width", 20, 4, 200}, {"height", 20, 4, 200}},
			onGray(func(g *image.Gray, a []float64) *image.Gray { return normalise(g, int(a[0]), int(a[1])) })},
		{"project", "cuts where columns have no ink and draws the pieces apart", nil,
			plain(func(g *image.Gray) *image.Gray { return apart(Project(g)) })},
		{"cut", "cuts into so many glyphs, merging pieces and splitting touching ones by drop fall (Congedo et al. 1995)",
			[]param{{"count", 5, 1, 40}}, sized(func(g *image.Gray, n int) *image.Gray { return apart(Cut(g, n)) })},
	}
}

// find returns the row of a name; nil when there is none.
func find(name string) *operation {
	for _, op := range operations() {
		if op.name == name {
			return &op
		}
	}
	return nil
}

func names() (all []string) {
	for _, op := range operations() {
		all = append(all, op.name)
	}
	return all
}

// Operation describes an operation to users.
type Operation struct {
	Usage string // name and arguments with their defaults, as Parse reads them
	About string
}

// Operations lists all operations.
func Operations() (all []Operation) {
	for _, op := range operations() {
		step, _ := parseStep(op.name) // every name of the table is found
		all = append(all, Operation{Usage: step.String(), About: op.about})
	}
	return all
}
