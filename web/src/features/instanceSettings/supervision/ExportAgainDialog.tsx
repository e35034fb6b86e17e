import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { TimeField } from '../announcements/TimeField.tsx'
import { type SupervisionExport, supervisionApi } from '../data/supervisionApi.ts'
import { supervisionTexts } from './lang/en.ts'
import { type AgainValues, againOf } from './supervisionForm.ts'

interface Props {
  one: SupervisionExport
  close: () => void
}

/** Sets an export back, to a time or a position. */
export function ExportAgainDialog({ one, close }: Props) {
  const t = supervisionTexts.useText()
  const { supervisionExportId, name } = one
  const streams = one.streams.filter(({ position }) => position > 0)
  const [values, setValues] = useState<AgainValues>({
    stream: streams[0]?.stream ?? 'AuditLog',
    from: 'Time',
    at: null,
    position: '',
  })
  const [tried, setTried] = useState(false)
  const [sendAgain, { isLoading, error }] = supervisionApi.useSendAgainMutation()
  const set = (change: Partial<AgainValues>) => setValues({ ...values, ...change })
  const last = streams.find(({ stream }) => stream === values.stream)?.position ?? 0
  const found = againOf(values, last, t)
  const wrong = tried && 'error' in found ? found.error : undefined

  async function confirm() {
    setTried(true)
    if ('error' in found) return
    const answer = await sendAgain({ supervisionExportId, stream: values.stream, from: found.from })
    if (answer.error) return
    toast.success(t('begun', { name }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('againTitle', { name })}
      text={t(`againText.${one.target.kind}`)}
      button={t('againButton')}
      danger={false}
      wide
      dirty={values.position !== '' || values.at !== null}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <div className="edit-fields">
        {streams.length > 1 && (
          <ChoiceField
            field="stream"
            label={t('stream')}
            value={values.stream}
            options={streams.map(({ stream }) => ({ key: stream, label: t(`stream.${stream}`) }))}
            change={(stream) => set({ stream })}
          />
        )}
        <ChoiceField
          field="from"
          label={t('from')}
          value={values.from}
          options={(['Time', 'Position'] as const).map((key) => ({ key, label: t(`from.${key}`) }))}
          change={(from) => set({ from })}
        />
        {values.from === 'Time' ? (
          <TimeField
            field="from.at"
            label={t('time')}
            value={values.at}
            error={wrong}
            change={(at) => set({ at })}
          />
        ) : (
          <TextField
            field="from.position"
            label={t('positionField')}
            hint={t('positionHint', { last })}
            code
            value={values.position}
            error={wrong}
            change={(position) => set({ position })}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
