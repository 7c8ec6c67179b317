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
	"Arabic":         "تسجيل الخروج|احذف الحساب|ادفع الآن|الغاء الاشتراك|سلة المهملات|حظر المستخدم|إعادة تعيين كلمة المرور|إعادة تشغيل الخادم|استعادة هذه النسخة|إلغاء العقد|تجديد العضوية|سحب الأموال|توقيع العريضة|منح الوصول|تعطيل الإنذار|إيقاف الخادم",
	"Armenian":       "Ելք|Ջնջել հաշիվը|ՎՃԱՐԵԼ|Աղբաման",
	"Azerbaijani":    "Çıxış|Hesabı sil|İndi ödə|SATIN AL|Zibil qutusu",
	"Basque":         "Itxi saioa|Ezabatu kontua|Ordaindu orain|Zakarrontzia",
	"Belarusian":     "Выйсці|Выдаліць акаўнт|Аплаціць|Сметніца",
	"Bengali":        "লগ আউট করুন|অ্যাকাউন্ট মুছুন|এখনই পরিশোধ করুন|শেয়ার করুন|চুক্তি বাতিল করুন|টাকা তুলুন|আবেদন করুন|দরজা খুলুন",
	"Bulgarian":      "Изход|Изтрийте профила|Плащам сега|Кошче|Докладвай|Нулиране на паролата|Рестартирай сървъра|Напусни групата|Прекрати договора|Изтегли пари|Кандидатствай|Отвори вратата",
	"Burmese":        "အကောင့်ထွက်ရန်|အကောင့်ဖျက်မည်|ယခုငွေပေးချေပါ",
	"Catalan":        "Tanca la sessió|Suprimeix el compte|Paga ara|Cancel·la la subscripció|Paperera|Bloca aquest usuari|Restableix la contrasenya|Expulsa|Reinicia el servidor|Rescindeix el contracte|Retira fons|Obre la porta",
	"Chinese":        "登出|刪除帳號|立即購買|拖到回收站|移到垃圾桶|屏蔽用户|重置密码|立即重启|固件更新|還原此版本|解除合同|退保|关闭自动续费|立即升级|申请提现|标记为已发货|投递简历|立即交卷|设为管理员|重置密钥|一键开门|停止服务器|終止合約|立即儲值|我要應徵|設為公開|緊急呼叫|订单取消|结清",
	"Croatian":       "Odjavite se|Izbrišite račun|Platite odmah|Koš za smeće|Prijavi zlouporabu|Promijeni lozinku|Napusti grupu|Vrati ovu verziju|Otkaži ugovor|Isplati novac|Otvori kapiju",
	"Czech":          "Odhlášení|Smazat účet|Objednat s povinností platby|Koš|Nahlásit příspěvek|Změnit heslo|Restartovat server|Zrušit rezervaci|Zrušit smlouvu|Vybrat peníze|Podat žádost|Otevřít bránu|Zrušení rezervace|Uhradit fakturu",
	"Danish":         "Log ud|Slet konto|Betal nu|Papirkurv|Bloker bruger|Nulstil adgangskode|Genstart serveren|Forlad gruppen|Opsig aftale|Hæv penge|Ansøg nu|Åbn porten",
	"Dutch":          "Log uit|Verwijder account|Betaal nu|Prullenbak|Gebruiker blokkeren|Wachtwoord resetten|Server opnieuw opstarten|Fabrieksinstellingen|Contract beëindigen|Abonnement verlengen|Geld opnemen|Solliciteer nu|Toegang verlenen|Deur ontgrendelen|Server stoppen",
	"English":        "Reject|Restart|Ban|Report|Log me out|Delete my account|Proceed to payment|Recycle bin|Confirm booking|Complete booking|Block this user|Revert to this version|Restart server|Reject request|Update firmware|Cancel contract|End contract|Cancel plan|Cancel auto-renewal|Stop subscription|Upgrade now|Renew subscription|Cash out|Mark as paid|Connect wallet|Run payroll|Apply now|Submit application|Release grades|Grant access|Make admin|Forget this device|Drop course|Open the door|Disarm alarm|Kill process|Call police|Go public|Leave the channel|Booking cancellation|Settle the bill|Account deletion",
	"Esperanto":      "Elsaluti|Forigi konton|Pagi nun|Rubujo",
	"Estonian":       "Logi välja|Kustuta konto|Maksa kohe|Prügikast",
	"Filipino":       "Mag-log out|Burahin ang account|Magbayad ngayon|Basurahan",
	"Finnish":        "Kirjaudu ulos|Poista tili|Maksa nyt|Roskakori|Estä käyttäjä|Vaihda salasana|Hylkää pyyntö|Palauta tehdasasetukset|Irtisano sopimus|Nosta rahaa|Lähetä hakemus|Avaa ovi|Varauksen peruutus",
	"French":         "Me déconnecter|Supprimer mon compte|Je paie|S’abonner|Corbeille|Je souscris|Bloquer cet utilisateur|Signaler|Réinitialiser le mot de passe|Quitter le groupe|Rompre mon contrat|Renouveler mon abonnement|Retirer de l’argent|Postuler|Signer la pétition|Accorder l’accès|Ouvrir la porte|Appeler la police|Régler la commande|Annulation de la réservation",
	"Galician":       "Pechar sesión|Eliminar a conta|Pagar agora|Papeleira",
	"Georgian":       "გასვლა|ანგარიშის წაშლა|გადაიხადე ახლა|სანაგვე ყუთი",
	"German":         "ABMELDEN|Konto löschen|Zahlungspflichtig bestellen|Mitgliedschaft kündigen|Papierkorb|Verbindlich buchen|Vertrag jetzt abschließen|Nutzer blockieren|Passwort zurücksetzen|Server neu starten|Einladung ablehnen|Vertrag beenden|Jetzt upgraden|Geld abheben|Als bezahlt markieren|Jetzt bewerben|Zugriff gewähren|Alarmanlage deaktivieren|Garagentor öffnen|Notruf|Stornierung|Rechnung begleichen|Löschung des Kontos",
	"Greek":          "ΑΠΟΣΥΝΔΕΣΗ|ΔΙΑΓΡΑΦΗ ΛΟΓΑΡΙΑΣΜΟΥ|ΠΛΗΡΩΣΤΕ|Κάδος ανακύκλωσης|ΑΠΟΚΛΕΙΣΜΟΣ ΧΡΗΣΤΗ|Επαναφορά κωδικού|Επανεκκίνηση διακομιστή|Αποχώρηση από την ομάδα|Ακύρωση συμβολαίου|ΑΝΑΛΗΨΗ ΧΡΗΜΑΤΩΝ|Υποβολή αίτησης|Άνοιγμα πόρτας|Εξόφληση",
	"Gujarati":       "લૉગ આઉટ|એકાઉન્ટ કાઢી નાખો|ચુકવણી કરો",
	"Hebrew":         "התנתקות|מחיקת חשבון|לתשלום|סל המחזור|חסום משתמש|איפוס סיסמה|עדכון קושחה|עזוב קבוצה|ביטול חוזה|משיכת כסף|הגש מועמדות|פתח דלת",
	"Hindi":          "लॉग आउट करें|खाता हटाएँ|खाता हटाएं|भुगतान करें|ख़रीदें|कूड़ेदान|उपयोगकर्ता को ब्लॉक करें|पासवर्ड रीसेट करें|सर्वर रीस्टार्ट करें|ग्रुप छोड़ें|अनुबंध रद्द करें|प्लान अपग्रेड करें|पैसे निकालें|आवेदन करें|एक्सेस दें|दरवाज़ा खोलें",
	"Hungarian":      "Kijelentkezem|Fiók törlése|Fizetek|Rendelés leadása|Lomtár|Felhasználó letiltása|Jelszó módosítása|Szerver újraindítása|Csoport elhagyása|Szerződés felmondása|Pénz felvétele|Jelentkezem az állásra|Kapu nyitása",
	"Icelandic":      "Skrá út|Eyða reikningi|Greiða núna|Ruslafata",
	"Indonesian":     "Keluar|Hapus akun|Bayar sekarang|Tempat sampah|Blokir pengguna|Atur ulang kata sandi|Mulai ulang server|Cabut akses|Batalkan kontrak|Tarik dana|Lamar sekarang|Buka pintu|Undang",
	"Irish":          "Logáil amach|Scrios cuntas|Íoc anois",
	"Italian":        "Disconnettiti|Elimina account|Paga ora|Invia l'ordine|Cestino|Blocca utente|Segnala|Reimposta password|Riavvia il router|Annulla il contratto|Disdetta|Rinnova abbonamento|Preleva denaro|Invia candidatura|Concedi accesso|Apri il cancello|Arresta il server|Annullamento prenotazione|Saldare il conto",
	"Japanese":       "共有|ログアウト|アカウントを削除する|ご注文を確定する|公開する|ゴミ箱|予約を確定する|申し込む|この版に戻す|パスワードを変更する|再起動|ファームウェア更新|契約を解除|自動更新を停止|プランを変更|出金する|応募する|管理者にする|ドアを開ける|サーバーを停止|予約のキャンセル手続き|解約手続き|ご注文のキャンセル|精算する",
	"Kannada":        "ಲಾಗ್\u200cಔಟ್|ಖಾತೆ ಅಳಿಸಿ|ಈಗ ಪಾವತಿಸಿ|ಕಳುಹಿಸಿ",
	"Kazakh":         "Жүйеден шығу|Аккаунтты жою|Қазір төлеу|Қоқыс жәшігі",
	"Khmer":          "ចាកចេញ|លុបគណនី|បង់ប្រាក់ឥឡូវនេះ",
	"Korean":         "로그아웃|계정 삭제|결제하기|휴지통|예약 확정|재부팅|펌웨어 업데이트|비밀번호 초기화|이 버전으로 되돌리기|계약 해지|자동 갱신 해지|요금제 변경|출금하기|지원서 제출|권한 부여|현관문 열기|서버 중지|예약 취소 신청|정산하기",
	"Kurdish":        "Derkeve|Hesabê jê bibe|Pere bide",
	"Kyrgyz":         "Чыгуу|Аккаунтту өчүрүү|Азыр төлөө",
	"Lao":            "ອອກຈາກລະບົບ|ລຶບບັນຊີ|ຊໍາລະເງິນດຽວນີ້",
	"Latvian":        "Iziet|Dzēst kontu|Apmaksāt tagad|Miskaste",
	"Lithuanian":     "Atsijungti|Ištrinti paskyrą|Sumokėti dabar|Šiukšliadėžė",
	"Luxembourgish":  "Ofmellen|Kont läschen|Elo bezuelen",
	"Macedonian":     "Одјави се|Избриши сметка|Плати сега|Корпа за отпадоци",
	"Malay":          "Log keluar|Padam akaun|Buat bayaran|Tong sampah|Sekat pengguna|Tukar kata laluan|Nyahaktifkan akaun|Batalkan kontrak|Keluarkan wang|Mohon sekarang",
	"Malayalam":      "ലോഗൗട്ട് ചെയ്യുക|അക്കൗണ്ട് ഇല്ലാതാക്കുക|പണമടയ്ക്കുക",
	"Maltese":        "Oħroġ|Ħassar il-kont|Ħallas issa",
	"Marathi":        "बाहेर पडा|खाते हटवा|पैसे भरा",
	"Mongolian":      "Системээс гарах|Бүртгэл устгах|Төлбөр төлөх|Хогийн сав",
	"Nepali":         "लग आउट गर्नुहोस्|खाता मेटाउनुहोस्|भुक्तानी गर्नुहोस्",
	"Norwegian":      "Logg ut|Slett konto|Betal nå|Papirkurv|Blokker bruker|Tilbakestill passord|Start serveren på nytt|Forlat gruppen|Si opp avtalen|Ta ut penger|Send inn søknad|Åpne garasjeporten",
	"Odia":           "ଲଗ୍ ଆଉଟ୍|ବିଲୋପ କରନ୍ତୁ|ଦେୟ ଦିଅନ୍ତୁ",
	"Pashto":         "وتل|حساب ړنګول|تادیه کول",
	"Persian":        "خروج از حساب|حذف حساب|پرداخت کنید|اشتراک\u200cگذاری|سطل زباله|مسدود کردن کاربر|تغییر رمز عبور|راه\u200cاندازی مجدد دستگاه|ترک گروه|لغو قرارداد|برداشت وجه|ارسال رزومه|فعال کردن دزدگیر",
	"Polish":         "Wyloguj mnie|Usuń konto|Kupuję i płacę|Zamawiam|Kosz|Zablokuj użytkownika|Zgłoś nadużycie|Zresetuj hasło|Opuść grupę|Wypowiedz umowę|Odnów subskrypcję|Wypłać środki|Złóż wniosek|Przyznaj dostęp|Otwórz bramę|Zatrzymaj serwer|Anulowanie rezerwacji|Ureguluj należność",
	"Portuguese":     "Encerrar sessão|Excluir conta|Pagar agora|Lixeira|Contratar agora|Confirmar reserva|Bloquear usuário|Redefinir senha|Atualizar firmware|Aceitar convite|Rescindir contrato|Encerrar meu contrato|Renovar agora|Sacar dinheiro|Candidate-se|Conceder acesso|Abrir portão|Desativar alarme",
	"Punjabi":        "ਲੌਗ ਆਊਟ|ਖਾਤਾ ਮਿਟਾਓ|ਭੁਗਤਾਨ ਕਰੋ",
	"Romanian":       "Deconectează-te|Şterge contul|Ștergeți contul|Plătește acum|Coș de gunoi|Raportează abuz|Resetează parola|Repornește serverul|Părăsește grupul|Reziliază contractul|Retrage bani|Aplică acum|Deschide poarta",
	"Russian":        "Выйти из аккаунта|Удалите профиль|Оплатите заказ|Очистить корзину|Заблокировать пользователя|Пожаловаться|Сбросить пароль|Перезагрузить роутер|Расторгнуть договор|Отключить автопродление|Продлить подписку|Вывести средства|Откликнуться на вакансию|Предоставить доступ|Открыть ворота|Остановить сервер|Отмена бронирования|Погасить долг",
	"Serbian":        "Одјавите се|Избришите налог|Платите одмах|Obrišite nalog|Канта за смеће|Блокирај корисника|Промени лозинку|Resetuj lozinku|Напусти групу|Раскини уговор|Raskini ugovor|Исплати новац",
	"Sinhala":        "පිටවන්න|ගිණුම මකන්න|දැන් ගෙවන්න",
	"Slovak":         "Odhlásiť sa|Odstránenie účtu|Zaplatiť|Kôš|Nahlásiť používateľa|Obnoviť heslo|Reštartovať server|Zrušiť rezerváciu|Zrušiť zmluvu|Odstúpiť od zmluvy|Otvoriť bránu",
	"Slovene":        "Odjavite se|Izbriši račun|Plačaj zdaj|Smetnjak|Prijavi zlorabo|Ponastavi geslo|Znova zaženi napravo|Zapusti skupino",
	"Somali":         "Ka bax|Tirtir akoonka|Bixi lacagta",
	"Spanish":        "Cerrar la sesión|Eliminar mi cuenta|Pagar ahora|Papelera|Contratar|Expulsar|Restablecer contraseña|Reiniciar el servidor|Restaurar esta versión|Rescindir contrato|Cancelar mi suscripción|Renovar ahora|Retirar fondos|Postularme|Conceder acceso|Abrir la puerta|Detener el servidor|Cancelación de la reserva|Abonar la factura",
	"Swahili":        "Ondoka|Futa akaunti|Lipa sasa|Pipa la taka",
	"Swedish":        "Logga ut|Radera konto|Slutför köp|Papperskorg|Blockera användare|Återställ lösenord|Starta om servern|Lämna gruppen|Säg upp avtal|Ta ut pengar|Ansök nu|Öppna dörren",
	"Tajik":          "Баромад|Нест кардан|Пардохтан",
	"Tamil":          "வெளியேறு|கணக்கை நீக்கவும்|பணம் செலுத்து|குப்பைத்தொட்டி",
	"Tatar":          "Чыгу|Бетерү|Түләү",
	"Telugu":         "లాగ్ అవుట్|ఖాతాను తొలగించండి|ఇప్పుడు చెల్లించండి",
	"Thai":           "ลงชื่อออก|ลบบัญชี|จ่ายเงิน|ถังขยะ|รายงานผู้ใช้|รีเซ็ตรหัสผ่าน|อัปเดตเฟิร์มแวร์|ออกจากกลุ่ม|ยกเลิกสัญญา|ถอนเงิน|สมัครงานนี้|ปลดล็อกประตู",
	"Turkish":        "ÇIKIŞ|Çıkış|HESABI SİL|Ödemeyi tamamla|Sepeti onayla|Çöp kutusu|Kullanıcıyı engelle|Şifreyi sıfırla|SUNUCUYU YENİDEN BAŞLAT|Gruptan ayrıl|Sözleşmeyi iptal et|Planı yükselt|Para çek|İşe başvur|Erişim ver|Kapıyı aç|SUNUCUYU DURDUR",
	"Ukrainian":      "Вихід|Видаліть профіль|Оплатити|Смітник|Заблокувати користувача|Скинути пароль|Перезавантажити сервер|Покинути групу|Розірвати договір|Зняти гроші|Подати заявку|Відчинити ворота",
	"Urdu":           "لاگ آؤٹ کریں|اکاؤنٹ مٹائیں|ابھی خریدیں",
	"Uyghur":         "چېكىنىش|ھېسابات ئۆچۈرۈش|پۇل تۆلەش",
	"Uzbek":          "Tizimdan chiqish|Hisobni oʻchirish|Hozir toʻlash|O‘chirish|Chiqindi qutisi",
	"Vietnamese":     "Đăng xuất|Xoá tài khoản|Đặt hàng|Thùng rác|Chặn người dùng|Đặt lại mật khẩu|Khởi động lại máy chủ|Rời nhóm|Hủy hợp đồng|Rút tiền|Ứng tuyển ngay|Mở khóa cửa",
	"Welsh":          "Allgofnodi|Dileu cyfrif|Talu nawr",
	"Yiddish":        "אויסלאגירן|אויסמעקן|באצאלן",
	"Yoruba":         "Jáde|Paarẹ àkántì|Sanwó báyìí",
	"Zulu and Xhosa": "Phuma|Sula i-akhawunti|Khokha manje|Hlawula ngoku",
	"class names":    "btn btn-danger|button is-danger|button--danger|text-danger|btn-outline-danger|btn-destructive|bg-destructive text-white hover:bg-destructive/90",
}

