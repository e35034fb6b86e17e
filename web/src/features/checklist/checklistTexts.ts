import { type Translate, texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const checklistTexts = texts('checklist', en, { ar: () => import('./lang/ar.ts') })
export type ChecklistText = Translate<typeof en>
