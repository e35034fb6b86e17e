import type { Measured } from './measured.ts'
import type { Proposal } from './proposal.ts'

type Found = Pick<Proposal, 'question' | 'fact'>

/** Nouns that a number or a date can follow without a verb: “the period of notice three months”. */
const measuring =
  'مدة|فترة|مهلة|رسوم|رسم|سعر|أسعار|تكلفة|قيمة|أجرة|نسبة|موعد|تاريخ|ساعات|عدد|وزن|سعة|طول|عرض|ارتفاع|بدل|غرامة|عمولة|إيجار|مبلغ|راتب|آخر موعد|الحد الأقصى|الحد الأدنى|درجة حرارة|حصة'
const startsMeasuring = new RegExp(`^(?:${measuring})(?: |$)`)
const unclear =
  /(?:^| )(?:هذا|هذه|ذلك|تلك|هؤلاء|التي|الذي|الذين|إذا|إن|أن|لكن|وإذا|وهو|وهي|هو|هي|لا|ليس|كما|حيث|عندما|منها|منه|فيها|فيه|عليها|عليه|لها|له|أعلاه|أدناه|التالية|التالي|كان|كانت|تم|يتم)(?: |$)/
/** A name with the pronoun of something that was named before: “its price”. */
const withPronoun = /(?:ها|هم|ه)(?: |$)/

const MOST_WORDS = 9
const wordCount = (text: string): number => text.split(' ').length

/** What a sentence is about. Null if that isn’t clear without what precedes it. */
export function arabicSubject(text: string | undefined): string | null {
  const subject = (text ?? '').trim()
  if (subject === '' || wordCount(subject) > MOST_WORDS || unclear.test(subject)) return null
  if (/[،؛:()؟!"«»|\p{Nd}]/u.test(subject)) return null
  const [first = ''] = subject.split(' ')
  // Names end in it, too, after their article.
  if (!first.startsWith('ال') && withPronoun.test(`${first} `) && first.length > 3 && !first.endsWith('ته'))
    return null
  return subject
}

const amountsTo = /^(?<verb>تبلغ|يبلغ|بلغت|بلغ) (?<subject>.+)$/
const costs = /^(?<verb>يكلف|تكلف) (?<subject>.+)$/
const takes = /^(?<verb>تستغرق|يستغرق|تستمر|يستمر|تدوم|يدوم) (?<subject>.+?)(?: لمدة)?$/
const copula = /^(?<subject>.+?) (?:هو|هي)$/
const happens =
  /^(?<verb>يبدأ|تبدأ|ينتهي|تنتهي|يغلق|تغلق|يفتح|تفتح|يعقد|تعقد|يُعقد|تُعقد|يسري|تسري|تصرف|يصرف|تُصرف|يُصرف|تقام|يقام) (?<subject>.+?)(?: (?:في|يوم|عند|من|كل|ابتداء من|اعتباراً من|حتى|في تمام))?$/
const dutyWithin =
  /^(?<duty>(?:يجب|يمكن|يحق|ينبغي|يتعين|يلزم)(?: .+?)) (?<by>خلال|في غضون|في موعد أقصاه|قبل|حتى|بحلول)$/
const dutyFor = /^(?<duty>(?:تحفظ|يحفظ|تُحفظ|يُحفظ|يحتفظ|تحتفظ|تسري|يسري)(?: .+?)) (?:لمدة|مدة)$/
const gets = /^(?<verb>يحصل|تحصل) (?<subject>.+?) على$/
const deserves = /^(?<verb>يتقاضى|تتقاضى|يدفع|تدفع) (?<subject>.+?)$/

/** How units are counted after “how many”, and how a pronoun refers to them. */
const units: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:أيام|يوم|يوما|يوماً)/, 'يوماً', 'عليها'],
  [/^(?:أشهر|شهور|شهر|شهراً)/, 'شهراً', 'عليها'],
  [/^(?:أسابيع|أسبوع|أسبوعاً)/, 'أسبوعاً', 'عليها'],
  [/^(?:ساعات|ساعة)/, 'ساعة', 'عليها'],
]

