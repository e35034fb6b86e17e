import { KeyRound } from 'lucide-react'
import { problemOf } from '../../../transport/apiError.ts'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { rolesPath } from '../data/rolePaths.ts'
import { userRolesTexts } from '../lang/en.ts'
import { SkeletonRows } from './RoleSkeleton.tsx'

interface Props {
  failed: { error?: unknown; refetch: () => unknown } | undefined
}

/** Shown in place of the role editor while it loads, if loading fails, or if there is no such role. */
export function RoleWait({ failed }: Props) {
  const t = userRolesTexts.useText()
  const code = problemOf(failed?.error)?.code
  return (
    <RecordWait
      title={screenTitle('userRoles')}
      parent={{ title: screenTitle('userRoles'), path: rolesPath }}
      Icon={KeyRound}
      error={failed?.error}
      missing={code === 'userRole.notFound' || code === 'request.invalid'}
      texts={{ missing: t('missing'), back: t('toRoles') }}
      retry={() => void failed?.refetch()}
      skeleton={<SkeletonRows />}
    />
  )
}
