import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LoadFault } from '../LoadFault.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { EmptyList } from './ListStates.tsx'
import { PageHead } from './PageHead.tsx'
import './list.css'

interface Props {
  title: string
  /** The list that it is of; one's own account is of none. */
  parent?: { title: string; path: string } | undefined
  Icon: LucideIcon
  fault: unknown
  /** Whether the fault says that there is none, or none that one may see. */
  missing: boolean
  texts: { missing: string; back: string }
  retry: () => void
  /** What stands for the record while it is loaded, in the shape that it will have. */
  skeleton?: ReactNode
}

/** In place of a record's page: while it is loaded, where it could not be, and where there is none. */
export function RecordWait({ title, parent, Icon, fault, missing, texts, retry, skeleton }: Props) {
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
        ) : fault ? (
          <LoadFault error={fault} retry={retry} />
        ) : (
          (skeleton ?? <ListSkeleton columns={2} />)
        )}
      </div>
    </div>
  )
}
