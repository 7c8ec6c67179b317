package spoken

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // slim images have no zone files
)

// noon is a Monday's in Shanghai.
var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.FixedZone("", 8*3600))

// dates are texts by language with what they mean at noon, in its zone.
var dates = map[string]map[string]string{
	"zh": {
		"3小时前":             "2026-03-02 09:00:00",
		"3 小时前":            "2026-03-02 09:00:00",
		"半小时前":             "2026-03-02 11:30:00",
		"半个小时前":            "2026-03-02 11:30:00",
		"1小时5分钟前":          "2026-03-02 10:55:00",
		"两天前":              "2026-02-28 12:00:00",
		"3天前 10:05":        "2026-02-27 10:05:00",
		"10分钟以前":           "2026-03-02 11:50:00",
		"一个月前":             "2026-02-02 12:00:00",
		"30秒前":             "2026-03-02 11:59:30",
		"刚刚":               "2026-03-02 12:00:00",
		"昨天":               "2026-03-01 00:00:00",
		"昨天 12:30":         "2026-03-01 12:30:00",
		"昨天12:30":          "2026-03-01 12:30:00",
		"昨天 下午3:05":        "2026-03-01 15:05:00",
		"昨天凌晨3点":           "2026-03-01 03:00:00",
		"昨天晚上8点5分":         "2026-03-01 20:05:00",
		"前天":               "2026-02-28 00:00:00",
		"大前天":              "2026-02-27 00:00:00",
		"今天 09:10":         "2026-03-02 09:10:00",
		"周日":               "2026-03-01 00:00:00",
		"星期五 10:05":        "2026-02-27 10:05:00",
		"上周":               "2026-02-23 12:00:00",
		"3月1日 10:05":       "2026-03-01 10:05:00",
		"3月5日":             "2025-03-05 00:00:00",
		"12月31日 23:10":     "2025-12-31 23:10:00",
		"2026年3月2日 下午3:05": "2026-03-02 15:05:00",
		"2026年3月2日 星期一":    "2026-03-02 00:00:00",
		"2026年三月2日":        "2026-03-02 00:00:00",
		"2026年3月":          "2026-03-01 00:00:00",
		"12-31 23:10":      "2025-12-31 23:10:00",
		"晚上12点":            "2026-03-03 00:00:00",
		"早上9:30":           "2026-03-02 09:30:00",
		"2小时后":             "2026-03-02 14:00:00",
	},
	"zh-Hant": {
		"3 小時前":            "2026-03-02 09:00:00",
		"5分鐘前":             "2026-03-02 11:55:00",
		"剛剛":               "2026-03-02 12:00:00",
		"2 週前":             "2026-02-16 12:00:00",
		"週日 下午3:05":        "2026-03-01 15:05:00",
		"2026年3月2日 下午3點5分": "2026-03-02 15:05:00",
	},
	"en": {
		"3 hours ago":                "2026-03-02 09:00:00",
		"an hour ago":                "2026-03-02 11:00:00",
		"half an hour ago":           "2026-03-02 11:30:00",
		"1.5 hours ago":              "2026-03-02 10:30:00",
		"3 days, 2 hours ago":        "2026-02-27 10:00:00",
		"3h ago":                     "2026-03-02 09:00:00",
		"3h":                         "2026-03-02 09:00:00",
		"5 mins ago":                 "2026-03-02 11:55:00",
		"2 days ago at 10:05":        "2026-02-28 10:05:00",
		"a month ago":                "2026-02-02 12:00:00",
		"2 yrs. ago":                 "2024-03-02 12:00:00",
		"just now":                   "2026-03-02 12:00:00",
		"now":                        "2026-03-02 12:00:00",
		"last week":                  "2026-02-23 12:00:00",
		"in 2 hours":                 "2026-03-02 14:00:00",
		"Yesterday":                  "2026-03-01 00:00:00",
		"yesterday at 5 pm":          "2026-03-01 17:00:00",
		"yesterday at noon":          "2026-03-01 12:00:00",
		"the day before yesterday":   "2026-02-28 00:00:00",
		"today, 12:05 a.m.":          "2026-03-02 00:05:00",
		"12:30 PM":                   "2026-03-02 12:30:00",
		"17:30":                      "2026-03-02 17:30:00",
		"Monday":                     "2026-02-23 00:00:00",
		"Sun 10:05":                  "2026-03-01 10:05:00",
		"2 March 2026":               "2026-03-02 00:00:00",
		"March 2nd, 2026 10:00 AM":   "2026-03-02 10:00:00",
		"Mon, Mar. 2, 2026":          "2026-03-02 00:00:00",
		"2-Mar-2026":                 "2026-03-02 00:00:00",
		"Mar 12 '24":                 "2024-03-12 00:00:00",
		"2 Mar 99":                   "1999-03-02 00:00:00",
		"March 2":                    "2026-03-02 00:00:00",
		"March 3 10:05":              "2025-03-03 10:05:00",
		"Feb 29":                     "2024-02-29 00:00:00",
		"May 2024":                   "2024-05-01 00:00:00",
		"03/04/2026":                 "2026-03-04 00:00:00",
		"3/2/26, 5:05 PM":            "2026-03-02 17:05:00",
		"2026-03-02 5:05 pm":         "2026-03-02 17:05:00",
		"March 2, 2026 10:00 UTC":    "2026-03-02 18:00:00",
		"March 2, 2026 at 10:00 EST": "2026-03-02 23:00:00",
		"2 March 2026 10:05:07+0530": "2026-03-02 12:35:07",
		"2 March 2026 10:05 GMT+1":   "2026-03-02 17:05:00",
		"Mon Mar 02 2026 10:05:07 GMT+0000 (Greenwich Mean Time)": "2026-03-02 18:05:07",
	},
	"ja": {
		"3時間前":              "2026-03-02 09:00:00",
		"5分前":               "2026-03-02 11:55:00",
		"2ヶ月前":              "2026-01-02 12:00:00",
		"たった今":              "2026-03-02 12:00:00",
		"昨日 14:05":          "2026-03-01 14:05:00",
		"一昨日":               "2026-02-28 00:00:00",
		"3月2日(月) 午前11時5分":   "2026-03-02 11:05:00",
		"2026年3月2日（月）14:05": "2026-03-02 14:05:00",
		"日曜日":               "2026-03-01 00:00:00",
	},
	"ko": {
		"3시간 전":                "2026-03-02 09:00:00",
		"방금 전":                 "2026-03-02 12:00:00",
		"어제 오후 3:05":           "2026-03-01 15:05:00",
		"그저께":                  "2026-02-28 00:00:00",
		"2026년 3월 2일 오후 3시 5분": "2026-03-02 15:05:00",
		"2026. 3. 2. 오후 3:05":  "2026-03-02 15:05:00",
		"3. 1. (일) 10:05":      "2026-03-01 10:05:00",
		"일요일":                  "2026-03-01 00:00:00",
	},
	"fr": {
		"il y a 2 jours":         "2026-02-28 12:00:00",
		"il y a une heure":       "2026-03-02 11:00:00",
		"à l’instant":            "2026-03-02 12:00:00",
		"hier à 14h05":           "2026-03-01 14:05:00",
		"avant-hier":             "2026-02-28 00:00:00",
		"le 2 mars 2026":         "2026-03-02 00:00:00",
		"1er août 2025":          "2025-08-01 00:00:00",
		"lundi 2 mars à 9 h 05":  "2026-03-02 09:05:00",
		"dimanche":               "2026-03-01 00:00:00",
		"13/02/2026":             "2026-02-13 00:00:00",
		"2 févr. 2026 à 5:05 PM": "2026-02-02 17:05:00",
	},
	"de": {
		"vor 5 Minuten":               "2026-03-02 11:55:00",
		"vor einer Stunde":            "2026-03-02 11:00:00",
		"vor 3 Std.":                  "2026-03-02 09:00:00",
		"gerade eben":                 "2026-03-02 12:00:00",
		"vorgestern":                  "2026-02-28 00:00:00",
		"gestern, 17.30 Uhr":          "2026-03-01 17:30:00",
		"2. März 2026":                "2026-03-02 00:00:00",
		"Mo., 2. März 2026, 9:05 Uhr": "2026-03-02 09:05:00",
		"03.04.2026":                  "2026-04-03 00:00:00",
		"Di., 24. Feb. 2026":          "2026-02-24 00:00:00",
		"01.03. 10:05":                "2026-03-01 10:05:00",
		"Sonntag, 10:05":              "2026-03-01 10:05:00",
	},
	"es": {
		"hace 3 horas":               "2026-03-02 09:00:00",
		"hace una hora":              "2026-03-02 11:00:00",
		"ayer a las 14:05":           "2026-03-01 14:05:00",
		"anteayer":                   "2026-02-28 00:00:00",
		"2 de marzo de 2026":         "2026-03-02 00:00:00",
		"lunes, 2 de marzo, 9:05":    "2026-03-02 09:05:00",
		"2 ago 2025, 5:05 p. m.":     "2025-08-02 17:05:00",
		"1 de setiembre de 2025":     "2025-09-01 00:00:00",
		"domingo a las 10:05":        "2026-03-01 10:05:00",
		"mañana":                     "2026-03-03 00:00:00",
		"la semana pasada":           "2026-02-23 12:00:00",
		"hoy a las 9:05 de la tarde": "2026-03-02 21:05:00",
	},
	"pt": {
		"há 3 horas":                    "2026-03-02 09:00:00",
		"3 horas atrás":                 "2026-03-02 09:00:00",
		"ontem às 14h05":                "2026-03-01 14:05:00",
		"anteontem":                     "2026-02-28 00:00:00",
		"2 de março de 2026":            "2026-03-02 00:00:00",
		"segunda-feira, 2 de março":     "2026-03-02 00:00:00",
		"31 de dez. de 2025 às 5:05 PM": "2025-12-31 17:05:00",
	},
	"it": {
		"3 ore fa":            "2026-03-02 09:00:00",
		"un'ora fa":           "2026-03-02 11:00:00",
		"ieri alle 14:05":     "2026-03-01 14:05:00",
		"l’altro ieri":        "2026-02-28 00:00:00",
		"lunedì 2 marzo 2026": "2026-03-02 00:00:00",
		"1º gennaio 2026":     "2026-01-01 00:00:00",
		"poco fa":             "2026-03-02 12:00:00",
	},
	"nl": {
		"3 uur geleden":      "2026-03-02 09:00:00",
		"een dag geleden":    "2026-03-01 12:00:00",
		"gisteren om 14:05":  "2026-03-01 14:05:00",
		"eergisteren":        "2026-02-28 00:00:00",
		"maandag 2 mrt 2026": "2026-03-02 00:00:00",
		"03-04-2026":         "2026-04-03 00:00:00",
		"zojuist":            "2026-03-02 12:00:00",
	},
	"ru": {
		"5 мин. назад":                 "2026-03-02 11:55:00",
		"3 часа назад":                 "2026-03-02 09:00:00",
		"час назад":                    "2026-03-02 11:00:00",
		"только что":                   "2026-03-02 12:00:00",
		"вчера в 14:05":                "2026-03-01 14:05:00",
		"позавчера":                    "2026-02-28 00:00:00",
		"понедельник, 2 марта 2026 г.": "2026-03-02 00:00:00",
		"2 мар 2026 в 9:05":            "2026-03-02 09:05:00",
		"01.06.2025 г.":                "2025-06-01 00:00:00",
		"через 5 минут":                "2026-03-02 12:05:00",
	},
	"pl": {
		"3 godziny temu":      "2026-03-02 09:00:00",
		"godzinę temu":        "2026-03-02 11:00:00",
		"wczoraj o 14:05":     "2026-03-01 14:05:00",
		"przedwczoraj":        "2026-02-28 00:00:00",
		"2 marca 2026 r.":     "2026-03-02 00:00:00",
		"sobota, 10:05":       "2026-02-28 10:05:00",
		"31 grudnia, g. 9:05": "",
		"przed chwilą":        "2026-03-02 12:00:00",
	},
	"tr": {
		"3 saat önce":            "2026-03-02 09:00:00",
		"az önce":                "2026-03-02 12:00:00",
		"dün 14:05":              "2026-03-01 14:05:00",
		"evvelsi gün":            "2026-02-28 00:00:00",
		"2 Mart 2026 Pazartesi":  "2026-03-02 00:00:00",
		"1 Ağu 2025, saat 14:05": "2025-08-01 14:05:00",
	},
	"vi": {
		"3 giờ trước":                       "2026-03-02 09:00:00",
		"vừa xong":                          "2026-03-02 12:00:00",
		"hôm qua lúc 14:05":                 "2026-03-01 14:05:00",
		"Hôm kia":                           "2026-02-28 00:00:00",
		"ngày 2 tháng 3 năm 2026":           "2026-03-02 00:00:00",
		"Thứ Hai, 2 thg 12, 2025":           "2025-12-02 00:00:00",
		"14 giờ 05 phút, 1 tháng 3, 2026":   "2026-03-01 14:05:00",
		"Chủ Nhật, 1 tháng 3 lúc 2:05 CH":   "2026-03-01 14:05:00",
		"lúc 14:05:07 2 tháng 10, 2025":     "2025-10-02 14:05:07",
		"2 tháng 3, 2026 lúc 12:05 SA":      "2026-03-02 00:05:00",
		"2 tháng 3, 2026 lúc 3:05 SA +0700": "2026-03-02 04:05:00",
	},
}

