import { Library } from 'lucide-react'
import { problemOf } from '../../session/http.ts'
import { RecordWait } from '../../ui/admin/RecordWait.tsx'
import { screenTitle } from '../frame/screens.ts'
import { dataSourcesTexts } from './lang/en.ts'
import { RowsSkeleton } from './RowsSkeleton.tsx'

/** Whether an error says that there is no such library, or that the user can't see it. */
export function isLibraryMissing(error: unknown): boolean {
  const code = problemOf(error)?.code
  return code === 'dataSource.notFound' || code === 'request.invalid'
}

interface Props {
  error?: unknown
  missing?: boolean
  retry?: () => unknown
}

/** Shown in place of a library while it loads, if loading fails, or if it doesn't exist. */
export function LibraryWait({ error, missing = isLibraryMissing(error), retry = () => undefined }: Props) {
  const t = dataSourcesTexts.useText()
  const title = screenTitle('fileLibraries')
  return (
    <RecordWait
      title={title}
      parent={{ title, path: '/admin/datasource' }}
      Icon={Library}
      error={error}
      missing={missing}
      texts={{ missing: t('libraryMissing'), back: t('toLibraries') }}
      retry={retry}
      skeleton={<RowsSkeleton />}
    />
  )
}
