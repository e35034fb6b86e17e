import { useParams } from 'react-router'
import { usePageTitle } from '../../frame/useProductName.ts'
import { brandsApi } from '../data/api.ts'
import { brandsTexts } from '../lang/en.ts'
import { BrandEditor } from './BrandEditor.tsx'
import { BrandWait } from './BrandWait.tsx'
import { DefaultsEditor } from './DefaultsEditor.tsx'
import '../brands.css'
import { useScreenTitle } from '../../frame/screens.ts'

/** /admin/brand/{brandKey}/edit: the editor of a brand with a preview. */
export function BrandEditorPage() {
  const { brandKey = '' } = useParams()
  // Keyed by brand, so no state carries over.
  return <Loaded key={brandKey} brandKey={brandKey} />
}

function Loaded({ brandKey }: { brandKey: string }) {
  const titleOf = useScreenTitle()
  const brand = brandsApi.useGetBrandQuery({ brandKey }, { refetchOnMountOrArgChange: true })
  const defaults = brandsApi.useGetBrandDefaultsQuery()
  usePageTitle(brand.data?.name ?? titleOf('brands'))
  if (brand.data && defaults.data) return <BrandEditor brand={brand.data} defaults={defaults.data} />
  return <BrandWait failed={[brand, defaults].find(({ error }) => error)} />
}

/** /admin/brand/defaults: the default values of all brands. */
export function BrandDefaultsPage() {
  const t = brandsTexts.useText()
  const defaults = brandsApi.useGetBrandDefaultsQuery(undefined, { refetchOnMountOrArgChange: true })
  usePageTitle(t('defaultsTitle'))
  if (defaults.data) return <DefaultsEditor defaults={defaults.data} />
  return <BrandWait failed={defaults.error ? defaults : undefined} />
}
