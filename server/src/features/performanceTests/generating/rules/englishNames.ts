import { headingOf } from './asked.ts'
import { subjectOf } from './english.ts'
import type { FileContext, Proposal } from './proposal.ts'
import { withoutStop } from './withoutStop.ts'

type Found = Pick<Proposal, 'kind' | 'question' | 'fact'>

const MOST_FACT_WORDS = 16
const FEWEST_FACT_WORDS = 3
const wordCount = (text: string): number => text.split(' ').length
const isUnclear = (text: string) =>
  /\b(?:it|its|this|these|those|they|their|them|he|she|his|her|above|below|following)\b/i.test(text)

const responsible = /^(?<who>.+?) (?:is|are) (?:solely |mainly )?responsible for (?<what>[^,;:.()]+)$/
const holder =
  /^(?<who>\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]+){1,2}) is (?<what>the (?:head|manager|director|chair|chairperson|president|contact|lead|data protection officer|treasurer|secretary)(?: (?:of|for) [^,;:.()]+)?)$/u
const means =
  /^(?:The term )?["“”](?<term>[^"“”]{2,60})["“”] (?:means|refers to|is defined as|stands for) (?<what>.+)$/
const unquoted =
  /^(?<term>\p{Lu}[\p{L}\p{N}’' -]{1,50}?) (?:means|refers to|is defined as|stands for) (?<what>.+)$/u
const isA = /^(?<article>An?|The)? ?(?<term>[\p{L}][\p{L}\p{N}’'/ -]{1,50}?) is (?<what>(?:an?|the|any) .+)$/u

/** Asks what a sentence defines, or who it names. */
export function englishNamed(sentence: string, heading: string, context: FileContext): Found | null {
  const text = withoutStop(sentence)
  if (text.length > 220) return null
  const named = responsible.exec(text)?.groups ?? null
  if (named) {
    const who = subjectOf(named.who!, context)
    if (!who || isUnclear(named.what!) || wordCount(named.what!) > 9) return null
    const fact = named.who!.replace(/^(?:The|Our|An?) /, '')
    return { kind: 'Sentence', question: `Who is responsible for ${named.what}?`, fact }
  }
  const held = holder.exec(text)?.groups
  if (held && !isUnclear(held.what!) && wordCount(held.what!) <= 9)
    return { kind: 'Sentence', question: `Who is ${held.what}?`, fact: held.who! }
  const quoted = means.exec(text)?.groups
  if (quoted) return defined(`What does “${quoted.term}” mean?`, quoted.what!)
  const term = unquoted.exec(text)?.groups
  if (term && isTerm(term.term!)) return defined(`What does “${term.term}” mean?`, term.what!)
  return definition(text, /\b(?:glossary|definitions|terms)\b/i.test(headingOf(heading)))
}

/** “An incident is any event that …” and “Parlance is a …”, but not “The form is a PDF”. */
function definition(text: string, isGlossary: boolean): Found | null {
  const groups = isA.exec(text)?.groups
  if (!groups) return null
  const { article, term = '', what = '' } = groups
  if (article === 'The' || !isTerm(term)) return null
  if (!article && !/^(?:\p{Lu}{2,}|\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+){0,3})$/u.test(term))
    return null
  // “Anna Weber is the head of finance” names a person.
  if (!article && !isGlossary && /^the /.test(what)) return null
  return defined(`What is ${article ? `${article.toLowerCase()} ` : ''}${term}?`, what)
}

const isTerm = (term: string): boolean =>
  wordCount(term) <= 4 &&
  !/\b(?:it|this|that|there|he|she|they|we|you|which|who|what|here|following|next|first|last|only|also|not|and|or|if|when|in|on|for|of|by|with|good|example|exception|copy|must|can|should)\b/i.test(
    term,
  )

function defined(question: string, what: string): Found | null {
  const [own = ''] = what.split(/[;(]|, (?:but|which|so|because) |: /)
  const fact = own.trim().replace(/[,.]$/, '')
  const words = wordCount(fact)
  if (words < FEWEST_FACT_WORDS || words > MOST_FACT_WORDS || isUnclear(fact)) return null
  return { kind: 'Definition', question, fact }
}
