import type { Measured } from './measured.ts'
import type { FileContext, Proposal } from './proposal.ts'

type Found = Pick<Proposal, 'question' | 'fact'>

/** Words that a subject can’t have: without what precedes them, no one knows what they mean, or they begin a clause. */
const unclear =
  /\b(?:it|its|this|that|these|those|they|their|them|he|she|his|her|we|us|i|you|there|here|which|who|whom|what|when|where|if|because|while|although|unless|such|same|other|following|above|below|latter|former|former|not|no|is|are|was|were|be|been|has|have|had|do|does|did|will|would|shall|must|can|could|may|might|should|than|as|so|then|also|only|even|both|either)\b/i
const leading =
  /^(?:in|on|at|for|from|by|to|with|without|within|after|before|during|until|since|under|over|per|of|if|when|once|and|or|but|please|note|however|therefore|otherwise|instead|additionally|generally|usually|only|see|as|because|every time|one|some|most|many|several|another)\b/i
/** “The price is 20 euros”: of what? */
const vague =
  /^(?:the|a|an|our|your) (?:amount|price|prices|fee|fees|cost|costs|limit|period|maximum|minimum|total|sum|value|rate|number|deadline|time|date|duration|rest|difference|remainder|first|second|third|last|next|result|charge|term|length|weight|size|height|width|default)$/i
const introduction =
  /^(?:however|in addition|additionally|please note that|note that|by default|as a rule|in general|generally|normally|currently|as of today),? /i
const determiner = /^(?:the|a|an|our|your|each|every|all|any|this|new|most)\b/i

