import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const brandsTexts = texts('brands', en, { ar: () => import('./lang/ar.ts') })
export type BrandsText = ReturnType<typeof brandsTexts.useText>
