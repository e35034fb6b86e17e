import { plainText, termsOfName, type Word } from './words.ts'

/** What is calculated. */
export type Operation = 'Count' | 'Distinct' | 'Sum' | 'Average' | 'Greatest' | 'Least'

type Phrases<T extends string> = readonly (readonly [T, readonly string[]])[]

/** Longer phrases come first, because they contain shorter ones. */
function phrases<T extends string>(lists: Record<T, string>): Phrases<T> {
  const all = (Object.entries(lists) as [T, string][]).flatMap(([meaning, list]) =>
    list.split(',').map((phrase) => [meaning, plainText(phrase.trim()).split(/\s+/)] as const),
  )
  return all.toSorted((a, b) => b[1].length - a[1].length)
}

export const operations: Phrases<Operation> = phrases({
  Distinct: `how many different, how many distinct, how many unique, number of different, number of distinct,
    number of unique, count of distinct, count distinct, كم عدد مختلف, كم نوع`,
  Count: `how many, number of, count of, count, كم عدد, عدد, كم`,
  Sum: `how much, كم انفقنا, كم صرفنا, كم دفعنا, كم انفق, كم صرف, كم دفع, كم انفقت, كم صرفت, كم دفعت, كم كلفت, كم كلفنا, sum of, sum, total of, in total, total, totals, overall, altogether, combined, add up, مجموع,
    اجمالي, اجمالا, بالمجمل, الكلي`,
  Average: `on average, average of, average, mean, avg, متوسط, معدل, وسطي, بالمتوسط`,
  Greatest: `highest, largest, biggest, maximum, max, greatest, most expensive, most common, most frequent, most popular, most used, most, latest, newest, most recent, longest, oldest, top, best, افضل, اكبر سنا, اكبر عمرا, اطول, اعلي, اكبر, اقصي, اكثر شيوعا, اكثر تكرارا, اكثر, اغلي, احدث`,
  Least: `lowest, smallest, minimum, min, least, fewest, cheapest, earliest, shortest, youngest, bottom, اصغر سنا, اصغر عمرا, اقصر, ادني, اقل, اصغر, ارخص, اقدم`,
})

/** "the most orders" are counted, and the highest ones aren't. */
export const isMost = (word: Pick<Word, 'plain'>): boolean =>
  ['most', 'fewest', 'least', 'اكثر', 'الاكثر', 'اقل', 'الاقل'].includes(word.plain)

/** The value that most rows have. */
export const mostCommon: readonly string[] = [
  'most common',
  'most frequent',
  'most popular',
  'most used',
  'اكثر شيوعا',
  'اكثر تكرارا',
].map(plainText)

/** Words in front of the column that groups. */
export const groupings: readonly (readonly string[])[] = phrases({
  group: `for each, for every, in each, in every, of each, by each, per, by, each, every, grouped by, broken down by,
    split by, حسب, بحسب, وفق, لكل, كل, في كل`,
}).map(([, words]) => words)
/** Those that seldom mean something else. */
export const explicitGroupings = groupings.filter(
  (words) => words.length > 1 || ['per', 'حسب', 'بحسب', 'لكل'].includes(words[0]!),
)

export type Comparison = '>' | '>=' | '<' | '<=' | '='
export const comparisons: Phrases<Comparison> = phrases({
  '>': `more than, greater than, older than, higher than, larger than, bigger than, longer than, in excess of, over, above, exceeding, exceeds, exceed, >,
    اكثر من, اكبر من, اعلي من, فوق, يزيد عن, تزيد عن, يتجاوز, تتجاوز`,
  '<': `less than, fewer than, younger than, lower than, smaller than, shorter than, under, below, <, اقل من, اصغر من, ادني من, تحت, دون`,
  '>=': `at least, not less than, minimum of, >=, علي الاقل, لا يقل عن, لا تقل عن`,
  '<=': `at most, no more than, not more than, up to, maximum of, <=, علي الاكثر, لا يزيد عن, لا تزيد عن`,
  '=': `exactly, equal to, equals, of exactly, =, يساوي, تساوي, بالضبط`,
})