// harmlessLabels are buttons that show, turn, look for, sort and choose.
var harmlessLabels = map[string]string{
	"Afrikaans":     "Wys meer|Volgende|Soek|Besonderhede|Deel 2",
	"Albanian":      "Shfaq më shumë|Tjetra|Kërko|Hollësi",
	"Amharic":       "ተጨማሪ አሳይ|ቀጣይ|ፈልግ",
	"Arabic":        "عرض المزيد|التالي|بحث|تفاصيل|إعادة ضبط الفلاتر|قبول جميع ملفات تعريف الارتباط|رفض الكل|إغلاق|تتبع طرد|التقرير السنوي|إظهار كلمة المرور|إعادة تشغيل الفيديو|تطبيق الفلاتر|إلغاء|فتح القائمة|تبديل|ابدأ|تحديث",
	"Armenian":      "Ցույց տալ ավելին|Հաջորդ|Որոնում",
	"Azerbaijani":   "Daha çox göstər|Növbəti|Axtar|Dil",
	"Basque":        "Erakutsi gehiago|Hurrengoa|Bilatu|Mendi ibilaldiak",
	"Bengali":       "আরও দেখুন|পরবর্তী|অনুসন্ধান",
	"Bulgarian":     "Покажи още|Напред|Търсене|Нулирай филтрите|Приемам всички бисквитки|Отхвърли всички|Затвори|Годишен доклад|Покажи паролата|Отказ|Изтегли сега|Отвори менюто",
	"Burmese":       "နောက်ထပ်ကြည့်ရန်|ရှာဖွေပါ|အသေးစိတ်",
	"Catalan":       "Mostra'n més|Següent|Cerca|Detalls|Accepta totes les galetes|Rebutja-ho tot|Tanca|Desplega el menú|Informe anual",
	"Chinese":       "显示更多|下一頁|篩選|查看详情|重置筛选|展开|接受所有 Cookie|全部拒绝|关闭|相关机构|重启测验|显示密码|格式化代码|阻止弹窗|疫情通報|应用筛选|取消|打开菜单|交换|开始|运行|了解约定|缓解约束|公开门户|公布防疫措施|提交卷宗|修訂位置|附加值|最新上架商品|刷新|目前提現在|套用篩選",
	"Croatian":      "Prikaži više|Sljedeće|Traži|Poništi filtre|Prihvati sve kolačiće|Odbij sve|Zatvori|Prijavi se|Godišnji izvještaj|Prikaži lozinku|Odustani|Otvori izbornik|Obnovi",
	"Czech":         "Zobrazit více|Další|Hledat|Podrobnosti|Do košíku|Zrušit filtry|Přijmout vše|Odmítnout vše|Zamítnout vše|Zavřít|Výroční zpráva|Náhled tisku|Zrušit|Otevřít menu|Použít filtry|Spustit",
	"Danish":        "Vis mere|Næste|Del 1|Nulstil filter|En del|Accepter alle cookies|Afvis alle|Luk|Rapporter|Vis adgangskode|Signal|Annuller|Søg nu|Åbn menu|Stop tid|Start",
	"Dutch":         "Toon meer|Volgende|Dag|Filters resetten|Te koop|Deel 3|Onderdeel|Alle cookies accepteren|Alles weigeren|Sluiten|Jaarverslag|Lijst bijwerken|Afdrukvoorbeeld|Wachtwoord tonen|Ophangen|Filters toepassen|Annuleren|Menu openen|Omwisselen|Starten|Ontbinden in factoren",
	"English":       "Show more|Next|Preview|Reset filter|Done|Open|Sort|Doe|cgi-bin|Doner kebab|GUI|ode|Accept all cookies|Reject all cookies|Decline all|Close|Restart tour|Restart quiz|Annual report|Change language|Show password|Exit full screen|Block view|Update the list|Refresh|Merge requests|Danger zone|Reset zoom|Format|Kick-off|Release notes|Apply filters|Apply|Cancel|Close|Open menu|Open|Swap|Swap towns|Start|Run|Renew results|Submit answers|Plan|One-stop service|Front-end process|High-end rental|Upgrade|Open doors day|Stop|Stop video|End of page|Join|Follow|Clear filters|Mint|Arm|Add account|Finish lesson|Make larger|Weekend plan",
	"Estonian":      "Näita rohkem|Järgmine|Otsi|Üksikasjad",
	"Filipino":      "Magpakita pa|Susunod|Maghanap",
	"Finnish":       "Näytä lisää|Seuraava|Haku|Kuka|Aika|Tyhjennä suodattimet|Hyväksy kaikki evästeet|Hylkää kaikki evästeet|Sulje|Vuosikertomus|Näytä salasana|Päivitä luettelo|Peruuta|Hae nyt|Avaa valikko|Uusi tilaus",
	"French":        "Afficher plus|Suivant|Filtrer|Détails|Panier|Si l'on veut|Réinitialiser les filtres|Tout accepter|Tout refuser|Fermer|Rapport annuel|Déployer le menu|Recommencer le quiz|Aperçu avant impression|Afficher le mot de passe|Appliquer les filtres|Annuler|Ouvrir le menu|Échanger|Démarrer|Lancer|Recharger la page|À vendre|Actualiser|Terminer",
	"Georgian":      "მეტის ნახვა|შემდეგი|ძებნა",
	"German":        "Mehr anzeigen|Weiter|Suchen|Filter zurücksetzen|Der achte Tag|Vorschau|Alle Cookies akzeptieren|Alle ablehnen|Schließen|Tour neu starten|Jahresbericht|Liste aktualisieren|Vollbild beenden|Passwort anzeigen|Druckvorschau|Filter anwenden|Abbrechen|Menü öffnen|Starten|Tauschen|Ausführen|Beenden|Antworten abgeben|Konto wechseln|Sprache jetzt wechseln|Verlängern|Öffnungszeiten|Tarif",
	"Greek":         "ΔΕΙΤΕ ΠΕΡΙΣΣΟΤΕΡΑ|Επόμενο|Αναζήτηση|Επαναφορά φίλτρων|Αποδοχή όλων|Απόρριψη όλων|Κλείσιμο|Ετήσια έκθεση|Εμφάνιση κωδικού|Αποχώρηση|Ακύρωση|Άνοιγμα μενού|Εφαρμογή φίλτρων|Ανανέωση",
	"Gujarati":      "વધુ બતાવો|આગળ|શોધો",
	"Hebrew":        "הצג עוד|הבא|חיפוש|פרטים|איפוס סינון|אישור כל העוגיות|דחה הכל|סגור|דוח שנתי|הצג סיסמה|הפעל מחדש את הסרטון|ביטול|פתח תפריט|חדש עכשיו|החל סינון",
	"Hindi":         "और दिखाएँ|अगला|खोजें|विवरण|फ़िल्टर रीसेट करें|सभी कुकी स्वीकार करें|सभी अस्वीकार करें|बंद करें|वार्षिक रिपोर्ट|पासवर्ड दिखाएँ|फ़िल्टर लागू करें|रद्द करें|मेनू खोलें|शुरू करें|जमा करें",
	"Hungarian":     "Több megjelenítése|Következő|Keresés|Részletek|Szűrők visszaállítása|Kosár|Összes süti elfogadása|Összes elutasítása|Bezárás|Éves jelentés|Kvíz újraindítása|Jelszó megjelenítése|Felfüggesztés|Mégse|Szűrők alkalmazása|Kép felbontása|Menü megnyitása",
	"Icelandic":     "Sýna meira|Næsta|Leita|Birta",
	"Indonesian":    "Tampilkan lagi|Berikutnya|Cari|Akun saya|Pesan|Terima semua cookie|Tolak semua|Tutup|Laporan tahunan|Undang-Undang|Mulai ulang kuis|Antar jemput|Tendangan bebas|Batal|Buka menu|Terapkan filter|Kendrick Lamar",
	"Irish":         "Taispeáin níos mó|Ar aghaidh|Cuardaigh|Roinn",
	"Italian":       "Mostra altro|Avanti|Cerca|Ordina per prezzo|Azzera filtri|In cima|Blini|Accetta tutti i cookie|Rifiuta tutto|Respingi tutti|Chiudi|Riavvia il quiz|Blocchi|Rapporto annuale|Mostra password|Applica filtri|Annulla|Apri menu|Scambia|Avvia|Ricarica la pagina|Candidati|Ritira in negozio|Termina la prova",
	"Japanese":      "もっと見る|次へ|検索|詳細|絞り込みをリセット|公開日|開く|共有フォルダ|すべてのクッキーを受け入れる|すべて拒否|閉じる|年次報告書|ブロック一覧|全画面表示を終了|コードをフォーマット|クイズをもう一度|絞り込みを適用|キャンセル|メニューを開く|入れ替え|開始|実行|更新|借りる|チャージャー",
	"Kannada":       "ಇನ್ನಷ್ಟು ತೋರಿಸಿ|ಮುಂದೆ|ಹುಡುಕಿ",
	"Kazakh":        "Тағы көрсету|Келесі|Іздеу",
	"Khmer":         "បង្ហាញបន្ថែម|បន្ទាប់|ស្វែងរក",
	"Korean":        "더 보기|다음|검색|상세보기|게시판|필터 초기화|발행일|여기부터|모든 쿠키 허용|모두 거부|닫기|연간 보고서|반려동물|자외선 차단제|비밀번호 표시|전체 화면 종료|되돌리기|필터 적용|취소|메뉴 열기|질문 열기|논문 열기|교환|시작|실행|새로고침|강해지는 법|시험 종료일",
	"Lao":           "ສະແດງເພີ່ມ|ຕໍ່ໄປ|ຄົ້ນຫາ",
	"Latvian":       "Rādīt vairāk|Nākamā|Meklēt",
	"Lithuanian":    "Rodyti daugiau|Kitas|Ieškoti",
	"Malay":         "Tunjuk lagi|Seterusnya|Cari|Derma dan kulit|Terima semua kuki|Tolak semua|Tutup|Laporan tahunan",
	"Malayalam":     "കൂടുതൽ കാണിക്കുക|അടുത്തത്|തിരയുക",
	"Marathi":       "अधिक दाखवा|पुढे|शोधा",
	"Mongolian":     "Дэлгэрэнгүй|Дараах|Хайх",
	"Nepali":        "थप देखाउनुहोस्|अर्को|खोज्नुहोस्",
	"Norwegian":     "Vis mer|Neste|Søk|Del 2 av 3|Nullstill filter|Godta alle|Avslå alle|Lukk|Rapporter|Vis passord|Godkjenn alle|Avbryt|Søk nå|Åpne meny|Start",
	"Persian":       "نمایش بیشتر|بعدی|جستجو|تاریخ انتشار|جزئیات|پذیرش همه کوکی\u200cها|رد همه|بستن|گزارش سالانه|نمایش رمز عبور|لغو|باز کردن منو|تغییر طرح",
	"Polish":        "Pokaż więcej|Dalej|Szukaj|Szczegóły|Do koszyka|Wyczyść filtry|Akceptuj wszystkie|Odrzuć wszystkie|Zamknij|Zatwierdź filtry|Raport roczny|Podgląd wydruku|Pokaż hasło|Zastosuj filtry|Anuluj|Otwórz menu|Zamień|Uruchom|Dodaj konto|Odśwież",
	"Portuguese":    "Mostrar mais|Próximo|Pesquisar|Limpar filtros|Reciclagem|Aceitar todos os cookies|Rejeitar todos|Fechar|Reiniciar o teste|Relatório anual|Mostrar senha|Aplicar filtros|Cancelar|Abrir menu|Trocar|Iniciar|Recarregar página|Atualizar|Terminar",
	"Punjabi":       "ਹੋਰ ਵੇਖੋ|ਅੱਗੇ|ਖੋਜੋ",
	"Romanian":      "Arată mai mult|Următorul|Caută|Resetează filtrele|Acceptă toate|Respinge toate|Închide|Raport anual|Afișează parola",
	"Russian":       "Показать ещё|Далее|Поиск|Подробнее|Сбросить фильтр|Корзина|Перевести|Принять все|Отклонить все|Закрыть|Развернуть|Перезагрузить страницу|Годовой отчёт|Показать пароль|Применить фильтры|Отмена|Отменить|Открыть меню|Поменять местами|Начать|Запустить|Обновить|Завершить урок",
	"Serbian":       "Прикажи више|Следеће|Претрага|Reka|Прихвати све|Одбиј све|Затвори|Пријави се",
	"Slovak":        "Zobraziť viac|Ďalej|Hľadať|Prijať všetko|Odmietnuť všetko|Zamietnuť všetko|Zavrieť|Výročná správa",
	"Slovene":       "Prikaži več|Naprej|Deli in oprema|Košarica|Sprejmi vse|Zavrni vse|Zapri|Prijavi se|Letno poročilo",
	"Spanish":       "Mostrar más|Siguiente|Buscar|Tenga en cuenta|Ordenar por|Restablecer filtros|Baja|Aceptar todas las cookies|Rechazar todo|Cerrar|Reiniciar el juego|Desplegar menú|Informe anual|Vista previa de impresión|Formatear código|Aplicar filtros|Cancelar|Abrir menú|Intercambiar|Iniciar|Recargar página|Terminar prueba|Actualizar|Finalizar",
	"Swahili":       "Onyesha zaidi|Inayofuata|Tafuta",
	"Swedish":       "Visa mer|Nästa|Sök|Nollställ filter|Stor skänk|Acceptera alla kakor|Avvisa alla|Stäng|Anmäl dig|Starta om quizet|Årsredovisning|Visa lösenord|Avbryt|Sök nu|Öppna meny|Byt plats|Starta",
	"Tamil":         "மேலும் காட்டு|அடுத்து|தேடு",
	"Telugu":        "మరిన్ని చూపించు|తదుపరి|వెతకండి",
	"Thai":          "แสดงเพิ่มเติม|ถัดไป|ค้นหา|กลับ|พิมพ์คำค้น|ยอมรับคุกกี้ทั้งหมด|ปฏิเสธทั้งหมด|ปิด|เปิดเครื่องมือ|รายงานประจำปี|แบนเนอร์|บล็อกท่องเที่ยว|แสดงรหัสผ่าน|ยกเลิก|เปิดเมนู|เปลี่ยนแผนที่|มือถือเติมเงิน|ใช้ตัวกรอง",
	"Turkish":       "Daha fazla göster|SONRAKİ|Ara|Dil|Filtreleri sıfırla|Tüm çerezleri kabul et|Tümünü reddet|Kapat|Oyunu yeniden başlat|Yıllık rapor|Şifreyi göster|Filtreleri uygula|İptal|Menüyü aç|Değiştir|Başlat|Yenile|Dersi bitir",
	"Ukrainian":     "Показати більше|Далі|Пошук|Скинути фільтр|Кошик|Прийняти всі|Відхилити всі|Закрити|Розгорнути|Річний звіт|Показати пароль|Скасувати|Застосувати фільтри|Відкрити меню",
	"Urdu":          "مزید دکھائیں|اگلا|تلاش",
	"Uzbek":         "Koʻproq koʻrsatish|Keyingi|Qidirish",
	"Vietnamese":    "Xem thêm|Tiếp theo|Tìm kiếm|Mua bán nhà đất|Trong ngày|Chấp nhận tất cả cookie|Từ chối tất cả|Đóng|Báo cáo thường niên|Chơi lại|Hiện mật khẩu|Hủy|Mở menu|Giờ mở cửa|Áp dụng bộ lọc",
	"Welsh":         "Dangos mwy|Nesaf|Chwilio",
	"class names":   "btn-primary js-next|nav-bar dir ltr|noise-suppression|pug jade|card__list|danger-zone|rounded-md aria-invalid:ring-destructive/20 aria-invalid:border-destructive|endangered",
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
