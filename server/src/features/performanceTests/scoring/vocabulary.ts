/**
 * What the words of a statement have in common with others, in English, German, French, Spanish, and Arabic. Each is a
 * list of general words: nothing here is about the subject of a document.
 */

/** Words with the same meaning, a class per line. "!" marks a word that means the opposite of its class. */
export const classes = `employee employees staff worker workers workforce personnel colleague colleagues
vacation holiday holidays vacations
allow allowed permit permitted allows permits permissible authorized can_be may_be !forbidden !prohibited !banned !disallowed !prohibit !prohibits !forbid !forbids !ban !bans welcome !off_limits !not_an_option !illegal !unlawful
require required requires must mandatory obligatory compulsory necessary need needs needed obliged !optional !voluntary requirement requirements needed have_to has_to had_to essential
able possible !impossible !unable
fee fees charge charges charged surcharge cost costs price prices priced costing pay pays !free !complimentary !free_of_charge !no_charge !at_no_cost !at_no_charge !costs_nothing !cost_nothing !for_free !without_charge paid_for price_tag !free_to_use !without_costs !without_cost !at_no_extra_cost !no_extra_cost !at_no_additional_cost !gratis !cost_free !costs_you_nothing
include includes included including contain contains contained comprise comprises cover covers covered !exclude !excludes !excluded !excluding covering !leaves_out !left_out !not_part_of
valid !invalid !void in_force !no_longer_valid !lapsed !lapses
functional operational !out_of_order !out_of_service !defective !inoperative
available !unavailable on_offer in_stock !out_of_stock !sold_out
limited limit limits cap capped ceiling !unlimited !uncapped
refundable refund refunds refunded reimburse reimbursed reimbursement reimburses !nonrefundable money_back your_money_back back_your_money give_money_back !non_refundable
cancel cancels canceled cancelled cancellation canceling cancelling terminate terminated terminates termination call_off called_off
begin begins began begun start starts started starting commence commences kick_off kicks_off onwards
end ends ended expire expires expired expiry expiration finish finished until_the_end runs_out run_out
register registers registered registration sign_up sign_in enroll enrolled enrollment
buy buys bought purchase purchased purchases purchasing
send sends sent submit submits submitted submission hand_in handed_in hand_over turn_in turned_in file filed
pay pays paid payment payments payable issue issues issued
get gets got receive receives received obtain obtains entitled entitlement granted
give gives gave given provide provides provided offer offers offered grant grants
inform informed notify notified notification notice
repair repairs repaired fix fixes fixed
increase increases increased rise rises rose risen grow grew grown growth
decrease decreases decreased fall falls fell fallen drop dropped drops decline declined
keep keeps kept store stored stores retain retained retention storage
delete deleted deletes deletion remove removed removal erase erased
last lasts lasted duration
open opens opened opening !close !closed !closes !shut
geoffnet offen offnet !geschlossen !schliesst
ouvert ouverte ouvre ouvrent !ferme !fermee !ferment
abierto abierta abre abren !cerrado !cerrada !cierra !cierran
مفتوح يفتح تفتح !مغلق !يغلق !تغلق
approve approved approves approval authorization authorisation consent sign_off signed_off signs_off
found founded founding establish established
headquarters headquartered head_office
lead leads led head heads headed director
customer customers client clients
company firm business corporation
car cars vehicle vehicles
apartment flat apartments flats
kid kids child children
doctor physician doctors physicians
phone telephone
annual annually yearly per_year a_year each_year every_year per_annum
monthly per_month a_month each_month every_month
weekly per_week a_week each_week every_week
daily per_day a_day each_day every_day
minutely per_minute a_minute each_minute
hourly per_hour an_hour each_hour every_hour
quarterly per_quarter
quick quickly fast rapid rapidly
big large
small little
help assist assistance support
maximum max highest
minimum min lowest
email emails e_mail mail
website web_site site
mitarbeiter mitarbeitende mitarbeiterinnen mitarbeitern mitarbeitenden beschaftigte beschaftigten angestellte angestellten arbeitnehmer
erlaubt gestattet zulassig erlauben zugelassen darf durfen gestatten !verboten !untersagt !unzulassig
erforderlich notwendig notig pflicht muss mussen benotigt brauchen braucht verpflichtend obligatorisch !freiwillig !optional benotigen zwingend vorgeschrieben pflichtig verlangt notige
gebuhr gebuhren preise kosten kostet entgelt preis !kostenlos !ohne_kosten !kostenfrei !gratis !gebuhrenfrei !unentgeltlich tarif kostenpflichtig gebuhrenpflichtig kostenpflichtige !kostenlose !kostenlosen !kostenloser !kostenloses !kostenfreie !kostenfreien !umsonst !ohne_gebuhr !ohne_gebuhren !ohne_aufpreis !ohne_berechnung
enthalten enthalt inbegriffen beinhaltet umfasst inklusive !ausgeschlossen !exklusive enthaltene deckt abgedeckt eingeschlossen einschliesslich inkl mitversichert
erstatten erstattet erstattung ruckerstattung zuruckerstattet ruckzahlung zuruckgezahlt geld_zuruck zuruckerstatten erstattungsfahig zuruckzahlen ruckerstatten
kundigen kundigung gekundigt kundbar
stornieren stornierung storniert
beginnt beginnen beginn startet starten start
endet enden ende ablauf lauft_ab abgelaufen
bekommen bekommt erhalten erhalt anspruch
zahlen zahlt bezahlt bezahlen zahlung gezahlt
gilt gelten gultig geltend !ungultig
betragt betragen belauft
aufbewahrt aufbewahren aufbewahrung gespeichert speichern speicherung
geloscht loschen loschung
urlaub ferien urlaubstage
jahrlich pro_jahr im_jahr je_jahr
monatlich pro_monat im_monat je_monat
wochentlich pro_woche in_der_woche je_woche
stundlich pro_stunde je_stunde
taglich pro_tag am_tag je_tag
unbegrenzt unbeschrankt unlimitiert
kunde kunden kundin
genehmigung genehmigt zustimmung genehmigen bewilligt bewilligung freigabe freigegeben
hochstens_de maximal_de
arzt arztin
salarie salaries employe employes collaborateur collaborateurs
autorise autorisee autorises autorisees permis permise autoriser !interdit !interdite !interdits !interdites autorisees permet permettent possible possibles admis admise admises !defendu !defendue !impossible !proscrit !proscrite
obligatoire requis requise necessaire doit doivent besoin exige !facultatif !facultative obligation necessaires faut exigee requises obligatoires devez imperatif !facultatifs !facultatives
frais cout couts prix coute coutent tarif payant payante payants payantes !gratuit !gratuite !gratuitement !sans_frais !a_titre_gratuit tarifs !gratuits !gratuites !sans_cout !sans_supplement !sans_frais_supplementaires !offert !offerte
compris comprise inclus incluse comprend inclut incluent !exclu !exclus !exclue comprises couvre couvrent couvert couverte couverts !exclues !exclut !excluent
rembourse remboursement rembourser remboursable remboursee rembourses remboursables rendu rendue restitue restituee restitution !non_remboursable
resilier resiliation resilie annuler annulation annule annulee
commence debute debut commencer demarre
recoit recoivent beneficie beneficient ont_droit a_droit
payer paye paiement payee paient
conges vacances conge
annuel annuelle annuels annuellement par_an chaque_annee
mensuel mensuelle mensuellement par_mois chaque_mois
hebdomadaire par_semaine
quotidien quotidiennement par_jour chaque_jour
conserve conserver conservation conservees conserves conservee
empleado empleados empleada empleadas trabajador trabajadores personal
permitido permitida permite permiten permitidos autorizado !prohibido !prohibida !prohibe permitidas posible posibles se_puede se_pueden !prohibidas !prohibidos !imposible
obligatorio obligatoria necesario necesaria debe deben requiere requerido necesita necesitan hace_falta !opcional !voluntario obligatorios obligatorias imprescindible exige exigen hay_que tiene_que tienen_que necesaria necesarios precisa !opcionales !voluntaria
tarifa coste costo costes cuesta cuestan precio precios cargo cuota !gratis !gratuito !gratuita !sin_coste !sin_costo !sin_cargo gasto gastos !sin_gastos !sin_costes !sin_coste_adicional !gratuitos !gratuitas !gratuitamente
incluye incluyen incluido incluida incluidos comprende !excluido !excluye !excluidos incluidas cubre cubren cubierto cubierta !excluida !excluidas !excluye !excluyen
reembolsa reembolso reembolsar reembolsable reembolsan devolucion reembolsables devuelve devuelven devolver devuelto !no_reembolsable
cancelar cancelacion cancelado rescindir rescision
comienza empieza inicia inicio comenzar
reciben recibe tienen_derecho tiene_derecho disfrutan
pagar pago paga pagan abonar abona
vacaciones dias_libres
anual anualmente al_ano por_ano cada_ano
mensual mensualmente al_mes por_mes cada_mes
semanal a_la_semana por_semana
diario diaria al_dia por_dia
موظف الموظف موظفين الموظفون الموظفين موظفون عامل عاملين العاملون العاملين العامل
مسموح يسمح السماح يجوز مسموحا يحق يمكن تسمح !ممنوع !محظور !يمنع !يحظر !ممنوعا مباح جايز تجوز بامكان !يحرم !ممنوعه !محظوره !يمتنع
يجب يتعين يلزم ضروري الزامي يشترط مطلوب يتطلب تتطلب !اختياري تشترط شرط شرطا اشتراط ملزم الزاميه مطلوبه لازم ينبغي لا_بد تجب اجباري اجباريه واجب !اختياريه !طوعي
رسوم تكلفه سعر كلفه الرسوم يكلف !مجاني !مجانا !مجانيه !بدون_رسوم !بلا_رسوم !بدون_مقابل !دون_مقابل تكاليف بمقابل ثمن !مجانيا !بلا_مقابل !بدون_تكلفه !دون_رسوم !من_دون_رسوم !بلا_تكلفه
يشمل تشمل يتضمن تتضمن مشمول مشموله !مستثني !مستثناه شامل شامله مشموله يغطي تغطي يغطيه تغطيه !يستثني !تستثني !مستثناه
استرداد يسترد استرجاع تسترد رد_المبلغ اعاده_المبلغ استعاده مسترد مسترده مستردا !غير_قابل_للاسترداد !غير_قابله_للاسترداد
الغاء يلغي تلغي الالغاء
يبدا تبدا بدايه بدء
ينتهي تنتهي نهايه انتهاء
يحصل تحصل يمنح تمنح يستحق استحقاق
دفع سداد يدفع تسديد يسدد تسدد تدفع مدفوع مدفوعه
اجازه عطله اجازات
سنويا سنوي في_السنه في_العام كل_سنه كل_عام
شهريا شهري في_الشهر كل_شهر
اسبوعيا اسبوعي في_الاسبوع كل_اسبوع
يوميا يومي في_اليوم كل_يوم
مده فتره
مدير يدير تدير اداره
حد_اقصي اقصي
متاح متوفر !غير_متاح
usa us united_states
uk united_kingdom great_britain
eu european_union`

