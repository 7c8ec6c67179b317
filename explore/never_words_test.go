package explore

import (
	"strings"
	"testing"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
)

// harmfulLabels are buttons as sites have them: to log out, delete and pay, or the
// next of kin.
var harmfulLabels = map[string]string{
	"Afrikaans":      "Teken uit|Skrap rekening|Betaal nou|Vullisblik",
	"Albanian":       "Dilni|Fshini llogarinë|Paguaj tani|Koshi i plehrave",
	"Amharic":        "ዘግተው ይውጡ|መለያ ሰርዝ|አሁን ይክፈሉ",
	"Arabic":         "تسجيل الخروج|احذف الحساب|ادفع الآن|الغاء الاشتراك|سلة المهملات",
	"Armenian":       "Ելք|Ջնջել հաշիվը|ՎՃԱՐԵԼ|Աղբաման",
	"Azerbaijani":    "Çıxış|Hesabı sil|İndi ödə|SATIN AL|Zibil qutusu",
	"Basque":         "Itxi saioa|Ezabatu kontua|Ordaindu orain|Zakarrontzia",
	"Belarusian":     "Выйсці|Выдаліць акаўнт|Аплаціць|Сметніца",
	"Bengali":        "লগ আউট করুন|অ্যাকাউন্ট মুছুন|এখনই পরিশোধ করুন|শেয়ার করুন",
	"Bulgarian":      "Изход|Изтрийте профила|Плащам сега|Кошче",
	"Burmese":        "အကောင့်ထွက်ရန်|အကောင့်ဖျက်မည်|ယခုငွေပေးချေပါ",
	"Catalan":        "Tanca la sessió|Suprimeix el compte|Paga ara|Cancel·la la subscripció|Paperera",
	"Chinese":        "登出|刪除帳號|立即購買|拖到回收站|移到垃圾桶",
	"Croatian":       "Odjavite se|Izbrišite račun|Platite odmah|Koš za smeće",
	"Czech":          "Odhlášení|Smazat účet|Objednat s povinností platby|Koš",
	"Danish":         "Log ud|Slet konto|Betal nu|Papirkurv",
	"Dutch":          "Log uit|Verwijder account|Betaal nu|Prullenbak",
	"English":        "Log me out|Delete my account|Proceed to payment|Recycle bin|Confirm booking|Complete booking",
	"Esperanto":      "Elsaluti|Forigi konton|Pagi nun|Rubujo",
	"Estonian":       "Logi välja|Kustuta konto|Maksa kohe|Prügikast",
	"Filipino":       "Mag-log out|Burahin ang account|Magbayad ngayon|Basurahan",
	"Finnish":        "Kirjaudu ulos|Poista tili|Maksa nyt|Roskakori",
	"French":         "Me déconnecter|Supprimer mon compte|Je paie|S’abonner|Corbeille|Je souscris",
	"Galician":       "Pechar sesión|Eliminar a conta|Pagar agora|Papeleira",
	"Georgian":       "გასვლა|ანგარიშის წაშლა|გადაიხადე ახლა|სანაგვე ყუთი",
	"German":         "ABMELDEN|Konto löschen|Zahlungspflichtig bestellen|Mitgliedschaft kündigen|Papierkorb|Verbindlich buchen|Vertrag jetzt abschließen",
	"Greek":          "ΑΠΟΣΥΝΔΕΣΗ|ΔΙΑΓΡΑΦΗ ΛΟΓΑΡΙΑΣΜΟΥ|ΠΛΗΡΩΣΤΕ|Κάδος ανακύκλωσης",
	"Gujarati":       "લૉગ આઉટ|એકાઉન્ટ કાઢી નાખો|ચુકવણી કરો",
	"Hebrew":         "התנתקות|מחיקת חשבון|לתשלום|סל המחזור",
	"Hindi":          "लॉग आउट करें|खाता हटाएँ|खाता हटाएं|भुगतान करें|ख़रीदें|कूड़ेदान",
	"Hungarian":      "Kijelentkezem|Fiók törlése|Fizetek|Rendelés leadása|Lomtár",
	"Icelandic":      "Skrá út|Eyða reikningi|Greiða núna|Ruslafata",
	"Indonesian":     "Keluar|Hapus akun|Bayar sekarang|Tempat sampah",
	"Irish":          "Logáil amach|Scrios cuntas|Íoc anois",
	"Italian":        "Disconnettiti|Elimina account|Paga ora|Invia l'ordine|Cestino",
	"Japanese":       "ログアウト|アカウントを削除する|ご注文を確定する|公開する|ゴミ箱|予約を確定する|申し込む",
	"Kannada":        "ಲಾಗ್\u200cಔಟ್|ಖಾತೆ ಅಳಿಸಿ|ಈಗ ಪಾವತಿಸಿ|ಕಳುಹಿಸಿ",
	"Kazakh":         "Жүйеден шығу|Аккаунтты жою|Қазір төлеу|Қоқыс жәшігі",
	"Khmer":          "ចាកចេញ|លុបគណនី|បង់ប្រាក់ឥឡូវនេះ",
	"Korean":         "로그아웃|계정 삭제|결제하기|휴지통|예약 확정",
	"Kurdish":        "Derkeve|Hesabê jê bibe|Pere bide",
	"Kyrgyz":         "Чыгуу|Аккаунтту өчүрүү|Азыр төлөө",
	"Lao":            "ອອກຈາກລະບົບ|ລຶບບັນຊີ|ຊໍາລະເງິນດຽວນີ້",
	"Latvian":        "Iziet|Dzēst kontu|Apmaksāt tagad|Miskaste",
	"Lithuanian":     "Atsijungti|Ištrinti paskyrą|Sumokėti dabar|Šiukšliadėžė",
	"Luxembourgish":  "Ofmellen|Kont läschen|Elo bezuelen",
	"Macedonian":     "Одјави се|Избриши сметка|Плати сега|Корпа за отпадоци",
	"Malay":          "Log keluar|Padam akaun|Buat bayaran|Tong sampah",
	"Malayalam":      "ലോഗൗട്ട് ചെയ്യുക|അക്കൗണ്ട് ഇല്ലാതാക്കുക|പണമടയ്ക്കുക",
	"Maltese":        "Oħroġ|Ħassar il-kont|Ħallas issa",
	"Marathi":        "बाहेर पडा|खाते हटवा|पैसे भरा",
	"Mongolian":      "Системээс гарах|Бүртгэл устгах|Төлбөр төлөх|Хогийн сав",
	"Nepali":         "लग आउट गर्नुहोस्|खाता मेटाउनुहोस्|भुक्तानी गर्नुहोस्",
	"Norwegian":      "Logg ut|Slett konto|Betal nå|Papirkurv",
	"Odia":           "ଲଗ୍ ଆଉଟ୍|ବିଲୋପ କରନ୍ତୁ|ଦେୟ ଦିଅନ୍ତୁ",
	"Pashto":         "وتل|حساب ړنګول|تادیه کول",
	"Persian":        "خروج از حساب|حذف حساب|پرداخت کنید|اشتراک\u200cگذاری|سطل زباله",
	"Polish":         "Wyloguj mnie|Usuń konto|Kupuję i płacę|Zamawiam|Kosz",
	"Portuguese":     "Encerrar sessão|Excluir conta|Pagar agora|Lixeira|Contratar agora|Confirmar reserva",
	"Punjabi":        "ਲੌਗ ਆਊਟ|ਖਾਤਾ ਮਿਟਾਓ|ਭੁਗਤਾਨ ਕਰੋ",
	"Romanian":       "Deconectează-te|Şterge contul|Ștergeți contul|Plătește acum|Coș de gunoi",
	"Russian":        "Выйти из аккаунта|Удалите профиль|Оплатите заказ|Очистить корзину",
	"Serbian":        "Одјавите се|Избришите налог|Платите одмах|Obrišite nalog|Канта за смеће",
	"Sinhala":        "පිටවන්න|ගිණුම මකන්න|දැන් ගෙවන්න",
	"Slovak":         "Odhlásiť sa|Odstránenie účtu|Zaplatiť|Kôš",
	"Slovene":        "Odjavite se|Izbriši račun|Plačaj zdaj|Smetnjak",
	"Somali":         "Ka bax|Tirtir akoonka|Bixi lacagta",
	"Spanish":        "Cerrar la sesión|Eliminar mi cuenta|Pagar ahora|Papelera|Contratar",
	"Swahili":        "Ondoka|Futa akaunti|Lipa sasa|Pipa la taka",
	"Swedish":        "Logga ut|Radera konto|Slutför köp|Papperskorg",
	"Tajik":          "Баромад|Нест кардан|Пардохтан",
	"Tamil":          "வெளியேறு|கணக்கை நீக்கவும்|பணம் செலுத்து|குப்பைத்தொட்டி",
	"Tatar":          "Чыгу|Бетерү|Түләү",
	"Telugu":         "లాగ్ అవుట్|ఖాతాను తొలగించండి|ఇప్పుడు చెల్లించండి",
	"Thai":           "ลงชื่อออก|ลบบัญชี|จ่ายเงิน|ถังขยะ",
	"Turkish":        "ÇIKIŞ|Çıkış|HESABI SİL|Ödemeyi tamamla|Sepeti onayla|Çöp kutusu",
	"Ukrainian":      "Вихід|Видаліть профіль|Оплатити|Смітник",
	"Urdu":           "لاگ آؤٹ کریں|اکاؤنٹ مٹائیں|ابھی خریدیں",
	"Uyghur":         "چېكىنىش|ھېسابات ئۆچۈرۈش|پۇل تۆلەش",
	"Uzbek":          "Tizimdan chiqish|Hisobni oʻchirish|Hozir toʻlash|O‘chirish|Chiqindi qutisi",
	"Vietnamese":     "Đăng xuất|Xoá tài khoản|Đặt hàng|Thùng rác",
	"Welsh":          "Allgofnodi|Dileu cyfrif|Talu nawr",
	"Yiddish":        "אויסלאגירן|אויסמעקן|באצאלן",
	"Yoruba":         "Jáde|Paarẹ àkántì|Sanwó báyìí",
	"Zulu and Xhosa": "Phuma|Sula i-akhawunti|Khokha manje|Hlawula ngoku",
}

