import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const shellTexts = texts('shell', en, { ar: () => import('./lang/ar.ts') })
