import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const userRolesTexts = texts('userRoles', en, { ar: () => import('./lang/ar.ts') })
export type UserRolesText = ReturnType<typeof userRolesTexts.useText>
