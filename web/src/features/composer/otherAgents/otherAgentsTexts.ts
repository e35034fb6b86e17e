import { texts } from '../../../lang/texts.ts'
import en from './lang/en.ts'

export const otherAgentsTexts = texts('otherAgents', en, { ar: () => import('./lang/ar.ts') })
