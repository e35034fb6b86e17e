import { fold } from '../fold.ts'

/** Everyday words that are written in lower case, so a capital letter inside a sentence can make them a name. */
const lowerCase = `
  he na ni hu lan wit vos tas anders socorro bridges sow thi duc bui aas roos tao lei jin nu hao sen costa gul bell
  charpentier chevallier charron couturier tonnelier menuisier pelletier sabatier faucheux messager pasquier berger
  brewer cartwright fowler glover harper mercer miner ranger sawyer sexton slater spencer turnbull tanner thatcher tinker
  tyler wainwright carpintero alfarero cabrero tejedor molinero pescador tendero bailey rector abbot squire page dyer
  abbey acre agar alba alma amber angel apple april archer archie art ash aster august autumn baker ball banks
  bar barber barker baron bass bay beach bean bear beau bell bent berry best bill bird bishop black blade blank
  blessing bliss bloom blossom blue bond booth bow bowl box boy boss bradley brand brandy bridge bright brook
  brooks brown buck bull burn burns bush butcher butler buttons cannon cape care carol carpenter carter carver
  case cash castle chance chandler chang chase chef cherry chin christian christmas church clay clear cliff
  close cloud coal cole cook cool cooper copper coral corn cotton couch court cove crane cross crown cruz curry
  dale dane daisy dawn day dean dear deal dell dew dick dice dollar dove drew drum duke dusty earl early east
  eden elder ember english ever faith fair fan farmer fast favor fay fern field fields fin finch finn fire fish
  fisher flint flores flower flowers fly ford forest foster fountain fox frank frankie free freeman french frost
  fry gale gall gamble game garden gardener gates gay gem gene german gift glass gold golden good goodman
  goodwin grace grand grant gray green grey grove guy hail hale hall ham hand hank happy harbor hard hardy
  harmony harper hart hawk hay hazel heath heather heaven hedge hill ho holiday holland holly holt home honey
  hood hook hope hopes horn house hunt hunter in ink iris iron ivory ivy jade jasmine jay jet jewel jolly joy
  joyce judge july june junior just justice keen key king kings kit kitty knight knox la lake lam lamb lance
  land lane lang lark last laurel law lawn lee leaf leigh lewd lie light lily link lo loan lock long look lord
  lot love low lucky luck luna lux lynch lyric ma mace mad major male mall man mandarin manning manor marble
  march marina mark marks marsh marshal marshall mason masters mat mate max may mayor meadow melody mercy merit
  mercury merry mickey mile miles mill miller mills min mine mint miracle misty mo monk moon moore moss mount
  myrtle nap neat neo new nick night noble noel noon norm north oak ocean olive oral oscar otter owl page paige
  pain paint palm park parker parks parson pat patience patient paw peace peach pearl penny pepper pet petty
  phil phoenix pierce pike pine piper pitt plant plum pole poppy pope port porter post potter pound powers
  precious price pride prince prior prudence pruitt quill quick quinn ran rand randy rank raven ray reason red
  reed reef rex rice rich ridge ring river rivers roach road rob robe robin rock rocky rod roman rook rose roses
  rosemary roth row rowan royal ruby rule rush rusty sad sage sailor saint sand sandy savage scarlet scout sea
  season seal self shade shah sharp shaw shepherd shore short silver simple simon singer sky skylar small smart
  smith snow sol song south spark sparks speaker spears spring star starling steel sterling stern stew still
  stone stones storm story street strong sue sum summer summers sun sunday sunny swan sweet swift tailor tan
  taylor teal temple terra terry thyme tiger timber todd tower town true trip tucker turner twain tyler usher
  vale van vera verity violet viola virtue wade walk walker wall ward warner water waters way weaver webb weeks
  welch wells welsh west wheeler whit white wild will willow wills wilt win wind windsor winter wise wolf wood
  woods woody woodward word worth wren wright yard young york zion abel belle blanc blanche bois bon boucher
  boulanger bouvier breton brun celeste chevalier claire clair clement clementine colin constant content cordier
  couture cousin desire dieu dor dubois dupont fabre faure fleur fleuri fontaine forestier fort fortune france
  franc francais gaillard gros guerin heureux hiver humbert jardin jeune jolie joly jour juste lambert large
  leblanc legrand lenoir leroux leroy lemaire loup lemoine magasin maire maison marchand marche marin masson
  meunier mercier meyer moine monet moreau morel moulin muguet neuf noir papillon parfait pascal perle perrin
  petit petite picard poirier pons portier poulain prevost renard renaud reine riviere roche roi rolland
  rossignol rouge rousseau roussel roux royer sable savoie soleil sylvestre tailleur tanguy texier tour tourneur
  vallet vasseur verdier vert vidal vigneron ville violette voisin alegria amado amor amparo angeles angustias
  arroyo aurora barba barrios barco bello bella blanca blanco bravo bueno caballero cabello cabeza calle calvo
  camino campo campos cano cantero caro carretero casa casas castillo castro cedro cerda cielo clara claro
  concepcion conde consuelo cordero corral corona correa cortes crespo cuesta cuevas delgado dolores duran
  encarnacion escudero esperanza espejo estrella exposito fe feliz flor fuente fuentes gallardo gallego gallo
  gato gracia gracias grande guapo guerra guerrero herrera herrero hidalgo hierro hoyos huerta iglesia iglesias
  infante izquierdo justo lago leal leon libre linda lindo llano lobo lozano luz madera maestro manzano mar
  mariposa marques martes mejor mercado merced mercedes merino milagros mina misterio modesto molina molinero
  montana monte montes mora moreno montero mota moya nieto nieve nieves noche nova nuevo olmo oliva palacios
  palma palomo pardo paredes paz pastor pena perfecto pilar pino plaza pobre polo ponte pozo prado primero
  prieto puerta puertas quinto ramos real redondo remedios reina rey reyes rico rincon rio rios roble robles
  roca rocio rojas rojo rosa rosal rosario rosas rubio salas salvador sanz santa santiago santo santos segura
  serena serrano sierra solano soledad soler sordo soto tapia tierra toro torre torres trinidad trujillo val
  valiente valle vaca vega vela verde victoria vida viejo viento villa virtudes zapata zapatero al an ben bo da
  dan de den di do el em en era ion jo ju jan kim les li lim lin lu mai mon nam ned nor oh ola or pa pai pam per
  ram rosi sa sara sen sera so su tae tai tang tao tara ted tran tu un uma una vu wan wen xi yan yi yu abba levi
`
/** Everyday words that are capitalized, too: German nouns, places, months, products, units, and companies. */
const capitalized = `
  english german french welsh
  meer fang strand seo zahl eze koc kurt
  abend acker adler amsel amt anger apfel arzt ast auer bach bader bahn balken ball bank bar bart baron bauer
  baum baumann baumeister becher beck becker beil berg berger bergmann besen biene bischof blau blatt blum blume
  blumen boden bogen bohne born boss brand braun brauer braut brecht bremer brenner brot bruder brunnen buch
  buche buchner burger burg busch christ dachs dank deutsch dichter distel dom dorn drechsler durst ebert ecke
  eder edel ehrlich eich eiche eichhorn eigen eis engel ende ernst esche esser euler fach falk falke farber fass
  feder feind feld fels fenster feuer fichte fink fisch fischer fleischer fleiss flieder fluss forster franke
  frei freitag freud freude freund frey friede frieden frisch frohlich fromm fruh frost fuchs fuhrmann funk
  furst gans gang garten gartner gast geier geiger geist gerber gerste glas glaser glaube gluck gold gott graf
  gras grau greif gross grube grun grund gruber gunst gut hafner hahn hammer hand handel hardt hart hase haas
  haus hauser hecht heer heide heil heiland heimann held hell hering herbst herr herz heu hein himmel hirsch
  hirt hirte hoch hof hofer hoffmann hofmann holz holzer honig horn huber hummel hund hut huter jager jahn
  januar jung jude juni juli kaiser kalb kamm kanne kant kanzler kasten kater kaufmann keller kern kessel kirch
  kirche kirsch klar klee klein klinge klinger klug knecht knopf koch kohl kohle kohler komma konig korn kraft
  krahe kramer krause kraus kraut krebs kreis kreuz krieger krug kruger kuchler kugel kuhn kuhl kunst kunz kurz
  kuss lachs lamm lampe land lang lange laub lauf laut lehmann lehrer leicht leinen lenz lerche licht lieb liebe
  linde lowe luchs luft lust macht mahler mai maier mann mantel markt marx maurer maus mehl meier meister menge
  mensch menzel merz meyer milch minister mohn mohr moll mond monch montag morgen moser muller mut mutter nacht
  nagel nebel neu neumann nord noth nuss ofen ohm ochs oster paar papst pauli pfaff pfarrer pfau pfeffer pfeifer
  pfeil pferd pflug pilz pilger pohl post pracht probst quelle rabe rad rat rauch raum recht reich reif reim
  rein reis reiter rest rich richter riegel ries ring ritter ritz rock roggen rohr rosen rot roth ruder ruhe
  rund sack sand sanger sauer schaf schafer schall schatten schatz schaub schauer scherer scherz schick schild
  schiller schlegel schlosser schmid schmidt schmied schmitt schmuck schnabel schnee schneider schnell schon
  schrank schreiber schreiner schroder schubert schuh schulz schulze schumacher schuster schutz schutze schwan
  schwab schwarz schweizer see seel segen seidel seiler sieg silber singer sommer sonne sonntag specht sperling
  spiegel spitz sport stahl stamm star stark staub stein steiner stern stock stoll storch stoss strasse straub
  strauss strom stumpf sturm tag tanne tanz taube teich teufel thron tier tisch tod topfer trapp traub traum
  treu tuch ufer uhl ulm ulrich unger vater veit veilchen vetter vogel vogt voll wacht wagner wahl wald wand
  weber weg weide wein weise weiss welt wende wenz werk wert wiese wild wille wind winkel winkler winter wirt
  wirth witt witz wohl wolf wolff wolke wort wunder wurm wurst zahn zander zeh zeit zeller zell ziegler zimmer
  zimmermann zorn zucker jan jann februar feb marz mar april apr may june jun july jul august aug september sep
  sept oktober okt oct november nov dezember dez dec dienstag mittwoch donnerstag samstag monday friday sunday
  adelaide aden alexandria algier amsterdam andorra angola asia athen athens austin basel berlin bern bethlehem
  bologna bolton bonn boston bradford bremen bristol brooklyn brussel burgos burton cadiz cairo cali calais
  cambridge cardiff carolina chad chandler charlotte chelsea chester chile china clinton clifton cleveland
  colombia colon columbia cordoba cuba cuenca dakota dallas darwin delhi denver derby devon dijon douglas
  dresden dublin eden egypt elba england essen europa florence florenz florida frankfurt geneva genoa georgia
  granada guadalupe guinea hamburg hampton hannover hanover haifa hastings havana heidelberg houston hudson
  india indiana indonesia iran irak israel italia jaen java jersey jordanien jerusalem kenia kent kenya kiel
  kingston kobe koln lancaster lancashire lebanon leiden leeds leicester leipzig leon lima lincoln linz lisbon
  logan london lorraine lourdes lucca lucerne lugo luton lyon madeira madison madrid mainz malaga mali malta
  manchester marbella marseille medina melbourne memphis mexico milan milano milton mobile monaco montreal
  murcia nantes nancy naples nelson nevada newton nice nairobi nottingham odessa oman orlando oslo oxford padua
  palermo panama paris parma pasadena pavia peking perth peru petra philadelphia phoenix pisa pittsburgh porto
  potsdam prag preston raleigh ravenna regina reims rhodes richmond rio riga roma rome rostock rotterdam ruanda
  salem salzburg samoa santiago santander savannah savona seoul sevilla seville sidney siena sidon simbabwe skye
  sofia stanford stuttgart sudan suez surrey sussex sydney syria taiwan tampa texas tirol togo toledo toronto
  torino toulouse trent trier trieste troy tunis turin turkey uganda utah valencia valladolid venice venezia
  vera verona victoria vienna vigo virginia warren washington wellington westminster wien windsor wolfsburg
  worms wuppertal york zaragoza zurich zug abbott adobe airbus alexa alfa alibaba amazon ampere android angular
  apache apollo apple armani asana asus astra atlas audi avon azure barbie bayer becks benz bentley bing bmw
  boeing bosch braille cadbury canon carrefour cartier celsius chanel chrome cisco citroen claude cognac colt
  cortana corsa coulomb cruz daimler dante danone dell delta dior disney django docker dyson edison electra
  elastic ericsson etna excel fahrenheit faraday farad fedora ferrari fiat figma firefox focus ford gamma gap
  gaia gauss gemini gibson gillette git github gitlab golf google grafana grammy gucci guinness hadoop harley
  heineken hella helm henkel hermes hertz hilton honda intel ibiza iris jaguar jenkins jira joule jobs jupiter
  kafka kelvin kellogg kia kodak kotlin laplace leica lego lenovo levi lexus lidl linux lotus lucent lumen lynx
  mach mars martini maven maxwell mercedes merck mercury merlin metro michelin miele mini mitsubishi moleskine
  mongo morse motorola mustang neptun nestle nike nissan nivea nobel node nokia nova omega opel oracle orion
  oscar osram outlook pandora paracelsus pascal pasteur pepsi perl philips picasso pixel polo porsche power
  prada prisma puma python quechua quest react redis renault rolex ruby rust saab sage salesforce samsara
  samsung sap saturn scala seat sega shell sherlock siemens sigma siri skype slack smart solaris sony spark
  spotify suzuki swift tempo tesla titan tivoli toyota turing twitter uber ubuntu valerian vega venus verizon
  vertex vespa vim vista visual vito volt volta volvo watt webex wiki windows word xerox yamaha zebra zeiss
  zeppelin zeus
`
/** Arabic names that are also words of everyday use. */
const arabic = `
  سليم
  بشرى الله رحمن عبد محمود سعيد كريم جميل حسن علي امين صالح سالم عادل ناصر نور هدى امل سلام فرح ايمان رجاء وفاء
  صابر شريف حكيم وحيد فريد عزيز كامل طاهر قاسم عامر ظاهر باسم رحمة نعمة هبة دعاء اسلام جمال كمال جلال هلال نضال
  كفاح نجاح صباح مساء ليل قمر شمس بدر نجم زهرة وردة ياسمين غزال اسد فهد نمر صقر حرب سيف عمر ساري هادي راضي قاضي
  غني نادي وادي صافي وافي كافي شافي رائد قائد زائد عائد فائز صادق عارف حليم عظيم رحيم قديم مقيم بشير وزير امير
  كبير صغير منير زين احسان رضا ضياء صفاء هناء شفاء بهاء نداء فداء ولاء اية ندى حنان حنين امان ايات سمر سحر فجر عصر
  نهار ربيع صيف خريف شتاء رجب رمضان شعبان جمعة خميس غيث مطر بحر نهر جبل حجر صخر ذهب فضة لؤلؤ جوهر فرج فتحي نصر
  ثابت راشد مرشد سعد سعادة عيد يزيد اشرف احمر ابيض اسود شهد عسل عبير اريج قصير طويل حداد نجار خياط صباغ حلاق خباز
  طباخ عطار بنا لطيف وجيه نزيه مصري سوري شامي تونسي مغربي عراقي هندي تركي كردي حلبي حمصي يمني قطري عربي فارس طالب
  كاتب شاعر حارس منصور مبارك مختار مراد جهاد سؤال حياة نجاة جميلة كريمة سعيدة امينة حكيمة شريفة عزيزة نبيلة لطيفة
  رشيدة صالحة بديعة ربيعة حسناء بيضاء صحراء خضراء دنيا رؤيا هدية عطية حرية عالية غالية سامية هادية تيسير زاهر غالب
  نائب راتب خاتم عالم حامي رسمي علمي رمزي شكري فخري
`

