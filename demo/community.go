package demo

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// How many friends a member has.
const (
	minFriends = 3
	maxFriends = 15
)

// user is a member of the community at /renren.
type user struct {
	ID       int    `json:"id"`
	Name     string `json:"name"`
	Gender   string `json:"gender"`
	City     string `json:"city"`
	Birthday string `json:"birthday"` // 1990-05-14

	friends  []*user
	timeline *timeline
}

// community is what /renren knows: members, friendships, and what is posted as
// virtual time passes.
type community struct {
	users []*user // the practice account's own first
	byID  map[int]*user
	clock clock

	mu sync.Mutex // guards the timelines
}

func newCommunity(c Config) *community {
	w := scribe{c.rand("renren/users")}
	com := &community{byID: map[int]*user{}, clock: newClock(c)}
	id := 240000
	for range c.Users {
		id += 1 + w.IntN(97)
		u := newUser(w, id)
		com.users = append(com.users, u)
		com.byID[id] = u
	}
	befriend(com.users, scribe{c.rand("renren/friends")})
	com.openTimelines(c, w.Perm(c.Users))
	return com
}

func newUser(w scribe, id int) *user {
	born := time.Date(1980+w.IntN(25), 1, 1+w.IntN(365), 0, 0, 0, 0, time.UTC)
	return &user{
		ID:       id,
		Name:     w.nickname(),
		Gender:   w.pick("男,女"),
		City:     w.pick("北京,上海,广州,成都,西安,武汉,哈尔滨,昆明,青岛,厦门"),
		Birthday: born.Format(time.DateOnly),
	}
}

// openTimelines gives each member a rate of posting. The expected numbers follow
// a power law over the members' ranks: most post little, a few fill every page.
func (c *community) openTimelines(config Config, ranks []int) {
	for i, u := range c.users {
		quantile := (float64(ranks[i]) + 0.5) / float64(len(c.users))
		expected := 6 * math.Pow(quantile, -0.8)
		u.timeline = newTimeline(scribe{config.rand(fmt.Sprintf("renren/timeline/%d", i))}, expected)
	}
}

// befriend makes friendships: first a tree, so that all members can be reached
// from the first, then more until each has as many as it wants.
func befriend(users []*user, w scribe) {
	for i, u := range users[1:] {
		other := users[w.IntN(i+1)]
		for len(other.friends) == maxFriends {
			other = users[w.IntN(i+1)]
		}
		link(u, other)
	}
	for _, u := range users {
		wanted := minFriends + w.IntN(6)
		for try := 0; len(u.friends) < wanted && try < 300; try++ {
			other := users[w.IntN(len(users))]
			if other != u && len(other.friends) < maxFriends && !slices.Contains(u.friends, other) {
				link(u, other)
			}
		}
	}
}

func link(a, b *user) {
	a.friends = append(a.friends, b)
	b.friends = append(b.friends, a)
}

// statuses returns what the pages of u show at the moment, newest first.
func (c *community) statuses(u *user) []status {
	now := c.clock.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	return u.timeline.visible(u, now)
}

// comments returns the comments on a status of u, oldest first, or false when u
// has no such status.
func (c *community) comments(u *user, statusID int) ([]comment, bool) {
	for _, s := range c.statuses(u) {
		if s.ID == statusID {
			return s.comments, true
		}
	}
	return nil, false
}

// friendship says that the page of User lists Friend.
type friendship struct {
	User   int `json:"user"`
	Friend int `json:"friend"`
}

// communityTruth is everything that a complete crawl of /renren finds.
type communityTruth struct {
	Users    []*user      `json:"users"`
	Statuses []status     `json:"statuses"`
	Comments []comment    `json:"comments"`
	Friends  []friendship `json:"friends"` // each friendship from both sides
}

func (c *community) truth() communityTruth {
	t := communityTruth{Users: c.users}
	for _, u := range c.users {
		for _, s := range c.statuses(u) {
			t.Statuses = append(t.Statuses, s)
			t.Comments = append(t.Comments, s.comments...)
		}
		for _, f := range u.friends {
			t.Friends = append(t.Friends, friendship{u.ID, f.ID})
		}
	}
	return t
}