/** If a statement has a word of one side, an answer that has only the other side says something else. */
export const opposites = `before after
earlier later
increase decrease
begin end
first last
maximum minimum
full part
buy sell
buyer seller
employer employee
landlord tenant
lender borrower
internal external
import export
input output
available closed
north south east west northern southern eastern western
indoor outdoor indoors outdoors
left right
upper lower
above below
monday tuesday wednesday thursday friday saturday sunday
annual monthly weekly daily hourly minutely quarterly
inbound outbound
gross net
paid unpaid
public private
male female
domestic international
old new
winter summer spring autumn
morning evening afternoon night
departure arrival
depart arrive
entrance exit
win lose
accept reject
online offline
abfahrt ankunft
einfahrt ausfahrt
eingang ausgang
mindestens hochstens
minimal maximal
salida llegada
sale llega
entrada salida
minimo maximo
depart arrivee
entree sortie
matin soir
manana tarde noche
دخول خروج
مغادره وصول
ادني اقصي
monat jahr
jahrlich monatlich wochentlich taglich stundlich
vor nach
vollzeit teilzeit
brutto netto
vermieter mieter
verkaufer kaufer
arbeitgeber mitarbeiter
steigt sinkt
erhoht gesenkt
beginnt endet
montag dienstag mittwoch donnerstag freitag samstag sonntag
nord sud ost west norden suden osten westen
sommer winter
inland ausland
avant apres
employeur salarie
bailleur locataire
vendeur acheteur
annuel mensuel hebdomadaire quotidien
brut net
lundi mardi mercredi jeudi vendredi samedi dimanche
augmente diminue
premier dernier
antes despues
empleador empleado
comprador vendedor
arrendador arrendatario
anual mensual semanal diario
bruto neto
lunes martes miercoles jueves viernes sabado domingo
aumenta disminuye
primero ultimo
قبل بعد
مستاجر موجر
بايع مشتري
سنويا شهريا اسبوعيا يوميا
الاثنين الثلاثاء الاربعاء الخميس الجمعه السبت الاحد
زياده انخفاض
ارتفع انخفض
يبدا ينتهي
الاول الاخير
داخل خارج
صباحا مساء
كامل جزيي`

