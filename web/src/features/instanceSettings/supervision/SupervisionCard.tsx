import { useState } from 'react'
import { formatTimeOrMoment } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { type ExportedStream, type SupervisionExport, supervisionApi } from '../data/supervisionApi.ts'
import { ExportAgainDialog } from './ExportAgainDialog.tsx'
import { supervisionTexts } from './lang/en.ts'

const chips = {
  Off: 'chip',
  Paused: 'chip e',
  Retrying: 'chip w',
  Sending: 'chip info',
  UpToDate: 'chip ok',
} as const

interface Props {
  one: SupervisionExport
  /** Whether the compliance mode is the one in which conversations are exported. */
  isStrict: boolean
  readOnly: boolean
  edit: () => void
}

export function SupervisionCard({ one, isStrict, readOnly, edit }: Props) {
  const t = supervisionTexts.useText()
  const { name, target, state, includesConversations, includesNames, streams, lastSuccessAt } = one
  return (
    <section className="card settings-card" aria-label={name}>
      <div className="row settings-actions">
        <h2 className="h4 wrap grow">
          <bdi>{name}</bdi>
        </h2>
        <span className="chip">{t(`kind.${target.kind}`)}</span>
        <span className={chips[state]}>{t(`state.${state}`)}</span>
      </div>
      <bdi dir="ltr" className="mono s13 m2 supervision-address">
        {target.kind === 'File' ? `${target.fileName}-*.ndjson` : target.url}
      </bdi>
      <ul className="row supervision-contents" aria-label={t('contents')}>
        <li className="chip">{t('stream.AuditLog')}</li>
        {includesConversations && <li className="chip">{t('stream.Conversations')}</li>}
        {includesConversations && includesNames && <li className="chip">{t('names')}</li>}
      </ul>
      {streams.map((stream) => (
        <StreamLine
          key={stream.stream}
          stream={stream}
          hasBegun={lastSuccessAt !== null}
          isNamed={streams.length > 1}
        />
      ))}
      {includesConversations && !isStrict && <p className="m3 s13">{t('notStrict')}</p>}
      {lastSuccessAt && (
        <p className="m3 s13">{t('lastSuccess', { when: formatTimeOrMoment(lastSuccessAt) })}</p>
      )}
      <Failure one={one} readOnly={readOnly} />
      {!readOnly && <Actions one={one} edit={edit} />}
    </section>
  )
}

interface LineProps {
  stream: ExportedStream
  /** An export that starts with new entries has a position before it has exported any. */
  hasBegun: boolean
  isNamed: boolean
}

function StreamLine({
  stream: { stream, position, waiting, oldestWaitingAt },
  hasBegun,
  isNamed,
}: LineProps) {
  const t = supervisionTexts.useText()
  const parts = [
    hasBegun && position > 0 ? t('position', { position }) : t('noPosition'),
    ...(waiting > 0 ? [t('waiting', { count: waiting })] : []),
    ...(waiting > 0 && oldestWaitingAt ? [t('oldest', { when: formatTimeOrMoment(oldestWaitingAt) })] : []),
  ]
  return (
    <div className="s13">
      {isNamed && <p className="m2">{t(`stream.${stream}`)}</p>}
      <p className="num">{parts.join(' ')}</p>
    </div>
  )
}

/** Why entries weren't exported, and what to do. */
function Failure({ one, readOnly }: { one: SupervisionExport; readOnly: boolean }) {
  const t = supervisionTexts.useText()
  const [tryAgain, { isLoading, error }] = supervisionApi.useTryAgainMutation()
  const { supervisionExportId, name, state, lastError, lastStatus, nextAttemptAt } = one
  if (lastError === null) return null
  const key = lastError === 'Status' && state === 'Retrying' ? 'error.StatusLater' : `error.${lastError}`
  const canTry = state === 'Paused' || state === 'Retrying'
  return (
    <div className={state === 'Paused' ? 'strip e' : 'strip w'}>
      <div className="supervision-failure">
        <p>{t(key as 'error.Status', lastStatus === null ? {} : { status: lastStatus })}</p>
        {state === 'Retrying' && nextAttemptAt && (
          <p>{t('nextAttempt', { when: formatTimeOrMoment(nextAttemptAt) })}</p>
        )}
        {Boolean(error) && <p role="alert">{errorText(error)}</p>}
        {canTry && !readOnly && (
          <button
            type="button"
            className="btn out sm"
            aria-label={t('tryAgainOf', { name })}
            aria-disabled={isLoading}
            onClick={() => !isLoading && void tryAgain({ supervisionExportId })}
          >
            {t('tryAgain')}
          </button>
        )}
      </div>
    </div>
  )
}

function Actions({ one, edit }: Pick<Props, 'one' | 'edit'>) {
  const t = supervisionTexts.useText()
  const { supervisionExportId, name, streams } = one
  const [open, setOpen] = useState<'removing' | 'again' | null>(null)
  const [remove, removing] = supervisionApi.useRemoveSupervisionExportMutation()
  async function confirm() {
    const { error } = await remove({ supervisionExportId })
    if (!error) toast.success(t('removed', { name }))
  }
  return (
    <div className="row settings-actions">
      <button type="button" className="btn out" aria-label={t('editOf', { name })} onClick={edit}>
        {t('edit')}
      </button>
      {streams.some(({ position }) => position > 0) && (
        <button
          type="button"
          className="btn ghost"
          aria-label={t('againOf', { name })}
          onClick={() => setOpen('again')}
        >
          {t('again')}
        </button>
      )}
      <button
        type="button"
        className="btn ghost"
        aria-label={t('removeOf', { name })}
        onClick={() => setOpen('removing')}
      >
        {t('remove')}
      </button>
      {open === 'again' && <ExportAgainDialog one={one} close={() => setOpen(null)} />}
      {open === 'removing' && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText')}
          button={t('removeOf', { name })}
          busy={removing.isLoading}
          error={removing.error}
          confirm={() => void confirm()}
          close={() => setOpen(null)}
        />
      )}
    </div>
  )
}
