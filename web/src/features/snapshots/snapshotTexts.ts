import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const snapshotTexts = texts('snapshots', en, { ar: () => import('./lang/ar.ts') })
