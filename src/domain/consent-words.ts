/** Words of banners and walls that ask to accept something, and of their controls. */
export const consentWords = new RegExp(
  [
    '\\bcookies?\\b|\\bconsent\\b|personal (?:data|information)|your privacy|\\bgdpr\\b|\\bdsgvo\\b',
    'personenbezogene|privatsphäre|einwillig|zustimm|(?:données|informations) (?:personnelles|que nous collectons)|vie privée|consentement|consentimiento|consenso|toestemming',
    'persoonsgegevens|dati personali|dan(?:e|ych) osobow|personuppgift|personop+lysning|henkilötieto|osobní(?:ch)? úda|персональн|個人情報|个人信息|개인정보',
    'datos personales|dados pessoais|informasjonskaps|evästei|çerez|sütik|soubory cookie|piškotk|kolačić|slapuk|sīkdat',
    'küpsis|vafrakök|файлы cookie|куки|クッキー|쿠키|עוגיות|ملفات تعريف الارتباط',
  ].join('|'),
  'i',
);

export const ageQuestion =
  /\b(?:are you|you (?:must|have to) be|i am|i['’]m|confirm (?:that )?you(?:['’]re| are))\b[^.!?\n]{0,30}\b(?:over|at least|older than|of legal|(?:1[68]|21) ?(?:\+|years|or (?:older|over)))|\b(?:verify|confirm|enter) your (?:age|date of birth)\b|\bage (?:verification|check|gate)\b|\b(?:sind sie|bist du)\b[^.!?\n]{0,20}\b(?:16|18|volljährig)|avez-vous (?:plus de )?18|eres mayor de|legal drinking age/i;

export const termsQuestion =
  /\b(?:accept|agree to|consent to) (?:the|our|these)\b[^.!?\n]{0,30}\b(?:terms|conditions|disclaimer)\b[^.!?\n]{0,60}\b(?:to (?:continue|proceed|enter)|before)/i;

/** Matches the whole text of a control. */
const controlOf = (...phrases: readonly string[]) => new RegExp(`^\\W*(?:${phrases.join('|')})\\W*$`, 'i');

export const acceptControl = controlOf(
  '(?:(?:yes|ja|oui|sim)\\b|sí).{0,40}|(?:i )?(?:accept|agree|consent|confirm|understand)(?:\\b.{0,40})',
  'allow(?: all| cookies){1,2}|got it|understood|enter(?: site)?|continue(?: to .{0,30}| with ads.*| without .{0,20})?',
  "ok(?:ay|ej)?(?:,? .{0,20})?|i(?: a|['’])m (?:over|of|1|2).{0,20}",
  '(?:alle )?(?:cookies )?(?:akzeptieren|zustimmen|annehmen|erlauben|zulassen)(?:\\b.{0,30})|einverstanden|(?:ich )?stimme zu|(?:ich habe )?verstanden',
  "(?:tout )?(?:accepter|autoriser)(?:\\b.{0,20})|j['’]accepte|j['’]ai compris|d['’]accord",
  'acept(?:ar|o)(?:\\b.{0,20})|entendido|(?:estoy )?de acuerdo',
  'aceit(?:ar|o)(?:\\b.{0,20})|entendi|concordo|accett(?:a|o)(?:\\b.{0,20})|ho capito|acconsento|va bene',
  '(?:alles? )?accepteren|(?:ik ga )?akkoord|begrepen|(?:alles )?toestaan|zgadzam się|akceptuj.{0,20}|rozumiem',
  '(?:jag )?(?:accepterar?|godkänner?|förstår)(?:\\b.{0,20})|accept[eé]r(?: alle)?|(?:jeg )?forstår|forstått|godta(?: alle)?|aksepter(?: alle)?',
  'hyväksy.{0,20}|selvä|přijmout.{0,20}|souhlasím|rozumím|prijať.{0,20}|súhlasím|elfogad.{0,20}|rendben|sunt de acord|kabul (?:et|ediyorum).{0,10}|tamam|anladım',
  'принять.{0,20}|принимаю|соглас(?:ен|на)|понятно|прийняти.{0,20}|αποδοχή.{0,20}|συμφωνώ',
  '(?:すべて)?(?:に?同意|を?許可|を?受け入れ|承諾).{0,8}|了解|(?:我)?(?:同意|接受|知道了).{0,8}|全部(?:接受|同意)|(?:모두 )?(?:동의|수락|허용).{0,6}|확인|אישור|הבנתי|موافق|أوافق',
);

