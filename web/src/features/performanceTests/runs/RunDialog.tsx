import { limits } from '@parlance/contract/limits'
import { useRef, useState } from 'react'
import { formatNumber } from '../../../lang/format.ts'
import { newId } from '../../../session/http.ts'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { Errors } from '../../../ui/admin/formState.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { useNavigateIfHere } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { type AgentVersion, type PerformanceTest, testsApi } from '../data/api.ts'
import { runPath } from '../data/testPaths.ts'
import { FormDialog } from '../FormDialog.tsx'
import { testsTexts } from '../lang/en.ts'
import { Estimate } from './Estimate.tsx'
import { blankRun, firstVersion, type RunValues, runErrors, runInput } from './runForm.ts'
import { versionText } from './versionText.ts'

interface Props {
  test: PerformanceTest
  /** The version of an earlier run, to run it again. */
  stateId?: string
  /** Called once it has started. By default, the page of the run opens. */
  started?: (() => void) | undefined
  close: () => void
}

/** Asks which version to test and how, shows what it will cost, and starts the run. */
export function RunDialog({ test, stateId, started, close }: Props) {
  const t = testsTexts.useText()
  const { data, error, refetch } = testsApi.useListAgentVersionsQuery({ gptSystemId: test.gptSystemId })
  const versions = data?.items ?? []
  if (test.cases > 0 && versions.length > 0)
    return <RunForm {...{ test, versions, stateId, started, close }} />
  return (
    <FormDialog
      title={t('runTitle', { name: test.name })}
      dirty={false}
      busy={false}
      error={undefined}
      submit={close}
      close={close}
    >
      {test.cases === 0 ? (
        <p className="m2">{t('noCases')}</p>
      ) : data ? (
        <p className="m2">{t('versionsNone')}</p>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <ListSkeleton columns={1} />
      )}
    </FormDialog>
  )
}

interface FormProps extends Props {
  versions: readonly AgentVersion[]
  stateId: string | undefined
}

function RunForm({ test, versions, stateId, started, close }: FormProps) {
  const t = testsTexts.useText()
  const { performanceTestId, name } = test
  const navigate = useNavigateIfHere()
  const [start, { isLoading, error }] = testsApi.useStartRunMutation()
  const intent = useRef({ of: '', key: '' })
  const [values, setValues] = useState(() => blankRun(initialVersion(versions, stateId)))
  const [errors, setErrors] = useState<Errors>({})
  const [wanted, setWanted] = useState<{ path: string }>()
  useWantedField(wanted, () => {})
  const set = (changed: Partial<RunValues>) => {
    setValues({ ...values, ...changed })
    setErrors({})
  }

  async function submit() {
    const found = runErrors(values, t)
    const [path] = Object.keys(found)
    setErrors(found)
    if (path !== undefined) return setWanted({ path })
    const input = runInput(values)
    // One idempotency key per content, so a second click doesn't start a second run.
    const of = JSON.stringify(input)
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    const { data } = await start({ performanceTestId, ...input, key: intent.current.key })
    if (!data) return
    toast.success(t('started'))
    close()
    if (started) started()
    else void navigate(runPath(performanceTestId, data.runId))
  }

  return (
    <FormDialog
      title={t('runTitle', { name })}
      text={t('runText')}
      dirty={false}
      busy={isLoading}
      error={error}
      button={t('start')}
      submit={() => void submit()}
      close={close}
    >
      <SelectField
        field="gptSystemConfigurationStateId"
        label={t('version')}
        value={values.gptSystemConfigurationStateId}
        options={versions.map((one) => ({
          key: one.gptSystemConfigurationStateId,
          label: versionText(one, t),
        }))}
        change={(id) => set({ gptSystemConfigurationStateId: id })}
      />
      <SelectField
        field="repeats"
        label={t('repeats')}
        hint={t('repeatsHint')}
        value={values.repeats}
        options={Array.from({ length: limits.runRepeats }, (_, at) => ({
          key: String(at + 1),
          label: formatNumber(at + 1),
        }))}
        change={(repeats) => set({ repeats })}
      />
      <TextField
        field="costCeilingUsd"
        label={t('costCeiling')}
        hint={t('costCeilingHint')}
        value={values.costCeilingUsd}
        error={errors.costCeilingUsd}
        change={(costCeilingUsd) => set({ costCeilingUsd })}
        leave={() => setErrors(runErrors(values, t))}
      />
      <MoreOptions values={values} errors={errors} set={set} />
      <Estimate performanceTestId={performanceTestId} values={values} />
    </FormDialog>
  )
}

const initialVersion = (versions: readonly AgentVersion[], stateId: string | undefined): string =>
  versions.find((one) => one.gptSystemConfigurationStateId === stateId)?.gptSystemConfigurationStateId ??
  firstVersion(versions)

interface MoreProps {
  values: RunValues
  errors: Errors
  set: (changed: Partial<RunValues>) => void
}

function MoreOptions({ values, errors, set }: MoreProps) {
  const t = testsTexts.useText()
  const [opened, setOpened] = useState(false)
  const isWanted = Boolean(errors.temperature || errors.seed)
  return (
    <details
      className="case-more"
      open={opened || isWanted}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="s13">{t('more')}</summary>
      <div className="case-more-fields">
        <TextField
          field="temperature"
          label={t('temperature')}
          hint={t('temperatureHint')}
          value={values.temperature}
          error={errors.temperature}
          change={(temperature) => set({ temperature })}
        />
        <TextField
          field="seed"
          label={t('seed')}
          hint={t('seedHint')}
          value={values.seed}
          error={errors.seed}
          change={(seed) => set({ seed })}
        />
      </div>
    </details>
  )
}
