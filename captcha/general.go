package captcha

import (
	"context"
	"fmt"
	"sync"

	"dyncrawl/captcha/net"
)

// General reads with the network that comes with the program, which it loads when
// it is first asked. Make one with NewGeneral.
type General struct{ load func() (*Model, error) }

// NewGeneral returns the general reader.
func NewGeneral() General {
	return General{sync.OnceValues(func() (*Model, error) {
		m, err := net.Pretrained()
		if err != nil {
			return nil, err
		}
		return NewNet(m), nil
	})}
}

// Solve implements Solver. Its answers are calibrated.
func (g General) Solve(ctx context.Context, c Challenge) (Answer, error) {
	m, err := g.load()
	if err != nil {
		return Answer{}, failure(fmt.Errorf("load the network: %w", err), "install dyncrawl again")
	}
	return m.Solve(ctx, c)
}
