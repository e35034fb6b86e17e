import { limits } from '@parlance/contract/limits'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { i18next } from '../../../lang/i18n.ts'
import { newId } from '../../../session/http.ts'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { useNavigateIfHere, useNavigateNow } from '../../../ui/navigate.ts'
import { agentFieldsApi } from '../../agentFields/data/api.ts'
import { useBrands } from '../../brandName/BrandName.tsx'
import { NoPermission } from '../../frame/NoPermission.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { usePageTitle, useProductName } from '../../frame/useProductName.ts'
import { agentsPath, setupPath } from '../data/agentPaths.ts'
import { setupsApi } from '../data/setupsApi.ts'
import { useAgentRights } from '../useAgentRights.ts'
import { guidedTexts } from './lang/en.ts'
import { SourceFields } from './SourceFields.tsx'
import {
  defaultDeployment,
  deploymentOptions,
  errorsOf,
  inputOf,
  nameOfFiles,
  type SetupValues,
} from './setupForm.ts'
import { useLookedAt } from './useLookedAt.ts'
import { queueFiles } from './useOwnUploads.ts'
import '../agentManagement.css'
import './guided.css'

/** /admin/gptsystem/guided: from a website or files to an agent draft that answers from them. */
export function GuidedPage() {
  const t = guidedTexts.useText()
  const { mayCreate, maySetUp } = useAgentRights()
  usePageTitle(t('title'))
  if (!mayCreate) return <NoPermission action="GptSystemsCreate" />
  if (!maySetUp) return <NoPermission action="DataSourcesCreate" />
  return <Guided />
}

const empty: SetupValues = {
  kind: 'Site',
  url: '',
  files: [],
  name: undefined,
  brandKey: '',
  deployment: undefined,
}

function Guided() {
  const t = guidedTexts.useText()
  const navigate = useNavigateNow()
  const product = useProductName()
  const { brands, nameOf } = useBrands()
  const { data: options } = agentFieldsApi.useGetModelOptionsQuery()
  const [values, setValues] = useState(empty)
  const [tried, setTried] = useState(false)
  const looked = useLookedAt()
  const suggested = values.kind === 'Site' ? looked.title : nameOfFiles(values.files)
  const name = values.name ?? [...suggested].slice(0, limits.agentName).join('')
  const errors = tried ? errorsOf(values, name.trim(), t) : {}
  const { create, isCreating, error, lift } = useCreate(values)
  const set = (change: Partial<SetupValues>) => setValues((now) => ({ ...now, ...change }))
  useSaveKey(() => void submit())

  async function submit() {
    setTried(true)
    if (Object.keys(errorsOf(values, name.trim(), t)).length > 0) return
    const language = i18next.language.startsWith('ar') ? 'ar' : 'en'
    const brand = values.brandKey ? nameOf(values.brandKey) : product
    await create(inputOf(values, { name: name.trim(), brand, language, options }, t))
  }

  return (
    <PlainEditPage
      head={
        <PageHead
          title={t('title')}
          parent={{ title: screenTitle('agents'), path: agentsPath }}
          intro={t('intro')}
        />
      }
      bar={
        <SaveBar
          creating
          changes={0}
          errors={Object.keys(errors).length}
          error={error}
          saving={isCreating}
          label={t('create')}
          cancel={() => {
            lift()
            void navigate(agentsPath)
          }}
          save={() => void submit()}
        />
      }
    >
      <EditSection title={t('source')} hint={t('sourceHint')}>
        <SourceFields values={values} errors={errors} looked={looked} set={set} />
      </EditSection>
      <EditSection title={t('agent')} hint={t('agentHint')}>
        <TextField
          field="name"
          label={t('name')}
          hint={t('nameHint')}
          value={name}
          error={errors.name}
          change={(typed) => set({ name: typed })}
        />
        {brands.length > 0 && (
          <SelectField
            field="brandKey"
            label={t('brand')}
            value={values.brandKey}
            options={[
              { key: '', label: t('pageBrand') },
              ...brands.map((one) => ({ key: one.brandKey, label: one.name })),
            ]}
            change={(brandKey) => set({ brandKey })}
          />
        )}
        <SelectField
          field="deployment"
          label={t('deployment')}
          hint={t('deploymentHint')}
          value={values.deployment ?? defaultDeployment(options)}
          options={deploymentOptions(options, t)}
          change={(deployment) => set({ deployment })}
        />
      </EditSection>
      <Earlier />
    </PlainEditPage>
  )
}

/** Creates the setup, queues the files, and opens its page. A retry repeats the same intent. */
function useCreate(values: SetupValues) {
  const navigateIfHere = useNavigateIfHere()
  const [send, { isLoading, error }] = setupsApi.useCreateSetupMutation()
  const intent = useRef({ of: '', key: '' })
  const lift = useLeaveGuard(values.url.trim() !== '' || values.files.length > 0 || values.name !== undefined)

  async function create(input: ReturnType<typeof inputOf>) {
    if (isLoading) return
    const of = JSON.stringify(input)
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    const { data: setup } = await send({ ...input, key: intent.current.key })
    if (!setup) return
    if (values.kind === 'Files') queueFiles(setup.dataSourceId, values.files)
    lift()
    void navigateIfHere(setupPath(setup.setupId), { replace: true })
  }

  return { create, isCreating: isLoading, error, lift }
}

/** The way back to setups whose page was closed. */
function Earlier() {
  const t = guidedTexts.useText()
  const { data } = setupsApi.useListSetupsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data || data.items.length === 0) return null
  return (
    <EditSection title={t('earlier')} hint={t('earlierHint')}>
      <ul className="setup-list">
        {data.items.map(({ setupId, name, phase }) => (
          <li key={setupId} className="row">
            <Link to={setupPath(setupId)} className="grow wrap">
              <bdi>{name}</bdi>
            </Link>
            <span className={phase === 'Failed' ? 'chip e' : phase === 'Done' ? 'chip ok' : 'chip info'}>
              {t(`phase.${phase}`)}
            </span>
          </li>
        ))}
      </ul>
    </EditSection>
  )
}
