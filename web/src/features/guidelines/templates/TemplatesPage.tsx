import { Eye, FilePlus2, LayoutTemplate, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatNumber } from '../../../lang/format.ts'
import { languageNames } from '../../../lang/i18n.ts'
import { AdminList } from '../../../ui/admin/AdminList.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import type { Column } from '../../../ui/admin/listShape.ts'
import { RemovalDialog } from '../../../ui/admin/RemovalDialog.tsx'
import type { RowAction } from '../../../ui/admin/RowMenu.tsx'
import { useListAddress } from '../../../ui/admin/useListAddress.ts'
import { useNavigateNow } from '../../../ui/navigate.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { type GuidelinesTemplate, guidelinesApi } from '../data/api.ts'
import { editTemplatePath, newFromTemplatePath, newTemplatePath } from '../data/guidelinesPaths.ts'
import { ListHead } from '../ListHead.tsx'
import { type GuidelinesTexts, guidelinesTexts } from '../lang/en.ts'
import { useGuidelinesRights } from '../useGuidelinesRights.ts'

/** /admin/guidelines/templates: the templates for new documents. */
export function TemplatesPage() {
  const t = guidelinesTexts.useText()
  usePageTitle(t('templatesTitle'))
  const { mayCreate } = useGuidelinesRights()
  const control = useListAddress([], '')
  const query = guidelinesApi.useListGuidelinesTemplatesInfiniteQuery(
    { search: control.search },
    { refetchOnMountOrArgChange: true },
  )
  const [removing, setRemoving] = useState<GuidelinesTemplate>()
  const actionsOf = useRowActions(setRemoving)
  return (
    <div className="page">
      <ListHead current="templates" />
      <div className="page-body">
        <AdminList
          caption={t('templates')}
          searchLabel={t('searchTemplates')}
          columns={columns(t)}
          control={control}
          query={query}
          keyOf={({ guidelinesTemplateId }) => guidelinesTemplateId}
          nameOf={({ title }) => title}
          actionsOf={actionsOf}
          empty={
            <EmptyList Icon={LayoutTemplate} text={t('noTemplates')}>
              {mayCreate && (
                <Link to={newTemplatePath} className="btn soft sm">
                  {t('newTemplate')}
                </Link>
              )}
            </EmptyList>
          }
        />
      </div>
      {removing && <RemoveTemplateDialog template={removing} close={() => setRemoving(undefined)} />}
    </div>
  )
}

function useRowActions(remove: (row: GuidelinesTemplate) => void) {
  const t = guidelinesTexts.useText()
  const { mayCreate, mayWrite } = useGuidelinesRights()
  const navigate = useNavigateNow()
  return (row: GuidelinesTemplate): RowAction[] => {
    const { guidelinesTemplateId } = row
    return [
      {
        key: 'edit',
        label: t(mayWrite ? 'edit' : 'view'),
        Icon: mayWrite ? Pencil : Eye,
        act: () => void navigate(editTemplatePath(guidelinesTemplateId)),
      },
      ...(mayCreate
        ? [
            {
              key: 'use',
              label: t('useTemplate'),
              Icon: FilePlus2,
              act: () => void navigate(newFromTemplatePath(guidelinesTemplateId)),
            },
          ]
        : []),
      ...(mayWrite
        ? [{ key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: () => remove(row) }]
        : []),
    ]
  }
}

function RemoveTemplateDialog({ template, close }: { template: GuidelinesTemplate; close: () => void }) {
  const t = guidelinesTexts.useText()
  const [remove, { isLoading, error }] = guidelinesApi.useRemoveGuidelinesTemplateMutation()
  const { guidelinesTemplateId, title: name } = template
  return (
    <RemovalDialog
      t={(key, values) => t(key === 'removeText' ? 'removeTemplateText' : key, values)}
      {...{ name, isLoading, error, close }}
      remove={() => remove({ guidelinesTemplateId })}
    />
  )
}

const columns = (t: GuidelinesTexts): Column<GuidelinesTemplate>[] => [
  {
    key: 'title',
    label: t('columnTitle'),
    width: '50%',
    cell: ({ guidelinesTemplateId, title, description }) => (
      <>
        <Link to={editTemplatePath(guidelinesTemplateId)} className="list-name">
          <bdi>{title}</bdi>
        </Link>
        {description && (
          <div className="small m3 clamp" dir="auto">
            {description}
          </div>
        )}
      </>
    ),
  },
  { key: 'language', label: t('columnLanguage'), cell: ({ language }) => languageNames[language] },
  {
    key: 'sections',
    label: t('columnSections'),
    cell: ({ sections }) => <span className="num">{formatNumber(sections.length)}</span>,
  },
  {
    key: 'updatedAt',
    label: t('columnUpdated'),
    cell: ({ updatedAt }) => formatDate(updatedAt, { dateStyle: 'medium' }),
  },
]
