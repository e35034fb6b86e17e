import { MessageSquare, SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router'
import { closeSidebar } from '../../ui/sidebar.ts'
import { NavigationList } from './navigation/NavigationList.tsx'
import { useAdminSections } from '../frame/navigation/useAdminSections.ts'
import { shellTexts } from '../frame/shellTexts.ts'

/** The sidebar of the administration. */
export function AdminNavigation({ mini = false }: { mini?: boolean }) {
  const t = shellTexts.useText()
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
