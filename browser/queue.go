package browser

import (
	"sync"

	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
)

// queue is a channel without a limit: pushing never blocks the reader.
type queue struct {
	out  chan jsonv2.Value
	wake chan struct{}
	done chan struct{}
	once sync.Once

	mu    sync.Mutex
	items []jsonv2.Value
}

func newQueue() *queue {
	q := &queue{
		out:  make(chan jsonv2.Value),
		wake: make(chan struct{}, 1),
		done: make(chan struct{}),
	}
	go q.pump()
	return q
}

func (q *queue) push(v jsonv2.Value) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// stop closes the channel and drops what nobody took.
func (q *queue) stop() { q.once.Do(func() { close(q.done) }) }

func (q *queue) pump() {
	defer close(q.out)
	for {
		select {
		case <-q.wake:
		case <-q.done:
			return
		}
		for _, v := range q.take() {
			select {
			case q.out <- v:
			case <-q.done:
				return
			}
		}
	}
}

func (q *queue) take() []jsonv2.Value {
	q.mu.Lock()
	defer q.mu.Unlock()
	items := q.items
	q.items = nil
	return items
}