/** Words that say little about what a number or a name belongs to. */
export const light = `locate situated find trouve situe befindet situado encuentra member user plan option يوفر توفر يقدم تقدم dauert dauern dure durent dura duran findet finden statt prend prennent tarda tardan send deliver happen place carry perform hold effect effectue erfolgt erfolgen gestellt stellen einmal realiza efectua period time term duration amount number total sum rate value be have get give use make take apply person
people per must require allow currently usually generally normally always about approximately around maximum minimum last
standard include set equal reach come go following also each every any within available
year month week day hour minute second
betragt zeitraum dauer hohe anzahl insgesamt derzeit bekommen kann gilt person personen erforderlich zeit werden stehen
periode duree montant nombre recoit environ personne faut
periodo plazo cantidad numero reciben persona hay
مده عدد مبلغ يحصل يبلغ تبلغ حوالي شخص مقدار يجب يمكن`

/** Negates the clause that it is in. */
export const negators = `not never cannot nobody nothing nowhere neither nor no_one none_of hardly can't won't don't doesn't didn't
isn't aren't wasn't weren't hasn't haven't hadn't shouldn't wouldn't couldn't mustn't needn't ain't unable_to fails_to is_no are_no avoid avoids avoided refrain
nicht nie niemals niemand keinesfalls keineswegs weder nirgends vermeiden vermeide vermieden
pas jamais aucunement nullement personne_ne eviter evitez evite
no_se nunca jamas tampoco nadie no_es no_son no_esta no_estan no_hay no_puede no_pueden no_tiene no_tienen evitar evite eviten
لا لم لن غير ليس ليست ليسوا لا_يجوز ما_عاد لايجوز لايمكن ولا ولم ولن وليس تجنب عدم وعدم بعدم`

