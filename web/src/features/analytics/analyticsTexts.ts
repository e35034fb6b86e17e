import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const analyticsTexts = texts('analytics', en, { ar: () => import('./lang/ar.ts') })
