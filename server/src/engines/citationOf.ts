import type { Locator, StreamedCitation } from '@parlance/contract/events'

interface CitedPassage {
  passageId: string
  dataSourceId: string
  fileId: string
  fileName: string
  page: number | null
  locator: Omit<Locator, 'page'> | null
}

/** Returns the citation of a quote from a passage. */
export function citationOf(
  passage: CitedPassage,
  rest: Pick<StreamedCitation, 'citationId' | 'quote' | 'score'>,
): StreamedCitation {
  const { page, locator } = passage
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
