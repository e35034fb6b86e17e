import { texts } from '../../../lang/texts.ts'

const en = {
  document: 'Document',
  loading: 'Loading the document…',
  gone: 'This document no longer exists, or you no longer have access to it. The citation still shows the original text.',
  asText: 'The pages of this file can’t be shown. Here is its text.',
  notOnPage: 'The sentence couldn’t be highlighted on the page. It says:',
  moreBefore: 'Earlier parts of the document aren’t shown.',
  moreAfter: 'Later parts of the document aren’t shown.',
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
