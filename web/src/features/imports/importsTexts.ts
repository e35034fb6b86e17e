import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const importsTexts = texts('imports', en, { ar: () => import('./lang/ar.ts') })