/** Verbs that are followed by a price, or ask for it. */
export const priceVerbs: ReadonlySet<string> = new Set('cost costs costing priced'.split(' '))

/** Words after a number that is compared: "5 or more". */
export const comparisonsAfter: Phrases<Comparison> = phrases({
  '>': '',
  '>=': 'or more, or higher, or above, or over, or greater, or longer, or later, and more, and above, and up, فاكثر, او اكثر, فما فوق, او اعلي',
  '<': '',
  '<=': 'or less, or fewer, or lower, or below, or under, or shorter, and below, فاقل, او اقل, فما دون',
  '=': '',
}).filter(([, phrase]) => phrase[0] !== '')

/** Words around a date. */
export type Moment = 'In' | 'After' | 'Before' | 'From' | 'Until'
export const moments: Phrases<Moment> = phrases({
  In: 'in the month of, in the year, during, in, on, for, of, في شهر, في عام, في سنة, خلال, في, شهر, عام, سنة, لعام, لشهر, يوم',
  After: 'after, بعد',
  From: 'since, starting, from, منذ, ابتداء من, من',
  Before: 'before, until before, prior to, قبل',
  Until: 'until, through, up to, حتي',
})

export const negations: readonly (readonly string[])[] = phrases({
  not: `not, except for, except, excluding, other than, without, outside of, outside, isn't, aren't, wasn't, weren't,
    don't, doesn't, didn't, haven't, hasn't, hadn't, can't, cannot, couldn't, won't, wouldn't, never, neither, ليس, ليست, ليسوا, لن, غير, باستثناء, ما عدا, ماعدا, عدا, خارج, لا, لم`,
}).map(([, words]) => words)

/** Words in front of a column that must have no value, and after it. */
export const emptyBefore: readonly (readonly string[])[] = phrases({
  none: `no, without, missing, empty, blank, lacking, lack, lacks, بدون, بلا, دون, ليس له, ليس لها, ليس لديه, ليس لديها`,
}).map(([, words]) => words)
export const emptyAfter: readonly (readonly string[])[] = phrases({
  none: `missing, empty, blank, فارغ, فارغه, مفقود, مفقوده`,
}).map(([, words]) => words)
/** Words in front of a column that must have a value. */
export const filledBefore: readonly string[] = 'have,has,had,with,having,له,لها,لديه,لديها'
  .split(',')
  .map(plainText)

/** The words for currencies, with the others that columns write for the same one. */
export const currencies: ReadonlyMap<string, readonly string[]> = new Map(
  `dollar dollars usd $ دولار;euro euros eur € يورو;pound pounds gbp £;riyal riyals sar ريال ر.س;
  dirham dirhams aed درهم;dinar dinars kwd دينار;egp جنيه`
    .split(';')
    .flatMap((list) => {
      const words = list.trim().split(/\s+/).map(plainText)
      return words.map((word) => [word, words] as const)
    }),
)

/** Units that are part of a column's name, such as "Weight kg", besides those of time. */
export const unitWords: ReadonlySet<string> = new Set(
  termsOfName(
    `kwh mwh wh kw mw kg g gram grams kilogram kilograms tonne tonnes ton tons km kilometer kilometers m m2 sqm cm mm
    liter liters litre litres l ml gb mb tb usd eur gbp sar aed kwd egp percent كجم كيلوجرام كيلومتر متر لتر طن ريال
    درهم دينار دولار يورو جنيه`,
  ),
)

const termsIn = (list: string): ReadonlySet<string> => new Set(termsOfName(list))

/** Words of a title besides what its table is about. */
export const listWords = termsIn(
  'list report data table export overview register log file sheet final copy new all full current قائمة كشف سجل تقرير جدول بيانات ملف',
)
/** Words of columns that say which one a thing is. */
export const nameWords = termsIn('name title اسم')
/** Words of columns that say how many of something there are. */
export const countWords = termsIn('count quantity qty sold عدد كمية')
export const codeWords = termsIn('id number no nr code key رقم رمز معرف كود')

