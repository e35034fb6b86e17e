import { type Translate, texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const exposureTexts = texts('exposure', en, { ar: () => import('./lang/ar.ts') })
export type ExposureText = Translate<typeof en>
