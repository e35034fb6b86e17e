import { texts } from '../../../lang/texts.ts'
import en from './lang/en.ts'

export const feedbackTexts = texts('feedback', en, { ar: () => import('./lang/ar.ts') })
