import { expect, test } from 'vitest'
import { says } from './says.ts'

const range = (from: number, to: number): number[] =>
  Array.from({ length: to + 1 - from }, (_, at) => from + at)
const split = (words: string): string[] => words.split(' ')

const english = {
  ones: split(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  tens: split('- - twenty thirty forty fifty sixty seventy eighty ninety'),
}
const german = {
  ones: split(
    'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  ),
  tens: split('- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
}
const french = {
  ones: split(
    'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  ),
  tens: split('- - vingt trente quarante cinquante soixante'),
}
const spanish = {
  ones: split(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
  ),
  tens: split('- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  hundreds: split(
    '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
  ),
}
const arabic = {
  masculine: split('صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'),
  feminine: split('صفر واحدة اثنتان ثلاث أربع خمس ست سبع ثماني تسع عشر'),
  tens: split('- - عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'),
  hundreds: split('- مائة مائتان ثلاثمائة أربعمائة خمسمائة ستمائة سبعمائة ثمانمائة تسعمائة'),
}

function inEnglish(value: number): string {
  if (value >= 1000)
    return joined(`${inEnglish(Math.floor(value / 1000))} thousand`, ' ', value % 1000, inEnglish)
  if (value >= 100)
    return joined(`${english.ones[Math.floor(value / 100)]} hundred`, ' and ', value % 100, inEnglish)
  if (value < 20) return english.ones[value]!
  return joined(english.tens[Math.floor(value / 10)]!, '-', value % 10, inEnglish)
}

function inGerman(value: number): string {
  if (value >= 1000) return joined(`${inGerman(Math.floor(value / 1000))}tausend`, '', value % 1000, inGerman)
  if (value >= 100) return joined(`${german.ones[Math.floor(value / 100)]}hundert`, '', value % 100, inGerman)
  if (value < 20) return german.ones[value]!
  const ten = german.tens[Math.floor(value / 10)]!
  return value % 10 === 0 ? ten : `${german.ones[value % 10]}und${ten}`
}

function inFrench(value: number): string {
  if (value >= 1000) {
    const many = Math.floor(value / 1000)
    return joined(many === 1 ? 'mille' : `${inFrench(many)} mille`, ' ', value % 1000, inFrench)
  }
  if (value >= 100) {
    const many = Math.floor(value / 100)
    const rest = value % 100
    return joined(
      many === 1 ? 'cent' : `${french.ones[many]} cent${rest === 0 ? 's' : ''}`,
      ' ',
      rest,
      inFrench,
    )
  }
  if (value < 20) return french.ones[value]!
  if (value >= 80) return value === 80 ? 'quatre-vingts' : `quatre-vingt-${inFrench(value - 80)}`
  const ten = Math.min(6, Math.floor(value / 10))
  const rest = value - ten * 10
  return joined(french.tens[ten]!, rest === 1 || rest === 11 ? ' et ' : '-', rest, inFrench)
}

function inSpanish(value: number): string {
  if (value >= 1000) {
    const many = Math.floor(value / 1000)
    return joined(many === 1 ? 'mil' : `${inSpanish(many)} mil`, ' ', value % 1000, inSpanish)
  }
  if (value === 100) return 'cien'
  if (value >= 100) return joined(spanish.hundreds[Math.floor(value / 100)]!, ' ', value % 100, inSpanish)
  if (value < 30) return spanish.ones[value]!
  return joined(spanish.tens[Math.floor(value / 10)]!, ' y ', value % 10, inSpanish)
}

/** The case of an object or after a preposition has "ين" instead of "ان" and "ون", and "ي" instead of "ا". */
const inOtherCase = (words: string): string =>
  words.replace(/[او]ن(?= |$)/g, 'ين').replace(/اثن(ت?)ا (?=عشر)/g, 'اثن$1ي ')

const inArabic =
  (isFeminine: boolean, isObject: boolean) =>
  (value: number): string => {
    const words = arabicWords(value, isFeminine)
    return isObject ? inOtherCase(words) : words
  }

function arabicWords(value: number, isFeminine: boolean): string {
  const own = isFeminine ? arabic.feminine : arabic.masculine
  const rest = (one: number) => arabicWords(one, isFeminine)
  if (value >= 1000) {
    const many = Math.floor(value / 1000)
    const first =
      many === 1
        ? 'ألف'
        : many === 2
          ? 'ألفان'
          : many > 10
            ? `${arabicWords(many, false)} ألفًا`
            : `${arabic.masculine[many]} آلاف`
    return joined(first, ' و', value % 1000, rest)
  }
  if (value >= 100) return joined(arabic.hundreds[Math.floor(value / 100)]!, ' و', value % 100, rest)
  if (value <= 10) return own[value]!
  if (value < 20) {
    const one = value % 10
    const firsts = isFeminine ? ['إحدى', 'اثنتا'] : ['أحد', 'اثنا']
    return `${firsts[one - 1] ?? own[one]} ${isFeminine ? 'عشرة' : 'عشر'}`
  }
  const ten = arabic.tens[Math.floor(value / 10)]!
  return value % 10 === 0 ? ten : `${own[value % 10]} و${ten}`
}

function joined(first: string, joint: string, rest: number, inWords: (value: number) => string): string {
  return rest === 0 ? first : `${first}${joint}${inWords(rest)}`
}

const numbers = [
  ...range(2, 120),
  ...range(2, 9).map((many) => many * 100),
  ...[
    121, 199, 234, 365, 999, 1000, 1001, 1204, 1500, 1999, 2000, 2026, 3003, 11_000, 12_500, 45_678, 100_000,
    212_000,
  ],
]

test.each([
  ['English', inEnglish, (words: string) => `It is ${words} metres, as far as I know.`],
  ['German', inGerman, (words: string) => `Das sind nach den Unterlagen ${words} Meter und nicht mehr.`],
  ['French', inFrench, (words: string) => `Selon les documents, il y a ${words} mètres avec cela.`],
  ['Spanish', inSpanish, (words: string) => `Según los documentos hay ${words} metros, pero no más.`],
  ['Arabic, masculine', inArabic(false, false), (words: string) => `يبلغ ${words} متر في الوثيقة`],
  ['Arabic, masculine object', inArabic(false, true), (words: string) => `بلغ ${words} متر في الوثيقة`],
  ['Arabic, feminine', inArabic(true, false), (words: string) => `يبلغ ${words} متر في الوثيقة`],
  ['Arabic, feminine object', inArabic(true, true), (words: string) => `بلغ ${words} متر في الوثيقة`],
])('numbers in words are read: %s', (_, inWords, inSentence) => {
  const wrong = numbers.filter((value) => {
    const answer = inSentence(inWords(value))
    return (
      !says(answer, `${value} m`) ||
      says(answer, `${value + 1} m`) ||
      says(answer, `${value % 10} m`) !== value < 10
    )
  })
  expect(wrong.map((value) => inWords(value))).toEqual([])
})

const clock = (minutes: number): string =>
  `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, '0')}`
const hourOf = (hour: number): number => ((hour + 11) % 12) + 1
const arabicHours = split(
  'الواحدة الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة الحادية_عشرة الثانية_عشرة',
).map((word) => word.replace('_', ' '))
const inFrenchHours = (hour: number) => (hour === 1 ? 'une heure' : `${inFrench(hour)} heures`)
const inSpanishHours = (hour: number) => (hour === 1 ? 'la una' : `las ${inSpanish(hour)}`)
const inGermanHours = (hour: number) => (hour === 1 ? 'eins' : inGerman(hour))

test.each<
  [
    language: string,
    sentence: (time: string) => string,
    forms: (hour: number) => [time: string, shift: number][],
  ]
>([
  [
    'English',
    (time) => `The meeting starts at ${time}, as far as I know.`,
    (hour) => [
      [`half past ${inEnglish(hour)}`, 30],
      [`quarter past ${inEnglish(hour)}`, 15],
      [`a quarter to ${inEnglish(hour)}`, -15],
      [`ten past ${inEnglish(hour)}`, 10],
      [`twenty-five to ${inEnglish(hour)}`, -25],
      [`five minutes to ${inEnglish(hour)}`, -5],
      [`${inEnglish(hour)} o'clock`, 0],
      [`${inEnglish(hour)}`, 0],
      [`${inEnglish(hour)} thirty`, 30],
      [`${hour}`, 0],
      [`${hour}:20`, 20],
    ],
  ],
  [
    'German',
    (time) => `Die Sitzung beginnt um ${time} und wird nicht verlegt.`,
    (hour) => [
      [`halb ${inGermanHours(hour)}`, -30],
      [`halb ${hour}`, -30],
      [`Viertel nach ${inGermanHours(hour)}`, 15],
      [`Viertel vor ${inGermanHours(hour)}`, -15],
      [`viertel ${inGermanHours(hour)}`, -45],
      [`dreiviertel ${inGermanHours(hour)}`, -15],
      [`zehn nach ${inGermanHours(hour)}`, 10],
      [`fünf Minuten vor ${inGermanHours(hour)}`, -5],
      [`fünf vor halb ${inGermanHours(hour)}`, -35],
      [`${inGerman(hour)} Uhr`, 0],
      [`${hour} Uhr 20`, 20],
      [`${inGerman(hour)} Uhr dreißig`, 30],
    ],
  ],
  [
    'French',
    (time) => `La réunion commence à ${time} avec les collègues.`,
    (hour) => [
      [inFrenchHours(hour), 0],
      [`${inFrenchHours(hour)} et demie`, 30],
      [`${inFrenchHours(hour)} et quart`, 15],
      [`${inFrenchHours(hour)} moins le quart`, -15],
      [`${inFrenchHours(hour)} moins dix`, -10],
      [`${inFrenchHours(hour)} vingt`, 20],
      [`${hour} heures 20`, 20],
      [`${hour}h30`, 30],
      [`${hour} h 30`, 30],
    ],
  ],
  [
    'Spanish',
    (time) => `La reunión empieza a ${time}, pero no dura mucho.`,
    (hour) => [
      [inSpanishHours(hour), 0],
      [`${inSpanishHours(hour)} y media`, 30],
      [`${inSpanishHours(hour)} y cuarto`, 15],
      [`${inSpanishHours(hour)} menos cuarto`, -15],
      [`${inSpanishHours(hour)} y veinte`, 20],
      [`${inSpanishHours(hour)} menos diez`, -10],
      [`las ${hour}`, 0],
      [`las ${hour}:30`, 30],
    ],
  ],
  [
    'Arabic',
    (time) => `يبدأ الاجتماع في ${time} حسب الوثيقة`,
    (hour) => [
      [arabicHours[hour - 1]!, 0],
      [`الساعة ${arabicHours[hour - 1]!}`, 0],
      [`${arabicHours[hour - 1]!} والنصف`, 30],
      [`${arabicHours[hour - 1]!} والربع`, 15],
      [`${arabicHours[hour - 1]!} والثلث`, 20],
      [`${arabicHours[hour - 1]!} إلا ربعًا`, -15],
      [`${arabicHours[hour - 1]!} إلا الثلث`, -20],
      [`${arabicHours[hour - 1]!} وعشر دقائق`, 10],
      [`${arabicHours[hour - 1]!} إلا خمس دقائق`, -5],
      [`${arabicHours[hour - 1]!} والنصف وخمس دقائق`, 35],
      [`الساعة ${hour}:30`, 30],
    ],
  ],
])('spoken times of all hours are read: %s', (language, inSentence, formsOf) => {
  const parts: Record<string, [morning: string, later: string]> = {
    English: ['in the morning', 'in the afternoon'],
    German: ['morgens', 'nachmittags'],
    French: ['du matin', "de l'après-midi"],
    Spanish: ['de la mañana', 'de la tarde'],
    Arabic: ['صباحًا', 'مساءً'],
  }
  const wrong: string[] = []
  for (const hour of range(1, 12))
    for (const [time, shift] of formsOf(hour)) {
      const base = (hour * 60 + shift + 720) % 720
      for (const [at, part] of parts[language]!.entries()) {
        // Twelve in the morning is said of noon and of midnight, and so are times around it.
        if (hourOf(hour) === 12 || base < 60) continue
        const answer = inSentence(`${time} ${part}`)
        const minutes = base + at * 720
        if (!says(answer, clock(minutes))) wrong.push(`${answer} ${clock(minutes)}`)
        if (says(answer, clock(minutes + 720))) wrong.push(`not ${answer} ${clock(minutes + 720)}`)
        if (says(answer, clock(minutes + 60))) wrong.push(`not ${answer} ${clock(minutes + 60)}`)
      }
      const isSpoken = !/\d:\d|\dh/.test(time) && (language !== 'Arabic' || time !== arabicHours[hour - 1])
      const bare = inSentence(time)
      if (isSpoken && time !== inEnglish(hour) && !/^\d+$|thirty$/.test(time) && !says(bare, clock(base)))
        wrong.push(`${bare} ${clock(base)}`)
    }
  expect(wrong).toEqual([])
})

test.each([
  ['one and a half hours', '90 minutes'],
  ['an hour and a half', '90 minutes'],
  ['two and a half million euros', '2.5 million euros'],
  ['1½ hours', '1.5 hours'],
  ['anderthalb Stunden', '1,5 Stunden'],
  ['eineinhalb Jahre', '18 Monate'],
  ['zweieinhalb Jahre', '30 Monate'],
  ['deux heures et demie', '2,5 heures'],
  ['une heure et demie', '90 minutes'],
  ['un an et demi', '18 mois'],
  ['dos años y medio', '30 meses'],
  ['año y medio', '18 meses'],
  ['una hora y media', '90 minutos'],
  ['ساعة ونصف', '90 دقيقة'],
  ['ثلاث سنوات ونصف', '42 شهرا'],
  ['سنتان ونصف', '30 شهرا'],
  ['two dozen', '24'],
  ['zwei Dutzend', '24'],
  ['deux douzaines', '24'],
  ['dos docenas', '24'],
  ['a fortnight', '14 days'],
  ['the nineties', 'the 1990s'],
  ['die neunziger Jahre', 'die 1990er Jahre'],
  ['die 90er', 'die neunziger Jahre'],
  ['les années quatre-vingt', 'les années 80'],
  ['los años noventa', 'los años 90'],
  ['تسعينيات القرن الماضي', 'التسعينات'],
  ['between three and five days', '3 to 5 days'],
  ['zwischen drei und fünf Tagen', '3 bis 5 Tage'],
  ['de trois à cinq jours', '3 à 5 jours'],
  ['El plazo es de entre tres y cinco días, pero no más', 'de 3 a 5 días'],
  ['من ثلاثة إلى خمسة أيام', '3-5 أيام'],
  ['le cinquième jour du mois', 'le 5 du mois'],
  ['der Fünfte des Monats', 'der 5. des Monats'],
  ['the fifth', 'the 5th'],
  ['le premier du mois', 'le 1er du mois'],
  ['Das endet am 14.02. um neun Uhr', '14. Februar'],
  ['Das endet am 14.02.', '14. Februar'],
  ['two-thirds of the members', 'two thirds'],
  ['zwei Drittel der Mitglieder', 'zwei Drittel'],
  ['a third of the fee', 'one third of the fee'],
  ['midi et demi', '12:30'],
  ['9 to 5 pm', '9:00'],
  ['von 9 bis 17 Uhr', '9 Uhr'],
  ['9-17 Uhr', '9:00'],
])('%s is %s', (answer, statement) => {
  expect(says(answer, statement)).toBe(true)
})

/** Three dates of each month, as they are written and spoken; the first is the day, the second the month. */
const monthsIn: Record<string, string[]> = {
  English: split('January February March April May June July August September October November December'),
  German: split('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  French: split('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  Spanish: split('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  Arabic: split('يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'),
  'Arabic of the Levant': [
    'كانون الثاني',
    ...split('شباط آذار نيسان أيار حزيران تموز آب أيلول'),
    'تشرين الأول',
    'تشرين الثاني',
    'كانون الأول',
  ],
}
const arabicDays: Record<number, string> = { 1: 'الأول', 12: 'الثاني عشر', 25: 'الخامس والعشرين' }
const datesIn: Record<string, (day: number, month: string) => string[]> = {
  English: (day, month) => {
    const short = month === 'May' ? month : `${month.slice(0, 3)}.`
    const spoken = { 1: 'first', 12: 'twelfth', 25: 'twenty-fifth' }[day]!
    const end = { 1: 'st', 12: 'th', 25: 'th' }[day]!
    return [
      `${day} ${month}`,
      `${month} ${day}`,
      `${month} ${day}${end}`,
      `${day}${end} of ${month}`,
      `${short} ${day}`,
      `the ${spoken} of ${month}`,
      `${month} the ${spoken}`,
      `${month} ${spoken}`,
    ]
  },
  German: (day, month) => [
    `Das beginnt am ${day}. ${month}`,
    `am ${{ 1: 'ersten', 12: 'zwölften', 25: 'fünfundzwanzigsten' }[day]!} ${month}`,
    `der ${{ 1: 'Erste', 12: 'Zwölfte', 25: 'Fünfundzwanzigste' }[day]!} ${month}`,
  ],
  French: (day, month) => [
    `le ${day} ${month}`,
    `le ${day === 1 ? '1er' : day} ${month}`,
    `le ${{ 1: 'premier', 12: 'douze', 25: 'vingt-cinq' }[day]!} ${month}`,
  ],
  Spanish: (day, month) => [
    `el ${day} de ${month}`,
    `el ${{ 1: 'uno', 12: 'doce', 25: 'veinticinco' }[day]!} de ${month}`,
    `el ${{ 1: 'primero', 12: 'doce', 25: 'veinticinco' }[day]!} de ${month}`,
  ],
  Arabic: (day, month) => [
    `يوم ${day} ${month}`,
    `في ${day} من ${month}`,
    `في ${arabicDays[day]} من ${month}`,
  ],
  'Arabic of the Levant': (day, month) => [`يوم ${day} ${month}`, `في ${arabicDays[day]} من ${month}`],
}

test.each(Object.keys(datesIn))('dates in all months are read: %s', (language) => {
  const wrong: string[] = []
  for (const [at, month] of monthsIn[language]!.entries())
    for (const day of [1, 12, 25])
      for (const written of datesIn[language]!(day, month))
        for (const answer of [written, `${written} 2026`]) {
          const digits = `${String(day).padStart(2, '0')}.${String(at + 1).padStart(2, '0')}.2026`
          const statement = answer === written ? `${day} ${monthsIn.English![at]}` : digits
          if (!says(answer, statement)) wrong.push(`${answer} ${statement}`)
          if (says(answer, `${day + 1} ${monthsIn.English![at]}`)) wrong.push(`not ${answer}`)
          if (says(answer, `${day} ${monthsIn.English![(at + 1) % 12]}`)) wrong.push(`not ${answer}`)
        }
  expect(wrong).toEqual([])
})

test.each([
  ['five to ten days', '9:55'],
  ['two to five', '4:58'],
  ['half past four in the morning', '16:30'],
  ['deux heures et demie', '2 heures'],
  ['the 1980s', 'the 1990s'],
  ['version 14.02 of the form', '14 February'],
  ['the 6th', 'the fifth'],
  ['Le service est très bon avec les clients', '3'],
  ['50 cents per minute', '100'],
])('%s is not %s', (answer, statement) => {
  expect(says(answer, statement)).toBe(false)
})
