package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// SetDoubt notes that nothing has shown yet that the login of the account held when
// the URL's page was complete. DropPage takes it back, and so does ClearDoubts.
func (t *Tx) SetDoubt(ctx context.Context, urlID int64, account string, complete time.Time) error {
	_, err := t.Exec(ctx, `INSERT INTO doubts (url_id, account, at) VALUES ($1, $2, $3)
		ON CONFLICT (url_id) DO UPDATE SET account = excluded.account, at = excluded.at`, urlID, clean(account), complete.UnixMilli())
	if err != nil {
		return fmt.Errorf("note URL %d as doubtful: %w", urlID, err)
	}
	return nil
}

// ClearDoubts takes the account's pages out of doubt that were complete before its
// login was seen to hold.
func (t *Tx) ClearDoubts(ctx context.Context, account string, held time.Time) error {
	if _, err := t.Exec(ctx, `DELETE FROM doubts WHERE account = $1 AND at < $2`, clean(account), held.UnixMilli()); err != nil {
		return fmt.Errorf("confirm doubtful pages: %w", err)
	}
	return nil
}

// Doubts returns the ids of the URLs whose pages are in doubt.
func (t *Tx) Doubts(ctx context.Context) (urlIDs []int64, err error) {
	err = t.each(ctx, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		urlIDs = append(urlIDs, id)
		return err
	}, `SELECT url_id FROM doubts ORDER BY url_id`)
	if err != nil {
		return nil, fmt.Errorf("read doubtful pages: %w", err)
	}
	return urlIDs, nil
}
