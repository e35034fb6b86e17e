import type { Action } from '@parlance/contract/actions'
import { Library, MessageSquare, SlidersHorizontal } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { closeSidebar } from '../../ui/sidebar.ts'
import { useActions } from '../currentUser/useActions.ts'
import { shellTexts } from './shellTexts.ts'

export const dataSourceActions = [
  'DataSourcesRead',
  'DataSourcesCreate',
  'DataSourcesWrite',
  'DataSourcesReadSpecific',
  'DataSourcesWriteSpecific',
] as const satisfies readonly Action[]

/** The administration's pages. An item shows only to holders of at least one of its actions. */
const items = [
  { path: '/admin/datasource', text: 'fileLibraries', Icon: Library, actions: dataSourceActions },
] as const

export function AdminNavigation({ mini = false }: { mini?: boolean }) {
  const t = shellTexts.useText()
  const { held, mayManage } = useActions()
  const shown = items.filter(({ actions }) => actions.some((action) => held.has(action)))
  return (
    <>
      {!mini && mayManage && (
        <nav className="seg" aria-label={t('area')} style={{ margin: '12px 12px 0', display: 'flex' }}>
          <Link to="/chat" onClick={closeSidebar}>
            <MessageSquare size={16} />
            {t('chat')}
          </Link>
          <Link to="/admin" aria-current="true" onClick={closeSidebar}>
            <SlidersHorizontal size={16} />
            {t('management')}
          </Link>
        </nav>
      )}
      <nav className="navlist" aria-label={t('management')}>
        {!mini && shown.length > 0 && <h2 className="grp">{t('manageAgents')}</h2>}
        {shown.map(({ path, text, Icon }) => (
          <NavLink
            key={path}
            to={path}
            className="it"
            onClick={closeSidebar}
            aria-label={mini ? t(text) : undefined}
            title={mini ? t(text) : undefined}
          >
            <Icon size={16} />
            {!mini && <span>{t(text)}</span>}
          </NavLink>
        ))}
      </nav>
    </>
  )
}
