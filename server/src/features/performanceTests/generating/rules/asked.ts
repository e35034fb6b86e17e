import { sentences } from '../../../../platform/language/sentences.ts'
import { terms } from '../../../../platform/language/terms.ts'
import type { AmountKind } from './amounts.ts'
import { measuredIn } from './measured.ts'
import type { Proposal, SourcePassage } from './proposal.ts'
import { isUnclear, startsAsQuestion } from './questions.ts'
import { withoutStop } from './withoutStop.ts'

const LONGEST_QUESTION = 200
const LONGEST_FACT = 180
const MOST_FACT_WORDS = 16
/** Shorter beginnings of sentences say nothing. */
const FEWEST_CLAUSE_WORDS = 5
/** The answer to a question is near it. */
const READ_SENTENCES = 4
/** What begins a question or an answer of a list: “Q:”, “3.”, “س:”. */
const label =
  /^(?:(?:Q|A|F|Question|Answer|Frage|Antwort|س|ج|سؤال|جواب|السؤال|الجواب)\s?\d{0,3}\s?[:.)-]|[-•*–]|\(?[\d٠-٩]{1,3}[.)-])\s+/iu
const isQuestion = (text: string) => /[?؟]["”»]?$/u.test(text)
const agreement =
  /^(?:yes|no|yes and no|of course|absolutely|ja|nein|نعم|لا|كلا|بالطبع|بالتأكيد)\s?[,.،!:–-]\s*/iu
const asksForNumber =
  /^(?:how (?:much|many|long|often|old|far|soon|large|big|high|tall|heavy|wide|fast)|wie (?:viel|viele|lange|lang|hoch|oft)|كم|خلال كم|بكم)(?:\s|$)/iu
const asksForMoment = /^(?:when|by when|until when|(?:at )?what time|wann|bis wann|متى|حتى متى)(?:\s|$)/iu
/** Their answers say something else than the question. */
const asksForMore = /^(?:what happens|why|warum|wieso|was passiert|لماذا|ماذا يحدث)(?:\s|$)/iu
/** The first of several steps answers only how something is done. */
const step = /^(?:open|select|choose|click|press|go to|under|öffnen|wählen)\s/iu
const asksForSteps = /^(?:how|where|wie|wo|كيف|أين)\s/iu
const asksForMoney =
  /^(?:what|was|wie|ما|ماذا) .*(?:\b(?:costs?|prices?|fees?|kostet|kosten|preis|gebühr)\b|سعر|رسوم|تكلفة)/iu

function asksFor(question: string, kind: AmountKind): boolean {
  if (kind === 'Date' || kind === 'Time') return asksForMoment.test(question)
  return asksForNumber.test(question) || (kind === 'Money' && asksForMoney.test(question))
}

/** Returns the questions that a passage asks and answers itself: its heading, and lines that are questions. */
export function askedIn({ heading, text, beginsSection }: SourcePassage): Proposal[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(label, ''))
    .filter((line) => line !== '')
  const found: Proposal[] = []
  const title = headingOf(heading).replace(label, '')
  if (beginsSection && isQuestion(title) && lines[0] && !isQuestion(lines[0])) add(title, lines)
  lines.forEach((line, at) => {
    const [first, ...others] = sentences(line).map(({ start, end }) => line.slice(start, end))
    if (!first || !isQuestion(first) || others.some(isQuestion)) return
    const below = others.length > 0 ? [others.join(' ')] : lines.slice(at + 1)
    if (below[0] && !isQuestion(below[0])) add(first, below)
  })
  return found

  function add(question: string, answer: readonly string[]): void {
    const asked = question.replaceAll(/\s+/gu, ' ')
    if (asked.length > LONGEST_QUESTION || !startsAsQuestion(asked) || isUnclear(asked)) return
    const fact = factOf(asked, answer)
    if (fact) found.push({ kind: 'Asked', question: asked, fact })
  }
}

/** The last heading of a path. */
export const headingOf = (path: string): string => path.slice(path.lastIndexOf('›') + 1).trim()

/** What the answer says first: its amount if that is asked for, or else its first sentence. */
function factOf(question: string, answer: readonly string[]): string | null {
  const [paragraph = ''] = answer
  const [first = '', ...others] = sentences(paragraph)
    .slice(0, READ_SENTENCES)
    .map(({ start, end }) => paragraph.slice(start, end))
  const sentence = first.replace(agreement, '').trim()
  // “Yes.” alone is no fact that can be looked for.
  if (/^(?:yes|no|ja|nein|نعم|لا|كلا)?[.!]?$/iu.test(sentence)) return null
  const amount = amountFor(question, sentence)
  if (amount) return amount
  if (asksForNumber.test(question)) {
    const named = others.find((other) => amountFor(question, other) && isAbout(question, other))
    return named ? amountFor(question, named) : null
  }
  // “No, only with the consent of the owner” is about it without a word of it.
  const isReply = agreement.test(first)
  if (!isReply && !isAbout(question, sentence) && !asksForMore.test(question)) return null
  const fact = shortened(withoutStop(sentence).trim())
  if (step.test(fact) && !asksForSteps.test(question)) return null
  const words = fact.split(/\s+/u).length
  if (fact.length > LONGEST_FACT || words > MOST_FACT_WORDS || words < 2 || isQuestion(fact)) return null
  // A colon announces what follows.
  return /:$/u.test(fact) ? null : fact
}

function amountFor(question: string, sentence: string): string | null {
  const amount = measuredIn(sentence)?.amount
  return amount && asksFor(question, amount.kind) ? amount.text : null
}

/** Whether a sentence has a word of the question. Others introduce the answer, or are about something else. */
function isAbout(question: string, sentence: string): boolean {
  const asked = new Set(terms(question))
  return terms(sentence).some((term) => asked.has(term))
}

/** A long sentence without what follows its first clause, unless that restricts it. */
function shortened(fact: string): string {
  if (fact.split(/\s+/u).length <= MOST_FACT_WORDS) return fact
  if (/\b(?:unless|except|but|if)\b/i.test(fact)) return fact
  const clause = fact
    .split(/, (?:so|because|which|as|when|while|since)\b|[:;(–—؛]|، (?:و|حيث|لأن)/u)[0]!
    .trim()
  return clause.split(/\s+/u).length < FEWEST_CLAUSE_WORDS ? fact : clause
}
