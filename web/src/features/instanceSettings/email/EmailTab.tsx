import { CircleAlert, CircleCheck } from 'lucide-react'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { webhooksApi } from '../data/webhooksApi.ts'
import { instanceSettingsTexts } from '../lang/en.ts'

/** Whether the instance sends email, which is set in the environment, and a test. */
export function EmailTab({ readOnly }: { readOnly: boolean }) {
  const t = instanceSettingsTexts.useText()
  const ui = uiTexts.useText()
  const { data, error, refetch } = webhooksApi.useGetEmailSettingsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!data)
    return (
      <p className="m3 s13 settings-list" role="status">
        {ui('loading')}
      </p>
    )
  const { server, from, ownAddress } = data
  return (
    <div className="edit-fields settings-list">
      <p className="m2">{t('emailIntro')}</p>
      {server === null || from === null ? (
        <p className="strip info">{t('emailOff')}</p>
      ) : (
        <>
          {[
            { field: 'server', label: t('emailServer'), value: server },
            { field: 'from', label: t('emailFrom'), value: from },
          ].map((one) => (
            <TextField key={one.field} {...one} code readOnly hint={t('fixed')} change={() => undefined} />
          ))}
          {!readOnly && <TestEmail address={ownAddress} />}
        </>
      )}
    </div>
  )
}

function TestEmail({ address }: { address: string | null }) {
  const t = instanceSettingsTexts.useText()
  const [send, { data, error, isLoading }] = webhooksApi.useSendTestEmailMutation()
  if (address === null) return <p className="m3 s13">{t('emailOutcome.NoAddress')}</p>
  const isOk = data?.outcome === 'Ok'
  const Mark = isOk ? CircleCheck : CircleAlert
  return (
    <>
      <div>
        <button
          type="button"
          className="btn out"
          aria-disabled={isLoading}
          onClick={() => !isLoading && void send()}
        >
          {isLoading ? t('emailSending') : t('emailTest')}
        </button>
      </div>
      {data && !isLoading && (
        <p className="row s13 settings-result" role="status" data-outcome={data.outcome}>
          <Mark size={16} />
          <span>{t(`emailOutcome.${data.outcome}`, { address })}</span>
        </p>
      )}
      {Boolean(error) && (
        <p className="strip e" role="alert">
          {errorText(error)}
        </p>
      )}
    </>
  )
}
