import { useEffect } from 'react'
import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { testsApi } from '../performanceTests/data/api.ts'
import { testsTexts } from '../performanceTests/lang/en.ts'
import { versionText } from '../performanceTests/runs/versionText.ts'
import { debuggerTexts } from './lang/en.ts'

interface Props {
  gptSystemId: string
  value: string
  change: (stateId: string) => void
}

/** Chooses a version of an agent: at first the published one, or else the newest. */
export function VersionField({ gptSystemId, value, change }: Props) {
  const t = debuggerTexts.useText()
  const tests = testsTexts.useText()
  const { data, error, refetch } = testsApi.useListAgentVersionsQuery({ gptSystemId })
  const versions = data?.items ?? []
  const first = (versions.find(({ status }) => status === 'Published') ?? versions[0])
    ?.gptSystemConfigurationStateId
  useEffect(() => {
    if (value === '' && first) change(first)
  }, [value, first, change])
  if (error) return <LoadError error={error} retry={refetch} />
  if (data && versions.length === 0) return <p className="m2">{t('noVersions')}</p>
  return (
    <SelectField
      field="stateId"
      label={t('version')}
      hint={t('versionHint')}
      value={value}
      options={versions.map((one) => ({
        key: one.gptSystemConfigurationStateId,
        label: versionText(one, tests),
      }))}
      change={change}
    />
  )
}
