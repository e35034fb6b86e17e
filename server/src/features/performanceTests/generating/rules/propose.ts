import { germanFunctionWords } from '../../../../platform/language/functionWords.ts'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import { sentences } from '../../../../platform/language/sentences.ts'
import { arabicQuestion } from './arabic.ts'
import { arabicNamed } from './arabicNames.ts'
import { askedIn } from './asked.ts'
import { englishQuestion } from './english.ts'
import { englishNamed } from './englishNames.ts'
import { germanQuestion } from './german.ts'
import { belowHeading, inLabels } from './headings.ts'
import { measuredIn } from './measured.ts'
import type { FileContext, Proposal, SourcePassage } from './proposal.ts'
import { inRows } from './tables.ts'

const vowels = /[\u064B-\u0652\u0670\u0640]/gu

/** What the rules need to know of all passages of a file. */
export function contextOf(passages: readonly SourcePassage[]): FileContext {
  const lowerCase = new Set<string>()
  const names = new Set<string>()
  for (const { text } of passages) {
    for (const [word] of text.matchAll(/(?<![\p{L}’'])\p{Ll}[\p{L}’'-]*/gu)) lowerCase.add(word)
    for (const [word] of text.matchAll(/(?<=\p{Ll},? )\p{Lu}[\p{L}’'-]*/gu)) names.add(word)
  }
  const isEnglish = languageOf(passages.map(({ text }) => text).join('\n')) === 'en'
  return { lowerCase, names, isEnglish }
}

/** Returns questions that a passage answers, found without a language model, the surest first. */
export function proposeFrom(passage: SourcePassage, context: FileContext): Proposal[] {
  const found = [...askedIn(passage), ...inRows(passage)]
  for (const { start, end } of sentences(passage.text)) {
    const proposal = ofSentence(passage.text.slice(start, end), passage, context)
    if (proposal) found.push(proposal)
  }
  return [...found, ...inLabels(passage.text, context), ...belowHeading(passage, context)]
}

function ofSentence(given: string, { heading }: SourcePassage, context: FileContext): Proposal | null {
  const sentence = given.replace(/^(?:[-•*–]|\(?[\p{Nd}a-z]{1,3}[.)])\s+/u, '').replaceAll(/\s+/gu, ' ')
  if (sentence.includes(' | ') || /[?؟:]$/u.test(sentence) || !/\s/u.test(sentence)) return null
  if (/\p{Script=Arabic}/u.test(sentence)) {
    const text = sentence.replaceAll(vowels, (mark) => (mark === '\u064B' ? mark : ''))
    const measured = measuredIn(text)
    const question = measured && arabicQuestion(measured)
    return question ? { kind: 'Sentence', ...question } : arabicNamed(text)
  }
  const measured = measuredIn(sentence)
  const question =
    measured && (isGerman(sentence) ? germanQuestion(measured) : englishQuestion(measured, context))
  if (question) return { kind: 'Sentence', ...question }
  return isGerman(sentence) ? null : englishNamed(sentence, heading, context)
}

/** German has some words of English, but no sentence without its own. */
const isGerman = (sentence: string): boolean =>
  (sentence.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => germanOnly.has(word))
const germanVerbs = 'ist sind beträgt betragen beginnt endet kostet kosten dauert dauern'.split(' ')
/** The words of both languages, and names of people, tell nothing. */
const shared = new Set('in an am was so all man also war her die will must hat den bin nun'.split(' '))
const germanOnly = new Set([...germanVerbs, ...[...germanFunctionWords].filter((word) => !shared.has(word))])