// harmlessLabels are buttons that show, turn, look for, sort and choose.
var harmlessLabels = map[string]string{
	"Afrikaans":     "Wys meer|Volgende|Soek|Besonderhede|Deel 2",
	"Albanian":      "Shfaq më shumë|Tjetra|Kërko|Hollësi",
	"Amharic":       "ተጨማሪ አሳይ|ቀጣይ|ፈልግ",
	"Arabic":        "عرض المزيد|التالي|بحث|تفاصيل|إعادة ضبط الفلاتر",
	"Armenian":      "Ցույց տալ ավելին|Հաջորդ|Որոնում",
	"Azerbaijani":   "Daha çox göstər|Növbəti|Axtar|Dil",
	"Basque":        "Erakutsi gehiago|Hurrengoa|Bilatu|Mendi ibilaldiak",
	"Bengali":       "আরও দেখুন|পরবর্তী|অনুসন্ধান",
	"Bulgarian":     "Покажи още|Напред|Търсене|Нулирай филтрите",
	"Burmese":       "နောက်ထပ်ကြည့်ရန်|ရှာဖွေပါ|အသေးစိတ်",
	"Catalan":       "Mostra'n més|Següent|Cerca|Detalls",
	"Chinese":       "显示更多|下一頁|篩選|查看详情|重置筛选|展开",
	"Croatian":      "Prikaži više|Sljedeće|Traži|Poništi filtre",
	"Czech":         "Zobrazit více|Další|Hledat|Podrobnosti|Do košíku|Zrušit filtry",
	"Danish":        "Vis mere|Næste|Del 1|Nulstil filter|En del",
	"Dutch":         "Toon meer|Volgende|Dag|Filters resetten|Te koop|Deel 3|Onderdeel",
	"English":       "Show more|Next|Preview|Reset filter|Done|Open|Sort|Doe|cgi-bin|Doner kebab|GUI|ode",
	"Estonian":      "Näita rohkem|Järgmine|Otsi|Üksikasjad",
	"Filipino":      "Magpakita pa|Susunod|Maghanap",
	"Finnish":       "Näytä lisää|Seuraava|Haku|Kuka|Aika|Tyhjennä suodattimet",
	"French":        "Afficher plus|Suivant|Filtrer|Détails|Panier|Si l'on veut|Réinitialiser les filtres",
	"Georgian":      "მეტის ნახვა|შემდეგი|ძებნა",
	"German":        "Mehr anzeigen|Weiter|Suchen|Filter zurücksetzen|Der achte Tag|Vorschau",
	"Greek":         "ΔΕΙΤΕ ΠΕΡΙΣΣΟΤΕΡΑ|Επόμενο|Αναζήτηση|Επαναφορά φίλτρων",
	"Gujarati":      "વધુ બતાવો|આગળ|શોધો",
	"Hebrew":        "הצג עוד|הבא|חיפוש|פרטים|איפוס סינון",
	"Hindi":         "और दिखाएँ|अगला|खोजें|विवरण|फ़िल्टर रीसेट करें",
	"Hungarian":     "Több megjelenítése|Következő|Keresés|Részletek|Szűrők visszaállítása|Kosár",
	"Icelandic":     "Sýna meira|Næsta|Leita|Birta",
	"Indonesian":    "Tampilkan lagi|Berikutnya|Cari|Akun saya|Pesan",
	"Irish":         "Taispeáin níos mó|Ar aghaidh|Cuardaigh|Roinn",
	"Italian":       "Mostra altro|Avanti|Cerca|Ordina per prezzo|Azzera filtri|In cima|Blini",
	"Japanese":      "もっと見る|次へ|検索|詳細|絞り込みをリセット|公開日|開く",
	"Kannada":       "ಇನ್ನಷ್ಟು ತೋರಿಸಿ|ಮುಂದೆ|ಹುಡುಕಿ",
	"Kazakh":        "Тағы көрсету|Келесі|Іздеу",
	"Khmer":         "បង្ហាញបន្ថែម|បន្ទាប់|ស្វែងរក",
	"Korean":        "더 보기|다음|검색|상세보기|게시판|필터 초기화|발행일|여기부터",
	"Lao":           "ສະແດງເພີ່ມ|ຕໍ່ໄປ|ຄົ້ນຫາ",
	"Latvian":       "Rādīt vairāk|Nākamā|Meklēt",
	"Lithuanian":    "Rodyti daugiau|Kitas|Ieškoti",
	"Malay":         "Tunjuk lagi|Seterusnya|Cari|Derma dan kulit",
	"Malayalam":     "കൂടുതൽ കാണിക്കുക|അടുത്തത്|തിരയുക",
	"Marathi":       "अधिक दाखवा|पुढे|शोधा",
	"Mongolian":     "Дэлгэрэнгүй|Дараах|Хайх",
	"Nepali":        "थप देखाउनुहोस्|अर्को|खोज्नुहोस्",
	"Norwegian":     "Vis mer|Neste|Søk|Del 2 av 3|Nullstill filter",
	"Persian":       "نمایش بیشتر|بعدی|جستجو|تاریخ انتشار|جزئیات",
	"Polish":        "Pokaż więcej|Dalej|Szukaj|Szczegóły|Do koszyka|Wyczyść filtry",
	"Portuguese":    "Mostrar mais|Próximo|Pesquisar|Limpar filtros|Reciclagem",
	"Punjabi":       "ਹੋਰ ਵੇਖੋ|ਅੱਗੇ|ਖੋਜੋ",
	"Romanian":      "Arată mai mult|Următorul|Caută|Resetează filtrele",
	"Russian":       "Показать ещё|Далее|Поиск|Подробнее|Сбросить фильтр|Корзина|Перевести",
	"Serbian":       "Прикажи више|Следеће|Претрага|Reka",
	"Slovak":        "Zobraziť viac|Ďalej|Hľadať",
	"Slovene":       "Prikaži več|Naprej|Deli in oprema|Košarica",
	"Spanish":       "Mostrar más|Siguiente|Buscar|Tenga en cuenta|Ordenar por|Restablecer filtros|Baja",
	"Swahili":       "Onyesha zaidi|Inayofuata|Tafuta",
	"Swedish":       "Visa mer|Nästa|Sök|Nollställ filter|Stor skänk",
	"Tamil":         "மேலும் காட்டு|அடுத்து|தேடு",
	"Telugu":        "మరిన్ని చూపించు|తదుపరి|వెతకండి",
	"Thai":          "แสดงเพิ่มเติม|ถัดไป|ค้นหา|กลับ|พิมพ์คำค้น",
	"Turkish":       "Daha fazla göster|SONRAKİ|Ara|Dil|Filtreleri sıfırla",
	"Ukrainian":     "Показати більше|Далі|Пошук|Скинути фільтр|Кошик",
	"Urdu":          "مزید دکھائیں|اگلا|تلاش",
	"Uzbek":         "Koʻproq koʻrsatish|Keyingi|Qidirish",
	"Vietnamese":    "Xem thêm|Tiếp theo|Tìm kiếm|Mua bán nhà đất|Trong ngày",
	"Welsh":         "Dangos mwy|Nesaf|Chwilio",
	"class names":   "btn-primary js-next|nav-bar dir ltr|noise-suppression|pug jade|card__list",
	"other letters": "♥|✉|✂|›",
}

