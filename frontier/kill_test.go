package frontier_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// stubStore names the store on which the test binary crawls instead of testing.
const stubStore = "DYNCRAWL_STUB_STORE"

const (
	stubPages   = 300
	stubWorkers = 4
	stubKills   = 30
)

// The synthetic site: page n links to 7n+1 … 7n+9 (mod stubPages), carries one
// item with the key n%100, so that three pages share each, and one without key.
var stubItems = []dyncrawl.ItemType{
	{Name: "keyed", Key: []string{"k"}, Fields: []dyncrawl.Field{{Name: "k", Kind: dyncrawl.Int}, {Name: "v", Kind: dyncrawl.Text}}},
	{Name: "placed", Fields: []dyncrawl.Field{{Name: "page", Kind: dyncrawl.Int}}},
}

func stubURL(n int) string { return fmt.Sprintf("http://site%d/%d", n%3, n) }

func stubLinks(n int) (reqs []dyncrawl.Request) {
	for i := 1; i <= 9; i++ {
		reqs = append(reqs, dyncrawl.Request{URL: stubURL((7*n + i) % stubPages), Depth: 1, Referrer: stubURL(n)})
	}
	return reqs
}

// gate lets a visit end and hears that it is stored.
type gate interface {
	enter() error
	leave() error
}

// ungated lets everything pass.
type ungated struct{}

func (ungated) enter() error { return nil }
func (ungated) leave() error { return nil }

// gated waits for a byte of its parent and answers with one.
type gated struct{}

func (gated) enter() error {
	_, err := os.Stdin.Read(make([]byte, 1))
	return err
}

func (gated) leave() error {
	_, err := os.Stdout.Write([]byte{'.'})
	return err
}

