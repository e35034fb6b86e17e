import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { toast } from '../../../ui/toast.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { type BrandValues, colorErrors, inputOf, lookOf, pathOf, valuesOf } from '../brandForm.ts'
import { type BrandDefaults, brandsApi } from '../data/api.ts'
import { brandsPath } from '../data/brandPaths.ts'
import { brandsTexts } from '../lang/en.ts'
import { useBrandRights } from '../useBrandRights.ts'
import { ColorsTab } from './ColorsTab.tsx'
import { Editor, type EditorTab } from './Editor.tsx'
import type { Editing } from './editing.ts'
import { editingOf } from './editing.ts'
import { DefaultBrandTab } from './GeneralTab.tsx'
import { LoginTab } from './LoginTab.tsx'
import { LogosTab } from './LogosTab.tsx'
import { MenuTab } from './MenuTab.tsx'

export function DefaultsEditor({ defaults }: { defaults: BrandDefaults }) {
  const t = brandsTexts.useText()
  const { mayWrite } = useBrandRights()
  const [update] = brandsApi.useUpdateBrandDefaultsMutation()
  const form = useEditForm<BrandValues, BrandDefaults>({
    entity: defaults,
    valuesOf,
    pathOf,
    validate: (values) => colorErrors(values, t),
    save: (values, version) =>
      update({ version, defaultBrandKey: values.defaultBrandKey, ...inputOf(values) }),
    saved: () => toast.success(t('saved', { name: t('defaultsTitle') })),
  })
  if (!form) return null
  const editing = editingOf(form, lookOf(form.values, undefined), { readOnly: !mayWrite, ofDefaults: true })

  return (
    <Editor
      form={form}
      editing={editing}
      entity={defaults}
      name={t('defaultsTitle')}
      shownBy={defaults.defaultBrandKey}
      saveLabel={t('saveDefaults')}
      tabs={['colors', 'logos', 'login', 'menu', 'general']}
      head={
        <PageHead
          title={t('defaultsTitle')}
          parent={{ title: screenTitle('brands'), path: brandsPath }}
          intro={t('defaultsIntro')}
        />
      }
      fields={(tab) => <Fields tab={tab} editing={editing} defaults={defaults} wanted={form.wanted} />}
    />
  )
}

interface FieldsProps {
  tab: EditorTab
  editing: Editing
  defaults: BrandDefaults
  wanted: { path: string } | undefined
}

function Fields({ tab, editing, defaults, wanted }: FieldsProps) {
  const { defaultBrandKey, splashScreenBackgroundFileName } = defaults
  switch (tab) {
    case 'logos':
      return (
        <LogosTab entity={defaults} brandKey={null} shownBy={defaultBrandKey} readOnly={editing.readOnly} />
      )
    case 'login':
      return <LoginTab editing={editing} splash={splashScreenBackgroundFileName !== null} />
    case 'menu':
      return <MenuTab editing={editing} wanted={wanted} />
    case 'general':
      return <DefaultBrandTab editing={editing} />
    default:
      return <ColorsTab editing={editing} wanted={wanted} />
  }
}
