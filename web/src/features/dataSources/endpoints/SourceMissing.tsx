import { Library } from 'lucide-react'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { endpointsTexts } from './lang/en.ts'

/** Shown in place of a library that is loading, or can't be loaded, or doesn't exist. */
export function SourceMissing({ error, missing = true, retry }: Partial<Waiting>) {
  const t = endpointsTexts.useText()
  const title = screenTitle('fileLibraries')
  return (
    <RecordWait
      title={title}
      parent={{ title, path: '/admin/datasource' }}
      Icon={Library}
      error={error}
      missing={missing}
      texts={{ missing: t('missing'), back: t('back') }}
      retry={retry ?? (() => undefined)}
      skeleton={<RowsSkeleton />}
    />
  )
}

interface Waiting {
  error: unknown
  missing: boolean
  retry: () => unknown
}
