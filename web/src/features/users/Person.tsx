import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { problemOf } from '../../api/apiError.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { LoadFault } from '../../ui/LoadFault.tsx'
import { RouteBar } from '../shell/RouteBar.tsx'
import { usersPath } from './userPaths.ts'
import { usersTexts } from './usersTexts.ts'
import '../../ui/admin/list.css'
import './users.css'

interface Query<T> {
  data?: T | undefined
  error?: unknown
  refetch: () => unknown
}

/** A person's page once the person is read; before that, why it is not there yet. */
export function Person<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  const t = usersTexts.useText()
  if (query.data) return children(query.data)
  if (!query.error) return <RouteBar />
  const code = problemOf(query.error)?.code
  return (
    <div className="page">
      <PageHead title={t('title')} parent={{ title: t('title'), path: usersPath }} />
      <div className="page-body">
        {code === 'user.notFound' || code === 'request.invalid' ? (
          <EmptyList Icon={UserRound} text={t('missing')}>
            <Link to={usersPath} className="btn soft sm">
              {t('toUsers')}
            </Link>
          </EmptyList>
        ) : (
          <LoadFault error={query.error} retry={() => void query.refetch()} />
        )}
      </div>
    </div>
  )
}
