import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const personalAgentsTexts = texts('personalAgents', en, { ar: () => import('./lang/ar.ts') })