func TestHarmfulInManyLanguages(t *testing.T) {
	for language, labels := range harmfulLabels {
		for label := range strings.SplitSeq(labels, "|") {
			if !harmful(&browser.Control{Label: label}) {
				t.Errorf("%s: %q is pressed", language, label)
			}
		}
	}
	for language, labels := range harmlessLabels {
		for label := range strings.SplitSeq(labels, "|") {
			if harmful(&browser.Control{Label: label}) {
				t.Errorf("%s: %q is not pressed", language, label)
			}
		}
	}
}

// What a sign does is said in its title.
func TestHarmfulSigns(t *testing.T) {
	links := extract.Discover(extract.Text{URL: "https://a.example/", Body: `<a href="/x" title="Résilier l'adhésion">✂</a>`})
	if len(links) != 1 || !Harmful(links[0]) {
		t.Errorf("followed: %v", links)
	}
}

// A link is of the whole phrase, however its words are parted.
func TestHarmfulLinkPhrases(t *testing.T) {
	for text, want := range map[string]bool{
		"Pay now": true, "Kup teraz": true, "Konto löschen": true, "Résilier l’adhésion": true, "删除 (3)": true, "🗑": true, "ΕΞΟΔΟΣ": true,
		"Print media": false, "✂": false, "→": false,
	} {
		if got := Harmful(dyncrawl.Link{URL: "https://a.example/x", Source: "a[href]", Text: text}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
