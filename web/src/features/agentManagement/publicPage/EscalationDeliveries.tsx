import { limits } from '@parlance/contract/limits'
import { useId } from 'react'
import { formatTimeOrMoment } from '../../../lang/format.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type EscalationDelivery, publicPageApi } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'

const chips = { Sent: 'chip ok', Queued: 'chip w', Failed: 'chip e' } as const

/** The conversations that visitors sent last, without their content. Nothing before the first. */
export function EscalationDeliveries({ gptSystemId }: { gptSystemId: string }) {
  const t = publicPageTexts.useText()
  const id = useId()
  const { currentData, error, refetch } = publicPageApi.useListEscalationsQuery(
    { gptSystemId },
    { refetchOnMountOrArgChange: true },
  )
  if (error) return <LoadError error={error} retry={refetch} />
  if (!currentData || currentData.items.length === 0) return null
  return (
    <div className="field">
      <h3 className="switch-label" id={id}>
        {t('escalations')}
      </h3>
      <ul className="public-escalations" aria-labelledby={id}>
        {currentData.items.map((one) => (
          <Row key={one.escalationId} delivery={one} />
        ))}
      </ul>
      <div className="hint">{t('escalationsHint', { days: limits.escalationDays })}</div>
    </div>
  )
}

function Row({ delivery }: { delivery: EscalationDelivery }) {
  const t = publicPageTexts.useText()
  const { state, attempts, createdAt, nextAttemptAt, lastError, lastStatus } = delivery
  return (
    <li className="s13">
      <span className={chips[state]}>{t(`escalation.${state}`)}</span>
      <time className="m3" dateTime={createdAt}>
        {formatTimeOrMoment(createdAt)}
      </time>
      <span className="m3">{t('attempts', { count: attempts })}</span>
      {lastError && (
        <span className="public-escalation-note">
          {t(`escalationError.${lastError}`, { status: lastStatus ?? '' })}
        </span>
      )}
      {nextAttemptAt && attempts > 0 && (
        <span className="m3 public-escalation-note">
          {t('nextAttempt', { time: formatTimeOrMoment(nextAttemptAt) })}
        </span>
      )}
    </li>
  )
}
