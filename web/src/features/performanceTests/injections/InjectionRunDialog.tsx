import { Coins } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCost } from '../../../lang/format.ts'
import { newId } from '../../../session/http.ts'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { Errors } from '../../../ui/admin/formState.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { useNavigateIfHere } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { type AgentVersion, testsApi } from '../data/api.ts'
import { injectionRunPath, injectionsApi } from '../data/injectionsApi.ts'
import { FormDialog } from '../FormDialog.tsx'
import { testsTexts } from '../lang/en.ts'
import { blankRun, firstVersion, runErrors, runInput } from '../runs/runForm.ts'
import { versionText } from '../runs/versionText.ts'
import { injectionTexts } from './lang/en.ts'

interface Props {
  gptSystemId: string
  name: string
  cases: number
  /** The version of an earlier run, to run it again. */
  stateId?: string
  close: () => void
}

/** Asks which version to test, shows what it will cost, and starts the run. */
export function InjectionRunDialog(props: Props) {
  const { gptSystemId, name, close } = props
  const t = injectionTexts.useText()
  const ofTests = testsTexts.useText()
  const { data, error, refetch } = testsApi.useListAgentVersionsQuery({ gptSystemId })
  const versions = data?.items ?? []
  if (versions.length > 0) return <RunForm {...props} versions={versions} />
  return (
    <FormDialog
      title={t('runTitle', { name })}
      dirty={false}
      busy={false}
      error={undefined}
      submit={close}
      close={close}
    >
      {data ? (
        <p className="m2">{ofTests('versionsNone')}</p>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <ListSkeleton columns={1} />
      )}
    </FormDialog>
  )
}

function RunForm({
  gptSystemId,
  name,
  cases,
  stateId,
  close,
  versions,
}: Props & { versions: AgentVersion[] }) {
  const t = injectionTexts.useText()
  const ofTests = testsTexts.useText()
  const navigate = useNavigateIfHere()
  const [start, { isLoading, error }] = injectionsApi.useStartInjectionRunMutation()
  const key = useRef(newId())
  const [values, setValues] = useState(() => blankRun(stateId ?? firstVersion(versions)))
  const [errors, setErrors] = useState<Errors>({})

  async function submit() {
    const found = runErrors(values, ofTests)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const { gptSystemConfigurationStateId, costCeilingUsd } = runInput(values)
    const { data } = await start({
      ...{ gptSystemId, gptSystemConfigurationStateId, costCeilingUsd },
      key: key.current,
    })
    if (!data) return
    toast.success(ofTests('started'))
    close()
    void navigate(injectionRunPath(gptSystemId, data.runId))
  }

  const set = (changed: Partial<typeof values>) => {
    // Another run than before, so that a retry doesn’t return the first one.
    key.current = newId()
    setValues({ ...values, ...changed })
    setErrors({})
  }
  return (
    <FormDialog
      title={t('runTitle', { name })}
      text={t('runText', { cases })}
      dirty={false}
      busy={isLoading}
      error={error}
      button={ofTests('start')}
      submit={() => void submit()}
      close={close}
    >
      <SelectField
        field="gptSystemConfigurationStateId"
        label={ofTests('version')}
        value={values.gptSystemConfigurationStateId}
        options={versions.map((one) => ({
          key: one.gptSystemConfigurationStateId,
          label: versionText(one, ofTests),
        }))}
        change={(id) => set({ gptSystemConfigurationStateId: id })}
      />
      <TextField
        field="costCeilingUsd"
        label={ofTests('costCeiling')}
        hint={ofTests('costCeilingHint')}
        value={values.costCeilingUsd}
        error={errors.costCeilingUsd}
        change={(costCeilingUsd) => set({ costCeilingUsd })}
        leave={() => setErrors(runErrors(values, ofTests))}
      />
      <Estimate gptSystemId={gptSystemId} stateId={values.gptSystemConfigurationStateId} />
    </FormDialog>
  )
}

/** What a run would cost. It follows the version. */
function Estimate({ gptSystemId, stateId }: { gptSystemId: string; stateId: string }) {
  const t = injectionTexts.useText()
  const ofTests = testsTexts.useText()
  const { currentData, error } = injectionsApi.useEstimateInjectionRunQuery({
    gptSystemId,
    gptSystemConfigurationStateId: stateId,
  })
  if (error) return <p className="strip w">{ofTests('estimateFailed', { reason: errorText(error) })}</p>
  return (
    <p className="strip info" role="status">
      <Coins size={16} />
      {currentData ? estimateText(currentData, t) : ofTests('estimating')}
    </p>
  )
}

function estimateText(
  { answers, costUsd }: { answers: number; costUsd: number | null },
  t: ReturnType<typeof injectionTexts.useText>,
): string {
  if (costUsd === null) return t('estimateUnknown', { answers })
  if (costUsd === 0) return t('estimateFree', { answers })
  return t('estimate', { answers, cost: formatCost(costUsd) })
}
