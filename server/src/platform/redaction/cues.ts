import { fold } from './fold.ts'

/** What a word announces. */
export const cues = {
  /** A phone number follows. */
  phone: 1,
  /** An order, an invoice, or an amount follows, no phone number. */
  number: 2,
  /** An extension follows. */
  extension: 4,
  /** A surname follows. */
  title: 8,
  /** A first name follows. */
  greeting: 16,
  /** Someone follows: a verb, a preposition, or a label. */
  someone: 32,
  /** Stands between the parts of a name. */
  particle: 64,
  /** @, written out. */
  at: 128,
  /** A dot, written out. */
  dot: 256,
  /** A Dutch citizen service number follows. */
  bsn: 512,
  /** Someone did something: before the verb in most languages, after it in Arabic. */
  verb: 1024,
  /** A noun follows. */
  determiner: 2048,
  /** Someone without a name: “you”, “we”. */
  pronoun: 4096,
  /** The speaker’s own name follows. */
  introduction: 8192,
  /** Someone or something is, has, or will, in a language that has an article before each noun. */
  auxiliary: 16384,
  /** The same in English, where some nouns have no article. */
  englishAuxiliary: 262144,
  /** Joins two names. */
  conjunction: 32768,
  /** Someone is spoken to. */
  address: 65536,
  /** The first half of a part that is written as one word or as two. */
  half: 131072,
} as const

