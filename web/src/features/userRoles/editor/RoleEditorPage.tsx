import { KeyRound } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { problemOf } from '../../../api/apiError.ts'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { LoadFault } from '../../../ui/LoadFault.tsx'
import { usePageTitle } from '../../shell/useProductName.ts'
import { userRolesApi } from '../api.ts'
import { rolesPath } from '../rolePaths.ts'
import { userRolesTexts } from '../userRolesTexts.ts'
import { RoleEditor } from './RoleEditor.tsx'
import { RoleSkeleton } from './RoleSkeleton.tsx'
import '../../../ui/admin/list.css'

/** /admin/userRole/{userRoleId}/edit */
export function RoleEditorPage() {
  const { userRoleId = '' } = useParams()
  // Another role is another form.
  return <Loaded key={userRoleId} userRoleId={userRoleId} />
}

function Loaded({ userRoleId }: { userRoleId: string }) {
  const t = userRolesTexts.useText()
  const anew = { refetchOnMountOrArgChange: true }
  const role = userRolesApi.useGetUserRoleQuery({ userRoleId }, anew)
  const entities = userRolesApi.useGetEntityConfigurationQuery({ userRoleId }, anew)
  usePageTitle(role.data?.name ?? t('title'))
  if (role.data && entities.data) return <RoleEditor role={role.data} entities={entities.data} />
  const failed = [role, entities].find(({ error }) => error)
  if (!failed) return <RoleSkeleton />
  const code = problemOf(failed.error)?.code
  const missing = code === 'userRole.notFound' || code === 'request.invalid'
  return (
    <div className="page">
      <PageHead title={t('title')} parent={{ title: t('title'), path: rolesPath }} />
      <div className="page-body">
        {missing ? (
          <EmptyList Icon={KeyRound} text={t('missing')}>
            <Link to={rolesPath} className="btn soft sm">
              {t('toRoles')}
            </Link>
          </EmptyList>
        ) : (
          <LoadFault error={failed.error} retry={() => void failed.refetch()} />
        )}
      </div>
    </div>
  )
}
