package net

import "math"

// calibration turns the network's probabilities into the share of readings that
// are right: the scores are divided by a temperature (Guo et al., 2017), and the
// logarithm of the odds of the whole text is stretched and shifted (Platt, 1999).
type calibration struct {
	Temperature float64 `json:"temperature"` // zero means 1
	Slope       float64 `json:"slope"`       // zero means 1
	Shift       float64 `json:"shift"`
}

func (c calibration) temperature() float64 {
	if c.Temperature == 0 {
		return 1
	}
	return c.Temperature
}

// apply maps the probability of a text to the confidence that is given.
func (c calibration) apply(p float64) float64 {
	slope := c.Slope
	if slope == 0 {
		slope = 1
	}
	return 1 / (1 + math.Exp(-(slope*odds(p) + c.Shift)))
}

// odds is the logarithm of p's odds, bounded.
func odds(p float64) float64 {
	p = min(max(p, 1e-7), 1-1e-7)
	return math.Log(p / (1 - p))
}

// outcome is a probability that was given and whether the text was right.
type outcome struct {
	p     float64
	right bool
}

// fitCalibration finds slope and shift by Newton's method on the log likelihood,
// with targets drawn towards the middle as Platt did and a pull of the slope to 1
// and the shift to 0 that fades as outcomes come in.
func fitCalibration(temperature float64, outcomes []outcome) calibration {
	c := calibration{Temperature: temperature, Slope: 1}
	rights := 0.0
	for _, o := range outcomes {
		if o.right {
			rights++
		}
	}
	n := float64(len(outcomes))
	yes, no := (rights+1)/(rights+2), 1/(n-rights+2)
	const pull = 2
	for range 50 {
		ga, gb := pull*(c.Slope-1), pull/4.0*c.Shift
		haa, hab, hbb := float64(pull), 0.0, pull/4.0
		for _, o := range outcomes {
			x, target := odds(o.p), no
			if o.right {
				target = yes
			}
			q := c.apply(o.p)
			ga += (q - target) * x
			gb += q - target
			w := q * (1 - q)
			haa, hab, hbb = haa+w*x*x, hab+w*x, hbb+w
		}
		det := haa*hbb - hab*hab
		da, db := (hbb*ga-hab*gb)/det, (haa*gb-hab*ga)/det
		c.Slope, c.Shift = max(c.Slope-da, 0.05), c.Shift-db
		if math.Abs(da)+math.Abs(db) < 1e-9 {
			break
		}
	}
	return c
}
