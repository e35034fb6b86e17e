import { screens } from '@parlance/contract/screens'
import { useParams } from 'react-router'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { screenTitle } from '../frame/screens.ts'
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
  // Someone who only approves can’t open the users.
  const { held } = useActions()
  const seesUsers = screens.users.actions.some((action) => held.has(action))
  const parent = seesUsers && { title: screenTitle('users'), path: screens.users.path }
  return (
    <div className="page">
      <PageHead title={title} {...(parent && { parent })} />
      <div className="page-body statement-body">
        <UserExports userId={userId} />
      </div>
    </div>
  )
}
