import { Download, Eye, Palette, Pencil, Plus, Settings2, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { AdminList } from '../../ui/admin/AdminList.tsx'
import { bulkRemoval } from '../../ui/admin/bulkRemoval.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import type { BulkAction } from '../../ui/admin/listShape.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import type { RowAction } from '../../ui/admin/RowMenu.tsx'
import { useListAddress } from '../../ui/admin/useListAddress.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { brandColumns } from './brandColumns.tsx'
import { type BrandRow, brandsApi } from './data/api.ts'
import { editPath } from './data/brandPaths.ts'
import { exportBrand } from './exportBrand.ts'
import { ImportBrandDialog } from './ImportBrandDialog.tsx'
import { brandsTexts } from './lang/en.ts'
import { RemoveBrandDialog } from './RemoveBrandDialog.tsx'
import { useBrandRights } from './useBrandRights.ts'
import './brands.css'
import { useNavigateNow } from '../../ui/navigate.ts'
import { screenTitle } from '../frame/screens.ts'

const SORTS = ['name', 'brandKey', 'updatedAt'] as const

/** /admin/brand: all brands. */
export function BrandsPage() {
  const t = brandsTexts.useText()
  usePageTitle(screenTitle('brands'))
  const { mayCreate, mayWrite } = useBrandRights()
  const control = useListAddress(SORTS, 'name')
  const { search, sort } = control
  const query = brandsApi.useListBrandsInfiniteQuery({ search, sort }, { refetchOnMountOrArgChange: true })
  const [removing, setRemoving] = useState<BrandRow>()
  const [importing, setImporting] = useState(false)
  const actionsOf = useRowActions(setRemoving)
  const bulk = useBulkRemoval()

  return (
    <div className="page">
      <PageHead title={screenTitle('brands')} intro={t('intro')}>
        <HeadActions openImport={() => setImporting(true)} />
      </PageHead>
      <div className="page-body">
        <AdminList
          caption={t('caption')}
          searchLabel={t('search')}
          columns={brandColumns(t)}
          control={control}
          query={query}
          keyOf={({ brandKey }) => brandKey}
          nameOf={({ name }) => name}
          actionsOf={actionsOf}
          bulk={mayWrite ? bulk : []}
          empty={
            <EmptyList Icon={Palette} text={t('empty')}>
              {mayCreate && (
                <Link to="/admin/brand/new" className="btn soft sm">
                  {t('newBrand')}
                </Link>
              )}
            </EmptyList>
          }
        />
      </div>
      {removing && <RemoveBrandDialog brand={removing} close={() => setRemoving(undefined)} />}
      {importing && <ImportBrandDialog close={() => setImporting(false)} />}
    </div>
  )
}

function HeadActions({ openImport }: { openImport: () => void }) {
  const t = brandsTexts.useText()
  const { mayCreate } = useBrandRights()
  return (
    <div className="row head-actions">
      <Link to="/admin/brand/defaults" className="btn ghost">
        <Settings2 size={16} />
        {t('defaults')}
      </Link>
      {mayCreate && (
        <button type="button" className="btn out" onClick={openImport}>
          <Upload size={16} />
          {t('import')}
        </button>
      )}
      {mayCreate && (
        <Link to="/admin/brand/new" className="btn pri">
          <Plus size={16} />
          {t('newBrand')}
        </Link>
      )}
    </div>
  )
}

function useRowActions(remove: (row: BrandRow) => void) {
  const t = brandsTexts.useText()
  const { mayWrite } = useBrandRights()
  const navigate = useNavigateNow()
  return (row: BrandRow): RowAction[] => [
    {
      key: 'edit',
      label: mayWrite ? t('edit') : t('view'),
      Icon: mayWrite ? Pencil : Eye,
      act: () => void navigate(editPath(row.brandKey)),
    },
    { key: 'export', label: t('export'), Icon: Download, act: () => void exportBrand(row.brandKey) },
    ...(mayWrite
      ? [{ key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: () => remove(row) }]
      : []),
  ]
}

function useBulkRemoval(): BulkAction<BrandRow>[] {
  const t = brandsTexts.useText()
  const [remove] = brandsApi.useRemoveBrandMutation()
  return [bulkRemoval(t, ({ brandKey }: BrandRow) => remove({ brandKey }))]
}
