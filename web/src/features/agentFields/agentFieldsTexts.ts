import { type Translate, texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const agentFieldsTexts = texts('agentFields', en, { ar: () => import('./lang/ar.ts') })
export type AgentFieldsText = Translate<typeof en>