/** "first quarter of 2025", "الربع الأول من 2025". */
export const ordinals: ReadonlyMap<string, number> = new Map(
  'first 1st الاول اول;second 2nd الثاني ثاني;third 3rd الثالث ثالث;fourth 4th last الرابع رابع الاخير'
    .split(';')
    .flatMap((list, at) => list.split(' ').map((word) => [plainText(word), at + 1] as const)),
)

/** Verbs that say nothing more about rows of sales, and a condition about others. */
export const tradeVerbs: ReadonlySet<string> = new Set(
  'sold bought ordered sell buy order بيع باع باعت بعنا مباع مباعه بيعت بيعها'.split(' '),
)
/** "sales transactions", "عمليات البيع": each row is one. */
export const transactionWords = termsIn('transaction operation عملية عمليات معاملة معاملات حركة حركات')
/** Verbs whose total is an amount of money. */
export const spendingWords: ReadonlySet<string> = new Set(
  'spend spends spent spending pay pays انفقنا صرفنا دفعنا انفق صرف دفع انفقت صرفت دفعت كلفت كلفنا'.split(
    ' ',
  ),
)
/** Verbs for what happens to each row of a table, by what its rows are. */
export const eventVerbs: readonly (readonly [nouns: readonly string[], verbs: readonly string[]])[] =
  `loan lending,lend lends lent borrow borrows borrowed loan loaned
  إعارة,اعرنا استعير استعيرت استعار استعارت
  booking reservation,book booked reserve reserved
  حجز,حجزنا حجز حجزت
  rental,rent rented hire hired
  registration enrollment,register registered enroll enrolled
  تسجيل,سجل سجلت سجلنا
  claim application,file filed submit submitted
  request complaint,submit submitted
  donation,donate donated
  subscription,subscribe subscribed
  call,call called`
    .split('\n')
    .map((line) => {
      const [nouns = '', verbs = ''] = line.trim().split(',')
      return [termsOfName(nouns), verbs.split(' ').map(plainText)] as const
    })

/** Words of columns that say what each row is, and whether a person is a woman. */
export const kindWords = termsIn('type kind category class نوع فئة تصنيف صنف')
export const destinationWords = termsIn('destination وجهة')
export const genderWords = termsIn('gender sex جنس')

/** Words for the state in which a row is. */
export const stateWords = termsIn('status state stage outcome result condition حالة وضع نتيجة مرحلة')

/** Words for all that something costs, and what the names of columns add to them without limiting them. */
export const costWords = termsIn('cost costs expense expenses spending تكلفة تكاليف كلفة مصروف مصاريف نفقات')
export const wholeWords = termsIn('total overall amount sum value net gross إجمالي مبلغ قيمة كلي')

/** Names of columns and tables about sales. */
export const tradeWords = termsIn('sale order product item unit quantity مبيعات طلب منتج كمية')

/** Words for a length of time, and the units in which columns state it. */
export const timeWords = termsIn('time duration length مدة وقت زمن')
export const timeUnits = termsIn(
  'second minute hour day week month ثانية ثواني دقيقة دقائق ساعة يوم ايام شهر اشهر شهور',
)

/** Words that titles of columns with dates have besides what happened. */
export const dateWords = termsIn('date day time تاريخ يوم وقت')

/** Words for people, and what tables of people are called. */
export const peopleWords: ReadonlySet<string> = new Set(
  'people persons person شخص اشخاص فرد افراد'.split(' ').map(plainText),
)
export const peopleNouns = termsIn(
  'employee staff worker customer client student patient member guest contact passenger visitor user person driver teacher doctor manager technician instructor agent tenant borrower owner mechanic nurse pilot chef waiter cashier clerk operator officer inspector author player coach salesperson seller buyer donor guide supervisor speaker traveler representative مندوب بائع مشتري متبرع مرشد مشرف مسافر سائق طبيب مدرب فني وسيط موظف موظفين عميل عملاء طالب طلاب مريض مرضى عضو اعضاء ضيف',
)

