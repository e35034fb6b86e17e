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
  title: `mr mrs ms miss mx dr prof professor doctor sir madam lady lord
    herr herrn frau fraulein kollege kollegin familie
    med phil rer nat jur dipl family famille familia عائلة د ا م
    m mm mme mmes mlle monsieur madame mademoiselle maitre docteur professeur
    sr sra srta sres senor senora senorita don dona doctora doctor profesor profesora dra ing lic
    السيد السيده سيد سيده الاستاذ الاستاذه استاذ استاذه الدكتور الدكتوره دكتور دكتوره المهندس المهندسه مهندس مهندسه
    الانسه الشيخ الحاج للسيد للسيده للاستاذ للاستاذه للدكتور للدكتوره للمهندس للمهندسه والسيد والسيده بالسيد`,
  greeting: `best yours bye ciao love hugs bises besos abrazo abrazos hi hello hey dear thanks thx thank cheers regards sincerely morning afternoon evening welcome sorry
    hallo liebe lieber liebes servus moin danke gruss grusse gruesse grussen gruessen gruezi hoi lg vg mfg
    bonjour salut cher chere merci cordialement bonsoir coucou bienvenue
    hola estimado estimada querido querida gracias saludos atentamente buenas buenos tardes dias bienvenido bienvenida
    مرحبا اهلا عزيزي عزيزتي شكرا تحياتي يا اخي اختي العزيز العزيزه صباح هلا السلام`,
  someone: `with from by for asked ask tell told cc bcc to and meet met emailed email emails pinged ping invited
    invite assign assigned assignee owner reviewer author name firstname lastname surname user contact colleague manager boss says said knows
    sender attendee attendees participant signed approved reported wrote
    mit von an fragt fragte sagt sagte frag sag name vorname nachname benutzer bearbeiter bearbeiterin ansprechpartner absender empfanger
    verantwortlich kollegen vorgesetzte
    avec par chez pour demande demandez dit nom prenom utilisateur expediteur destinataire responsable contact collegue
    con por para pregunta pregunte dijo dile nombre apellido apellidos usuario remitente destinatario responsable contacto asignado companero
    مع من الى الاسم اسم المرسل المستلم المسؤول المسؤوله زميلي زميلتي قال قالت اسال اخبر`,
  particle: `عبد von vom van der den de del della dello la las los da das do dos di du le ten ter zu zur af av bin ibn bint
    ben al el ul o y e i o d l بن ابن بنت ال ابو ام ابي`,
  at: `at arobase arroba klammeraffe ات`,
  dot: `dot punkt point punto دوت نقطة`,
  verb: `called rang said says asked asks wrote writes told tells thinks thought replied replies confirmed agreed agrees mentioned
    suggested approved joined signed phoned rang emailed forwarded promised explained complained
    sagt sagte fragt fragte schreibt schrieb meint meinte antwortet antwortete bestatigt bestatigte
    dit demande ecrit repond pense confirme
    dice dijo escribio escribe pregunto pregunta respondio confirmo llamo
    قال قالت كتب كتبت ارسل ارسلت اتصل اتصلت وافق وافقت حضر حضرت ذكر ذكرت اكد اكدت سال سالت طلبت غاب غابت`,
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
