import { texts } from '../../../lang/texts.ts'
import en from './lang/en.ts'

export const attachmentTexts = texts('attachments', en, { ar: () => import('./lang/ar.ts') })
