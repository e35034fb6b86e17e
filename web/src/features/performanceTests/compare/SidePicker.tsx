import { Play } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '../../../lang/format.ts'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import type { AgentVersion, PerformanceTest, Run } from '../data/api.ts'
import { type TestsText, testsTexts } from '../lang/en.ts'
import { RunDialog } from '../runs/RunDialog.tsx'
import { RunProgress } from '../runs/RunProgress.tsx'
import { versionText } from '../runs/versionText.ts'
import { scoreText } from '../scoreText.ts'
import type { Side, SideName } from './useSides.ts'

interface Props {
  test: PerformanceTest
  name: SideName
  side: Side
  versions: readonly AgentVersion[]
  /** The run of the test that is in progress. */
  running: Run | undefined
}

/** Chooses one of two runs to compare: a version of the agent, and one of its completed runs. */
export function SidePicker({ test, name, side, versions, running }: Props) {
  const t = testsTexts.useText()
  const { versionId, runs, run, chooseVersion, chooseRun } = side
  return (
    <section className="card compare-side" aria-label={t(`side.${name}`)}>
      <h2 className="h4">{t(`side.${name}`)}</h2>
      <SelectField
        field={`${name}Version`}
        label={t('version')}
        value={versionId ?? ''}
        options={versionOptions(versions, versionId, run, t)}
        change={(id) => id !== '' && chooseVersion(id)}
      />
      {runs && runs.length > 0 && (
        <SelectField
          field={name}
          label={t('runField')}
          value={run?.runId ?? ''}
          options={runs.map((one) => ({ key: one.runId, label: runOption(one, t) }))}
          change={chooseRun}
        />
      )}
      {runs?.length === 0 && versionId && <Unrun test={test} versionId={versionId} running={running} />}
    </section>
  )
}

const runOption = (run: Run, t: TestsText): string =>
  t('runOption', { date: formatMoment(run.startedAt), score: scoreText(run, t) ?? t(`phase.Stopped`) })

function versionOptions(
  versions: readonly AgentVersion[],
  versionId: string | undefined,
  run: Run | undefined,
  t: TestsText,
) {
  const options = versions.map((one) => ({
    key: one.gptSystemConfigurationStateId,
    label: versionText(one, t),
  }))
  if (!versionId) return [{ key: '', label: t('chooseVersion') }, ...options]
  if (options.some(({ key }) => key === versionId)) return options
  // An old version isn’t listed, and one that was discarded doesn’t exist anymore.
  const label = run ? t('versionOf', { number: run.stateNumber }) : t('chooseVersion')
  return [{ key: versionId, label }, ...options]
}

interface UnrunProps {
  test: PerformanceTest
  versionId: string
  running: Run | undefined
}

/** Says that a version has no completed run, and offers to start one, or shows how far it is. */
function Unrun({ test, versionId, running }: UnrunProps) {
  const t = testsTexts.useText()
  const [isStarting, setStarting] = useState(false)
  if (running?.gptSystemConfigurationStateId === versionId)
    return <RunProgress run={running} mayRun={test.mayRun} />
  return (
    <>
      <p className="s13 m2">{t(running ? 'unrunWaits' : 'unrun')}</p>
      {test.mayRun && !running && (
        <div>
          <button type="button" className="btn soft sm" onClick={() => setStarting(true)}>
            <Play size={14} />
            {t('run')}
          </button>
        </div>
      )}
      {isStarting && (
        <RunDialog test={test} stateId={versionId} started={() => {}} close={() => setStarting(false)} />
      )}
    </>
  )
}
