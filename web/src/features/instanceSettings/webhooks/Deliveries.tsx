import { limits } from '@parlance/contract/limits'
import { formatTimeOrMoment } from '../../../lang/format.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { type Delivery, type Webhook, webhooksApi } from '../data/webhooksApi.ts'
import { webhooksTexts } from './lang/en.ts'
import { useErrorText } from './useErrorText.ts'

const chips = { Delivered: 'chip ok', Waiting: 'chip w', Failed: 'chip e' } as const

/** What was sent to a webhook, newest first. */
export function Deliveries({ webhook: { webhookId, name } }: { webhook: Webhook }) {
  const t = webhooksTexts.useText()
  const ui = uiTexts.useText()
  const query = webhooksApi.useListWebhookDeliveriesInfiniteQuery(
    { webhookId },
    { refetchOnMountOrArgChange: true },
  )
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!data)
    return (
      <p className="m3 s13" role="status">
        {ui('loading')}
      </p>
    )
  if (items.length === 0)
    return <p className="m3 s13">{t('noDeliveries', { days: limits.webhookDeliveryDays })}</p>
  return (
    <>
      <ul className="webhook-deliveries" aria-label={t('deliveriesOf', { name })}>
        {items.map((one) => (
          <Row key={one.deliveryId} delivery={one} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <button
            type="button"
            className="btn out sm"
            aria-disabled={isFetchingNextPage}
            onClick={() => !isFetchingNextPage && void fetchNextPage()}
          >
            {t('more')}
          </button>
        </div>
      )}
    </>
  )
}

function Row({ delivery }: { delivery: Delivery }) {
  const t = webhooksTexts.useText()
  const errorOf = useErrorText()
  const { event, state, attempts, createdAt, nextAttemptAt } = delivery
  const error = errorOf(delivery)
  return (
    <li className="s13">
      <span className={chips[state]}>{t(`state.${state}`)}</span>
      <span className="webhook-event">
        {t(`event.${event}` as 'event.webhook.test', { defaultValue: event })}
      </span>
      <time className="m3" dateTime={createdAt}>
        {formatTimeOrMoment(createdAt)}
      </time>
      <span className="m3">{t('attempts', { count: attempts })}</span>
      {error && <span className="webhook-error">{error}</span>}
      {nextAttemptAt && (
        <span className="m3 webhook-error">{t('next', { time: formatTimeOrMoment(nextAttemptAt) })}</span>
      )}
    </li>
  )
}
