package captcha

// vote is one reading of a picture.
type vote struct {
	text       string
	confidence float64 // from 0 to 1
}

type votes []vote

// tally is what one text got.
type tally struct {
	text   string
	count  int
	weight float64 // sum of the confidences
}

// winner returns the text with the greatest sum of confidences; of equals the
// one that was read first. Its confidence is its share of that sum times the
// mean confidence of its votes.
func (v votes) winner() (Answer, bool) {
	var best tally
	var total float64
	for _, t := range v.count() {
		total += t.weight
		if best.count == 0 || t.weight > best.weight {
			best = t
		}
	}
	if best.count == 0 {
		return Answer{}, false
	}
	if total == 0 {
		return Answer{Text: best.text}, true
	}
	mean := best.weight / float64(best.count)
	return Answer{Text: best.text, Confidence: best.weight / total * mean}, true
}

// count sums the votes by text, in the order in which the texts first appear.
func (v votes) count() (all []tally) {
	at := map[string]int{}
	for _, vote := range v {
		i, ok := at[vote.text]
		if !ok {
			i = len(all)
			at[vote.text] = i
			all = append(all, tally{text: vote.text})
		}
		all[i].count++
		all[i].weight += vote.confidence
	}
	return all
}
