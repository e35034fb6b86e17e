import { texts } from '../../../lang/texts.ts'

const en = {
  title: 'Guidelines',
  askText_one: 'Read and accept this document before you ask a question.',
  askText_other: 'Read and accept these documents before you ask a question.',
  readText: 'These guidelines apply to this chat.',
  progress: '{{accepted, n}} of {{all, n}} accepted',
  version: 'Version {{version, n}}, in effect since {{when}}',
  accept: 'Accept',
  acceptName: 'Accept {{name}}',
  acceptedOn: 'Accepted on {{when}}',
  forInformation: 'For your information. You don’t need to accept it.',
  decline: 'Decline',
  close: 'Close',
  goOn: 'Continue',
  loading: 'Loading the guidelines',
  empty: 'No guidelines apply to this chat.',
  declined:
    'You haven’t accepted the guidelines, so you can’t ask questions here. You can still read everything.',
  readAgain: 'Read guidelines',
  textOf: 'Text of {{name}}',
}

export const guidelinesConsentTexts = texts('guidelinesConsent', en, { ar: () => import('./ar.ts') })
