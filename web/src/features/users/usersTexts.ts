import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const usersTexts = texts('users', en, { ar: () => import('./lang/ar.ts') })
export type UsersText = ReturnType<typeof usersTexts.useText>
