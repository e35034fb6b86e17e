import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const frameTexts = texts('frame', en, { ar: () => import('./lang/ar.ts') })
