package cldr

import (
	"slices"
	"testing"
)

// TestTable looks a word of each kind up in the embedded table.
func TestTable(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]Language{}
	for _, l := range table.Languages {
		known[l.Tag] = l
	}
	en, zh, de, ko := known["en"], known["zh"], known["de"], known["ko"]
	for what, ok := range map[string]bool{
		"fifteen languages":     len(known) == 15,
		"order":                 en.Order == "M/d/y" && zh.Order == "y/M/d" && de.Order == "d.M.y" && ko.Order == "y. M. d.",
		"months":                slices.Equal(en.Months[2], []string{"mar", "march"}) && len(zh.Months[2]) == 1,
		"weekdays":              slices.Contains(de.Weekdays[0], "sonntag") && slices.Contains(de.ShortDays[0], "so"),
		"named days":            zh.Days["前天"] == -2 && de.Days["übermorgen"] == 2,
		"now":                   slices.Contains(zh.Now, "现在"),
		"last week":             slices.Contains(en.Last["week"], "last week"),
		"units without frame":   slices.Contains(relative(zh, "", "前", -1)["hour"], "小时") && slices.Contains(relative(de, "vor", "", -1)["day"], "tagen"),
		"units of the future":   slices.Contains(relative(en, "in", "", 1)["minute"], "minutes"),
		"afternoon is 12 to 24": zh.Periods[1].From == 12 && zh.Periods[1].Before == 24 && slices.Contains(zh.Periods[1].Words, "下午"),
		"additions":             slices.Contains(zh.Now, "刚刚"),
		"unclear weekdays":      slices.Contains(table.Unclear, "di") && !slices.Contains(table.Unclear, "mon"),
	} {
		if !ok {
			t.Errorf("the table is wrong in: %s", what)
		}
	}
}

// relative returns the units of a way to count.
func relative(l Language, before, after string, sign int) map[string][]string {
	for _, r := range l.Relative {
		if r.Before == before && r.After == after && r.Sign == sign {
			return r.Units
		}
	}
	return nil
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Mar. 2,  2026": "mar 2, 2026", "5 P.M.": "5 pm", "2. März": "2. märz", "l’altro\u202fieri": "l'altro ieri", " \t": "",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
