import { useState } from 'react'
import { problemOf } from '../../../session/http.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Webhook, type WebhookEvent, webhooksApi } from '../data/webhooksApi.ts'
import { webhooksTexts } from './lang/en.ts'
import { SecretField } from './SecretField.tsx'
import { errorsOf, events, inputOf, valuesOf } from './webhookForm.ts'

interface Props {
  /** Null for a new one. */
  webhook: Webhook | null
  close: () => void
}

/** Adds or changes a webhook. */
export function WebhookDialog({ webhook, close }: Props) {
  const t = webhooksTexts.useText()
  // Taken once: a change by someone else is refused with the next save, and doesn't replace what was typed.
  const [opened] = useState(webhook)
  const [values, setValues] = useState(() => valuesOf(opened))
  const [tried, setTried] = useState(false)
  const [create, creating] = webhooksApi.useCreateWebhookMutation()
  const [update, updating] = webhooksApi.useUpdateWebhookMutation()
  const { isLoading, error } = opened ? updating : creating
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const found = errorsOf(values, opened === null, t)
  const errors = tried ? found : {}
  const refused = problemOf(error)?.errors?.find(({ field }) => field === 'url')

  async function save() {
    setTried(true)
    if (Object.keys(found).length > 0) return
    const { secret, ...input } = inputOf(values)
    const answer = opened
      ? await update({
          webhookId: opened.webhookId,
          version: opened.version,
          ...input,
          ...(secret === undefined ? {} : { secret }),
        })
      : await create({ ...input, secret: secret ?? '' })
    if (answer.error) return
    toast.success(t('saved', { name: input.name }))
    close()
  }

  return (
    <ConfirmDialog
      title={opened ? t('editTitle', { name: opened.name }) : t('addTitle')}
      text={t('formText')}
      button={t('save')}
      danger={false}
      wide
      dirty={JSON.stringify(values) !== JSON.stringify(valuesOf(opened))}
      busy={isLoading}
      error={error}
      confirm={() => void save()}
      close={close}
    >
      <div className="edit-fields">
        <TextField
          field="name"
          label={t('name')}
          value={values.name}
          error={errors.name}
          change={(name) => set({ name })}
          autoFocus
        />
        <TextField
          field="url"
          label={t('url')}
          hint={t('urlHint')}
          code
          value={values.url}
          error={errors.url ?? refused?.message}
          change={(url) => set({ url })}
        />
        <SecretField
          isStored={opened !== null}
          value={values.secret}
          error={errors.secret}
          change={(secret) => set({ secret })}
        />
        <EventChoices
          chosen={values.events}
          error={errors.events}
          change={(chosen) => set({ events: chosen })}
        />
        <SwitchField
          field="enabled"
          label={t('enabled')}
          hint={t('enabledHint')}
          on={values.enabled}
          change={(enabled) => set({ enabled })}
        />
      </div>
    </ConfirmDialog>
  )
}

interface ChoicesProps {
  chosen: WebhookEvent[]
  error: string | undefined
  change: (chosen: WebhookEvent[]) => void
}

function EventChoices({ chosen, error, change }: ChoicesProps) {
  const t = webhooksTexts.useText()
  const id = 'webhook-events-error'
  return (
    <fieldset className="settings-choices" aria-describedby={error && id}>
      <legend className="switch-label">{t('events')}</legend>
      {events.map((event) => (
        <label key={event} className="row s13">
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={(changed) =>
              change(events.filter((one) => (one === event ? changed.target.checked : chosen.includes(one))))
            }
          />
          {t(`event.${event}`)}
        </label>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
