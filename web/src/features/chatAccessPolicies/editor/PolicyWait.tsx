import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { problemOf } from '../../../api/http.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { LoadFault } from '../../../ui/LoadFault.tsx'
import { policiesTexts } from '../policiesTexts.ts'
import { policiesPath } from '../policyPaths.ts'
import '../../../ui/admin/list.css'

/** In place of a policy: while it is loaded, where it could not be, and where there is none. */
export function PolicyWait({ fault, retry }: { fault: unknown; retry: () => void }) {
  const t = policiesTexts.useText()
  const code = problemOf(fault)?.code
  const missing = code === 'chatAccessPolicy.notFound' || code === 'request.invalid'
  return (
    <div className="page">
      <PageHead title={t('title')} parent={{ title: t('title'), path: policiesPath }} />
      <div className="page-body">
        {missing ? (
          <EmptyList Icon={ShieldCheck} text={t('missing')}>
            <Link to={policiesPath} className="btn soft sm">
              {t('toPolicies')}
            </Link>
          </EmptyList>
        ) : fault ? (
          <LoadFault error={fault} retry={retry} />
        ) : (
          <ListSkeleton columns={2} />
        )}
      </div>
    </div>
  )
}
