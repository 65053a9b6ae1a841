/** What spreadsheets show in a cell whose formula failed. */

/** In the languages of Excel and LibreOffice, without the space that French has before its last character. */
const ERRORS = new Set(
  `
#AD? #ADR! #ANV? #ARG! #ARVO! #ASWI/TIRHI #AYIKHO #BALIOA! #BEZUG! #BLOCKED! #BLOQUE! #BLOQUEADO! #BOG'L!
#BOLENG! #BROJ! #BUSY! #CALC! #CALCUL! #CAMPO! #CHAMP! #CHARGEMENT_DONNEES #CONECTAR! #CONNECT! #CONNEXION!
#CYCLE! #DATEN_ABRUFEN #DAVE! #DEEL/0! #DEILT/0! #DEL/0! #DELENIENULOU! #DELING.DOOR.0! #DESCONOCIDO! #DESPEJAR!
#DIHEGERZ #DIJ/0! #DIV/0! #DIVISION/0! #DZIEL/0! #DZINA? #E/E #EMAREFARENSI! #ERREF! #ERROR! #ESPANSIONE!
#EXCEDER! #EXTERNAL! #FELD! #FIELD! #GAMA? #GETAL! #GETTING_DATA #GILDI! #GWERZH! #HAETENG #HIV! #HODNOTA! #I/T
#IGAMA? #IME? #INCONNU! #INDANGO! #IOKWALATHWAYO! #IRIFARENSI! #IXABISO! #IZENA? #JAKO/0! #KALK! #LAVHELESANI!
#LEBITSO? #LEEG! #LEINA? #LIBITO? #LICZBA! #LUKU! #M/E #N/A #N/B #N/D #N/D! #N/DISP #N/V #NAAM? #NAFN? #NAME?
#NAMN? #NANI! #NAV? #NAVN? #NAZIV? #NAZWA? #NDEME! #NIL! #NIMI? #NIV! #NKOKA! #NKOMBEKETO! #NOM? #NOMBRE!
#NOMBRO! #NOME? #NOMO? #NUL! #NULA! #NULL! #NULLA! #NULLO! #NULO! #NULUA! #NUM! #NUME? #NV #OBTENIENDO_DATOS
#OBTENTION_DONNEES #ODKAZ! #OGILTIGT! #OVERFLYT! #PROPAGATION! #PUUTTUU #PUUTTUU! #PYTHON! #QIYMAT! #REF!
#REFERENCE! #REFERENS! #REFERENSE! #REFERENSI! #RIF! #ROZLANIE! #SAKNAS #SAKNAS! #SAYI! #SAYI/0! #SISINDVO!
#SKLIC! #SPILL! #TAL! #TALA! #UNKNOWN! #VALEUR! #VALOARE! #VALOR! #VALORE! #VALORO! #VALUE! #VERDI! #VERW!
#VIITTAUS! #VITO? #VRED! #VREDN! #VREDNOST! #VRIJEDNOST! #WAARDE! #WERT! #YOK #ZAHL! #ZBKIA! #ZERO! #BAŞV!
#BOGʻL! #BOŞ! #BÖLÜ/0! #DEĞER! #DĚLENÍ_NULOU! #HIÁNYZIK #KIBONTÁS! #NEDOSTUPNÝ #NENÍ_K_DISPOZICI #NEPLATNÝ!
#NIČ! #NÁZEV? #NÁZOV? #NÉV? #NÚM! #PŘESAH_DAT! #RÉF! #SKÄRNING! #SZÁM! #TAŞMA! #TYHJÄ! #TÉRA? #VÄRDE! #VÄRDEFEL!
#VÆRDI! #VÍSUN! #VĂRSARE! #ZÉRÓOSZTÓ! #¡BLOQUEADO! #¡CALC! #¡CAMPO! #¡CONECTAR! #¡DESBORDAMIENTO! #¡DESCONOCIDO!
#¡DIV/0! #¡NULO! #¡NUM! #¡REF! #¡VALOR! #¿NOMBRE? #ÉRTÉK! #ÜBERLAUF! #ČÍSLO! #ŠTEV! #ΑΝΑΦ! #ΑΡΙΘ! #Δ/Υ
#ΔΙΑΙΡ./0! #ΔΙΑΙΡ/0! #ΚΕΝΟ! #ΟΝΟΜΑ? #ΤΙΜΗ! #ІМЯ? #АТАУЫ? #БРОЈ! #ВРЕД! #ВЫЧИСЛ! #ДЕЛ/0! #ДЗЯЛ/0! #ЗНАЧ!
#ЗНАЧЕННЯ! #ИМЕ? #ИМЯ? #ИСТИНОД! #ЛІК! #МӘНІ! #Н/Д #НАЗВА? #НД #НИЛ! #НОМ? #ПЕРЕНОС! #ПОСИЛ! #ПУСТА! #ПУСТО!
#РЕФ! #СІЛТ! #СПАСЫЛКА! #ССЫЛ! #ССЫЛКА! #ЧИСЛО! #Қ/Ж #ҚИМАТ! #ҲАВ #ཨཱར་ཨི་ཨེཕ! #ბმული! #ማመሳከሪያ! #ማካፈያ/0! #ስም?
#ቁጥር! #ባዶ! #ዋጋ! #ዝ/አ
`
    .trim()
    .split(/\s+/),
);

/** The word before the number of an error of LibreOffice, such as `Err:502`, in its languages. */
const NUMBERED = `
Chyba Dog Earr Eroare Err Erro Fazi Fehler Feil Fejl Fel Fout Galat Gw Hata Hiba Ikosa Iphoso Iphutha
Klaida Kuhoxa Liphutsa Mearachd Nap Phambuka Phoso Vhukhakhi Villa Virhe Xato Błąd Błōnd Greš Greška
Kļūda Lỗi Phošo Çewtî Σφάλμα Алд Гр Грешка Ошибка Памылка Помилка Хатогӣ Қате שגיאה خاتالىق خطأ خطا
त्रुटी ত্রুটি ਗਲਤੀ ଭୂଲ୍ దోషం ದೋಷ തെറ്റ് දෝෂයක් ผิด ስህተት កំហុស エラー 錯誤 错误 오류
`;
const NUMBERED_ERROR = new RegExp(`^(?:${NUMBERED.trim().replace(/\s+/g, "|")})\\s?[:：]\\s?5\\d\\d$`, "u");

/** @param cell without white space around it */
export function isSpreadsheetError(cell: string): boolean {
  return cell.startsWith("#")
    ? ERRORS.has(cell.replace(/\s(?=[!?]$)/, ""))
    : cell.at(-3) === "5" && NUMBERED_ERROR.test(cell);
}

/** Whether it looks like one, but is not known. A text can look so, too, such as `#SALE!`. */
export const looksLikeError = (cell: string) => /^#\p{Lu}[\p{Lu}\p{M}/_.0]*\s?[!?]$/u.test(cell);
