import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const loginTexts = texts('login', en, { ar: () => import('./lang/ar.ts') })
