package browser

import "sync"

// queue is a channel without a limit: pushing never blocks the reader.
type queue[T any] struct {
	out  chan T
	wake chan struct{}
	done chan struct{}
	once sync.Once

	mu    sync.Mutex
	items []T
}

func newQueue[T any]() *queue[T] {
	q := &queue[T]{
		out:  make(chan T),
		wake: make(chan struct{}, 1),
		done: make(chan struct{}),
	}
	go q.pump()
	return q
}

func (q *queue[T]) push(v T) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// stop closes the channel and drops what nobody took.
func (q *queue[T]) stop() { q.once.Do(func() { close(q.done) }) }

func (q *queue[T]) pump() {
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

func (q *queue[T]) take() []T {
	q.mu.Lock()
	defer q.mu.Unlock()
	items := q.items
	q.items = nil
	return items
}
