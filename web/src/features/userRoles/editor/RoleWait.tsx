import { KeyRound } from 'lucide-react'
import { problemOf } from '../../../transport/apiError.ts'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { rolesPath } from '../data/rolePaths.ts'
import { userRolesTexts } from '../userRolesTexts.ts'
import { SkeletonRows } from './RoleSkeleton.tsx'

interface Props {
  failed: { error?: unknown; refetch: () => unknown } | undefined
}

/** In place of a role's editor: while it is loaded, where it could not be, and where there is none. */
export function RoleWait({ failed }: Props) {
  const t = userRolesTexts.useText()
  const code = problemOf(failed?.error)?.code
  return (
    <RecordWait
      title={t('title')}
      parent={{ title: t('title'), path: rolesPath }}
      Icon={KeyRound}
      fault={failed?.error}
      missing={code === 'userRole.notFound' || code === 'request.invalid'}
      texts={{ missing: t('missing'), back: t('toRoles') }}
      retry={() => void failed?.refetch()}
      skeleton={<SkeletonRows />}
    />
  )
}
