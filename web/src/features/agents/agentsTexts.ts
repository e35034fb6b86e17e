import { type Translate, texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const agentsTexts = texts('agents', en, { ar: () => import('./lang/ar.ts') })
export type AgentsText = Translate<typeof en>
