import { texts } from '../lang/texts.ts'
import en from './lang/en.ts'

export const uiTexts = texts('ui', en, { ar: () => import('./lang/ar.ts') })
