package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"dyncrawl"
)

// Exploration is what was found by acting on a page.
type Exploration struct {
	Events, Returns, Refused, Usual int
	Limits                          []string // what ended it early
	States                          []PageState
	Transitions                     []Transition
}

// PageState is one thing that a page can show.
type PageState struct {
	Hash    string
	URL     string // in the address bar
	Title   string
	Depth   int // gestures from the first state
	HTML    string
	Picture []byte // JPEG; nil: none was taken
}

// Transition leads from one state to another; both are places in States.
type Transition struct {
	From, To int
	Label    string
	Gestures []byte // JSON
	Assumed  bool   // not tried here, but from other states
}

// SaveExploration stores what was found on a page that SavePage has just stored,
// in place of what was found earlier.
func (t *Tx) SaveExploration(ctx context.Context, pageID int64, e Exploration) error {
	limits, err := json.Marshal(append([]string{}, e.Limits...))
	if err == nil {
		_, err = t.Exec(ctx, `INSERT INTO explorations (page_id, events, returns, refused, usual, limits) VALUES ($1, $2, $3, $4, $5, $6)`,
			pageID, e.Events, e.Returns, e.Refused, e.Usual, string(limits))
	}
	for i := 0; i < len(e.States) && err == nil; i++ {
		s := &e.States[i]
		_, err = t.Exec(ctx, `INSERT INTO states (page_id, number, hash, url, title, depth, html, picture) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			pageID, i, s.Hash, clean(s.URL), clean(s.Title), s.Depth, blob(t.codec.pack([]byte(s.HTML))), s.Picture)
	}
	for i := 0; i < len(e.Transitions) && err == nil; i++ {
		x := &e.Transitions[i]
		assumed := 0
		if x.Assumed {
			assumed = 1
		}
		_, err = t.Exec(ctx, `INSERT INTO transitions (page_id, ordinal, origin, target, label, gestures, assumed) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			pageID, i, x.From, x.To, clean(x.Label), string(x.Gestures), assumed)
	}
	if err != nil {
		return fmt.Errorf("save exploration of page %d: %w", pageID, err)
	}
	return nil
}

// clearExploration forgets what was found on a page.
func (t *Tx) clearExploration(ctx context.Context, pageID int64) error {
	for _, table := range []string{"transitions", "states", "explorations"} {
		if _, err := t.Exec(ctx, `DELETE FROM `+table+` WHERE page_id = $1`, pageID); err != nil {
			return err
		}
	}
	return nil
}

// Exploration returns what was found by acting on the page of the URL, given as
// the frontier normalised it; ErrNotFound when it was not explored.
func (s *Store) Exploration(ctx context.Context, url string) (e *Exploration, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		e, err = tx.exploration(ctx, url)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read exploration of %s: %w", url, err)
	}
	return e, nil
}

func (t *Tx) exploration(ctx context.Context, url string) (*Exploration, error) {
	e := &Exploration{}
	var id int64
	var limits string
	err := t.QueryRow(ctx, `SELECT x.page_id, x.events, x.returns, x.refused, x.usual, x.limits FROM explorations x
			JOIN pages p ON p.id = x.page_id JOIN urls u ON u.id = p.url_id WHERE u.url = $1 ORDER BY u.id LIMIT 1`, url).
		Scan(&id, &e.Events, &e.Returns, &e.Refused, &e.Usual, &limits)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(limits), &e.Limits); err != nil {
		return nil, err
	}
	err = t.each(ctx, func(rows *sql.Rows) error {
		var s PageState
		var html []byte
		if err := rows.Scan(&s.Hash, &s.URL, &s.Title, &s.Depth, &html, &s.Picture); err != nil {
			return err
		}
		html, err := t.codec.unpack(html)
		s.HTML = string(html)
		e.States = append(e.States, s)
		return err
	}, `SELECT hash, url, title, depth, html, picture FROM states WHERE page_id = $1 ORDER BY number`, id)
	if err != nil {
		return nil, err
	}
	return e, t.each(ctx, func(rows *sql.Rows) error {
		var x Transition
		err := rows.Scan(&x.From, &x.To, &x.Label, &x.Gestures, &x.Assumed)
		e.Transitions = append(e.Transitions, x)
		return err
	}, `SELECT origin, target, label, gestures, assumed FROM transitions WHERE page_id = $1 ORDER BY ordinal`, id)
}

// EachLink calls fn for every link of every page.
func (s *Store) EachLink(ctx context.Context, fn func(l dyncrawl.Link)) error {
	err := s.View(ctx, func(tx *Tx) error {
		return tx.each(ctx, func(rows *sql.Rows) error {
			var l dyncrawl.Link
			err := rows.Scan(&l.URL, &l.Source, &l.Text)
			fn(l)
			return err
		}, `SELECT url, source, text FROM links ORDER BY id`)
	})
	if err != nil {
		return fmt.Errorf("read links: %w", err)
	}
	return nil
}