// stubCrawl is the life of one process: it goes on where the last one was killed.
func stubCrawl(path string) int {
	if err := stubRun(context.Background(), path, gated{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func stubRun(ctx context.Context, path string, g gate) error {
	s, err := store.Open(ctx, store.Config{Path: path})
	if err != nil {
		return err
	}
	defer s.Close()
	f, err := frontier.Open(ctx, s, frontier.Config{IgnoreRobots: true, Delay: -1, PerHost: stubWorkers})
	if err != nil {
		return err
	}
	var run int64
	err = s.Update(ctx, func(tx *store.Tx) (err error) {
		if run, err = tx.StartRun(ctx, "stub", ""); err != nil {
			return err
		}
		if err = tx.DefineItems(ctx, stubItems); err != nil {
			return err
		}
		_, err = f.Add(ctx, tx, []dyncrawl.Request{{URL: stubURL(0)}})
		return err
	})
	if err != nil {
		return err
	}
	return stubWork(ctx, s, f, run, g)
}

func stubWork(ctx context.Context, s *store.Store, f *frontier.Frontier, run int64, g gate) error {
	var wg sync.WaitGroup
	errs := make([]error, stubWorkers)
	for w := range errs {
		wg.Go(func() {
			for errs[w] == nil {
				errs[w] = stubVisit(ctx, s, f, run, g)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if !errors.Is(err, frontier.ErrDrained) {
			return err
		}
	}
	return nil
}

func stubVisit(ctx context.Context, s *store.Store, f *frontier.Frontier, run int64, g gate) error {
	l, err := f.Next(ctx)
	if err != nil {
		return err
	}
	if err := g.enter(); err != nil {
		return err
	}
	err = s.Update(ctx, func(tx *store.Tx) error { return stubStorePage(ctx, tx, f, l, run) })
	if err != nil {
		return err
	}
	return g.leave()
}

func stubStorePage(ctx context.Context, tx *store.Tx, f *frontier.Frontier, l *frontier.Lease, run int64) error {
	var n int
	if _, err := fmt.Sscanf(l.Request.URL[len("http://site0/"):], "%d", &n); err != nil {
		return err
	}
	page, err := tx.SavePage(ctx, l.ID, &dyncrawl.Page{HTML: fmt.Sprint("page ", n)}, store.Way{})
	if err != nil {
		return err
	}
	items := []dyncrawl.Item{
		{Type: "keyed", Fields: map[string]any{"k": int64(n % 100), "v": fmt.Sprint("v", n%100)}},
		{Type: "placed", Fields: map[string]any{"page": int64(n)}},
	}
	if err := tx.SaveItems(ctx, l.ID, page, items); err != nil {
		return err
	}
	if _, err := f.Add(ctx, tx, stubLinks(n)); err != nil {
		return err
	}
	if err := tx.AddAttempt(ctx, store.Attempt{URLID: l.ID, RunID: run, Number: l.Attempt, Outcome: store.Done}); err != nil {
		return err
	}
	return f.Done(ctx, tx, l)
}

// killStub starts a crawl, lets it store a few pages at most, and kills it:
// some after a number of pages, some at any moment of their start.
func killStub(t *testing.T, path string, random *rand.Rand, atLeast int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), stubStore+"="+path)
	cmd.Stderr = os.Stderr
	gate, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stored, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	allowed := max(atLeast, 1+random.IntN(8))
	if _, err := gate.Write(make([]byte, allowed)); err != nil {
		t.Fatal(err)
	}
	if awaited := max(atLeast, random.IntN(allowed+1)); awaited > 0 {
		if _, err := io.ReadFull(stored, make([]byte, awaited)); err != nil {
			t.Error("the crawl ended before it was killed:", err)
		}
		time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond)
	} else {
		time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	cmd.Wait() // reports the kill
}

func TestKilledCrawlLosesAndDoublesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	random := rand.New(rand.NewPCG(1, 2))
	for kill := range stubKills {
		killStub(t, path, random, max(0, 1-kill))
		checkWhole(t, path)
		if t.Failed() {
			t.Fatalf("after kill %d", kill+1)
		}
	}
	if err := stubRun(t.Context(), path, ungated{}); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, path)
	checkComplete(t, path)
}

// checkWhole opens the store as the next process does and looks for halves.
func checkWhole(t *testing.T, path string) {
	t.Helper()
	q := open(t, path, frontier.Config{IgnoreRobots: true, Delay: -1})
	defer q.store.Close()
	if err := q.store.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	if q.stats().Leased != 0 {
		t.Error("leases of a dead process are left")
	}
	if q.number(`SELECT count(*) FROM urls`) == 0 {
		return // killed before the first start
	}
	for what, query := range map[string]string{
		"done without its page, attempt and item": `SELECT count(*) FROM urls u WHERE state = 'done' AND
			((SELECT count(*) FROM pages WHERE url_id = u.id) <> 1 OR (SELECT count(*) FROM item_placed WHERE _url_id = u.id) <> 1 OR
			(SELECT count(*) FROM attempts WHERE url_id = u.id AND outcome = 'done') <> 1)`,
		"stored, but not done": `SELECT count(*) FROM pages WHERE url_id NOT IN (SELECT id FROM urls WHERE state = 'done')`,
		"key twice":            `SELECT count(*) - count(DISTINCT key) FROM urls`,
	} {
		if n := q.number(query); n != 0 {
			t.Errorf("%d URLs: %s", n, what)
		}
	}
}

func checkComplete(t *testing.T, path string) {
	t.Helper()
	q := open(t, path, frontier.Config{IgnoreRobots: true})
	defer q.store.Close()
	if got := q.stats(); got != (frontier.Stats{Done: stubPages}) {
		t.Errorf("stats %+v", got)
	}
	if n := q.number(`SELECT count(DISTINCT page) FROM item_placed`); n != stubPages {
		t.Errorf("items of %d pages", n)
	}
	if n := q.number(`SELECT count(*) FROM item_placed`); n != stubPages {
		t.Errorf("%d items without key", n)
	}
	if n := q.number(`SELECT count(*) FROM item_keyed WHERE k BETWEEN 0 AND 99 AND v = 'v' || k`); n != 100 {
		t.Errorf("%d keyed items are right", n)
	}
	if n := q.number(`SELECT count(*) FROM item_keyed`); n != 100 {
		t.Errorf("%d keyed items", n)
	}
}
