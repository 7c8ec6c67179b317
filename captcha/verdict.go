package captcha

import "context"

// Verdict is what a site said to an answer.
type Verdict string

// The verdicts.
const (
	Accepted Verdict = "accepted"
	Rejected Verdict = "rejected"
	Unknown  Verdict = "unknown" // the site said nothing about the captcha, perhaps as the password was wrong
)

// Judge is a solver that learns from what became of its answers.
type Judge interface {
	Solver
	Judge(ctx context.Context, c Challenge, a Answer, v Verdict) error
}

// Tell tells a solver what became of its answer, if it wants to know.
func Tell(ctx context.Context, s Solver, c Challenge, a Answer, v Verdict) error {
	if judge, ok := s.(Judge); ok {
		return judge.Judge(ctx, c, a, v)
	}
	return nil
}
