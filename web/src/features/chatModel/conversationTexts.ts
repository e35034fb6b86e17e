import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const conversationTexts = texts('conversations', en, { ar: () => import('./lang/ar.ts') })