/** First names among them: with a capital letter, even at the start of a sentence, they are a name in most cases. */
export const mostlyNames: ReadonlySet<string> = new Set(
  `alba alma amado amparo anders angel angeles angustias archie archer amber april aurora ashley bailey belle bianca blanca
  bradley brooke bruno camille carmen celeste charlotte chase chelsea christian claire clara clementine clement colin
  concepcion consuelo daisy dale dan dean dolores encarnacion erika esperanza faith fatima finn fleur flora frank fred
  grace grant graciela guadalupe guy harper hazel heather holly hope hunter iris ivy jack jade jan jasmine jay jean jose
  joy joyce julia june justice kim kit kitty lee leo leon lily logan lola lorraine lourdes luca lucky luna luz madison
  marina marine marion mark mason max may mercedes mercy miles milagros molly morgan myrtle ned noble noel olive oscar
  paige paloma pascal patience paz pearl penny perla petra phil phoenix pierce piper pierre pilar poppy prudence ray
  reed remedios rex robin rocio rosa rosario rose rosemary rowan royal ruby sage salvador sandy santiago scarlet scout
  socorro soledad summer sue sylvestre ted terry todd trinidad tyler una uwe verity victor victoria viola violet violette
  will willow woody xavier emil sofia emma hugo marie florence georgia paris sidney sydney kelvin carol carole
  blessing destiny chance dolly drew duke earl eden ember gene harmony harry hank heaven jewel jude lance melody
  misty randy raven reine rich rusty sally sterling tanner taylor trip wade`
    .trim()
    .split(/\s+/),
)

/** A word that is also a name: written in lower case, or also capitalized, in ordinary use. */
export type Everyday = 'LowerCase' | 'Capitalized'

const wordsOf = (list: string): string[] =>
  list
    .trim()
    .split(/\s+/)
    .map((word) => fold(word).text)

export const everydayWords: ReadonlyMap<string, Everyday> = new Map([
  ...[...wordsOf(lowerCase)].map((word) => [word, 'LowerCase'] as const),
  ...[...wordsOf(capitalized), ...wordsOf(arabic)].map((word) => [word, 'Capitalized'] as const),
])