function addition(rest: string): string | null {
  if (rest === '') return ''
  const own = (rest.split(/[،؛(]/)[0] ?? '').trim()
  if (/(?:^| )(?:إذا|ما لم|إلا|بشرط|لكن|باستثناء)(?: |$)/.test(rest)) return null
  if (own === '') return ''
  if (/^و/.test(own)) return ''
  if (unclear.test(own) || withPronoun.test(own) || wordCount(own) > MOST_WORDS) return null
  return /^(?:في|من|ل|عن|على|لكل|بعد|قبل|خلال|أثناء|ضمن|مع|بين)/.test(own) ? ` ${own}` : null
}

/** Asks for the amount of an Arabic sentence. */
export function arabicQuestion({ head, amount, rest }: Measured): Found | null {
  const fact = amount.text
  const { kind } = amount
  // “Three years from the signature” says when the period begins.
  const more = kind === 'Duration' && rest.startsWith('من ') ? '' : addition(rest)
  const isMoment = kind === 'Date' || kind === 'Time'
  const of = (pattern: RegExp) => {
    const groups = pattern.exec(head)?.groups
    const subject = groups && arabicSubject(groups.subject)
    return groups && subject ? { verb: groups.verb ?? '', subject } : null
  }
  const duty = dutyWithin.exec(head)?.groups
  if (duty) return timeLimit(duty.duty!, duty.by!, amount, rest)
  const kept = dutyFor.exec(head)?.groups
  if (kept && kind === 'Duration' && more !== null && arabicSubject(kept.duty))
    return { question: `كم من الوقت ${kept.duty}${more}؟`, fact }
  if (more === null) return null
  const total = of(amountsTo)
  if (total && !isMoment) return { question: `كم ${total.verb} ${total.subject}${more}؟`, fact }
  const cost = of(costs)
  if (cost && kind === 'Money') return { question: `كم ${cost.verb} ${cost.subject}${more}؟`, fact }
  const duration = of(takes)
  if (duration && kind === 'Duration')
    return { question: `كم من الوقت ${duration.verb} ${duration.subject}${more}؟`, fact }
  const moment = of(happens)
  if (moment && isMoment) return { question: `متى ${moment.verb} ${moment.subject}${more}؟`, fact }
  const paid = of(deserves)
  if (paid && kind === 'Money') return { question: `كم ${paid.verb} ${paid.subject}${more}؟`, fact }
  const received = of(gets)
  if (received) return counted(received, amount, rest)
  const named = of(copula) ?? (startsMeasuring.test(head) ? bareSubject(head) : null)
  if (named) {
    const isDay = /^(?:موعد|تاريخ|آخر|ساعات|يوم|أيام|الموعد|مدة)/.test(named.subject)
    if (isMoment && !isDay) return { question: `متى ${named.subject}${more}؟`, fact }
    return startsMeasuring.test(named.subject) || named.subject.startsWith('ال')
      ? { question: `ما ${named.subject}${more}؟`, fact }
      : null
  }
  return null
}

function bareSubject(head: string): { subject: string } | null {
  const subject = arabicSubject(head.replace(/ (?:تبلغ|يبلغ|في|من|بنسبة|يوم)$/, ''))
  return subject && wordCount(subject) >= 2 && wordCount(subject) <= 6 ? { subject } : null
}

function timeLimit(duty: string, by: string, { kind, text }: Measured['amount'], rest: string): Found | null {
  if (unclear.test(duty.replace(/^\S+ (?:أن )?/, '')) || withPronoun.test(duty) || wordCount(duty) > 10)
    return null
  if (/(?:^| )(?:إذا|ما لم|إلا|بشرط|لكن)(?: |$)/.test(rest)) return null
  const after = /^(?:من|بعد|قبل|على) [^،؛]+$/.exec(rest)?.[0]
  const said = after && wordCount(after) <= 6 && !withPronoun.test(after) ? `${text} ${after}` : text
  if (kind === 'Duration')
    return by === 'قبل'
      ? { question: `قبل كم من الوقت ${duty}؟`, fact: said }
      : by === 'خلال' || by === 'في غضون'
        ? { question: `خلال أي مدة ${duty}؟`, fact: said }
        : null
  if (kind === 'Date' || kind === 'Time')
    return {
      question: `${by === 'حتى' ? 'حتى متى' : 'متى'} ${duty}؟`,
      fact: by === 'قبل' ? `قبل ${text}` : text,
    }
  return null
}

function counted(
  { verb, subject }: { verb: string; subject: string },
  { kind, text, unit }: Measured['amount'],
  rest: string,
): Found | null {
  const thing = /^(?:من )?(?<thing>[^،؛]+)$/.exec(rest)?.groups?.thing
  const more = addition(rest)
  if (kind === 'Money' && more !== null)
    return { question: `كم المبلغ الذي ${verb} عليه ${subject}${more}؟`, fact: text }
  const [, many, pronoun] = units.find(([pattern]) => pattern.test(unit)) ?? []
  if (kind !== 'Duration' || !many) return null
  if (rest !== '' && (!thing || !rest.startsWith('من ') || wordCount(thing) > 6)) return null
  return { question: `كم ${many}${rest === '' ? '' : ` ${rest}`} ${verb} ${pronoun} ${subject}؟`, fact: text }
}
