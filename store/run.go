package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"dyncrawl"
)

// Run is one invocation of the crawler on the store.
type Run struct {
	ID       int64
	Flow     string // name of the flow
	FlowHash string
	Started  time.Time
	Ended    time.Time // zero while it runs, and for ever if it was killed
	Outcome  string    // empty until it has ended
}

// StartRun notes the start of an invocation and returns its id.
func (t *Tx) StartRun(ctx context.Context, flow, hash string) (id int64, err error) {
	err = t.QueryRow(ctx, `INSERT INTO runs (flow, flow_hash, started) VALUES ($1, $2, $3) RETURNING id`,
		clean(flow), hash, time.Now().UnixMilli()).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("start run: %w", err)
	}
	return id, nil
}

// EndRun notes how the invocation ended, e.g. "finished" or "interrupted".
func (t *Tx) EndRun(ctx context.Context, id int64, outcome string) error {
	_, err := t.Exec(ctx, `UPDATE runs SET ended = $1, outcome = $2 WHERE id = $3`,
		time.Now().UnixMilli(), outcome, id)
	if err != nil {
		return fmt.Errorf("end run %d: %w", id, err)
	}
	return nil
}

// Runs returns all invocations, the first one first.
func (s *Store) Runs(ctx context.Context) (runs []Run, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		return tx.each(ctx, func(rows *sql.Rows) error {
			var r Run
			var started int64
			var ended sql.NullInt64
			err := rows.Scan(&r.ID, &r.Flow, &r.FlowHash, &started, &ended, &r.Outcome)
			r.Started = time.UnixMilli(started)
			if ended.Valid {
				r.Ended = time.UnixMilli(ended.Int64)
			}
			runs = append(runs, r)
			return err
		}, `SELECT id, flow, flow_hash, started, ended, outcome FROM runs ORDER BY id`)
	})
	return runs, err
}

// Outcome says how one attempt at a URL ended.
type Outcome string

// The outcomes of an attempt.
const (
	Done    Outcome = "done"    // the page is stored
	Partial Outcome = "partial" // the page is stored as far as it came
	Failed  Outcome = "error"   // nothing is stored; Class says why
	Skipped Outcome = "skip"    // nothing is wanted; Class says why
)

// Attempt is one visit of a URL.
type Attempt struct {
	URLID   int64
	RunID   int64
	Number  int // 1 for the first attempt
	Started time.Time
	Ended   time.Time
	Outcome Outcome
	Class   dyncrawl.Class // empty when done
	Status  int            // HTTP status; 0 when no answer came
	Error   string         // message for people; no secrets
	Bytes   int64          // of the page as stored, before compression
}

// AddAttempt keeps the record of a visit.
func (t *Tx) AddAttempt(ctx context.Context, a Attempt) error {
	_, err := t.Exec(ctx, `INSERT INTO attempts (url_id, run_id, number, started, ended, ms, outcome, class, status, error, bytes)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		a.URLID, a.RunID, a.Number, a.Started.UnixMilli(), a.Ended.UnixMilli(), a.Ended.Sub(a.Started).Milliseconds(),
		string(a.Outcome), string(a.Class), a.Status, clean(a.Error), a.Bytes)
	if err != nil {
		return fmt.Errorf("keep attempt %d at URL %d: %w", a.Number, a.URLID, err)
	}
	return nil
}
