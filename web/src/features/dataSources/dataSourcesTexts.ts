import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const dataSourcesTexts = texts('dataSources', en, { ar: () => import('./lang/ar.ts') })
