import { texts } from '../../../../lang/texts.ts'

const en = {
  title: 'Search the web?',
  about: 'This answer uses files. If you allow the search, this text is sent to {{recipient}}:',
  allow: 'Allow once',
  allowAll: 'Allow in this conversation',
  decline: 'Don’t allow',
}

export const approvalTexts = texts('approvals', en, { ar: () => import('./ar.ts') })
