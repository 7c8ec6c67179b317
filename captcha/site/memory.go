package site

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"dyncrawl/captcha"
	"dyncrawl/store"
)

// memory is what is known of a site. The reader's mutex guards it.
type memory struct {
	own     *own
	seen    []float64                     // probabilities of the answers to its pictures
	judged  []captcha.Judged              // what the site said to the confidences of the present readers
	open    map[[sha256.Size]byte]float64 // confidence of answers that were sent and not judged yet
	labels  int                           // accepted answers
	trained int                           // labels at the last training
	busy    bool                          // a training is under way
}

// own is a site's own model.
type own struct {
	model *captcha.Model
	notes notes
}

// notes is what the store keeps beside a model.
type notes struct {
	Labels      int                 `json:"labels"` // that it was made from, held-back ones too
	Score       float64             `json:"score"`  // on the held-back ones
	Calibration captcha.Calibration `json:"calibration"`
}

// byPerson is the name of the solver that asks a person.
const byPerson = "ask"

// maxSeen is how many of the last answers describe a site.
const maxSeen = 300

// recall returns what is known of a site, from the store when it is first asked.
func (r *Reader) recall(ctx context.Context, site string) (*memory, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m, ok := r.sites[site]; ok {
		return m, nil
	}
	m := &memory{open: map[[sha256.Size]byte]float64{}}
	made, ok, err := r.cfg.Store.CaptchaModel(ctx, site)
	if err != nil {
		return nil, err
	}
	if ok {
		if m.own, err = loadOwn(made); err != nil {
			r.cfg.Log.Warn("captcha model not used", "site", site, "error", err)
		}
	}
	pictures, err := r.cfg.Store.Captchas(ctx, site)
	if err != nil {
		return nil, err
	}
	for _, p := range pictures {
		sameReader := (p.Solver == byPerson) == r.cfg.Typed
		m.remember(p, sameReader && (m.own == nil || p.At.After(made.Made)))
	}
	if m.own != nil {
		m.trained = m.own.notes.Labels
	}
	if cal := captcha.Calibrate(m.judged); cal.Known() {
		for i, confidence := range m.seen {
			m.seen[i] = cal.Probability(confidence)
		}
	}
	r.sites[site] = m
	return m, nil
}

func loadOwn(made store.CaptchaModel) (*own, error) {
	o := &own{}
	if err := json.Unmarshal(made.Notes, &o.notes); err != nil {
		return nil, fmt.Errorf("read notes of captcha model: %w", err)
	}
	var err error
	o.model, err = captcha.LoadModel(made.Model)
	if err != nil {
		return nil, err
	}
	return o, nil
}

// remember takes in a picture of the store; fresh says that the present readers
// answered it.
func (m *memory) remember(p store.Captcha, fresh bool) {
	right := p.Outcome == store.CaptchaAccepted
	if right {
		m.labels++
	}
	if fresh && p.Text != "" {
		m.seen = lastOf(append(m.seen, p.Confidence))
	}
	if fresh && (right || p.Outcome == store.CaptchaRejected) {
		m.judged = append(m.judged, captcha.Judged{Confidence: p.Confidence, Right: right})
	}
}

func lastOf(seen []float64) []float64 { return seen[max(0, len(seen)-maxSeen):] }

// ownOf returns the site's own model as a member; nil when there is none, or a
// person reads.
func (r *Reader) ownOf(m *memory) *captcha.Member {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m.own == nil || r.cfg.Typed {
		return nil
	}
	return &captcha.Member{Solver: m.own.model, Calibration: m.own.notes.Calibration}
}

// weigh holds the answer's confidence against what the site said to earlier ones
// and returns the probability from which on it is worth sending.
func (r *Reader) weigh(m *memory, cost float64, a *captcha.Answer) (least float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cal := captcha.Calibrate(m.judged); cal.Known() {
		a.Confidence, a.Calibrated = cal.Probability(a.Confidence), true
	}
	m.seen = lastOf(append(m.seen, a.Confidence))
	return captcha.Threshold(cost, m.seen)
}

// sent notes the confidence of an answer until the site has judged it.
func (r *Reader) sent(m *memory, picture []byte, confidence float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.open[sha256.Sum256(picture)] = confidence
}

// note takes in what the site said and reports whether there are enough new labels
// to train on.
func (r *Reader) note(m *memory, picture []byte, v captcha.Verdict) (ripe bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	sum := sha256.Sum256(picture)
	if confidence, ok := m.open[sum]; ok {
		m.judged = append(m.judged, captcha.Judged{Confidence: confidence, Right: v == captcha.Accepted})
		delete(m.open, sum)
	}
	if v == captcha.Accepted {
		m.labels++
	}
	if m.busy || len(r.cfg.Train) == 0 || m.labels < firstTraining || float64(m.labels) < growth*float64(m.trained) {
		return false
	}
	m.busy, m.trained = true, m.labels
	return true
}
