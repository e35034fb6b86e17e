import { texts } from '../../../../lang/texts.ts'

const en = {
  title: 'Search the web?',
  about: 'This answer uses files. If you allow the search, this text is sent to {{recipient}}:',
  allow: 'Allow once',
  allowAll: 'Allow in this conversation',
  decline: 'Don’t allow',
  rememberTitle: 'Remember this?',
  rememberAbout:
    'This answer uses text that someone else wrote. If you allow it, this is remembered for your later chats:',
  rememberAllow: 'Remember',
}

export const approvalTexts = texts('approvals', en, { ar: () => import('./ar.ts') })