/** Negates only the next word with meaning. */
export const withouts = `without no non free_of lack_of lacking none zero_cost minus except excluding
kein keine keinen keinem keiner keines ohne ausser ausgenommen
sans aucun aucune sauf hors
sin ningun ninguna ninguno salvo excepto
بدون دون بلا عدا باستثناء`

/** Bounds of the next number. */
export const least = `at_least minimum_of a_minimum_of no_less_than not_less_than no_fewer_than more_than over exceeding
not_fewer_than no_earlier_than not_before
mindestens wenigstens mehr_als uber nicht_weniger_als
au_moins minimum plus_de pas_moins_de
al_menos como_minimo por_lo_menos mas_de minimo_de
علي_الاقل لا_يقل_عن لا_تقل_عن الا_يقل_عن الا_تقل_عن بحد_ادني كحد_ادني ما_لا_يقل_عن اكثر_من`
export const most = `at_most up_to maximum_of a_maximum_of no_more_than not_more_than less_than fewer_than under no_later_than
not_later_than not_exceed not_to_exceed no_longer_than not_exceeding
hochstens maximal bis_zu nicht_mehr_als weniger_als spatestens
au_plus au_maximum jusqu'a moins_de pas_plus_de
como_maximo hasta menos_de no_mas_de a_lo_sumo
علي_الاكثر لا_يزيد_عن لا_تزيد_عن بحد_اقصي كحد_اقصي اقل_من لا_يتجاوز لا_تتجاوز الا_يزيد_عن الا_تزيد_عن الا_يتجاوز الا_تتجاوز`
/** Bounds that follow their number. */
export const leastAfter = `or_more or_longer at_least at_minimum minimum oder_mehr ou_plus o_mas او_اكثر علي_الاقل`
export const mostAfter = `or_less or_fewer at_most at_maximum maximum oder_weniger ou_moins o_menos او_اقل كحد_اقصي`