/** Numbers of columns that are levels: rows are grouped by them, and nothing is divided by them. */
export const levelWords = termsIn(
  'level grade year age rating star class floor rank bedroom room سنة عام صف مستوى تقييم عمر غرفة',
)

/** Words that mean the rows of any table. */
export const rowNouns: readonly string[] =
  'row,rows,record,records,entry,entries,line,lines,item,items,صف,صفوف,سجل,سجلات,سطر,اسطر,سطور,عنصر,عناصر,قيد,قيود'
    .split(',')
    .map(plainText)

export const ageWords = termsIn('age عمر')
/** Words for a length that isn't a time. */
export const distanceWords = termsIn('distance length مسافة طول')

/** The parts of a date that rows can be grouped by. */
export type DatePart = 'Day' | 'Month' | 'Quarter' | 'Year'
export const dateParts: ReadonlyMap<string, DatePart> = new Map(
  (
    [
      ['Day', 'day,days,daily,يوم,ايام,يومي,يوميا'],
      ['Month', 'month,months,monthly,شهر,اشهر,شهور,شهري,شهريا'],
      ['Quarter', 'quarter,quarters,quarterly,ربع'],
      ['Year', 'year,years,yearly,annual,annually,سنه,سنوات,عام,اعوام,سنوي,سنويا'],
    ] as const
  ).flatMap(([part, list]) => list.split(',').map((word) => [plainText(word), part] as const)),
)

export const months: ReadonlyMap<string, number> = new Map(
  `january jan يناير;february feb فبراير;march mar مارس;april apr ابريل نيسان;may مايو;june jun يونيو حزيران;
  july jul يوليو تموز;august aug اغسطس;september sep sept سبتمبر ايلول;october oct اكتوبر;november nov نوفمبر;
  december dec ديسمبر`
    .split(';')
    .flatMap((names, at) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [plainText(name), at + 1] as const),
    ),
)

const written = `zero one two three four five six seven eight nine ten eleven twelve`.split(' ')
const arabic = 'صفر واحد اثنان ثلاثه اربعه خمسه سته سبعه ثمانيه تسعه عشره'.split(' ')
const arabicOther = 'صفر واحده اثنتان ثلاث اربع خمس ست سبع ثماني تسع عشر'.split(' ')
export const smallNumbers: ReadonlyMap<string, number> = new Map(
  [written, arabic, arabicOther].flatMap((list) => list.map((word, at) => [plainText(word), at] as const)),
)

/** Words that say nothing about what is calculated. */
export const fillers: ReadonlySet<string> = new Set(
  `what which who where whose is are was were be been the a an of in on at for to and with do does did has have had there
  i me my we you please tell show give list find calculate compute get know want need would like can could let us
  see value values amounts figure figures number numbers data dataset table tables sheet spreadsheet file csv excel
  yet already among our their my ours within currently spend spent spending
  column named called made placed recorded registered reported listed contained contain contains
  included belong belongs belonging come comes came work works working earn earns earning got get gets take took taken go went live lives living located based assigned all
  any that this these those it its whole entire across from by than then overall exist exists existing name names
  how much many 's s happened took place done so far
  ما ماذا من هو هي هم في علي الي عن مع هل كم اي التي الذي الذين كان كانت يكون تكون يوجد توجد هناك كل جميع اعطني اعرض
  احسب اريد اذكر بيانات جدول ملف ورقه عمود قيم قيمه ارقام رقم هذا هذه ذلك تم تمت يتم تتم لنا الموجوده الموجود المسجله المسجل
  still own owns handle handles handled manage manages managed gave given gives use uses using consume consumes bring brings brought display print via through please kindly thanks hello hi
  عندنا عندي عندكم عندهم عنده عندها لديكم لديك لدينا نملك ارني ارنا اعطنا اعطيني هات اخبرني اعرف معرفه اعرضي فضلك رجاء
  حقق حققت استخدم استخدمت استهلك استهلكت عبر بواسطه يخص حيث هنالك
  صاحب صاحبه اصحاب يعملون يعمل تعمل يسكن يسكنون الواقعه اسم اسماء لدينا لدي به بها فيه فيها له لها ذات ذو يبلغ تبلغ بلغ بلغت كله كافه ضمن حاليا لديهم`
    .split(/\s+/)
    .map(plainText),
)

