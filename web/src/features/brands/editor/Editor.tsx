import { type ContrastPair, contrastPairs } from '@parlance/contract/theme/contrast'
import { type ReactNode, useMemo } from 'react'
import { useAddressParams, withValues } from '../../../ui/addressParams.ts'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { EditPage } from '../../../ui/admin/EditPage.tsx'
import { fieldOf } from '../../../ui/admin/formState.ts'
import { ReadOnlyBar } from '../../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import type { BrandField, BrandLook, BrandValues } from '../brandForm.ts'
import type { Brand, BrandDefaults } from '../data/api.ts'
import { type BrandsText, brandsTexts } from '../lang/en.ts'
import { BrandPreview } from '../preview/BrandPreview.tsx'
import { ContrastPanel } from './ContrastPanel.tsx'
import type { Editing } from './editing.ts'
import { FieldValue } from './FieldValue.tsx'
import './editor.css'

const editorTabs = ['colors', 'logos', 'login', 'menu', 'general', 'history'] as const
export type EditorTab = (typeof editorTabs)[number]
const tabNames = {
  colors: 'tabColors',
  logos: 'tabLogos',
  login: 'tabLogin',
  menu: 'tabMenu',
  general: 'tabGeneral',
  history: 'tabHistory',
} as const

const places: Partial<Record<string, EditorTab>> = {
  name: 'general',
  hostNames: 'general',
  defaultBrandKey: 'general',
  useLoginBackgroundImg: 'login',
  loginBackground: 'login',
  loginAlignment: 'login',
  menu: 'menu',
}
/** Returns the tab that includes a field. */
const tabOf = (field: string): EditorTab => places[field] ?? (/text/i.test(field) ? 'menu' : 'colors')

interface Props {
  form: EditForm<BrandValues>
  editing: Editing
  entity: Brand | BrandDefaults
  name: string
  /** The brand key in the image URLs. */
  shownBy: string
  saveLabel: string
  tabs: readonly EditorTab[]
  head: ReactNode
  fields: (tab: EditorTab) => ReactNode
}

/** The editor of a brand or the defaults: fields at the start side, and the preview next to them. */
export function Editor({ form, editing, entity, name, shownBy, saveLabel, tabs, head, fields }: Props) {
  const t = brandsTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { look, readOnly } = editing
  const [tab, chooseTab] = useTab(tabs)
  const { theme, pairs } = useContrast(look)
  const failing = pairs.filter(({ level }) => level === 'below').length
  const changes = form.changed.length
  const errors = Object.keys(form.errors)
  useWantedField(form.wanted, (field) => chooseTab(tabOf(field)))
  useLeaveGuard(changes > 0)
  useSaveKey(readOnly ? undefined : () => changes > 0 && form.submit())

  return (
    <>
      <EditPage
        head={head}
        tabsLabel={t('parts')}
        tabs={tabs.map((key) => ({
          key,
          label: t(tabNames[key]),
          errors: errors.filter((path) => tabOf(fieldOf(path)) === key).length,
        }))}
        tab={tab}
        chooseTab={chooseTab}
        words={{ views: t('view_'), form: t('viewForm'), aside: t('viewPreview') }}
        bar={
          readOnly ? (
            <ReadOnlyBar>{t('readOnly', { action: fullNameOf('BrandsWrite') })}</ReadOnlyBar>
          ) : (
            <SaveBar
              changes={changes}
              errors={errors.length}
              warning={failing > 0 ? t('pairsToFix', { count: failing }) : undefined}
              error={form.error}
              saving={form.saving}
              label={saveLabel}
              cancel={form.discard}
              save={form.submit}
            />
          )
        }
        aside={
          <BrandPreview look={theme} images={entity} name={name} shownBy={shownBy}>
            <ContrastPanel
              pairs={pairs}
              use={readOnly ? undefined : ({ field }, color) => editing.setColor(field, color)}
            />
          </BrandPreview>
        }
      >
        {fields(tab)}
      </EditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => labelOf(field, t)}
        show={(field, value) => <FieldValue field={field} value={value} />}
      />
    </>
  )
}

const labelOf = (field: BrandField, t: BrandsText) => (field === 'hostNames' ? t('hosts') : t(field))

/** The open tab is stored in the URL, so links can lead to it. */
function useTab(tabs: readonly EditorTab[]) {
  const [params, changeParams] = useAddressParams()
  const given = params.get('tab')
  const tab = tabs.find((one) => one === given) ?? tabs[0]!
  const choose = (next: EditorTab) => {
    if (next !== tab) changeParams((now) => withValues(now, { tab: next === tabs[0] ? '' : next }))
  }
  return [tab, choose] as const
}

/**
 * Memoizes the look by its content, because comparing all pairs takes milliseconds and typing a name changes
 * none.
 */
function useContrast(look: BrandLook): { theme: BrandLook; pairs: ContrastPair[] } {
  const key = JSON.stringify(look)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers the whole look.
  return useMemo(() => ({ theme: look, pairs: contrastPairs(look) }), [key])
}
