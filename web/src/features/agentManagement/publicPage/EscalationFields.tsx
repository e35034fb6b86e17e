import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import type { PublicPageState } from './data/publicPageApi.ts'
import { EscalationDeliveries } from './EscalationDeliveries.tsx'
import { publicPageTexts } from './lang/en.ts'
import type { PublicPageValues } from './publicPageForm.ts'

interface Props {
  gptSystemId: string
  form: EditForm<PublicPageValues>
  state: PublicPageState
}

const kinds = ['', 'Email', 'Webhook'] as const

/** Where visitors can send a conversation, and what was sent. */
export function EscalationFields({ gptSystemId, form, state: { sendsEmail, publicEndpoint } }: Props) {
  const t = publicPageTexts.useText()
  const { values, errors, set, check } = form
  const { escalationKind: kind } = values
  // Email that was set up before the server stopped sending it is still shown.
  const offered = kinds.filter((one) => one !== 'Email' || sendsEmail || form.base.escalationKind === 'Email')
  const hasSecret = publicEndpoint?.escalation?.kind === 'Webhook'
  return (
    <>
      <SelectField
        field="escalationKind"
        label={t('escalationKind')}
        hint={sendsEmail ? undefined : t('escalationNoEmail')}
        value={kind}
        error={errors.escalationKind}
        options={offered.map((key) => ({ key, label: t(`escalationKind.${key || 'None'}`) }))}
        change={(key) => set('escalationKind', key as PublicPageValues['escalationKind'])}
      />
      {kind === 'Email' && (
        <TextField
          field="escalationAddress"
          label={t('escalationAddress')}
          hint={t('escalationAddressHint')}
          code
          value={values.escalationAddress}
          error={errors.escalationAddress}
          leave={() => check('escalationAddress')}
          change={(text) => set('escalationAddress', text)}
        />
      )}
      {kind === 'Webhook' && (
        <>
          <TextField
            field="escalationUrl"
            label={t('escalationUrl')}
            hint={t('escalationUrlHint')}
            code
            value={values.escalationUrl}
            error={errors.escalationUrl}
            leave={() => check('escalationUrl')}
            change={(text) => set('escalationUrl', text)}
          />
          <TextField
            field="escalationSecret"
            label={t('escalationSecret')}
            hint={t(hasSecret ? 'escalationSecretKept' : 'escalationSecretNew')}
            code
            secret
            value={values.escalationSecret}
            error={errors.escalationSecret}
            leave={() => check('escalationSecret')}
            change={(text) => set('escalationSecret', text)}
          />
        </>
      )}
      {publicEndpoint && <EscalationDeliveries gptSystemId={gptSystemId} />}
    </>
  )
}
