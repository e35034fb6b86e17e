import { useParams } from 'react-router'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { personalDataApi } from './data/api.ts'
import { personalDataTexts } from './lang/en.ts'
import { UserExports } from './UserExports.tsx'

/** /admin/user/dataExports/{userId}: for those who asked for an export, and those who can approve one. */
export function ExportsPage() {
  const t = personalDataTexts.useText()
  const { userId = '' } = useParams()
  const { data } = personalDataApi.useListDataExportsQuery({ userId })
  const name = data?.items[0]?.personName
  const title = name ? t('exportsOf', { name }) : t('exports')
  usePageTitle(title)
  return (
    <div className="page">
      <PageHead title={title} />
      <div className="page-body statement-body">
        <UserExports userId={userId} />
      </div>
    </div>
  )
}