const words: Record<keyof typeof cues, string> = {
  phone: `tel telephone phone phones mobile mobil cell cellphone landline fax call calls called calling ring dial text
    sms whatsapp signal hotline callback reach pager
    telefon telefonnummer telefonisch handy handynummer mobilnummer rufnummer anruf anrufen rufen ruf ruft festnetz
    rueckruf ruckruf erreichbar erreichen erreichst durchgewahlt
    telephonique portable fixe appeler appelez appelle appel joindre joignable gsm telecopie rappeler rappelez
    telefono telefonos movil celular llamar llame llama llamame llamada fijo localizable contactar
    هاتف الهاتف هاتفي هاتفه هاتفها تلفون تليفون جوال الجوال جوالي جواله جوالها موبايل الموبايل محمول المحمول
    اتصل اتصلوا اتصال الاتصال واتساب واتس فاكس الفاكس رقمي رقمه رقمها تواصل للتواصل كلمني`,
  number: `order orders invoice ticket case ref reference serial sku article item part batch version build customer
    contract account tracking parcel policy isbn ean gtin vat po amount total sum eur usd price euro dollars id pid
    bestellung bestellnummer auftrag auftragsnummer rechnung rechnungsnummer artikel artikelnummer kunde
    kundennummer vorgang vertrag vertragsnummer sendung seriennummer charge betrag summe preis konto kontonummer
    aktenzeichen materialnummer zahlernummer
    commande facture dossier article client contrat colis numero montant prix reference siret siren devis compte
    pedido factura expediente articulo cliente contrato envio importe precio referencia cuenta albaran
    طلب الطلب طلبية فاتورة الفاتورة تذكرة التذكرة مرجع المرجع عقد العقد شحنة الشحنة مبلغ المبلغ سعر السعر حساب
    الحساب منتج المنتج تسلسلي العميل`,
  extension: `ext extn extension x durchwahl dw apparat app nebenstelle poste int interno extension anexo تحويلة`,
  title: `hr hrn fr frl eheleute ehepaar mr mrs ms miss mx dr prof professor doctor sir madam lady lord
    herr herrn frau fraulein kollege kollegin familie
    med phil rer nat jur dipl family famille familia عائلة د ا م
    m mm mme mmes mlle monsieur madame mademoiselle maitre docteur professeur
    sr sra srta sres senor senora senorita don dona doctora doctor profesor profesora dra ing lic
    الزميل الزميله زميلنا زميلتنا زميلي زميلتي السيد السيده سيد سيده الاستاذ الاستاذه استاذ استاذه الدكتور الدكتوره دكتور دكتوره المهندس المهندسه مهندس مهندسه
    الانسه الشيخ الحاج للسيد للسيده للاستاذ للاستاذه للدكتور للدكتوره للمهندس للمهندسه والسيد والسيده بالسيد`,
  greeting: `best yours bye ciao love hugs bises besos abrazo abrazos hi hello hey dear thanks thx thank cheers regards sincerely morning afternoon evening welcome sorry
    hallo liebe lieber liebes servus moin danke gruss grusse gruesse grussen gruessen gruezi hoi lg vg mfg
    bonjour salut cher chere merci cordialement bonsoir coucou bienvenue
    hola estimado estimada querido querida gracias saludos atentamente buenas buenos tardes dias bienvenido bienvenida
    مرحبا اهلا عزيزي عزيزتي شكرا تحياتي يا اخي اختي العزيز العزيزه صباح هلا السلام`,
  someone: `with from by for asked ask tell told cc bcc to and meet met emailed email emails pinged ping invited
    invite assign assigned assignee owner reviewer author name firstname lastname surname user contact colleague manager boss says said knows
    but if because that whether
    present presents participants presentes asistentes firmado firma anwesend teilnehmer protokoll moderation
    vertretung redacteur approver
    sender attendee attendees participant signed approved reported wrote
    mit von an fragt fragte sagt sagte frag sag name vorname nachname benutzer bearbeiter bearbeiterin ansprechpartner absender empfanger
    laut fuer ohne aber denn dass ob wenn sonst
    verantwortlich kollegen vorgesetzte
    avec par chez pour apres selon sans sinon mais que si demande demandez dit nom prenom utilisateur expediteur destinataire responsable contact collegue
    con por para segun sin pero que lo pregunta pregunte dijo dile nombre apellido apellidos usuario remitente destinatario responsable contacto asignado companero
    مع من الى الاسم اسم المرسل المستلم المسؤول المسؤوله زميلي زميلتي قال قالت اسال اخبر`,
  particle: `عبد v von vom van der den de del della dello la las los da das do dos di du le ten ter zu zur af av bin ibn bint
    ben al el ul o y e i o d l بن ابن بنت ال ابو ام ابي`,
  at: `at arobase arroba klammeraffe ات`,
  dot: `dot punkt point punto دوت نقطة`,
  verb: `covers called rang said says asked asks wrote writes told tells thinks thought replied replies confirmed confirms agreed
    agrees mentioned mentions suggested suggests approved approves joined joins signed signs phoned emailed emails
    forwarded forwards promised promises explained explains complained complains sent sends wants wanted needs brought
    brings booked books ordered attends attended prepares prepared reviewed reviews updated updates lands arrives arrived
    left leaves offered offers noted notes insisted insists volunteered knows knew presented presents presides apologized
    sagt sagte fragt fragte schreibt schrieb meint meinte antwortet antwortete bestatigt bestatigte ruft rief bestellt
    bestellte ubernimmt ubernahm kommt kam bittet bat schickt schickte bringt brachte klart klarte pruft prufte mochte
    will braucht brauchte kummert sendet sandte vertritt vertrat erklart erklarte erwahnt erwahnte berichtet berichtete
    organisiert plant wartet fehlt fahrt fliegt ladt spricht sprach weiss arbeitet bucht buchte
    dit demande ecrit repond pense confirme passe veut voulait envoie prefere propose arrive apporte appelle explique
    signale precise souhaite rappelle prepare organise attend vient doit accepte refuse valide signe travaille sait
    dice dijo escribio escribe pregunto pregunta respondio responde confirmo confirma llamo contesta contesto pide pidio
    envia envio quiere quería trae trajo viene vino llega llego avisa aviso propone propuso prepara hablara habla hablo
    pedira insiste acepta acepto firma firmo trabaja sabe organiza
    قال قالت كتب كتبت ارسل ارسلت اتصل اتصلت وافق وافقت حضر حضرت ذكر ذكرت اكد اكدت سال سالت طلب طلبت غاب غابت ذهب ذهبت
    وصل وصلت وصلوا جاء جاءت عاد عادت سافر سافرت يقول تقول يكتب تكتب يرسل ترسل يعمل تعمل يريد تريد يحضر تحضر يطلب تطلب
    يصل تصل يعد تعد تتواصل يتواصل اخبر اخبرت اخبرني اخبرتني ارسلي شكر شكرت اعتذر اعتذرت وقع وقعت راجع راجعت سلم سلمت
    استلم استلمت اقترح اقترحت غائب غائبه مجاز مجازه متاخر متاخره مريض مريضه موافق موافقه ينوب تنوب يتابع تتابع`,
  determiner: `the an this that these those my your his her our their its every each some any no
    der die das den dem des ein eine einen einem einer eines kein keine keinen mein meine meinen dein deine sein seine
    ihr ihre ihren unser unsere im am zum zur beim vom ins ans dieser diese dieses diesen diesem jeder jede jedes
    le la les l un une du au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs
    el los las una unos unas del al este esta estos estas ese esa esos esas mi mis tu tus su sus nuestro nuestra`,
  pronoun: `i you we they he she it all everyone everything there here of
    ich du er sie es wir ihr man alle von
    je tu il elle on nous vous ils elles tout d de des
    yo usted ustedes nosotros ellos todo todos de`,
  introduction: `soy llamo heisse heiss bin appelle im speaking ist hier suis اسمي انا معك معكم`,
  auxiliary: `ist war hat hatte wird kann konnte soll sollte muss musste darf
    a est etait sera va avait peut pourra n ne
    es esta estaba ha habia va fue puede tiene tenia no se sera`,
  englishAuxiliary: `is was has had will would can could should does did isn wasn hasn won`,
  conjunction: `and or und oder sowie et ou y e o plus with mit avec con`,
  address: `can could would please did do are have kannst konntest kommst hast bist magst weisst machst schickst gibst
    peux pourrais as es viens passe puedes podrias tienes vienes eres puede هل`,
  half: `عبد بن ابن ابو بو ابا ام وعبد لعبد وابو لابي abd abdel abdul abdal abou abu bou ben bin al el mac mc o`,
  bsn: `bsn burgerservicenummer sofinummer`,
}

/** Folded words with the bits of what they announce. */
export const cueWords: ReadonlyMap<string, number> = (() => {
  const found = new Map<string, number>()
  for (const [name, list] of Object.entries(words)) {
    for (const word of list.split(/\s+/)) {
      for (const key of withPrefixes(fold(word).text)) {
        found.set(key, (found.get(key) ?? 0) | cues[name as keyof typeof cues])
      }
    }
  }
  return found
})()

/** Arabic writes “and”, “for”, and “with” as part of the next word. */
function withPrefixes(word: string): string[] {
  if (word < '\u0600' || word.length < 4) return [word]
  const own = word.startsWith('ال')
    ? [`لل${word.slice(2)}`, `بال${word.slice(2)}`, `ولل${word.slice(2)}`]
    : [`ل${word}`]
  return [word, `و${word}`, ...own]
}
