import { CircleStop } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCost } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Run, testsApi } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import '../../../ui/files/files.css'

interface Props {
  run: Run
  /** Whether the user can stop it. */
  mayRun: boolean
}

/** How far a run is, what it has cost so far, and how to stop it. */
export function RunProgress({ run, mayRun }: Props) {
  const t = testsTexts.useText()
  const id = useId()
  const [isStopping, setStopping] = useState(false)
  const { phase, done, total, costUsd } = run
  const text =
    phase === 'Queued'
      ? t('waiting')
      : costUsd === null || costUsd === 0
        ? t('progress', { done, total })
        : t('progressCost', { done, total, cost: formatCost(costUsd) })
  return (
    <div className="card run-progress">
      <div className="row">
        <p id={id} className="grow num" role="status">
          {text}
        </p>
        {mayRun && (
          <button type="button" className="btn out sm" onClick={() => setStopping(true)}>
            <CircleStop size={14} />
            {t('stop')}
          </button>
        )}
      </div>
      <progress className="meter" aria-labelledby={id} max={total} value={phase === 'Queued' ? 0 : done} />
      {isStopping && <StopDialog run={run} close={() => setStopping(false)} />}
    </div>
  )
}

function StopDialog({ run: { performanceTestId, runId }, close }: { run: Run; close: () => void }) {
  const t = testsTexts.useText()
  const [stop, { isLoading, error }] = testsApi.useStopRunMutation()

  async function confirm() {
    if ((await stop({ performanceTestId, runId })).error) return
    toast.success(t('stopped'))
    close()
  }

  return (
    <ConfirmDialog
      title={t('stopTitle')}
      text={t('stopText')}
      button={t('stop')}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
