import { texts } from '../../../lang/texts.ts'

const en = {
  document: 'Document',
  loading: 'Loading the document…',
  gone: 'This document no longer exists, or you no longer have access to it. The citation still shows the original text.',
  asText: 'The pages of this file can’t be shown. Here is its text.',
  notOnPage: 'The sentence couldn’t be highlighted on the page. It says:',
  passageOnly: 'This library shows only the passage that the answer cites, with the text around it.',
  showBefore: 'Show earlier text',
  showAfter: 'Show more text',
  table: 'Table',
  search: 'Find in document',
  searching: 'Searching…',
  notFound: 'Not found',
  place: '{{at}} of {{count}}',
  placeOfMore: '{{at}} of {{count}}+',
  previousPlace: 'Previous match',
  nextPlace: 'Next match',
  slideNumber: 'Slide {{slide}}',
  tools: 'Page and zoom controls',
  pages: 'Document pages',
  page: 'Page',
  pageNumber: 'Page {{page}}',
  pageOf: 'Page {{page}} of {{pages}}',
  pageFailed: 'This page can’t be shown.',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  larger: 'Zoom in',
  smaller: 'Zoom out',
  fitWidth: 'Fit to width',
}

export const documentTexts = texts('documents', en, { ar: () => import('./ar.ts') })