func TestDate(t *testing.T) {
	for language, texts := range dates {
		for text, want := range texts {
			got := ""
			if at, ok := Date(wide(text), noon, noon.Location()); ok {
				got = at.In(noon.Location()).Format(time.DateTime)
			}
			if got != want {
				t.Errorf("%s %q: got %q, want %q", language, text, got, want)
			}
		}
	}
}

// wide stands for the caller, who makes full-width marks plain.
func wide(text string) string { return strings.NewReplacer("（", "(", "）", ")").Replace(text) }

func TestNoiseIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "-", "/", "...", "n/a", "N/A", "hello", "12", "100", "1000", "2026", "12 apples", "3 apples ago", "ago",
		"may", "May", "March", "mar", "sun", "Sat", "mon", "set", "sun 12", "Di 10:05", "-2 h", "-5", "Sa 10:05", "monday morning", "in March", "日", "月",
		"5 stars", "1.5k", "v1.2.3", "1.2.3", "3.4", "1/2", "2/3", "2024-2025", "192.168.1.1", "99:99", "24:00", "10:60",
		"10:05 11:05", "yesterday yesterday", "昨天今天", "yesterday 3 hours ago", "3 hours ago 10:05", "now 10:05", "3 hours ago 2 days ago 10:05", "2 March 3 March 2026", "3-2-1",
		"30 February 2026", "2月30日", "31/04/2026", "00/00/2026", "32 March", "March 2026 10:05", "13:05:61",
		"5 minutes", "minutes ago", "0.5 months ago", "99999 days ago", "9999 years ago", "12345", "20260302",
		"marketing", "nowadays", "2 marches 2026", "posted 3 hours ago", "Published: 2 March 2026", "2 March 2026 CST",
		"2 March 2026 10:05 +99:00", "2 March 2026 UTC", "\xff\xfe", "3\x00h", strings.Repeat("1", 200),
	} {
		if at, ok := Date(text, noon, noon.Location()); ok {
			t.Errorf("%q is read as %v", text, at)
		}
	}
}

