import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const instanceSettingsTexts = texts('instanceSettings', en, { ar: () => import('./lang/ar.ts') })
export type SettingsText = ReturnType<typeof instanceSettingsTexts.useText>
