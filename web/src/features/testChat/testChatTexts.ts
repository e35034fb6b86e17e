import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const testChatTexts = texts('testChat', en, { ar: () => import('./lang/ar.ts') })