/** Separates clauses. */
export const breaks = `but while whereas although though however unless if when whereas compared versus vs because since
aber wahrend sondern obwohl jedoch hingegen wenn falls weil
mais tandis alors_que bien_que cependant toutefois si lorsque
pero mientras aunque sino cuando
لكن ولكن بينما اما غير_ان الا_ان اذا بل`

/** Joins clauses if each has numbers of its own. */
export const joints = `and or as_well_as und oder sowie et ou y o`

/** Mean something that was named before. */
export const anaphors = `it this that these those they he she
er sie dies diese dieser dieses diesen diesem dabei dafur davon hierfur das dazu dort
il elle ils elles ce cela cette celui celle
este esta esto estos estas ese eso ello
هذا هذه ذلك تلك هو هي هم وهو وهي وهم وذلك وهذا`

/** Mean the people a statement is about. */
export const pronouns = `you your you'll you're we our us anyone everyone ihnen man vous votre vos nous
usted ustedes su tu لك لكم يمكنك عليك انت لديك يحق_لك`

/** Contains a negation, but doesn't negate. */
export const ignored = `not_only nicht_nur non_seulement pas_seulement no_solo ليس_فقط no_doubt not_just no_matter if_not`

/** Verbs and nouns whose forms have no stem in common. */
export const irregular = `bring brought; build built; choose chose chosen; find found; grow grew grown; hold held; know knew known;
leave left; lose lost; make made; meet met; sell sold sale sales; sit sat; speak spoke spoken; spend spent; stand stood; take took
taken; teach taught; tell told; think thought; win won; write wrote written; person people; man men; woman women; foot feet; draw drew
drawn; drive drove driven; fly flew flown; wear wore worn; break broke broken; go went gone; see saw seen; understand understood; lie
lay lain; decide decision; arrive arrival; deliver delivery delivered; apply application applies; know knowledge; describe description;
receive receipt; long length; wide width; high height; deep depth; strong strength; responsible responsibility; secure security;
gehen geht ging gegangen; nehmen nimmt nahm genommen; ubernehmen ubernimmt ubernommen; teilnehmen teilnimmt teilgenommen teilnahme; geben gibt gab gegeben; sprechen spricht gesprochen; finden fand gefunden;
schreiben schrieb geschrieben; liegen liegt lag gelegen; tragen tragt trug getragen; verlieren verlor verloren; schliessen schliesst
geschlossen; frist fristen; tag tage; land lander; haus hauser; buch bucher;
pouvoir peut peuvent; faire fait font; devoir doit doivent; poder puede pueden; tener tiene tienen; hacer hace hacen`

/** After "and", these start another clause. */
export const auxiliaries = `is are was were has have had can will must may does do ist sind war waren hat haben kann wird werden muss
est sont ont peut sera es tiene tienen puede hay لها له لديه لديها`

/** After a comma, these go on about what precedes it. */
export const relatives = `who whose whom which where qui dont que quien cuyo cuya الذي التي الذين`

/** Endings of nouns, verbs, and adjectives of a language, the longest first. */
export const endings = {
  de: 'ungen ieren lichen iert liche ung lich eten ete est et en er em es te st t e n s',
  fr: 'issements issement ements ement aisons aison ations ation ateurs ateur ences ence ables able euses euse eurs eur antes ants ante ant ees es ee er ir re ent ons ez iez ait it ie e s',
  es: 'amientos amiento imiento aciones acion iciones icion adores ador antes ante ables able adas ados idas idos ada ado ida ido aran eran iran ara era ira ar er ir an en as os es a o e s',
}
