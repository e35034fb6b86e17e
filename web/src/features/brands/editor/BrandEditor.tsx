import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { toast } from '../../../ui/toast.tsx'
import { screenTitle } from '../../frame/screens.ts'
import {
  type BrandValues,
  colorErrors,
  givenHosts,
  hostErrors,
  inputOf,
  lookOf,
  nameError,
  pathOf,
  valuesOf,
} from '../brandForm.ts'
import { type Brand, type BrandDefaults, brandsApi } from '../data/api.ts'
import { brandsPath } from '../data/brandPaths.ts'
import { brandsTexts } from '../lang/en.ts'
import { useBrandRights } from '../useBrandRights.ts'
import { ColorsTab } from './ColorsTab.tsx'
import { Editor, type EditorTab } from './Editor.tsx'
import type { Editing } from './editing.ts'
import { editingOf } from './editing.ts'
import { GeneralTab } from './GeneralTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { LoginTab } from './LoginTab.tsx'
import { LogosTab } from './LogosTab.tsx'
import { MenuTab } from './MenuTab.tsx'

export function BrandEditor({ brand, defaults }: { brand: Brand; defaults: BrandDefaults }) {
  const t = brandsTexts.useText()
  const { mayWrite } = useBrandRights()
  const { brandKey } = brand
  const [update] = brandsApi.useUpdateBrandMutation()
  const form = useEditForm<BrandValues, Brand>({
    entity: brand,
    valuesOf,
    pathOf,
    validate: (values) => {
      const name = nameError(values.name, t)
      return { ...colorErrors(values, t), ...(name ? { name } : {}), ...hostErrors(values.hostNames, t) }
    },
    save: (values, version) =>
      update({
        brandKey,
        version,
        name: values.name.trim(),
        hostNames: givenHosts(values.hostNames),
        ...inputOf(values),
      }),
    saved: ({ name }) => toast.success(t('saved', { name })),
  })
  if (!form) return null
  const look = lookOf(form.values, valuesOf(defaults))
  const editing = editingOf(form, look, { readOnly: !mayWrite, ofDefaults: false })

  return (
    <Editor
      form={form}
      editing={editing}
      entity={brand}
      name={form.values.name.trim() || brand.name}
      shownBy={brandKey}
      saveLabel={t('save')}
      tabs={['colors', 'logos', 'login', 'menu', 'general', 'history']}
      head={<PageHead title={brand.name} parent={{ title: screenTitle('brands'), path: brandsPath }} />}
      fields={(tab) => <Fields tab={tab} editing={editing} brand={brand} wanted={form.wanted} />}
    />
  )
}

interface FieldsProps {
  tab: EditorTab
  editing: Editing
  brand: Brand
  wanted: { path: string } | undefined
}

function Fields({ tab, editing, brand, wanted }: FieldsProps) {
  const { brandKey, splashScreenBackgroundFileName } = brand
  switch (tab) {
    case 'colors':
      return <ColorsTab editing={editing} wanted={wanted} />
    case 'logos':
      return <LogosTab entity={brand} brandKey={brandKey} shownBy={brandKey} readOnly={editing.readOnly} />
    case 'login':
      return <LoginTab editing={editing} splash={splashScreenBackgroundFileName !== null} />
    case 'menu':
      return <MenuTab editing={editing} wanted={wanted} />
    case 'general':
      return <GeneralTab editing={editing} brandKey={brandKey} />
    case 'history':
      return <HistoryTab brandKey={brandKey} />
  }
}
