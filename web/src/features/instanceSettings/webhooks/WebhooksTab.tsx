import { CircleAlert, CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { CardList } from '../CardList.tsx'
import { type Webhook, webhooksApi } from '../data/webhooksApi.ts'
import { Deliveries } from './Deliveries.tsx'
import { webhooksTexts } from './lang/en.ts'
import { useErrorText } from './useErrorText.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import './webhooks.css'

/** The webhooks of the instance, and what was sent to them. */
export function WebhooksTab({ readOnly }: { readOnly: boolean }) {
  const t = webhooksTexts.useText()
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const { data, error, refetch } = webhooksApi.useListWebhooksQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <CardList
      intro={t('intro')}
      items={data}
      error={error}
      retry={() => void refetch()}
      add={readOnly ? undefined : { label: t('add'), open: () => setEdited('new') }}
      empty={t('empty')}
      card={(one) => (
        <WebhookCard key={one.webhookId} webhook={one} readOnly={readOnly} edit={() => setEdited(one)} />
      )}
    >
      {edited && <WebhookDialog webhook={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
    </CardList>
  )
}

interface CardProps {
  webhook: Webhook
  readOnly: boolean
  edit: () => void
}

function WebhookCard({ webhook, readOnly, edit }: CardProps) {
  const t = webhooksTexts.useText()
  const id = useId()
  const [opened, setOpened] = useState(false)
  const { name, url, events, enabled } = webhook
  return (
    <section className="card settings-card" aria-label={name}>
      <div className="row settings-actions">
        <h2 className="h4 wrap grow">
          <bdi>{name}</bdi>
        </h2>
        {!enabled && <span className="chip w">{t('off')}</span>}
      </div>
      <bdi dir="ltr" className="mono s13 m2 webhook-url">
        {url}
      </bdi>
      <ul className="row webhook-events" aria-label={t('events')}>
        {events.map((event) => (
          <li key={event} className="chip">
            {t(`event.${event}`)}
          </li>
        ))}
      </ul>
      {!readOnly && <Actions webhook={webhook} edit={edit} />}
      <button
        type="button"
        className="text-button webhook-more"
        aria-expanded={opened}
        aria-controls={id}
        aria-label={t('deliveriesOf', { name })}
        onClick={() => setOpened(!opened)}
      >
        {t('deliveries')}
      </button>
      <div id={id} hidden={!opened}>
        {opened && <Deliveries webhook={webhook} />}
      </div>
    </section>
  )
}

function Actions({ webhook, edit }: Omit<CardProps, 'readOnly'>) {
  const t = webhooksTexts.useText()
  const { webhookId, name } = webhook
  const [asking, setAsking] = useState(false)
  const [test, testing] = webhooksApi.useTestWebhookMutation()
  const [remove, removing] = webhooksApi.useRemoveWebhookMutation()
  async function confirm() {
    const { error } = await remove({ webhookId })
    if (!error) toast.success(t('removed', { name }))
  }
  return (
    <>
      <div className="row settings-actions">
        <button
          type="button"
          className="btn out"
          aria-label={t('testOf', { name })}
          aria-disabled={testing.isLoading}
          onClick={() => !testing.isLoading && void test({ webhookId })}
        >
          {testing.isLoading ? t('testing') : t('test')}
        </button>
        <button type="button" className="btn ghost" aria-label={t('editOf', { name })} onClick={edit}>
          {t('edit')}
        </button>
        <button
          type="button"
          className="btn ghost"
          aria-label={t('removeOf', { name })}
          onClick={() => setAsking(true)}
        >
          {t('remove')}
        </button>
      </div>
      <TestOutcome testing={testing} />
      {asking && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText')}
          button={t('removeOf', { name })}
          busy={removing.isLoading}
          error={removing.error}
          confirm={() => void confirm()}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

type Testing = ReturnType<typeof webhooksApi.useTestWebhookMutation>[1]

/** How the test ended, and what to do about it. */
function TestOutcome({ testing: { data, error, isLoading } }: { testing: Testing }) {
  const t = webhooksTexts.useText()
  const errorOf = useErrorText()
  if (error)
    return (
      <p className="strip e" role="alert">
        {errorText(error)}
      </p>
    )
  if (!data || isLoading) return null
  const failure = errorOf(data)
  const Mark = failure ? CircleAlert : CircleCheck
  return (
    <p className="row s13 settings-result" role="status" data-outcome={data.lastError ?? 'Ok'}>
      <Mark size={16} />
      <span>{failure ?? t('testOk', { status: data.lastStatus ?? '' })}</span>
    </p>
  )
}
