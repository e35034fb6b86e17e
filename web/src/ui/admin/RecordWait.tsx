import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LoadError } from '../LoadError.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { EmptyList } from './ListStates.tsx'
import { PageHead } from './PageHead.tsx'
import './list.css'

interface Props {
  title: string
  /** The list that the record belongs to. The user's own account has none. */
  parent?: { title: string; path: string } | undefined
  Icon: LucideIcon
  error: unknown
  /** Whether the error is "not found", which includes "not visible to you". */
  missing: boolean
  texts: { missing: string; back: string }
  retry: () => void
  /** Placeholder while the record loads, in its final layout. */
  skeleton?: ReactNode
}

/** Shown in place of a record's page while it loads, if loading fails, or if it doesn't exist. */
export function RecordWait({ title, parent, Icon, error, missing, texts, retry, skeleton }: Props) {
  return (
    <div className="page">
      <PageHead title={title} {...(parent && { parent })} />
      <div className="page-body">
        {missing ? (
          <EmptyList Icon={Icon} text={texts.missing}>
            {parent && (
              <Link to={parent.path} className="btn soft sm">
                {texts.back}
              </Link>
            )}
          </EmptyList>
        ) : error ? (
          <LoadError error={error} retry={retry} />
        ) : (
          (skeleton ?? <ListSkeleton columns={2} />)
        )}
      </div>
    </div>
  )
}
