import { type Translate, texts } from '../../../../lang/texts.ts'

const en = {
  section: 'Scanned pages',
  recognize: 'Read text on scanned pages',
  off: 'Off',
  tesseract: 'On this server, with Tesseract',
  model: 'By the model {{name}}',
  hintOff: 'Pages and pictures without text can’t be found.',
  hintTesseract:
    'The server reads pages and pictures without text in the background. Nothing is sent elsewhere.',
  hintVision:
    'Pages and pictures without text are sent to the provider of this model, in the background. Each page is a call that counts toward budgets, and its confidence isn’t measured.',
  notInstalled:
    'Pages and pictures without text can’t be found. The server has no text recognition, or it’s turned off. An operator can install the package tesseract-ocr and restart the server.',
  languages: 'Languages',
  languagesHint: 'More languages make reading slower. Others need packages, such as tesseract-ocr-ara.',
  earlier_one: '{{count, n}} earlier file hasn’t been checked for scanned pages, or was stopped.',
  earlier_other: '{{count, n}} earlier files haven’t been checked for scanned pages, or were stopped.',
  readEarlier: 'Read scanned pages of earlier files',
  earlierQueued: 'Scanned pages of earlier files are being read',
  Searching: 'Looking for scanned pages',
  Reading: 'Reading scanned pages, {{done, n}} of {{pages, n}}',
  Unconfirmed_one: '{{count, n}} scanned page. Reading it takes about {{time}}.',
  Unconfirmed_other: '{{count, n}} scanned pages. Reading them takes about {{time}}.',
  Stopped: 'Stopped after {{done, n}} of {{pages, n}} scanned pages',
  failed_one: '{{count, n}} page couldn’t be read',
  failed_other: '{{count, n}} pages couldn’t be read',
  unsure_one: '{{count, n}} page with low confidence',
  unsure_other: '{{count, n}} pages with low confidence',
  unconfirmedHint: 'Waits for someone who can change the library',
  stop: 'Stop reading scanned pages',
  continue: 'Read the remaining scanned pages',
  confirm: 'Read all scanned pages',
  retry: 'Try again for pages that failed',
  show: 'Show scanned pages',
  pagesOf: 'Scanned pages of {{name}}',
  onlyUnsure: 'Only pages to check',
  noPages: 'No scanned pages to show.',
  loading: 'Loading scanned pages…',
  confidence: 'Page {{page, n}}: {{share}} confidence',
  unsureText: 'Page {{page, n}}: {{share}} confidence, check the text',
  noText: 'Page {{page, n}}: no text found',
  byModel: 'Page {{page, n}}: read by a model, confidence not measured',
  waiting: 'Page {{page, n}}: not read yet',
  failedPage: 'Page {{page, n}} couldn’t be read: {{reason}}',
  more: 'Load more',
}

export const scansTexts = texts('scans', en, { ar: () => import('./ar.ts') })
export type ScansText = Translate<(typeof scansTexts)['english']>
