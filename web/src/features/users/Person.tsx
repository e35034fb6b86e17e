import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemOf } from '../../transport/apiError.ts'
import { RecordWait } from '../../ui/admin/RecordWait.tsx'
import { usersPath } from './data/userPaths.ts'
import { usersTexts } from './lang/en.ts'
import './users.css'
import { screenTitle } from '../frame/screens.ts'

interface Props<T> {
  query: { data?: T | undefined; error?: unknown; refetch: () => unknown }
  /** The title of a page outside the user list. */
  title?: string
  children: (data: T) => ReactNode
}

/** A user's page, or the loading and error states before it. */
export function Person<T>({ query, title, children }: Props<T>) {
  const t = usersTexts.useText()
  if (query.data) return children(query.data)
  const code = problemOf(query.error)?.code
  return (
    <RecordWait
      title={title ?? screenTitle('users')}
      parent={title === undefined ? { title: screenTitle('users'), path: usersPath } : undefined}
      Icon={UserRound}
      error={query.error}
      missing={code === 'user.notFound' || code === 'request.invalid'}
      texts={{ missing: t('missing'), back: t('toUsers') }}
      retry={() => void query.refetch()}
    />
  )
}
