import type { StreamedCitation } from '@parlance/contract/events'
import { cutTo } from '../../platform/language/cutTo.ts'
import { citationOf } from '../citationOf.ts'
import { centralSentences } from './centralSentences.ts'
import type { SourcePassage } from './chooseQuotes.ts'
import { escapeLine, quoteMarkdown } from './quoteMarkdown.ts'

/** A file to summarize by its outline and its central sentences. */
export interface SummarizedFile {
  fileName: string
  pages: number | null
  /** Its highest headings, in order. */
  headings: readonly string[]
  /** Passages spread over the file, in order. */
  passages: readonly SourcePassage[]
}

export interface Summary {
  /** Markdown. */
  text: string
  citations: StreamedCitation[]
}

const SENTENCES = 7
const MOST_HEADINGS = 15
const BEGINNING_CHARACTERS = 300

interface Phrases {
  intro: string
  pages: (pages: number) => string
  headings: string
  sentences: string
  none: string
}

const english: Phrases = {
  intro: 'No language model is connected, so I can’t write a summary. This is what the text itself shows.',
  pages: (pages) => (pages === 1 ? ' (1 page)' : ` (${pages} pages)`),
  headings: 'Main headings:',
  sentences: 'The most central sentence of each part:',
  none: 'It has no complete sentences. It begins like this:',
}

const arabic: Phrases = {
  intro: 'ما من نموذج لغوي متصل، لذلك لا يمكنني كتابة ملخص. هذا ما يبيّنه النص نفسه.',
  pages: (pages) => ` (عدد الصفحات: ${pages})`,
  headings: 'العناوين الرئيسية:',
  sentences: 'أهم جملة في كل جزء:',
  none: 'لا يحتوي جملًا كاملة. وهذه بدايته:',
}

/**
 * Shows what files are about without a language model: their main headings, and the most central sentence of each
 * part, quoted and cited. `isArabic` is the language of the question.
 */
export function summarizeFiles(files: readonly SummarizedFile[], isArabic: boolean): Summary {
  const phrases = isArabic ? arabic : english
  const citations: StreamedCitation[] = []
  const blocks = [phrases.intro]
  for (const { fileName, pages, headings, passages } of files) {
    blocks.push(`**${escapeLine(fileName)}**${pages === null ? '' : phrases.pages(pages)}`)
    if (headings.length > 0) {
      const shown = headings.slice(0, MOST_HEADINGS).map((heading) => `- ${escapeLine(heading)}`)
      const more = headings.length > MOST_HEADINGS ? ['- …'] : []
      blocks.push(phrases.headings, [...shown, ...more].join('\n'))
    }
    const texts = passages.map((passage) => passage.text)
    const sentences = centralSentences(texts, SENTENCES)
    blocks.push(sentences.length === 0 ? phrases.none : phrases.sentences)
    // Headings without a citation couldn't be hidden from people who can't read the file.
    const beginning = { at: 0, text: cutTo(texts[0] ?? '', BEGINNING_CHARACTERS) }
    const central = sentences.length > 0 || beginning.text === '' ? sentences : [beginning]
    for (const { at, text } of central) {
      const passage = passages[at] as SourcePassage
      const number = citations.length + 1
      citations.push(citationOf(passage, { citationId: String(number), quote: text, score: passage.score }))
      blocks.push(quoteMarkdown(text, number))
    }
  }
  return { text: blocks.join('\n\n'), citations }
}
