package captcha

import "context"

// ByScript reads with one solver or another by the alphabet of the challenge.
type ByScript struct {
	Latin Solver // of alphabets without Chinese characters
	Han   Solver // of those with them
}

// Solve implements Solver.
func (s ByScript) Solve(ctx context.Context, c Challenge) (Answer, error) {
	if hasHan(Alphabet(c.Alphabet)) {
		return s.Han.Solve(ctx, c)
	}
	return s.Latin.Solve(ctx, c)
}
