import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const adminTexts = texts('admin', en, { ar: () => import('./lang/ar.ts') })
