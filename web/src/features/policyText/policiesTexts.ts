import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const policiesTexts = texts('chatAccessPolicies', en, { ar: () => import('./lang/ar.ts') })
export type PoliciesText = ReturnType<typeof policiesTexts.useText>
