import { arabicSubject } from './arabic.ts'
import type { Proposal } from './proposal.ts'
import { withoutStop } from './withoutStop.ts'

type Found = Pick<Proposal, 'kind' | 'question' | 'fact'>

const MOST_FACT_WORDS = 16
const FEWEST_FACT_WORDS = 3
const wordCount = (text: string): number => text.split(' ').length

const responsible =
  /^(?<who>.+?) (?:هو المسؤول|هي المسؤولة|هي الجهة المسؤولة|هو الجهة المسؤولة|مسؤول|مسؤولة) عن (?<what>[^،؛:.]+)$/
const quoted = /^(?:يقصد|ويقصد|يُقصد) ب[ـ ]?[«"“](?<term>[^«»"“”]{2,60})[»"”]:? ?(?<what>.+)$/
const named = /^[«"“](?<term>[^«»"“”]{2,60})[»"”] ?(?::|هو|هي|تعني|يعني) ?(?<what>.+)$/
const isThe = /^(?<term>ال[\p{L}\p{M}]+(?: (?:ال|عن |من |لل|في )[\p{L}\p{M} ]+?)?) (?<is>هو|هي) (?<what>.+)$/u

/** Asks what an Arabic sentence defines, or who it names. */
export function arabicNamed(sentence: string): Found | null {
  const text = withoutStop(sentence)
  if (text.length > 220) return null
  const charge = responsible.exec(text)?.groups
  if (charge) {
    const who = arabicSubject(charge.who)
    if (!who || wordCount(charge.what!) > 9) return null
    return { kind: 'Sentence', question: `من المسؤول عن ${charge.what}؟`, fact: who }
  }
  const term = quoted.exec(text)?.groups ?? named.exec(text)?.groups
  if (term) return defined(`ما المقصود بـ«${term.term}»؟`, term.what!)
  const groups = isThe.exec(text)?.groups
  if (!groups || !arabicSubject(groups.term) || wordCount(groups.term!) > 4) return null
  // “The manager is responsible for …” and “The fee is 20 …” define nothing.
  if (/^(?:المسؤول|الجهة|\p{Nd}|من |في |على )/u.test(groups.what!)) return null
  return defined(`ما ${groups.is} ${groups.term}؟`, groups.what!)
}

function defined(question: string, what: string): Found | null {
  const fact = (what.split(/[؛(:]|، (?:و|أو|لكن)/)[0] ?? '').trim().replace(/[،.]$/, '')
  const words = wordCount(fact)
  if (words < FEWEST_FACT_WORDS || words > MOST_FACT_WORDS || /\p{Nd}/u.test(fact)) return null
  return { kind: 'Definition', question, fact }
}