/** A control that matches this one as well as acceptControl rejects. */
export const rejectControl = controlOf(
  '(?:i )?(?:reject|decline|refuse|deny|disagree|do not (?:accept|agree|consent))(?:\\b.{0,40})|no,? (?:thanks|thank you)|opt[- ]out',
  '(?:(?:accept|use|allow|continue with) )?(?:only )?(?:strictly )?(?:necessary|essential|required)(?: cookies)?(?: only)?',
  '(?:continue|proceed) without (?:accepting|agreeing|consent|cookies|tracking)|save (?:my )?(?:choices?|settings|preferences|selection)',
  '(?:alle )?(?:cookies )?ablehnen|nur (?:notwendige|essenzielle|essentielle|erforderliche|technisch notwendige).{0,30}|ohne (?:einwilligung|zustimmung) (?:fortfahren|weiter)|auswahl (?:speichern|bestätigen)',
  '(?:tout )?refuser(?:\\b.{0,20})|continuer sans accepter|enregistrer mes choix|rechazar(?:\\b.{0,20})|rifiuta(?:\\b.{0,20})|continua senza accettare|(?:alles )?(?:weigeren|afwijzen)',
  'recusar(?:\\b.{0,20})|rejeitar(?:\\b.{0,20})|odrzuć(?:.{0,20})|neka(?: alla)?|avvisa(?: alla)?|(?:endast|kun|bare) n[öø]dv[äe]ndige?a?.{0,20}|afvis(?: alle)?|avslå(?: alle)?',
  'hylkää.{0,20}|vain välttämättömät.{0,20}|odmítnout.{0,20}|odmietnuť.{0,20}|elutasít.{0,20}|reddet|отклонить.{0,20}|απόρριψη.{0,20}|(?:すべて)?を?拒否.{0,6}|(?:全部)?拒[绝絕].{0,6}|(?:모두 )?거부.{0,6}',
);

/** A control that only closes a banner. */
export const closeControl =
  /^\s*(?:[×✕✖✗✘╳⨯x]|(?:close|dismiss|schließen|fermer|cerrar|chiudi|sluiten|fechar|zamknij|stäng|luk|lukk|sulje|zavřít|закрыть|閉じる|关闭|닫기)(?:\s.{0,20})?)\s*$/i;

/** A control that stores what was chosen: in some dialogs, rejecting only sets the choices. */
export const saveControl = controlOf(
  '(?:save|confirm|apply)(?: (?:and|&) \\w+)?(?: my)?(?: (?:choices?|settings|preferences|selection|changes))?',
  '(?:auswahl |einstellungen )?(?:speichern|bestätigen|übernehmen)(?:\\b.{0,20})|(?:sauvegarder|enregistrer|valider|confirmer)(?:\\b.{0,20})',
  '(?:guardar|salva|salvar|conferma|confirmar)(?:\\b.{0,20})|(?:keuzes |voorkeuren )?(?:opslaan|bevestigen)|zapisz.{0,20}|(?:spara|gem|lagre|tallenna)(?:\\b.{0,20})',
  'uložit.{0,20}|uložiť.{0,20}|mentés.{0,20}|kaydet|сохранить.{0,20}|зберегти.{0,20}|αποθήκευση.{0,20}|保存.{0,8}|저장.{0,6}',
);

/** A control that leads to a payment. */
export const payControl = /subscri|\bpay\b|\babo|\bpur\b|purchase|\bbuy\b|€|\$|£/i;
