import { type Translate, texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const managementTexts = texts('agentManagement', en, { ar: () => import('./lang/ar.ts') })
export type ManagementText = Translate<typeof en>
