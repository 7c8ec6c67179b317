package demo

import (
	"time"
)

const (
	history      = 90 * 24 * time.Hour // how long before the epoch members began to post
	statusesPage = 20
	statusPages  = 9
)

// status is what a member posted.
type status struct {
	ID           int       `json:"id"`
	User         int       `json:"user"`
	Text         string    `json:"text"`
	Time         time.Time `json:"time"`
	CommentCount int       `json:"comment_count"`

	comments []comment // oldest first
}

// comment is what a friend answered to a status.
type comment struct {
	ID         int       `json:"id"`
	Status     int       `json:"status"`
	Author     int       `json:"author"`
	AuthorName string    `json:"author_name"`
	Text       string    `json:"text"`
	Time       time.Time `json:"time"`
}

// timeline is a Poisson process of statuses. It grows as it is looked at; what
// it holds at a time does not depend on when it was looked at before.
type timeline struct {
	scribe
	gap      time.Duration // mean time between two statuses
	next     time.Time     // of the first status that is not yet written
	statuses []status      // oldest first
}

// newTimeline returns a timeline on which expected statuses fall, in the mean,
// between the begin of history and the epoch.
func newTimeline(w scribe, expected float64) *timeline {
	t := &timeline{scribe: w, gap: time.Duration(float64(history) / expected)}
	t.next = epoch().Add(-history).Add(t.pause(t.gap))
	return t
}

// pause draws from the exponential distribution with that mean.
func (t *timeline) pause(mean time.Duration) time.Duration {
	return time.Duration(t.ExpFloat64() * float64(mean))
}

// visible returns the newest statuses of owner that fit on the pages, newest
// first, with the comments that were made until now.
func (t *timeline) visible(owner *user, now time.Time) []status {
	for ; !t.next.After(now); t.next = t.next.Add(t.pause(t.gap)) {
		t.statuses = append(t.statuses, t.post(owner))
	}
	var shown []status
	for i := len(t.statuses) - 1; i >= 0 && len(shown) < statusesPage*statusPages; i-- {
		shown = append(shown, t.statuses[i].at(now))
	}
	return shown
}

// post writes the next status, and what friends will answer to it.
func (t *timeline) post(owner *user) status {
	s := status{
		ID:   owner.ID*10000 + len(t.statuses) + 1,
		User: owner.ID,
		Text: t.remark(),
		Time: t.next.Truncate(time.Second),
	}
	if t.IntN(4) > 0 {
		return s
	}
	when := s.Time
	for i := range 1 + t.IntN(4) {
		when = when.Add(t.pause(time.Hour)).Truncate(time.Second)
		author := owner.friends[t.IntN(len(owner.friends))]
		s.comments = append(s.comments, comment{
			ID:         s.ID*10 + i,
			Status:     s.ID,
			Author:     author.ID,
			AuthorName: author.Name,
			Text:       t.remark(),
			Time:       when,
		})
	}
	return s
}

// at returns the status as it stood at a time: without the comments of later.
func (s status) at(now time.Time) status {
	n := 0
	for n < len(s.comments) && !s.comments[n].Time.After(now) {
		n++
	}
	s.comments = s.comments[:n:n]
	s.CommentCount = n
	return s
}
