import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PublishingExposure } from '../../exposure/Exposures.tsx'
import { configStatePath } from '../data/agentPaths.ts'
import { managementApi, type Publishing } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { GateStatus } from './GateStatus.tsx'
import type { OfPublishing } from './PublishingNow.tsx'
import { useGateCheck, withoutApproval } from './useGateCheck.ts'
import { useGateReason } from './useGateReason.ts'

type Request = NonNullable<Publishing['request']>
type Decision = 'approve' | 'reject' | 'withdraw'

/** The version that waits for approval, or what was decided about the last one. */
export function PublishRequest({ agent, publishing }: OfPublishing) {
  const t = managementTexts.useText()
  const [deciding, decide] = useState<Decision>()
  const { request } = publishing
  // What was withdrawn, or published meanwhile, needs no attention.
  if (!request || request.status === 'Withdrawn' || request.status === 'Approved') return null
  const { number, note, requestedBy, requestedAt, isChanged, status, decidedBy, decisionNote } = request
  const isOpen = status === 'Open'
  const by = isOpen ? requestedBy : decidedBy
  const at = formatMoment((isOpen ? null : request.decidedAt) ?? requestedAt)
  const said = isOpen ? note : decisionNote
  return (
    <div className="row agent-now agent-request">
      <span className={isOpen ? 'chip w' : 'chip'}>{t(isOpen ? 'requestOpen' : 'requestRejected')}</span>
      <div className="grow">
        <div className="h4">
          <Link to={configStatePath(request.gptSystemConfigurationStateId)}>
            {t('requestOf', { number })}
          </Link>
        </div>
        <div className="small m3">{by ? t('by', { name: by, at }) : at}</div>
        {said && (
          <p className="s13 wrap">
            <bdi>{said}</bdi>
          </p>
        )}
        {isOpen && isChanged && <p className="s13 wrap">{t('requestChanged')}</p>}
      </div>
      {(request.mayDecide || request.mayWithdraw) && (
        <div className="row">
          {request.mayDecide && (
            <button type="button" className="btn out sm" onClick={() => decide('reject')}>
              {t('reject')}
            </button>
          )}
          {request.mayDecide && !isChanged && (
            <button type="button" className="btn pri sm" onClick={() => decide('approve')}>
              {t('approve')}
            </button>
          )}
          {request.mayWithdraw && (
            <button type="button" className="btn out sm" onClick={() => decide('withdraw')}>
              {t('withdraw')}
            </button>
          )}
        </div>
      )}
      {deciding && (
        <DecisionDialog
          {...{ agent, publishing, request }}
          decision={deciding}
          close={() => decide(undefined)}
        />
      )}
    </div>
  )
}

interface Props extends OfPublishing {
  request: Request
  decision: Decision
  close: () => void
}

function DecisionDialog({
  agent: { gptSystemId, name, mayPublish },
  publishing,
  request,
  decision,
  close,
}: Props) {
  const t = managementTexts.useText()
  const id = useId()
  const [note, setNote] = useState('')
  const calls = {
    approve: managementApi.useApprovePublishingMutation(),
    reject: managementApi.useRejectPublishingMutation(),
    withdraw: managementApi.useWithdrawPublishingMutation(),
  }
  const [call, { isLoading, error }] = calls[decision]
  const { publishRequestId, number, gptSystemConfigurationStateId } = request
  const reasonOf = useGateReason(publishing.gate)
  const isApproval = decision === 'approve'
  const { gate } = publishing
  const stateId = isApproval ? gptSystemConfigurationStateId : undefined
  const { check, isBlocked } = useGateCheck(gptSystemId, stateId, gate)

  async function confirm() {
    if ((await call({ gptSystemId, publishRequestId, note: note.trim() })).error) return
    toast.success(t(`${decision}Done`, { number, name }))
    close()
  }

  return (
    <ConfirmDialog
      title={t(`${decision}Title`, { number, name })}
      text={t(isBlocked ? 'gateBlocked' : `${decision}Text`)}
      button={t(decision)}
      danger={false}
      wide
      dirty={note.trim() !== ''}
      busy={isLoading}
      error={error}
      reasonOf={reasonOf}
      confirm={isBlocked ? undefined : () => void confirm()}
      close={close}
    >
      {gate && check && isApproval && (
        <GateStatus gate={gate} stateId={gptSystemConfigurationStateId} check={withoutApproval(check)} />
      )}
      {isApproval && mayPublish && <PublishingExposure of={{ gptSystemId, gptSystemConfigurationStateId }} />}
      {decision !== 'withdraw' && (
        <FieldFrame id={id} field="note" label={t('decisionNote')} hint={t('decisionNoteHint')}>
          <textarea
            id={id}
            className="in"
            dir="auto"
            rows={2}
            maxLength={1000}
            value={note}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setNote(event.target.value)}
          />
        </FieldFrame>
      )}
    </ConfirmDialog>
  )
}
