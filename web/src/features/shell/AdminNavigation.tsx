import { MessageSquare, SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router'
import { closeSidebar } from '../../ui/sidebar.ts'
import { frameTexts } from '../frame/lang/en.ts'
import { useAdminSections } from '../frame/navigation/useAdminSections.ts'
import { NavigationList } from './navigation/NavigationList.tsx'

/** The administration's sidebar. */
export function AdminNavigation({ mini = false }: { mini?: boolean }) {
  const t = frameTexts.useText()
  const { mayManage, sections, firstPath } = useAdminSections()
  return (
    <>
      {!mini && mayManage && (
        <nav className="seg area" aria-label={t('area')}>
          <Link to="/chat" onClick={closeSidebar}>
            <MessageSquare size={16} />
            {t('chat')}
          </Link>
          <Link to={firstPath} aria-current="true" onClick={closeSidebar}>
            <SlidersHorizontal size={16} />
            {t('management')}
          </Link>
        </nav>
      )}
      <NavigationList label={t('management')} sections={sections} mini={mini} />
    </>
  )
}
