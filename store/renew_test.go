package store_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dyncrawl/store"
)

func TestRenewKeepsWhatCaptchasTaught(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	s := open(t, path)
	addURL(t, s, "http://h/1", "queued", "")
	update(t, s, func(tx *store.Tx) error {
		if _, err := tx.SendCaptcha(t.Context(), store.Captcha{Site: "h", Picture: []byte("one"), Text: "7k2", Solver: "net", At: time.UnixMilli(5)}); err != nil {
			return err
		}
		if err := tx.JudgeCaptcha(t.Context(), "h", []byte("one"), store.CaptchaAccepted); err != nil {
			return err
		}
		return tx.SaveCaptchaModel(t.Context(), store.CaptchaModel{Site: "h", Model: []byte("weights"), Notes: []byte(`{}`), Made: time.UnixMilli(6)})
	})
	if err := os.WriteFile(path+".new", []byte("of a run that was killed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := count(t, s, `SELECT count(*) FROM urls`); n != 0 {
		t.Errorf("%d URLs are left", n)
	}
	all, err := s.Captchas(t.Context(), "h")
	if err != nil || len(all) != 1 || string(all[0].Picture) != "one" || all[0].Text != "7k2" || all[0].Outcome != store.CaptchaAccepted {
		t.Errorf("captchas %+v, %v", all, err)
	}
	m, ok, err := s.CaptchaModel(t.Context(), "h")
	if err != nil || !ok || string(m.Model) != "weights" {
		t.Errorf("model %+v, %t, %v", m, ok, err)
	}
	if _, err := store.Open(t.Context(), store.Config{Path: path}); err == nil {
		t.Error("a second writer came in: the lock was lost")
	}
	addURL(t, s, "http://h/2", "queued", "")
	if _, err := os.Stat(path + ".new"); !os.IsNotExist(err) {
		t.Errorf("the new file lies beside the store still: %v", err)
	}
}
