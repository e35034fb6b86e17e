import type { Measured } from './measured.ts'
import type { Proposal } from './proposal.ts'

type Found = Pick<Proposal, 'question' | 'fact'>

const subject = '(?<subject>(?:Der|Die|Das|Eine?|Unsere?|Jede[rs]?) [\\p{L} -]+?)'
const is = new RegExp(
  `^${subject} (?<verb>ist|sind|beträgt|betragen|liegt bei|liegen bei)(?: (?:derzeit|aktuell|immer))?$`,
  'u',
)
const costs = new RegExp(`^${subject} (?<verb>kostet|kosten)(?: (?:derzeit|aktuell))?$`, 'u')
const takes = new RegExp(`^${subject} (?<verb>dauert|dauern)(?: (?:in der Regel|normalerweise))?$`, 'u')
const happens = new RegExp(
  `^${subject} (?<verb>beginnt|beginnen|endet|enden|schließt|öffnet|erlischt)(?: (?:am|um|im))?$`,
  'u',
)
const unclear =
  /\b(?:dies\w*|diese\w*|jen\w*|er|sie|es|die gleiche\w*|welche\w*|wenn|falls|nicht|folgende\w*)\b/i
const vague = /^(?:der|die|das) (?:Betrag|Preis|Gebühr|Frist|Kosten|Zeit|Dauer|Höhe|Wert|Summe|Rest)$/i

/** Asks for the amount of a German sentence, whose subject is the same in the question. */
export function germanQuestion({ head, amount, rest }: Measured): Found | null {
  // “Three months to the end of a quarter” says when the period ends.
  const more = amount.kind === 'Duration' && rest.startsWith('zum ') ? '' : addition(rest)
  if (more === null) return null
  const fact = amount.text
  const of = (pattern: RegExp) => {
    const groups = pattern.exec(head)?.groups
    const named = groups?.subject ?? ''
    if (!groups || unclear.test(named) || vague.test(named) || named.split(' ').length > 8) return null
    return { verb: groups.verb!, name: named.charAt(0).toLowerCase() + named.slice(1) }
  }
  const found = of(is)
  const isPlural = found && /^(?:sind|betragen|liegen)/.test(found.verb) ? 'sind' : 'ist'
  if (found && amount.kind === 'Duration')
    return { question: `Wie lang ${isPlural} ${found.name}${more}?`, fact }
  if (found && (amount.kind === 'Money' || amount.kind === 'Percent'))
    return { question: `Wie hoch ${isPlural} ${found.name}${more}?`, fact }
  const cost = of(costs)
  if (cost && amount.kind === 'Money') return { question: `Wie viel ${cost.verb} ${cost.name}${more}?`, fact }
  const duration = of(takes)
  if (duration && amount.kind === 'Duration')
    return { question: `Wie lange ${duration.verb} ${duration.name}${more}?`, fact }
  const moment = of(happens)
  if (moment && (amount.kind === 'Date' || amount.kind === 'Time'))
    return { question: `Wann ${moment.verb} ${moment.name}${more}?`, fact }
  return null
}

function addition(rest: string): string | null {
  if (rest === '') return ''
  if (/\b(?:wenn|falls|außer|sofern|aber|soweit|jedoch)\b/i.test(rest)) return null
  const own = (rest.split(/[,;(]| (?:und|oder|sowie) /)[0] ?? '').trim()
  if (own === '') return ''
  if (!/^(?:für|im|in|bei|nach|pro|je|zum|zur|ab|vor) /.test(own) || own.split(' ').length > 7) return null
  return /\b(?:dies\w*|ihr\w*|sein\w*|ihm|ihn)\b/i.test(own) ? null : ` ${own}`
}
