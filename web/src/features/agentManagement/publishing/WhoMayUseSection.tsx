import { CircleAlert } from 'lucide-react'
import type { FormEvent } from 'react'
import { errorText } from '../../../ui/errorText.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { toast } from '../../../ui/toast.tsx'
import { PublishingExposure } from '../../exposure/Exposures.tsx'
import { managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import type { OfPublishing } from './PublishingNow.tsx'
import { useWhoMayUse } from './useWhoMayUse.ts'
import { WhoMayUseField } from './WhoMayUseField.tsx'

/** Changes who can use an agent without publishing it. */
export function WhoMayUseSection({ agent: { gptSystemId, name, mayPublish }, publishing }: OfPublishing) {
  const t = managementTexts.useText()
  const common = uiTexts.useText()
  const who = useWhoMayUse(publishing)
  const [set, { isLoading, error }] = managementApi.useSetPublishingMutation()
  const { input, error: problem } = who
  const changed = mayPublish && input !== undefined
  useLeaveGuard(changed)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isLoading || !input) return
    const answer = await set({ gptSystemId, whoMayUse: input })
    if (answer.error) return who.takeIn(answer.error)
    who.discard()
    toast.success(t('whoSaved', { name }))
  }

  return (
    <form noValidate className="agent-found" onSubmit={(event) => void submit(event)}>
      {Boolean(error) && !who.takenIn && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {errorText(error)}
        </p>
      )}
      <WhoMayUseField
        who={mayPublish ? who : { ...who, change: undefined, missing: undefined }}
        tried={problem === 'whoNobody'}
        quiet
      />
      {changed && publishing.publishedStateId && (
        <PublishingExposure of={{ gptSystemId, whoMayUse: { subjects: input.subjects } }} />
      )}
      {changed && (
        <div className="row">
          <button type="submit" className="btn pri" aria-disabled={isLoading}>
            {t('whoSave')}
          </button>
          <button type="button" className="btn ghost" onClick={who.discard}>
            {common('cancel')}
          </button>
        </div>
      )}
    </form>
  )
}
