/** What an amount measures. */
export type AmountKind = 'Duration' | 'Money' | 'Percent' | 'Date' | 'Time' | 'Count'

/** An amount in a text, with the words that limit it: “up to 30 days”. */
export interface Amount {
  kind: AmountKind
  /** The position in the text. */
  start: number
  end: number
  text: string
  /** What it counts, as in the text: “days”. Empty for dates, times, money, and percentages. */
  unit: string
}

const digits = "(?:[0-9]{1,3}(?:[.,’' ][0-9]{3})+|[0-9]+)(?:[.,][0-9]+)?"
const arabicDigits = '[0-9٠-٩]+(?:[.,٬٫][0-9٠-٩]+)*'
const numberWords =
  '(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|(?:a|one|two|three) hundred|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|eighteen|half an?|einen?|einem|eine|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|vierzehn|fünfzehn|zwanzig|dreißig|sechzig|neunzig)'
const arabicWords =
  '(?:ثلاثة عشر|ثلاث عشرة|أربعة عشر|أربع عشرة|خمسة عشر|خمس عشرة|ستة عشر|ثمانية عشر|ثلاثة|ثلاث|أربعة|أربع|خمسة|خمس|ستة|ست|سبعة|سبع|ثمانية|ثماني|تسعة|تسع|عشرة|عشر|أحد عشر|اثنا عشر|اثني عشر|عشرون|عشرين|ثلاثون|ثلاثين|أربعون|أربعين|خمسون|خمسين|ستون|ستين|سبعون|سبعين|ثمانون|ثمانين|تسعون|تسعين|مئة|مائة|مئتان|مئتي|ألف|ألفان|ألفي)'
/** “three (3)” */
const number = String.raw`(?:(?:${digits}|${numberWords})(?: (?:thousand|million|billion|Millionen))?(?: \([0-9]{1,4}\))?)`
const arabicNumber = String.raw`(?:(?:${arabicDigits}|${arabicWords})(?: (?:ألف|مليون))?(?: \([0-9٠-٩]{1,4}\))?)`

const months =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)'
const arabicMonths =
  '(?:يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|محرم|صفر|رجب|شعبان|رمضان|شوال)'
const durations =
  '(?:(?:working|business|calendar|consecutive|full) )?(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?)|Sekunden?|Minuten?|Stunden?|(?:Werk|Arbeits|Kalender)?[Tt]agen?|(?:Werk|Arbeits|Kalender)tag|Tag|Wochen?|Monaten?|Monats?|Jahren?|Jahr'
const counted =
  'kilomet(?:er|re)s?|km|met(?:er|re)s?|cm|mm|kg|kilograms?|grams?|tons?|tonnes?|lit(?:er|re)s?|ml|GB|MB|TB|kWh?|volts?|°C|bar|pages?|people|persons?|employees|guests|participants|seats|pieces|items|units|copies|characters|users|devices|times|books|vehicles|rooms|points|Personen|Seiten|Stück|Liter|Kilometer'
const currencies =
  '(?:euros?|dollars?|pounds?|francs?|cents?|riyals?|dirhams?|EUR|USD|GBP|CHF|SAR|AED|QAR|KWD|EGP|Euro|Franken)'
const arabicCurrencies =
  '(?:ريالات|ريالاً|ريالا|ريال|دراهم|درهماً|درهم|دنانير|ديناراً|دينار|دولارات|دولاراً|دولار|يورو|جنيهات|جنيهاً|جنيه)(?: (?:سعودي|قطري|عماني|كويتي|أردني|مصري|إماراتي|أمريكي)(?:اً|ة)?)?'
/** Two of something is one word in Arabic. */
const arabicDuals =
  '(?:يومان|يومين|أسبوعان|أسبوعين|شهران|شهرين|سنتان|سنتين|عامان|عامين|ساعتان|ساعتين|دقيقتان|دقيقتين|سنة واحدة|شهر واحد|يوم واحد|أسبوع واحد|ساعة واحدة)'
const arabicDurations =
  '(?:أيام|يوماً|يوما|يوم|أسابيع|أسبوعاً|أسبوع|أشهر|شهور|شهراً|شهر|سنوات|سنة|أعوام|عاماً|عام|ساعات|ساعة|دقائق|دقيقة|ثوان|ثانية|ليال)(?: (?:عمل|تقويمية|تقويمياً|متتالية))?'
const arabicCounted =
  '(?:كيلومتراً|كيلومتر|كيلوغراماً|كيلوغرام|كجم|كغ|متراً|متر|أمتار|لتراً|لتر|لترات|جيجابايت|ميجابايت|صفحات|صفحة|أشخاص|شخصاً|شخص|موظفين|موظفاً|مرات|مرة|كتب|كتاب|نقاط|نقطة|درجة مئوية|درجات|درجة)'

