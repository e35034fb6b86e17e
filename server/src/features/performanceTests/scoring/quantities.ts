import { fold } from '../../../platform/redaction/fold.ts'

/** A kind of quantity, and how many of its base unit a unit is. */
export interface Unit {
  of: string
  factor: number
}

/** One line per unit: what it measures, its factor, and its names in one spelling. */
const units = `time 1: second seconds sec secs sekunde sekunden seconde secondes segundo segundos ثانيه ثواني
time 60: minute minutes min mins minuten minuto minutos دقيقه دقايق
time 3600: hour hours hr hrs h stunde stunden std heure heures hora horas ساعه ساعات
time 86400: day days tag tage tagen tages kalendertag kalendertage kalendertagen jour jours dia dias يوم ايام يوما
time 604800: week weeks woche wochen semaine semaines semana semanas اسبوع اسابيع اسبوعا
months 1: month months monat monate monaten monats mois mes meses شهر اشهر شهور شهرا
months 3: quarter quarters quartal quartale quartalen trimestre trimestres
months 12: year years yr yrs jahr jahre jahren jahres an ans annee annees ano anos سنه سنوات سنين سنتا عام اعوام عاما
workday 1: workday workdays werktag werktage werktagen arbeitstag arbeitstage arbeitstagen
% 1: % percent pct prozent ٪
eur 1: € eur euro euros يورو
usd 1: $ usd dollar dollars dollar دولار دولارا دولارات
gbp 1: £ gbp pound pounds pfund livres sterling libras
chf 1: chf franken
jpy 1: ¥ jpy yen
inr 1: ₹ inr rupee rupees rupien روبيه
sar 1: sar riyal riyals rial ريال ريالا ريالات
aed 1: aed dirham dirhams درهم درهما دراهم
egp 1: egp جنيه جنيها جنيهات
kwd 1: kwd دينار دينارا دنانير dinar dinars
mass 0.000001: µg mcg
mass 0.001: mg milligram milligrams milligramm milligrammes miligramos ملغ ملغم
mass 1: g gram grams gramm gramme grammes gramo gramos جرام غرام جراما غراما جرامات غرامات غ
mass 1000: kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos كجم كغ كغم كيلوجرام كيلوغرام كيلو كيلوجراما كيلوغراما كيلوغرامات كيلوجرامات
mass 1000000: t ton tons tonne tonnes tonnen tonelada toneladas طن طنا اطنان
length 0.001: mm millimeter millimeters millimetre millimetres milimetros
length 0.01: cm centimeter centimeters centimetre centimetres zentimeter centimetros سم سنتيمتر سنتيمترا سنتيمترات سنتمتر
length 1: m meter meters metre metres metern metro metros متر مترا امتار
length 1000: km kilometer kilometers kilometre kilometres kilometern kilometro kilometros كم كيلومتر كيلومترا كيلومترات
length 0.3048: ft feet foot
length 0.0254: inch inches zoll
area 10000: ha hectare hectares hektar
frequency 1: hz hertz
frequency 1000: khz
frequency 1000000: mhz
frequency 1000000000: ghz
voltage 1: volt volts
heat 1: kcal
speed 1: mph
length 1609.344: mile miles meile meilen
area 1: m2 sqm quadratmeter qm
volume 0.001: ml milliliter milliliters millilitre millilitres
volume 1: l liter liters litre litres litern litro litros لتر لترا
data 1: byte bytes
data 1000: kb kilobyte kilobytes ko
data 1000000: mb megabyte megabytes mo ميجابايت ميغابايت
data 1000000000: gb gigabyte gigabytes go جيجابايت غيغابايت
data 1000000000000: tb terabyte terabytes تيرابايت
power 1: w watt watts
power 1000: kw kilowatt kilowatts كيلوواط
power 1000000: mw megawatt megawatts
energy 1000000: mwh
energy 1: wh
energy 1000: kwh
temperature 1: °c celsius
fahrenheit 1: °f fahrenheit`

/** Parts of a whole in words, in percent. */
export const fractions: ReadonlyMap<string, number> = new Map(
  (
    [
      [50, 'half halfway halbe halben hälfte moitié mitad نصف النصف'],
      [25, 'viertel ربع الربع'],
      [75, 'dreiviertel'],
      [100 / 3, 'third drittel tiers tercio ثلث الثلث'],
      [200 / 3, 'ثلثا ثلثي ثلثان ثلثين الثلثين'],
    ] as const
  ).flatMap(([value, words]) => words.split(' ').map((word) => [fold(word).text, value] as const)),
)

/** Several parts: "two thirds", "drei Viertel". */
export const severalParts: ReadonlyMap<string, number> = new Map(
  (
    [
      [200 / 3, 'two thirds|zwei drittel|deux tiers|dos tercios'],
      [75, 'three quarters|drei viertel|trois quarts|tres cuartos|ثلاثه ارباع|three fourths'],
    ] as const
  ).flatMap(([value, list]) => list.split('|').map((phrase) => [phrase, value] as const)),
)

export const unitNames: ReadonlyMap<string, Unit> = new Map(
  units.split('\n').flatMap((line) => {
    const [head = '', names = ''] = line.split(': ')
    const [of = '', factor = '1'] = head.split(' ')
    return names.split(' ').map((name) => [name, { of, factor: Number(factor) }] as const)
  }),
)

export const WORKDAY: Unit = { of: 'workday', factor: 1 }
export const PERCENT: Unit = { of: '%', factor: 1 }
const currencies = new Set('eur usd gbp chf jpy inr sar aed egp kwd'.split(' '))
export const isCurrency = (unit: Unit | null | undefined): boolean => unit != null && currencies.has(unit.of)

/** Words that multiply a number in front of them. */
export const scales: ReadonlyMap<string, number> = new Map(
  (
    [
      [100, 'hundred hundreds hundert'],
      [1_000, 'thousand thousands k tausend tsd mille mil miles الف الاف الفا'],
      [1_000_000, 'million millions mio mln millionen millones millon مليون مليونا ملايين'],
      [1_000_000_000, 'billion billions bn mrd milliarde milliarden milliard milliards مليار مليارا مليارات'],
    ] as const
  ).flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
)
/** Letters that are millions or billions only of a currency: "€5m". */
export const currencyScales: ReadonlyMap<string, number> = new Map([
  ['m', 1_000_000],
  ['b', 1_000_000_000],
])

const grouped = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/

/** Returns what digits with separators can be: "1.204" is written for 1204 and for 1.204. */
export function readDigits(raw: string): number[] {
  const text = raw.replace(/[' ٬]/g, '').replaceAll('٫', '.')
  const separators = text.replace(/\d/g, '')
  if (separators === '') return [Number(text)]
  const last = separators.at(-1)!
  const parts = text.split(/[.,]/)
  const whole = Number(parts.join(''))
  const decimal = Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)
  if (separators.length === 1) {
    const isBoth = grouped.test(text) && !text.startsWith('0') && !raw.includes('٫')
    return isBoth ? [whole, decimal] : [decimal]
  }
  // The last separator differs from the others: it is the decimal one.
  if (separators.indexOf(last) === separators.length - 1) return [decimal]
  return grouped.test(text) ? [whole] : []
}

export const isSameNumber = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
