import { Eye, EyeOff } from 'lucide-react'
import { frameTexts } from '../../frame/lang/en.ts'
import { adminSections } from '../../frame/navigation/adminSections.ts'
import { useFlags } from '../../instance/data/api.ts'
import { userRolesTexts } from '../lang/en.ts'
import { resolvedOf } from './matrix.ts'
import type { RoleValues } from './roleForm.ts'
import { pagesOf } from './willSee.ts'

/** The administration pages that the role opens with its current values, saved or not. */
export function WillSee({ values }: { values: RoleValues }) {
  const t = userRolesTexts.useText()
  const shell = frameTexts.useText()
  const flags = useFlags()
  const pages = pagesOf(adminSections(shell), resolvedOf(values.actions, values.entities), flags)
  return (
    <section>
      <h2 className="h4">{t('willSee')}</h2>
      <ul className="will-see" aria-label={t('willSee')}>
        {pages.map(({ path, title, seen }) => (
          <li key={path} className="row s13" data-seen={seen}>
            {seen ? <Eye size={14} /> : <EyeOff size={14} />}
            {seen ? title : <s>{title}</s>}
            <span className="hidden">{t(seen ? 'seen' : 'notSeen')}</span>
          </li>
        ))}
      </ul>
      {!pages.some(({ seen }) => seen) && <p className="hint">{t('seesNothing')}</p>}
    </section>
  )
}
