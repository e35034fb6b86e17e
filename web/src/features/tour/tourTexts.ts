import { type Translate, texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const tourTexts = texts('tour', en, { ar: () => import('./lang/ar.ts') })
export type TourText = Translate<typeof en>
