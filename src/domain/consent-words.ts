/** Words of banners and walls that ask to accept something, and of their controls. */
export const consentWords =
  /\bcookies?\b|\bconsent\b|personal data|personenbezogene|einwillig|zustimm|données personnelles|consentement|consentimiento|consenso|toestemming|datos personales|dados pessoais|\bgdpr\b|\bdsgvo\b/i;

export const ageQuestion =
  /\b(?:are you|you (?:must|have to) be|i am|i['’]m|confirm (?:that )?you(?:['’]re| are))\b[^.!?\n]{0,30}\b(?:over|at least|older than|of legal|(?:1[68]|21) ?(?:\+|years|or (?:older|over)))|\b(?:verify|confirm|enter) your (?:age|date of birth)\b|\bage (?:verification|check|gate)\b|\b(?:sind sie|bist du)\b[^.!?\n]{0,20}\b(?:16|18|volljährig)|avez-vous (?:plus de )?18|eres mayor de|legal drinking age/i;

export const termsQuestion =
  /\b(?:accept|agree to|consent to) (?:the|our|these)\b[^.!?\n]{0,30}\b(?:terms|conditions|disclaimer)\b[^.!?\n]{0,60}\b(?:to (?:continue|proceed|enter)|before)/i;

/** The whole text of a control. */
export const acceptControl =
  /^\W*(?:(?:(?:yes|ja|oui|sim)\b|sí).{0,40}|(?:i )?(?:accept|agree|consent|confirm)(?:\b.{0,40})|allow (?:all|cookies)|got it|enter(?: site)?|continue(?: to .{0,30}| with ads.*| without .{0,20})?|ok(?:ay)?|i(?: a|['’])m (?:over|of|1|2).{0,20}|(?:alle )?(?:cookies )?(?:akzeptieren|zustimmen|annehmen)(?:\b.{0,30})|einverstanden|(?:tout )?accepter(?:\b.{0,30})|j['’]accepte|aceptar(?:\b.{0,20})|aceitar(?:\b.{0,20})|accetta(?:\b.{0,20})|accepteren|alles accepteren|zgadzam się|принять.{0,20})\W*$/i;

/** The whole text of a control. A control that matches this one as well as acceptControl rejects. */
export const rejectControl =
  /^\W*(?:(?:i )?(?:reject|decline|refuse|deny|disagree|do not (?:accept|agree|consent))(?:\b.{0,40})|no,? (?:thanks|thank you)|opt[- ]out|(?:(?:accept|use|allow|continue with) )?(?:only )?(?:strictly )?(?:necessary|essential|required)(?: cookies)?(?: only)?|(?:continue|proceed) without (?:accepting|agreeing|consent|cookies|tracking)|(?:alle )?(?:cookies )?ablehnen|nur (?:notwendige|essenzielle|essentielle|erforderliche|technisch notwendige).{0,30}|ohne (?:einwilligung|zustimmung) (?:fortfahren|weiter)|(?:tout )?refuser(?:\b.{0,20})|continuer sans accepter|rechazar(?:\b.{0,20})|rifiuta(?:\b.{0,20})|(?:alles )?weigeren|recusar(?:\b.{0,20})|rejeitar(?:\b.{0,20})|odrzuć(?:.{0,20})|отклонить.{0,20})\W*$/i;

/** A control that leads to a payment. */
export const payControl = /subscri|\bpay\b|\babo|\bpur\b|purchase|\bbuy\b|€|\$|£/i;
