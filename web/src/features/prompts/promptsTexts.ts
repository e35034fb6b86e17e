import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const promptsTexts = texts('prompts', en, { ar: () => import('./lang/ar.ts') })
