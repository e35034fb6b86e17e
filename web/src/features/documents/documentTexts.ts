import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const documentTexts = texts('documents', en, { ar: () => import('./lang/ar.ts') })
