import { ShieldQuestionMark } from 'lucide-react'
import { useId } from 'react'
import { LoadError } from '../../../ui/LoadError.tsx'
import { memoriesApi } from '../../memories/data/api.ts'
import { approvalTexts } from './lang/en.ts'
import { useDecision, type Waiting } from './useDecision.ts'
import './approvals.css'

/** Shows what an answer wants to remember after it has read what someone else wrote. */
export function MemoryApproval({ memoryId, ...call }: Waiting & { memoryId: string }) {
  const t = approvalTexts.useText()
  const title = useId()
  const { isDecided, send } = useDecision(call)
  const { currentData, error, refetch } = memoriesApi.useGetNamedMemoryQuery({ memoryId })
  const memory = currentData?.memory
  return (
    <section className="tool-approval" aria-labelledby={title}>
      <h3 className="h4" id={title}>
        <ShieldQuestionMark size={16} />
        {t('rememberTitle')}
      </h3>
      <p>{t('rememberAbout')}</p>
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <blockquote dir="auto" aria-busy={!memory}>
          {memory?.text}
        </blockquote>
      )}
      <div className="row">
        <button
          type="button"
          className="btn pri sm"
          // No one allows what they haven't seen.
          aria-disabled={isDecided || !memory}
          onClick={() => memory && void send(true)}
        >
          {t('rememberAllow')}
        </button>
        <button
          type="button"
          className="btn ghost sm"
          aria-disabled={isDecided}
          onClick={() => void send(false)}
        >
          {t('decline')}
        </button>
      </div>
    </section>
  )
}
