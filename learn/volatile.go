package learn

import (
	"regexp"
	"strconv"
)

// random matches numbers that only defeat caches.
var random = regexp.MustCompile(`^0\.\d{6,}$`)

// volatile explains time stamps, by the time of the request, and random numbers.
func (l *learner) volatile(c *class, s slot, table [][]string) (value, bool) {
	if s.In != inQuery {
		return value{}, false
	}
	unit := int64(0)
	for i, row := range table {
		for k, text := range row {
			if random.MatchString(text) {
				if unit > 0 {
					return value{}, false
				}
				unit = -1
				continue
			}
			this := stampUnit(text, c.by[i][k])
			if this == 0 || unit != 0 && unit != this {
				return value{}, false
			}
			unit = this
		}
	}
	if unit < 0 {
		return value{From: fromRandom}, true
	}
	return value{From: fromTime, Unit: unit}, unit > 0
}

// stampUnit returns how many of its units a second has when text is the time of
// the request, 0 when it is not.
func stampUnit(text string, x *exchange) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	for _, unit := range []int64{1, 1000} {
		if d := n/unit - x.Started.Unix(); d > -stampDrift && d < stampDrift {
			return unit
		}
	}
	return 0
}

// stampDrift is how many seconds may lie between a time stamp and its request.
const stampDrift = 120
