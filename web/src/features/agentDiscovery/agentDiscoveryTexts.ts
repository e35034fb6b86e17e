import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const agentDiscoveryTexts = texts('agentDiscovery', en, { ar: () => import('./lang/ar.ts') })
