import { Compass } from 'lucide-react'
import { Link } from 'react-router'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { frameTexts } from '../frame/lang/en.ts'
import { useAdminSections } from '../frame/navigation/useAdminSections.ts'
import { usePageTitle } from '../frame/useProductName.ts'

/** An unknown path of the administration, which keeps its navigation. */
export function AdminNotFoundPage() {
  const t = frameTexts.useText()
  const { mayManage, firstPath } = useAdminSections()
  usePageTitle(t('notFoundTitle'))
  return (
    <>
      <header className="bar">
        <OpenSidebarButton />
      </header>
      <div className="state center">
        <span className="mark">
          <Compass size={18} />
        </span>
        <h1 className="h2">{t('notFoundTitle')}</h1>
        <p>{t(mayManage ? 'notFoundInAdministration' : 'notFound')}</p>
        <Link to={mayManage ? firstPath : '/chat'} className="btn soft">
          {t(mayManage ? 'toAdministration' : 'toChat')}
        </Link>
      </div>
    </>
  )
}
