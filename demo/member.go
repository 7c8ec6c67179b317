package demo

import (
	"fmt"
	"slices"
	"strings"
)

// member is one who asks and answers questions.
type member struct {
	Slug      string `json:"slug"`
	Name      string `json:"name"`
	Headline  string `json:"headline"`
	Gender    string `json:"gender"` // male, female or empty
	Location  string `json:"location"`
	Answers   int    `json:"answer_count"`
	Followers int    `json:"follower_count"`
	Following int    `json:"following_count"`

	followers, following []*member
}

func newMember(w scribe, i int) *member {
	slug := strings.ToLower(w.pick(adjectivesEN) + "-" + w.pick(nounsEN))
	return &member{
		Slug:     fmt.Sprintf("%s-%d", slug, 10+i),
		Name:     w.nickname(),
		Headline: w.sentenceZH(),
		Gender:   w.pick("male,female,"),
		Location: w.pick("北京,上海,广州,成都,西安,武汉"),
		Answers:  w.IntN(400),
	}
}

// follow lets members follow each other. All can be reached from the first both
// by followers and by those followed; early members have the most followers.
func follow(members []*member, w scribe) {
	for i, m := range members[1:] {
		earlier := members[w.IntN(i+1)]
		earlier.gain(m)
		m.gain(earlier)
	}
	for _, m := range members {
		for range w.IntN(45) {
			m.follow(members[w.IntN(1+w.IntN(len(members)))])
		}
	}
}

// follow makes m a follower of other, unless it is one or is the same.
func (m *member) follow(other *member) {
	if m != other && !slices.Contains(m.following, other) {
		other.gain(m)
	}
}

func (m *member) gain(follower *member) {
	m.followers = append(m.followers, follower)
	m.Followers++
	follower.following = append(follower.following, m)
	follower.Following++
}

// entity is a member in the words of the site's JSON.
func (m *member) entity() map[string]any {
	return map[string]any{
		"urlToken":       m.Slug,
		"name":           m.Name,
		"headline":       m.Headline,
		"gender":         m.Gender,
		"location":       m.Location,
		"answerCount":    m.Answers,
		"followerCount":  m.Followers,
		"followingCount": m.Following,
	}
}
