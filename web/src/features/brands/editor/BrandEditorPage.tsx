import { useParams } from 'react-router'
import { problemOf } from '../../../api/http.ts'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { LoadFault } from '../../../ui/LoadFault.tsx'
import { usePageTitle } from '../../shell/useProductName.ts'
import { brandsApi } from '../api.ts'
import { brandsPath } from '../brandPaths.ts'
import { brandsTexts } from '../brandsTexts.ts'
import { BrandEditor } from './BrandEditor.tsx'
import { DefaultsEditor } from './DefaultsEditor.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { MissingBrand } from './MissingBrand.tsx'
import '../brands.css'

/** /admin/brand/{brandKey}/edit: how a brand looks, with a preview of it. */
export function BrandEditorPage() {
  const { brandKey = '' } = useParams()
  // Another brand is another form.
  return <Loaded key={brandKey} brandKey={brandKey} />
}

function Loaded({ brandKey }: { brandKey: string }) {
  const t = brandsTexts.useText()
  const brand = brandsApi.useGetBrandQuery({ brandKey }, { refetchOnMountOrArgChange: true })
  const defaults = brandsApi.useGetBrandDefaultsQuery()
  usePageTitle(brand.data?.name ?? t('title'))
  if (brand.data && defaults.data) return <BrandEditor brand={brand.data} defaults={defaults.data} />
  const code = problemOf(brand.error)?.code
  if (code === 'brand.notFound' || code === 'request.invalid') return <MissingBrand />
  const failed = brand.error ? brand : defaults.error ? defaults : undefined
  return <EditorWait fault={failed?.error} retry={() => void failed?.refetch()} />
}

/** /admin/brand/defaults: what brands have unless they say otherwise. */
export function BrandDefaultsPage() {
  const t = brandsTexts.useText()
  const { data, error, refetch } = brandsApi.useGetBrandDefaultsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  usePageTitle(t('defaultsTitle'))
  if (data) return <DefaultsEditor defaults={data} />
  return <EditorWait fault={error} retry={() => void refetch()} />
}

function EditorWait({ fault, retry }: { fault: unknown; retry: () => void }) {
  const t = brandsTexts.useText()
  if (!fault) return <EditorSkeleton />
  return (
    <div className="page">
      <PageHead title={t('title')} parent={{ title: t('title'), path: brandsPath }} />
      <div className="page-body">
        <LoadFault error={fault} retry={retry} />
      </div>
    </div>
  )
}