// TestZoneDecidesWhichDayIsToday reads at an hour when the day differs.
func TestZoneDecidesWhichDayIsToday(t *testing.T) {
	now := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC) // the 2nd in Shanghai
	for text, want := range map[string]string{
		"yesterday": "2026-03-01", "today": "2026-03-02", "March 2": "2026-03-02", "Sunday": "2026-03-01",
	} {
		at, _ := Date(text, now, noon.Location())
		if got := at.Format(time.DateOnly); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestDayWithoutMidnight reads a day on which summer time began at midnight.
func TestDayWithoutMidnight(t *testing.T) {
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	at, ok := Date("4 November 2018 10:05", noon, zone)
	if got := at.UTC().Format(time.DateTime); !ok || got != "2018-11-04 12:05:00" {
		t.Errorf("got %s, %v", got, ok)
	}
}

// TestLongTextsAreNotRead bounds the work that a page can cause.
func TestLongTextsAreNotRead(t *testing.T) {
	text := "2 March 2026" + strings.Repeat(" ", maxDate)
	if at, ok := Date(text, noon, noon.Location()); ok {
		t.Errorf("%d bytes are read as %v", len(text), at)
	}
}

// TestAllocations keeps reading cheap; the first date has read the table.
func TestAllocations(t *testing.T) {
	for text, most := range map[string]float64{"3小时前": 2, "2 March 2026": 2, "vừa xong": 2, "marketing": 2} {
		got := testing.AllocsPerRun(100, func() { Date(text, noon, noon.Location()) })
		if got > most {
			t.Errorf("%q: %v allocations, want at most %v", text, got, most)
		}
	}
}

// FuzzDate looks for panics, and for dates that differ from one time to the next
// or do not hold up in their own words.
func FuzzDate(f *testing.F) {
	for _, texts := range dates {
		for text := range texts {
			f.Add(text)
		}
	}
	for _, seed := range []string{"GMT+", "+1:", "1:1", "1.1.", "1-1-1", "''9", "(日)", "3h 3h", "1 2 3 4 5"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, ok := Date(text, noon, noon.Location())
		again, same := Date(text, noon, noon.Location())
		if ok != same || !at.Equal(again) {
			t.Errorf("%q: %v, then %v", text, at, again)
		}
		if ok && (at.Year() < 1000 || at.Year() > 9999) {
			t.Errorf("%q: %v", text, at)
		}
		written, ok2 := Date(at.Format("2 January 2006 15:04:05 -0700"), noon, noon.Location())
		if ok && (!ok2 || !written.Equal(at.Truncate(time.Second))) {
			t.Errorf("%q: %v, but written out %v", text, at, written)
		}
	})
}

func BenchmarkDate(b *testing.B) {
	for _, text := range []string{"3小时前", "yesterday at 5 pm", "March 2nd, 2026 10:00 AM UTC", "2 tháng 3, 2026", "marketing"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Date(text, noon, noon.Location())
			}
		})
	}
}
