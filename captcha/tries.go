package captcha

// looksPerTry is how many pictures are looked at for each answer that may be sent:
// those that cannot be read cost the site nothing.
const looksPerTry = 3

// Tries counts what is left of a captcha's patience: answers that may be sent, and
// pictures that may be looked at.
type Tries struct{ answers, looks int }

// NewTries allows so many answers.
func NewTries(answers int) Tries { return Tries{answers, answers * looksPerTry} }

// Left reports whether another picture may be looked at.
func (t *Tries) Left() bool { return t.answers > 0 && t.looks > 0 }

// Look counts a picture. Where the pictures run out before the answers do, waiting
// for a clearer one is no use any more, and the challenge is told that a wrong
// answer costs nothing.
func (t *Tries) Look(c *Challenge) {
	if t.looks <= t.answers {
		c.WrongCost = 0
	}
	t.looks--
}

// Send counts an answer and returns how many are left.
func (t *Tries) Send() int {
	t.answers--
	return t.answers
}
