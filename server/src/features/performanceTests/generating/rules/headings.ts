import { sentences } from '../../../../platform/language/sentences.ts'
import { type AmountKind, amountsIn } from './amounts.ts'
import { headingOf } from './asked.ts'
import { LONGEST } from './measured.ts'
import type { FileContext, Proposal, SourcePassage } from './proposal.ts'

/** Headings and labels that name something with a number or a date, by their last word. */
const measures =
  /\b(?:period|fee|deadline|price|limit|allowance|duration|salary|deposit|term|date|hours|amount|budget|threshold|capacity|temperature|validity|warranty|penalty|rate|discount|age|day|rent|voltage|weight|speed|interval|meeting|time|length|level)$/i
const arabicMeasures =
  /^(?:مدة|فترة|مهلة|رسوم|سعر|تكلفة|قيمة|أجرة|نسبة|موعد|تاريخ|ساعات|عدد|وزن|سعة|بدل|غرامة|إيجار|مبلغ|راتب|درجة حرارة|الاجتماع|الحد|آخر موعد|أوقات)(?: |$)/
/** Names of which a file can have several. */
const vague =
  /^(?:price|fee|limit|date|amount|term|period|duration|deadline|hours|day|rate|time|length|level|weight|age|capacity|speed|validity|temperature|budget|interval|discount|meeting|effective date)$/i
const unclear = /[,;:()?!"“”&/]|\b(?:and|or|other|general|previous|if|when|not)\b/i

const MOST_WORDS = 5

/** Asks for the amount below a heading that names one: “Notice period” above “Three months.” */
export function belowHeading(
  { heading, text, beginsSection }: SourcePassage,
  context: FileContext,
): Proposal[] {
  if (!beginsSection) return []
  const name = headingOf(heading).replace(/^[\p{Nd}.]+\s+/u, '')
  const [first] = sentences(text)
  const sentence = first ? text.slice(first.start, first.end) : ''
  return ofNamed(name, sentence, context)
}

/** Asks for the amounts of lines such as “Warranty: 24 months”. */
export function inLabels(text: string, context: FileContext): Proposal[] {
  return text.split('\n').flatMap((line) => {
    const { name = '', value = '' } =
      /^(?:[-•*] )?(?<name>[^:|]{2,50}): (?<value>[^|]{1,80})$/u.exec(line.trim())?.groups ?? {}
    const [amount] = amountsIn(value)
    // The value itself, not a sentence about it.
    return amount && amount.start === 0 && value.split(' ').length <= 8 ? ofNamed(name, value, context) : []
  })
}

function ofNamed(name: string, sentence: string, context: FileContext): Proposal[] {
  if (sentence.length > LONGEST) return []
  const amounts = amountsIn(sentence)
  const [amount] = amounts
  if (!amount || name === '' || name.split(' ').length > MOST_WORDS || unclear.test(name)) return []
  // A date can have a time.
  const isMoment = amounts.length === 2 && amount.kind === 'Date' && amounts[1]!.kind === 'Time'
  if (amounts.length > 1 && !isMoment) return []
  const isArabic = /\p{Script=Arabic}/u.test(name)
  const question = isArabic ? arabicQuestion(name, amount.kind) : englishQuestion(name, amount.kind, context)
  return question ? [{ kind: 'Heading', question, fact: amount.text }] : []
}

function englishQuestion(
  name: string,
  kind: AmountKind,
  { lowerCase, names, isEnglish }: FileContext,
): string | null {
  if (!isEnglish || !measures.test(name) || vague.test(name)) return null
  const what = name
    .split(' ')
    .map((word) => {
      const lower = word.toLowerCase()
      const isName = word === word.toUpperCase() || (names.has(word) && !lowerCase.has(lower))
      return isName ? word : lower
    })
    .join(' ')
  if (/\b(?:meeting|day)$/i.test(name))
    return kind === 'Date' || kind === 'Time' ? `When is the ${what}?` : null
  return `What ${/hours$/i.test(name) ? 'are' : 'is'} the ${what}?`
}

function arabicQuestion(name: string, kind: AmountKind): string | null {
  if (!arabicMeasures.test(name) || name.split(' ').length < 2 || /[،؛:()؟]/u.test(name)) return null
  if (name.startsWith('الاجتماع')) return kind === 'Date' || kind === 'Time' ? `متى ${name}؟` : null
  return `ما ${name}؟`
}
