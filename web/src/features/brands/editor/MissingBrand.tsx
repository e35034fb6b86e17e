import { Palette } from 'lucide-react'
import { Link } from 'react-router'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { brandsPath } from '../brandPaths.ts'
import { brandsTexts } from '../brandsTexts.ts'
import '../../../ui/admin/list.css'

export function MissingBrand() {
  const t = brandsTexts.useText()
  return (
    <div className="page">
      <PageHead title={t('title')} parent={{ title: t('title'), path: brandsPath }} />
      <div className="page-body">
        <EmptyList Icon={Palette} text={t('missing')}>
          <Link to={brandsPath} className="btn soft sm">
            {t('toBrands')}
          </Link>
        </EmptyList>
      </div>
    </div>
  )
}
