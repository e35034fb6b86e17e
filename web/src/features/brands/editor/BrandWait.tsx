import { Palette } from 'lucide-react'
import { problemOf } from '../../../session/http.ts'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { brandsPath } from '../data/brandPaths.ts'
import { brandsTexts } from '../lang/en.ts'
import { EditorSkeleton } from './EditorSkeleton.tsx'

interface Props {
  failed: { error?: unknown; refetch: () => unknown } | undefined
}

/** Shown in place of a brand's editor while it loads, if loading fails, or if the brand doesn't exist. */
export function BrandWait({ failed }: Props) {
  const t = brandsTexts.useText()
  const code = problemOf(failed?.error)?.code
  return (
    <RecordWait
      title={screenTitle('brands')}
      parent={{ title: screenTitle('brands'), path: brandsPath }}
      Icon={Palette}
      error={failed?.error}
      missing={code === 'brand.notFound' || code === 'request.invalid'}
      texts={{ missing: t('missing'), back: t('toBrands') }}
      retry={() => void failed?.refetch()}
      skeleton={<EditorSkeleton />}
    />
  )
}
