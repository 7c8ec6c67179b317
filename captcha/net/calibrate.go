package net

// calibration turns the network's probabilities into the share of readings that
// are right.
type calibration struct {
	Temperature float64 `json:"temperature"` // scores are divided by it; zero means 1
}

func (c calibration) temperature() float64 {
	if c.Temperature == 0 {
		return 1
	}
	return c.Temperature
}
