package net

import "math"

// calibration turns the network's probability of a text into the share of such
// readings that are right: the logarithm of its odds is stretched and shifted (Platt,
// 1999).
type calibration struct {
	Slope float64 `json:"slope"` // zero means 1
	Shift float64 `json:"shift"`
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

// pull is the weight of the belief that the network's own probabilities are right,
// in readings.
const pull = 2

// fitCalibration finds slope and shift by Newton's method on the log likelihood of
// readings without calibration. Its targets are drawn towards the middle as Platt's
// are.
func fitCalibration(readings []Judged) calibration {
	rights := 0.0
	for _, j := range readings {
		if j.Right() {
			rights++
		}
	}
	yes, no := (rights+1)/(rights+2), 1/(float64(len(readings))-rights+2)
	c := calibration{Slope: 1}
	for range 50 {
		if c.improve(readings, yes, no) < 1e-9 {
			break
		}
	}
	return c
}

// improve does one step of Newton's method and returns its size.
func (c *calibration) improve(readings []Judged, yes, no float64) float64 {
	slope, shift := pull*(c.Slope-1), pull*c.Shift/4 // gradient
	aa, ab, bb := float64(pull), 0.0, float64(pull)/4
	for _, j := range readings {
		x, target := odds(j.Confidence), no
		if j.Right() {
			target = yes
		}
		q := c.apply(j.Confidence)
		slope += (q - target) * x
		shift += q - target
		w := q * (1 - q)
		aa, ab, bb = aa+w*x*x, ab+w*x, bb+w
	}
	det := aa*bb - ab*ab
	da, db := (bb*slope-ab*shift)/det, (aa*shift-ab*slope)/det
	c.Slope, c.Shift = max(c.Slope-da, 0.05), c.Shift-db
	return math.Abs(da) + math.Abs(db)
}