const MOST_WORDS = 10
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** The subject of a sentence as it is in a question. Null if it isn’t clear without what precedes it. */
export function subjectOf(text: string, context: FileContext): string | null {
  const subject = text.trim()
  const words = wordsOf(subject)
  if (words.length === 0 || words.length > MOST_WORDS || !/^\p{Lu}/u.test(subject)) return null
  if (/[,:;()?!"“”|]/.test(subject) || unclear.test(subject) || leading.test(subject) || vague.test(subject))
    return null
  if (/\p{Nd}/u.test(words[0]!)) return null
  return determiner.test(subject)
    ? subject.charAt(0).toLowerCase() + subject.slice(1)
    : uncapitalized(subject, context)
}

/** A phrase as it is in the middle of a sentence: names keep their capital. */
function uncapitalized(phrase: string, { lowerCase, names }: FileContext): string {
  const [first = ''] = phrase.split(' ')
  const lower = first.toLowerCase()
  const isCommon =
    lowerCase.has(lower) || (!names.has(first) && (phrase.includes(' ') || /(?:ing|s)$/.test(first)))
  const isAcronym = /^\p{Lu}[^\p{Ll}]*$/u.test(first)
  return isCommon && !isAcronym ? lower + phrase.slice(first.length) : phrase
}

/** “The notice period”, whose “is” can be asked with “What is”. */
const isDefinite = (subject: string) => /^(?:the|our|your|each|every) /.test(subject)
const headNoun = (subject: string) =>
  subject.split(/ (?:of|for|in|to|on|per|at|from|with|between|under) /)[0]!
const isDay = (subject: string) =>
  /\b(?:date|deadline|day|time|hours|week|month|year)s?$/i.test(headNoun(subject))

/** What follows an amount and belongs to the question: “for new employees”. */
function addition(rest: string): string | null {
  if (rest === '') return ''
  if (/\b(?:if|unless|except|provided|but|although|only|whichever|otherwise|depending)\b/i.test(rest))
    return null
  const [own = ''] = rest.split(/[,;(–]| (?:and|which|that|so|or|because|while|whereas) /)
  const text = own.trim()
  if (text === '') return ''
  if (/\b(?:it|its|this|that|these|those|they|their|them|we|you)\b/i.test(text)) return null
  if (!/^(?:for|in|during|after|per|of|from|with|before|on|at|to|without|under|between|outside) /.test(text))
    return null
  return wordsOf(text).length > MOST_WORDS ? null : ` ${text}`
}

const does = (verb: string) => (verb.endsWith('s') ? 'does' : 'do')
const bare = (verb: string): string =>
  verb.endsWith('tches') ? verb.replace(/es$/, '') : verb.replace(/(?<=[^s])s$/, '')

const plain = '(?:currently|now|always|usually|normally|generally|therefore|still)'
const is = new RegExp(
  `^(?<subject>.+?) (?<verb>is|are|was|were|amounts? to|totals?|is set at|are set at|is set to|is limited to|are limited to|is capped at|are capped at)(?: ${plain})?$`,
)
const costs = new RegExp(`^(?<subject>.+?) (?<verb>costs?)(?: ${plain})?$`)
const takes = new RegExp(`^(?<subject>.+?) (?<verb>takes?|lasts?)(?: ${plain})?$`)
const weighs = /^(?<subject>.+?) (?<verb>weighs?)$/
const holds = /^(?<subject>.+?) (?<verb>holds?|contains?|seats?|supports?|stores?|accommodates?|includes?)$/
const happens =
  /^(?<subject>.+?) (?<verb>starts?|begins?|ends?|closes?|opens?|expires?|lapses?|takes? place|takes? effect|comes? into force|meets?|arrives?|leaves?|departs?)(?: (?:on|at|by|in|every|until))?$/
const happensAfter =
  /^(?<subject>.+?) (?<verb>starts?|begins?|ends?|expires?|lapses?|switches off|shuts down|turns off|closes)(?<after> (?:after|within))$/
const state =
  /^(?<subject>.+?) (?<verb>is|are) (?<state>open|closed|due|payable|available|paid|paid out|valid|held|serviced|updated)(?: (?:on|at|by|every|until|in))?$/
const stateFor =
  /^(?<subject>.+?) (?<verb>is|are) (?<state>valid|kept|stored|retained|available|closed)(?: for)?$/
const modal =
  /^(?<subject>.+?) (?<modal>must|should|can|may|shall|will|has to|have to|needs to|need to|is to|are to)(?: only)? (?<action>[\p{L} ’'-]+?) (?<by>within|by|before|no later than|not later than|at the latest|until|for|every)$/u
const notice = /^(?<subject>.+?) (?<modal>must|should|can|may|shall|will) (?<action>[\p{L} ’'-]+?)$/u
const gets =
  /^(?<subject>.+?) (?<verb>receives?|gets?|earns?|has|have|accrues?|is entitled to|are entitled to|is allowed|are allowed|can take|can borrow|can claim|can carry over|may claim|may take|can book)$/

/** Asks for the amount of a sentence. */
export function englishQuestion({ head, amount, rest }: Measured, context: FileContext): Found | null {
  const sentence = head.replace(introduction, '')
  const opened = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  const fact = amount.text
  for (const [pattern, ask] of asked) {
    const groups = pattern.exec(opened)?.groups
    if (!groups) continue
    const subject = subjectOf(groups.subject ?? '', context)
    if (!subject) continue
    const found = ask({ groups, subject, amount, rest, fact })
    if (found) return found
  }
  return null
}

interface Asking {
  groups: Record<string, string | undefined>
  subject: string
  amount: Measured['amount']
  rest: string
  fact: string
}

const asked: readonly (readonly [RegExp, (asking: Asking) => Found | null])[] = [
  [
    costs,
    ({ groups, subject, amount, rest, fact }) => {
      const more = addition(rest)
      if (amount.kind !== 'Money' || more === null) return null
      return { question: `How much ${does(groups.verb!)} ${subject} cost${more}?`, fact }
    },
  ],
  [
    weighs,
    ({ groups, subject, amount, fact }) =>
      amount.kind === 'Count' ? { question: `How much ${does(groups.verb!)} ${subject} weigh?`, fact } : null,
  ],
  [
    takes,
    ({ groups, subject, amount, rest, fact }) => {
      const more = addition(rest)
      if (amount.kind !== 'Duration' || more === null) return null
      return { question: `How long ${does(groups.verb!)} ${subject} ${bare(groups.verb!)}${more}?`, fact }
    },
  ],
  [
    holds,
    ({ groups, subject, amount, rest, fact }) => {
      if (amount.kind !== 'Count' || addition(rest) === null || /^(?:of|for) /.test(rest)) return null
      return {
        question: `How many ${amount.unit} ${does(groups.verb!)} ${subject} ${bare(groups.verb!)}?`,
        fact,
      }
    },
  ],
  [
    happens,
    ({ groups, subject, amount, rest, fact }) => {
      const more = addition(rest)
      if ((amount.kind !== 'Date' && amount.kind !== 'Time') || more === null) return null
      const [verb = '', ...particle] = groups.verb!.split(' ')
      const action = [bare(verb), ...particle].join(' ')
      return { question: `When ${does(verb)} ${subject} ${action}${more}?`, fact }
    },
  ],
  [
    happensAfter,
    ({ groups, subject, amount, rest, fact }) => {
      const more = addition(rest)
      if (amount.kind !== 'Duration' || more === null) return null
      const [verb = '', ...particle] = groups.verb!.split(' ')
      return {
        question: `When ${does(verb)} ${[subject, bare(verb), ...particle].join(' ')}${more}?`,
        fact: `${groups.after!.trim()} ${fact}`,
      }
    },
  ],
  [
    state,
    ({ groups, subject, amount, rest, fact }) => {
      const more = addition(rest)
      if ((amount.kind !== 'Date' && amount.kind !== 'Time') || more === null) return null
      return { question: `When ${groups.verb} ${subject} ${groups.state}${more}?`, fact }
    },
  ],
  [
    stateFor,
    ({ groups, subject, amount, rest, fact }) => {
      const more = addition(rest)
      if (amount.kind !== 'Duration' || more === null) return null
      return { question: `How long ${groups.verb} ${subject} ${groups.state}${more}?`, fact }
    },
  ],
  [modal, ({ groups, subject, amount, rest, fact }) => timeLimit(groups, subject, amount, rest, fact)],
  [
    notice,
    ({ groups, subject, amount, rest, fact }) => {
      const before = /^(?<place>before|after|in advance of) (?<what>[^,;.]+)$/.exec(rest)?.groups
      if (
        amount.kind !== 'Duration' ||
        !before ||
        wordsOf(before.what!).length > 6 ||
        !isAction(groups.action!)
      )
        return null
      if (/\b(?:it|its|this|that|they|their|them|you|your)\b/i.test(before.what!)) return null
      return {
        question: `How long ${before.place} ${before.what} ${groups.modal} ${subject} ${groups.action}?`,
        fact,
      }
    },
  ],
  [
    gets,
    ({ groups, subject, amount, rest, fact }) => {
      const verb = groups.verb!
      const thing =
        /^of (?<thing>[\p{L} ’'-]+?)(?<more> (?:for|per|in|during|after|each|every|to) .*)?$/u.exec(
          rest,
        )?.groups
      const more = addition(thing ? (thing.more ?? '').trim() : rest)
      if (more === null || (thing && wordsOf(thing.thing!).length > 4)) return null
      if (/^(?:is|are) allowed$/.test(verb) && !thing) return null
      const what = thing ? ` of ${thing.thing}` : ''
      const many =
        amount.kind === 'Money' && !thing
          ? 'How much'
          : amount.kind === 'Duration' || amount.kind === 'Count'
            ? `How many ${plural(amount.unit)}${what}`
            : null
      if (!many) return null
      const [be] = verb.split(' ')
      const entitled = / (?:entitled to|allowed)$/.exec(verb)
      if (entitled) return { question: `${many} ${be} ${subject}${entitled[0]}${more}?`, fact }
      const can = /^(?<can>can|may) (?<action>.+)$/.exec(verb)?.groups
      if (can) return { question: `${many} ${can.can} ${subject} ${can.action}${more}?`, fact }
      const base = verb === 'has' ? 'have' : bare(verb)
      return { question: `${many} ${does(verb)} ${subject} ${base}${more}?`, fact }
    },
  ],
  [
    is,
    ({ groups, subject, amount, rest, fact }) => {
      // “Three months from the date …” says when the period begins.
      const more = amount.kind === 'Duration' && rest.startsWith('from ') ? '' : addition(rest)
      if (more === null) return null
      const verb = groups.verb!.split(' ')[0]!
      const be = /^(?:is|are|was|were)$/.test(verb) ? verb : verb.endsWith('s') ? 'is' : 'are'
      if (amount.kind === 'Date' || amount.kind === 'Time')
        return isDay(subject) && isDefinite(subject)
          ? { question: `What ${be} ${subject}${more}?`, fact }
          : { question: `When ${be} ${subject}${more}?`, fact }
      if (amount.kind === 'Money') return { question: `How much ${be} ${subject}${more}?`, fact }
      if (
        amount.kind === 'Duration' &&
        !isDay(subject) &&
        !/\b(?:limit|age|maximum|minimum|frequency|interval)$/.test(headNoun(subject))
      )
        return { question: `How long ${be} ${subject}${more}?`, fact }
      return isDefinite(subject) ? { question: `What ${be} ${subject}${more}?`, fact } : null
    },
  ],
]

const isAction = (action: string): boolean =>
  wordsOf(action).length <= 8 && !/\b(?:it|them|this|that|not|if|when|who|which|and|or)\b/i.test(action)

const plural = (unit: string): string =>
  /(?:s|people|GB|MB|TB|km|kg|cm|mm|ml)$/.test(unit) ? unit : `${unit}s`

/** “must be submitted within 30 days of the trip” */
function timeLimit(
  groups: Asking['groups'],
  subject: string,
  { kind, text }: Measured['amount'],
  rest: string,
  fact: string,
): Found | null {
  const { action = '', by = '' } = groups
  const isDuration = kind === 'Duration'
  if (!isAction(action) || (kind !== 'Date' && kind !== 'Time' && !isDuration)) return null
  const after = /^(?:of|after|from|before) [^,;.]+$/.exec(rest)?.[0]
  const more = after ? '' : addition(rest)
  if (more === null || (after && wordsOf(after).length > 8)) return null
  if (by === 'every')
    return isDuration
      ? { question: `How often ${ask(groups.modal!, subject, action)}${more}?`, fact: `every ${fact}` }
      : null
  if (by === 'for') {
    if (!isDuration) return null
    return { question: `For how long ${ask(groups.modal!, subject, action)}${more}?`, fact }
  }
  const said = after && isDuration ? `${by} ${text} ${after}` : isDuration ? `${by} ${text}` : fact
  if (by === 'within') {
    if (!isDuration) return null
    return { question: `Within what period ${ask(groups.modal!, subject, action)}${more}?`, fact: said }
  }
  if (isDuration) return null
  const until = by === 'until' ? 'Until when' : 'By when'
  return { question: `${until} ${ask(groups.modal!, subject, action)}${more}?`, fact: said }
}

function ask(verb: string, subject: string, action: string): string {
  if (verb === 'has to') return `does ${subject} have to ${action}`
  if (verb === 'have to') return `do ${subject} have to ${action}`
  if (verb === 'needs to') return `does ${subject} need to ${action}`
  if (verb === 'need to') return `do ${subject} need to ${action}`
  const [first, ...others] = verb.split(' ')
  return [first, subject, ...others, action].join(' ')
}
