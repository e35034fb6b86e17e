import { formsOf } from './words.ts'

/**
 * Words that are often used for each other, a group per line. They mean less exactly the same than the classes of the
 * vocabulary, so they count less.
 */
const groups = `population inhabitants residents
transferable pass passed transfer transfers
seller sellers vendor vendors
owner owners
arrive arrives arrival arrivals reach reaches
goods parcel parcels package packages
frist abgabefrist stichtag spatestens abgegeben einreichung bewerbungsschluss anmeldeschluss
zustandig verantwortlich ansprechpartner verantwortliche
anfangen fangt anfang beginnt beginn
delai echeance limite
responsable charge
commencer commence debute debut
plazo limite vencimiento
مسوول مسووله المسوول مشرف
مهله اجل
salir sale salida salidas parte
llegar llega llegada llegadas
partir part depart departs
arriver arrive arrivee arrivees
abfahrt abfahren fahrt abreise
ankunft ankommen kommt
anmelden anmeldung registrieren registrierung
versand lieferung liefern geliefert
kosten preis betrag
inscription inscrire inscrit enregistrement
livraison livrer livre expedition
inscripcion inscribirse matricula registro
solicitud solicitar pedir peticion
يصل وصول
تسليم توصيل
يبدا يفتتح انطلاق
laptop laptops notebook notebooks
fridge fridges refrigerator refrigerators
gym gyms
guarantee guarantees warranty warranties
deadline deadlines due cutoff closes closing close until latest submit submission
leave leaves left depart departs departed departure
reply replies respond responds response answer answers
choose chooses select selects pick picks choice selection
ask asks request requests requested
wear wears
forbid prohibit
lend lends lent loan loans borrow borrows
hire hires recruit recruits recruitment
fire dismiss dismissed dismissal
salary wage wages
boss manager managers supervisor supervisors
meeting meetings appointment appointments
invoice invoices bill bills
ticket tickets
discount discounts rebate rebates reduction
student students pupil pupils
teacher teachers instructor instructors
visitor visitors guest guests
trip trips journey journeys travel travels
baggage luggage suitcase suitcases
trash garbage rubbish waste
pet pets animal animals
trainee trainees apprentice apprentices
beginner newcomer
house home homes houses
shop shops
photo photos picture pictures image images
document documents paper papers
form forms
error errors mistake mistakes fault faults
damage damages damaged damaging
check checks checked inspect inspects inspected inspection examine
change changes changed modify modifies modified modification alter
return returns returned
mix mixes mixing combine combines
avoid avoids
cleaning clean cleans cleaned
hazard danger dangerous hazardous
illness sickness sick ill
medicine medication drug drugs
injury injuries injured hurt
entrance entry admission admittance
lawyer attorney
town city cities towns
road street streets roads
rent rents rental lease leases
deposit deposits
tenant tenants renter renters
suggest suggests recommend recommends recommended recommendation advise advises advised
happen happens occur occurs occurred
assign assigns assigned allocate allocates allocated
deliver delivers delivered delivery ship ships shipped shipping
own owns possess possesses
stop stops halt halts cease
try tries attempt attempts
use uses used using utilize usage
live lives reside resides resident
work works function functions
replace replaces replaced substitute swap
connect connects connected link links
save saves saved
display screen monitor
password passcode
backup backups
update updates updated upgrade upgrades upgraded
secretly confidential confidentially secret
transport transit
schedule schedules timetable
vorgesetzte vorgesetzter vorgesetzten fuhrungskraft chef chefin teamleitung
handy handys mobiltelefon smartphone smartphones
auto autos wagen fahrzeug fahrzeuge pkw
azubi azubis auszubildende auszubildenden
besucher besucherin gast gaste
schuler schulerinnen schulern
kinder kind kindern
verschicken verschickt versenden versendet schicken schickt senden gesendet zusenden
binnen innerhalb
ubernehmen ubernimmt ubernommen tragen
krankmeldung krank arbeitsunfahig
bieten bietet anbieten angeboten
kaufen kauft gekauft erwerben erwirbt
wohnung wohnungen
reparatur reparieren repariert instandsetzung
anderung andern geandert
rechnung rechnungen
rabatt nachlass ermassigung preisnachlass
beginnt beginn
prufen pruft gepruft kontrolliert kontrollieren uberpruft
gehalt lohn vergutung
treffen besprechung sitzung
abgeben abzugeben einreichen eingereicht reichen einzureichen
melden meldet anmelden anmeldung
verwenden verwendet benutzen benutzt nutzen nutzt
remise reduction rabais ristourne
acompte depot arrhes caution
rendu rendre restitue restituer
animal animaux
enfant enfants
voiture voitures vehicule vehicules
eleve eleves etudiant etudiants
logement appartement
envoyer envoye envoi expedier expedie transmettre
fournir fournit fournie offrir offre
choisir choisit choix selectionner
entrer entre admis admise acceptes acceptee accepte
utiliser utilise utilisation employer
acheter achete achat
reparer repare reparation
facture factures
applicable vigueur applique
recharge charge chargez recharger
certificado diploma titulo acreditativo
cita hora turno
alumno alumnos estudiante estudiantes
clase clases aula aulas
entregar entrega presentar presente presenta
coche coches vehiculo vehiculos automovil
nino ninos menores menor
enviar envia envio remitir
usar usa utilizar utiliza uso
elegir elige escoger seleccionar
comprar compra adquirir
reparar repara reparacion
factura facturas
descuento rebaja
aparcamiento parking estacionamiento
salario sueldo
ofrece ofrecen dispone proporciona
صوره نسخه
بيت منزل بيوت منازل دار
سعر ثمن اسعار
غلق اغلاق اقفال
هاتف جوال موبايل محمول
سياره مركبه سيارات مركبات
طالب طلاب تلميذ تلاميذ
طفل اطفال
ارسال يرسل ترسل
شراء يشتري اقتناء
راتب اجر رواتب
اصلاح صيانه تصليح
تسجيل قيد
شرط شروط متطلبات
موعد مواعيد موعدا
مغادره خروج
ملابس ثياب
مريض مرضي
دواء ادويه
يوفر توفر يقدم تقدم
استخدام استعمال
رحله سفر
اسره عايله
سري سر`

const byWord = new Map<string, number[]>()
groups.split('\n').forEach((line, group) => {
  for (const word of line.split(' ')) {
    const { term } = formsOf(word)
    for (const key of new Set([word, ...(term === null || term.startsWith('=') ? [] : [term])]))
      byWord.set(key, [...(byWord.get(key) ?? []), group])
  }
})

/** The groups that a word is in. */
export const groupsOf = (word: string, term: string | null): readonly number[] =>
  byWord.get(word) ?? (term === null ? undefined : byWord.get(term)) ?? []
