import { setFromMain } from '@parlance/contract/theme/brand'
import { contrastPairs } from '@parlance/contract/theme/contrast'
import { useMemo, useRef } from 'react'
import { newId } from '../../session/http.ts'
import { EditPage } from '../../ui/admin/EditPage.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { SaveBar } from '../../ui/admin/SaveBar.tsx'
import { type EditForm, useEditForm } from '../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { NoPermission } from '../frame/NoPermission.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import {
  givenHosts,
  hostErrors,
  isColor,
  keyError,
  keyOf,
  lookOf,
  nameError,
  pathOf,
  valuesOf,
} from './brandForm.ts'
import { type BrandDefaults, brandsApi } from './data/api.ts'
import { brandsPath, editPath } from './data/brandPaths.ts'
import { BrandWait } from './editor/BrandWait.tsx'
import { ColorInput } from './editor/ColorInput.tsx'
import { ContrastPanel } from './editor/ContrastPanel.tsx'
import { HostNamesField } from './editor/HostNamesField.tsx'
import { brandsTexts } from './lang/en.ts'
import { BrandPreview } from './preview/BrandPreview.tsx'
import { useBrandRights } from './useBrandRights.ts'
import './brands.css'
import './editor/editor.css'
import { useNavigateIfHere, useNavigateNow } from '../../ui/navigate.ts'
import { screenTitle } from '../frame/screens.ts'

interface NewBrand {
  name: string
  brandKey: string
  hostNames: string[]
  /** The main color of the primary set. Leave empty to use the defaults. */
  main: string
}
interface Created {
  version: number
  values: NewBrand
}
const blank: Created = { version: 0, values: { name: '', brandKey: '', hostNames: [], main: '' } }

/** /admin/brand/new */
export function NewBrandPage() {
  const t = brandsTexts.useText()
  const { mayCreate } = useBrandRights()
  const defaults = brandsApi.useGetBrandDefaultsQuery(undefined, { skip: !mayCreate })
  usePageTitle(t('newTitle'))
  if (!mayCreate) return <NoPermission action="BrandsCreate" />
  if (defaults.data) return <NewBrandForm defaults={defaults.data} />
  return <BrandWait failed={defaults.error ? defaults : undefined} />
}

function useNewBrand() {
  const t = brandsTexts.useText()
  const navigate = useNavigateIfHere()
  const [create] = brandsApi.useCreateBrandMutation()
  const lift = useRef(() => {})
  const intent = useRef({ of: '', key: '' })
  const form = useEditForm<NewBrand, Created>({
    entity: blank,
    valuesOf: ({ values }) => values,
    pathOf: (field, values) => {
      const path = pathOf(field, values)
      return path.startsWith('primary') ? 'main' : path
    },
    validate: ({ name, brandKey, hostNames, main }) => ({
      ...errorAt('name', nameError(name, t)),
      ...errorAt('brandKey', keyError(brandKey, t)),
      ...hostErrors(hostNames, t),
      ...errorAt('main', main === '' || isColor(main) ? undefined : t('colorInvalid')),
    }),
    save: async (values) => {
      // Idempotency key per submission, so that a retry doesn't create a second brand.
      const of = JSON.stringify(values)
      if (intent.current.of !== of) intent.current = { of, key: newId() }
      const { data, error } = await create({
        key: intent.current.key,
        name: values.name.trim(),
        brandKey: values.brandKey,
        hostNames: givenHosts(values.hostNames),
        ...(values.main === '' ? {} : { theme: { primary: setFromMain(values.main.toLowerCase()) } }),
      })
      return data ? { data: { version: data.version, values } } : { error }
    },
    saved: ({ values }) => {
      lift.current()
      void navigate(editPath(values.brandKey), { replace: true })
    },
  })!
  const dirty = form.changed.length > 0
  lift.current = useLeaveGuard(dirty)
  return form
}

const errorAt = (path: string, text: string | undefined) => (text ? { [path]: text } : {})

function NewBrandForm({ defaults }: { defaults: BrandDefaults }) {
  const t = brandsTexts.useText()
  const navigate = useNavigateNow()
  const form = useNewBrand()
  const { name, main } = form.values
  useSaveKey(form.submit)
  useWantedField(form.wanted, () => {})
  const shown = useMemo(() => {
    const inherited = valuesOf(defaults)
    const primary = isColor(main) ? setFromMain(main.toLowerCase()) : null
    const look = lookOf({ ...nothingOwn(inherited), primary }, inherited)
    return { look, pairs: contrastPairs(look) }
  }, [main, defaults])

  return (
    <EditPage
      head={<PageHead title={t('newTitle')} parent={{ title: screenTitle('brands'), path: brandsPath }} />}
      tabsLabel={t('parts')}
      tabs={[{ key: 'general', label: t('tabGeneral') }]}
      tab="general"
      chooseTab={() => {}}
      words={{ views: t('view_'), form: t('viewForm'), aside: t('viewPreview') }}
      bar={
        <SaveBar
          creating
          changes={form.changed.length}
          errors={Object.keys(form.errors).length}
          error={form.error}
          saving={form.saving}
          label={t('create')}
          cancel={() => void navigate(brandsPath)}
          save={form.submit}
        />
      }
      aside={
        <BrandPreview
          look={shown.look}
          images={defaults}
          name={name.trim() || t('newTitle')}
          shownBy={defaults.defaultBrandKey}
        >
          <ContrastPanel pairs={shown.pairs} use={undefined} />
        </BrandPreview>
      }
    >
      <Fields form={form} main={shown.look.primary.main} />
    </EditPage>
  )
}

const nothingOwn = (values: ReturnType<typeof valuesOf>) =>
  Object.fromEntries(Object.keys(values).map((field) => [field, null])) as unknown as typeof values

function Fields({ form, main }: { form: EditForm<NewBrand>; main: string }) {
  const t = brandsTexts.useText()
  const { values, set, check, errors } = form
  const derived = values.brandKey === keyOf(values.name)
  return (
    <div className="edit-fields">
      <TextField
        field="name"
        label={t('name')}
        value={values.name}
        autoFocus
        error={errors.name}
        change={(name) => {
          set('name', name)
          // The key follows the name until the user edits it.
          if (derived) set('brandKey', keyOf(name))
        }}
        leave={() => values.name !== '' && check('name')}
      />
      <TextField
        field="brandKey"
        code
        label={t('key')}
        hint={t('keyHint')}
        value={values.brandKey}
        error={errors.brandKey}
        change={(key) => set('brandKey', key)}
        leave={() => values.brandKey !== '' && check('brandKey')}
      />
      <HostNamesField
        hostNames={values.hostNames}
        change={(hostNames) => set('hostNames', hostNames)}
        leave={() => check('hostNames')}
        error={(path) => errors[path]}
        readOnly={false}
      />
      <div className="field" data-field="main">
        <span className="switch-label">{t('mainColor')}</span>
        <ColorInput
          path="main"
          name={t('mainColor')}
          value={values.main}
          instead={main}
          change={(hex) => set('main', hex)}
          leave={() => check('main')}
          error={errors.main}
        />
        <div className="hint">{t('mainColorHint')}</div>
      </div>
    </div>
  )
}
