import type { Locator, StreamedCitation } from '@parlance/contract/events'

interface CitedPassage {
  passageId: string
  dataSourceId: string
  fileId: string
  fileName: string
  page: number | null
  locator: Omit<Locator, 'page'> | null
  text: string
}

/** Returns the citation of a quote from a passage. */
export function citationOf(
  passage: CitedPassage,
  rest: Pick<StreamedCitation, 'citationId' | 'quote' | 'score'>,
): StreamedCitation {
  const { page } = passage
  const locator = locatedIn(passage, rest.quote)
  // A slide is counted as a page too.
  const ofPage = page !== null && locator?.slide === undefined ? { page } : {}
  return {
    ...rest,
    kind: 'Passage',
    title: passage.fileName,
    path: `${passage.dataSourceId}/${passage.fileId}`,
    page,
    ...((page !== null || locator) && { locator: { ...ofPage, ...locator } }),
    passageId: passage.passageId,
  }
}

const cells = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/

/** Narrows the cells of a passage to the rows of the quote. Each line of such a passage is a row. */
function locatedIn({ locator, text }: CitedPassage, quote: string): CitedPassage['locator'] {
  const [, from = '', firstRow, to = '', lastRow] = cells.exec(locator?.range ?? '') ?? []
  // The last character of a long quote marks it as cut.
  const at = text.indexOf(quote.replace(/…$/, ''))
  const first = Number(firstRow)
  // Empty rows aren't in the text, so that lines and rows differ after them.
  if (!locator || !firstRow || at < 0 || Number(lastRow) - first !== linesIn(text)) return locator
  const start = first + linesIn(text.slice(0, at))
  const end = start + linesIn(quote)
  const range = from === to && start === end ? `${from}${start}` : `${from}${start}:${to}${end}`
  return { ...locator, range }
}

/** The number of lines before the last one. */
const linesIn = (text: string) => text.split('\n').length - 1
