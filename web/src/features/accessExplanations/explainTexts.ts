import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const explainTexts = texts('accessExplanations', en, { ar: () => import('./lang/ar.ts') })
export type ExplainText = ReturnType<typeof explainTexts.useText>