/** Phrases that say nothing about what is calculated, with words that would alone. */
export const fillerPhrases: readonly (readonly string[])[] = phrases({
  none: 'عن طريق, لو سمحت, من فضلك, by way of',
}).map(([, words]) => words)

/** Phrases for "still", which aren't negations although they contain one. */
export const stillPhrases: readonly (readonly string[])[] = phrases({
  none: 'ما زال, ما زالت, ما زالوا, لا يزال, لا تزال, لا يزالون, مازال, مازالت, لايزال, لاتزال',
}).map(([, words]) => words)

/** "We received": rows have come in, if there is only one date that can say when. */
export const arrivalPhrases: readonly (readonly string[])[] = phrases({
  none: `have we received, did we receive, have we got, we received, we've received, وصلنا, وصلتنا, وصلت الينا, وصل الينا,
    وردنا, وردتنا, وردت الينا, ورد الينا, تلقينا, تلقيناها, استلمنا, استلمناها, جاءنا, جاءتنا`,
}).map(([, words]) => words)

/** Arabic words for different values, which follow the noun. */
export const distinctWords: readonly string[] =
  'different,distinct,unique,مختلفه,مختلف,المختلفه,فريده,المميزه,متميزه'.split(',').map(plainText)

/** What isn't so yet: "orders to be paid" aren't the paid ones. */
export const toDoPhrases: readonly (readonly string[])[] = phrases({
  none: `to be, should, must, ought to, could be, can be, may be, might be, would be, will be, shall be, yet to,
    still to, have to, has to, had to, due to, about to, supposed to, يجب, ينبغي, يلزم, لابد, لا بد, يفترض, المفترض,
    المتوقع, سوف, سيتم, ستتم, سيكون, ستكون, يمكن`,
}).map(([, words]) => words)

const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).map(plainText))
/** Words between values that are taken together. */
export const connectors = wordSet('and or nor the a an & either neither both as well plus و او أو ولا')
/** Words in front of values, which are taken together if each has the same one. */
export const prepositions = wordSet('in from for of at by with on to في من على لدى عند عن')

/** Verbs that say that an amount wasn't received, or that something wasn't done. */
export const reversals = wordSet(
  `lose lost refund refunded waive waived save saved owe owed forgive forgave return returned reimburse reimbursed deduct
  deducted miss missed cancel canceled cancelled decline declined reject rejected fail failed خسر فقد رفض الغي فات ارجع
  اعاد`,
)

/** Verbs that say nothing about which amount is meant: "How much did IT use?" */
export const vagueVerbs = wordSet(
  `use uses using used consume consumes consumed bring brings brought handle handles handled manage manages managed earn
  earns earning earned need needs give gives gave take takes took taken get gets got own owns could would will can
  حقق حققت استخدم استخدمت استخدمنا استهلك استهلكت استهلكنا يستخدم تستخدم يستهلك تستهلك`,
)

/** Units, quantities, places, people, and parts: what is counted by them isn't the rows. */
export const otherNouns = termsIn(
  `unit piece quantity copy pair box pack office branch place site location city country building room floor desk seat
  woman women man men child children girl boy female male boss customer client buyer seller supplier teacher pupil
  student vacancy opening position wheel door window part tire page word step mile year quarter night century
  قطعة قطع وحدة وحدات كمية نسخة علبة صندوق فرع فروع مكتب مكاتب مكان اماكن موقع مواقع مدينة مدن مبنى غرفة غرف مقعد مقاعد
  نساء امرأة رجال رجل طفل اطفال بنات ذكور اناث زبون زبائن مورد موردين معلم معلمين شاغر شواغر عجلة عجلات سنة سنوات عام
  اعوام اسبوع اسابيع ليلة ليالي ايام يوم ساعات ساعة دقائق اشهر`,
)
/** Other words for the people that the rows of a table are. */
export const staffNouns = termsIn('staff worker member colleague عامل عمال عضو اعضاء')
