import { texts } from '../../../lang/texts.ts'
import en from './lang/en.ts'

export const executionDetailsTexts = texts('executionDetails', en, { ar: () => import('./lang/ar.ts') })
