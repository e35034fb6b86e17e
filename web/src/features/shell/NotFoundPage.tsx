import { Compass } from 'lucide-react'
import { Link } from 'react-router'
import { frameTexts } from '../frame/lang/en.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import './shell.css'

export function NotFoundPage() {
  const t = frameTexts.useText()
  usePageTitle(t('notFoundTitle'))
  return (
    <main className="page-center">
      <div className="state">
        <span className="mark">
          <Compass size={18} />
        </span>
        <h1 className="h2">{t('notFoundTitle')}</h1>
        <p>{t('notFound')}</p>
        <Link to="/chat" className="btn soft">
          {t('toChat')}
        </Link>
      </div>
    </main>
  )
}
