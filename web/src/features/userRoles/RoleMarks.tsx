import type { UserRole } from './data/api.ts'
import { userRolesTexts } from './lang/en.ts'

/** Key facts about a role: whether it is built in, whether everyone has it, and how many assignments it has. */
export function RoleMarks({ role, counted = false }: { role: UserRole; counted?: boolean }) {
  const t = userRolesTexts.useText()
  const { builtIn, isDefault, users, groups } = role
  return (
    <span className="row role-marks">
      {builtIn && <span className="chip">{t('builtIn')}</span>}
      {isDefault && <span className="chip p">{t('everyone')}</span>}
      {counted && !isDefault && <span className="chip num">{t('peopleCount', { count: users })}</span>}
      {counted && groups > 0 && <span className="chip num">{t('groupCount', { count: groups })}</span>}
    </span>
  )
}
