import type { Action } from '@parlance/contract/actions'
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { frameTexts } from './lang/en.ts'
import { usePageTitle } from './useProductName.ts'

/** Shown in place of a page: the missing permission, and who grants it. */
export function NoPermission({ action }: { action: Action }) {
  const t = frameTexts.useText()
  const { fullNameOf } = usePermissionNames()
  usePageTitle(t('noPermissionTitle'))
  const [before, after] = t('noPermission', { action: '\u0000' }).split('\u0000')
  return (
    <>
      <header className="bar">
        <OpenSidebarButton />
      </header>
      <div className="state center">
        <span className="mark">
          <Lock size={18} />
        </span>
        <h1 className="hidden">{t('noPermissionTitle')}</h1>
        <p>
          {before}
          <bdi style={{ color: 'var(--text)', fontWeight: 600 }}>{fullNameOf(action)}</bdi>
          {after}
        </p>
        <Link to="/chat" className="s13">
          {t('toChat')}
        </Link>
      </div>
    </>
  )
}
