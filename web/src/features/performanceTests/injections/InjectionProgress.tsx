import { CircleStop } from 'lucide-react'
import { useId } from 'react'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type InjectionRun, injectionsApi } from '../data/injectionsApi.ts'
import { testsTexts } from '../lang/en.ts'
import { injectionTexts } from './lang/en.ts'
import '../../../ui/files/files.css'

interface Props {
  gptSystemId: string
  run: InjectionRun
  /** Whether the user can stop it. */
  mayRun: boolean
}

/** How far a run is, and how to stop it. */
export function InjectionProgress({ gptSystemId, run: { runId, phase, done, total }, mayRun }: Props) {
  const t = injectionTexts.useText()
  const ofTests = testsTexts.useText()
  const id = useId()
  const [stop, { isLoading, error }] = injectionsApi.useStopInjectionRunMutation()
  const isQueued = phase === 'Queued'

  async function end() {
    if (isLoading || (await stop({ gptSystemId, runId })).error) return
    toast.success(ofTests('stopped'))
  }

  return (
    <div className="run-progress">
      <div className="row">
        <p id={id} className="grow num" role="status">
          {isQueued ? t('waiting') : t('progress', { done, total })}
        </p>
        {mayRun && (
          <button type="button" className="btn out sm" aria-disabled={isLoading} onClick={() => void end()}>
            <CircleStop size={14} />
            {ofTests('stop')}
          </button>
        )}
      </div>
      <progress className="meter" aria-labelledby={id} max={total} value={isQueued ? 0 : done} />
      <SaveError error={error} />
    </div>
  )
}