const per = String.raw`(?: (?:per|a|each|every|pro|je|im) (?:[Mm]inute|[Hh]our|[Dd]ay|[Ww]eek|[Mm]onth|[Qq]uarter|[Yy]ear|[Nn]ight|[Pp]erson|[Ee]mployee|[Tt]rip|[Uu]ser|[Kk]ilomet(?:er|re)|[Pp]age|[Tt]ag|[Ww]oche|[Mm]onat|[Jj]ahr|[Nn]acht|[Ss]tunde)\b)?`
const arabicPer = String.raw`(?: (?:(?:في|لكل|عن كل|كل) (?:ال)?(?:دقيقة|ساعة|يوم|أسبوع|شهر|سنة|عام|ليلة|شخص|موظف|طفل|كيلومتر|رحلة|طلب|صفحة)|يومياً|أسبوعياً|شهرياً|سنوياً)(?![\p{L}\p{M}]))?`
const limiting =
  '(?:at least|at most|up to|no more than|not more than|no less than|a maximum of|a minimum of|about|approximately|more than|less than|mindestens|höchstens|bis zu|maximal|rund|etwa)'
const arabicLimiting =
  '(?:لا تقل عن|لا يقل عن|لا تزيد على|لا يزيد على|لا تزيد عن|لا يزيد عن|لا تتجاوز|لا يتجاوز|بحد أقصى|بحد أدنى|حوالي|نحو|أكثر من|أقل من)'

const date = String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}|[0-9]{1,2}(?:st|nd|rd|th|\.)?(?: of)? ${months}(?:,? [0-9]{4})?|${months} [0-9]{1,2}(?:st|nd|rd|th)?(?:, [0-9]{4})?(?![0-9])|${months} [0-9]{4}`
const arabicDate = `[0-9٠-٩]{1,2} (?:من )?(?:شهر )?${arabicMonths}(?: [0-9٠-٩]{4})?`
const clock = String.raw`[0-9]{1,2}:[0-5][0-9](?: ?[ap]\.?m\b\.?)?(?: Uhr)?|[0-9]{1,2}\.[0-5][0-9](?: ?[ap]\.?m\b\.?| Uhr)|[0-9]{1,2} ?[ap]\.?m\b\.?|[0-9]{1,2} Uhr|\b(?:noon|midnight)\b`
const arabicClock =
  'الساعة [0-9٠-٩]{1,2}(?::[0-9٠-٩]{2})?(?: (?:صباحاً|صباحا|مساءً|مساء|ظهراً|ظهرا|عصراً))?|الساعة (?:الواحدة|الثانية|الثالثة|الرابعة|الخامسة|السادسة|السابعة|الثامنة|التاسعة|العاشرة)(?: والنصف)?(?: (?:صباحاً|صباحا|مساءً|مساء|ظهراً|ظهرا|عصراً))?'

/** The most characters that a range can begin with. */
const LONGEST_START = 60

interface Form {
  kind: AmountKind
  pattern: RegExp
}

const all = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}.,])(?:${source})(?![\\p{L}\\p{N}])`, 'gu')
const limited = (source: string) => `(?:${limiting} )?(?:${source})${per}`
const arabicLimited = (source: string) => `(?:${arabicLimiting} )?(?:${source})${arabicPer}`

/** In the order in which they are looked for: a date is no count of something. */
const forms: readonly Form[] = [
  { kind: 'Date', pattern: all(`${date}|${arabicDate}`) },
  { kind: 'Time', pattern: all(`${clock}|${arabicClock}`) },
  {
    kind: 'Money',
    pattern: all(
      `${limited(`[€$£]\\s?${digits}|(?:EUR|USD|GBP|CHF|SAR|AED|QAR) ${digits}|${number} ?(?:[€$£]|${currencies})`)}|${arabicLimited(`${arabicNumber} ${arabicCurrencies}`)}`,
    ),
  },
  {
    kind: 'Percent',
    pattern: all(
      `${limited(`${number} ?(?:%|percent|per cent|Prozent)`)}|${arabicLimited(`${arabicNumber} ?(?:%|٪|في المئة|في المائة|بالمئة|بالمائة)`)}`,
    ),
  },
  {
    kind: 'Duration',
    pattern: all(
      `${limited(`${number} (?<unit>${durations})`)}|${arabicLimited(`${arabicNumber} (?<arabicUnit>${arabicDurations})|${arabicDuals}`)}`,
    ),
  },
  {
    kind: 'Count',
    pattern: all(
      `${limited(`${number} ?(?<unit>${counted})`)}|${arabicLimited(`${arabicNumber} (?<arabicUnit>${arabicCounted})`)}`,
    ),
  },
]

/** “three to”, “between 20 and”, “2–”: the number that a range begins with has no unit of its own. */
const openRange = new RegExp(
  `(?<![\\p{L}\\p{N}.,:])(?:(?:between|zwischen|بين) (?:${number}|${arabicNumber}) (?:and|und|و) ?|(?:(?:from|von|من) )?(?:${number}|${arabicNumber})(?: (?:to|or|bis|oder|إلى|أو) | ?[–-] ?))$`,
  'u',
)

/** Returns the amounts of a text in order. None overlaps another. */
export function amountsIn(text: string): Amount[] {
  if (!/[\p{Nd}]|\p{L}{3}/u.test(text)) return []
  const found: Amount[] = []
  for (const { kind, pattern } of forms)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (found.some((one) => start < one.end && one.start < end)) continue
      const unit = match.groups?.unit ?? match.groups?.arabicUnit ?? ''
      const from =
        start - (openRange.exec(text.slice(Math.max(0, start - LONGEST_START), start))?.[0].length ?? 0)
      found.push({ kind, start: from, end, text: text.slice(from, end), unit })
    }
  return found.sort((one, other) => one.start - other.start)
}
