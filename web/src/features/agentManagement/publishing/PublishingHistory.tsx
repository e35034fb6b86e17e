import { RotateCcw, Send, SendHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PublishingExposure } from '../../exposure/Exposures.tsx'
import { configStatePath } from '../data/agentPaths.ts'
import { managementApi, type Publication } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import type { OfPublishing } from './PublishingNow.tsx'

const kinds = {
  Publish: { word: 'kindPublish', Icon: Send },
  RollBack: { word: 'kindRollBack', Icon: RotateCcw },
  Unpublish: { word: 'kindUnpublish', Icon: SendHorizontal },
} as const

/** An agent's publishing history, newest first. Any version can be restored. */
export function PublishingHistory({ agent, publishing }: OfPublishing) {
  const t = managementTexts.useText()
  const [wanted, setWanted] = useState<Publication>()
  const { history, publishedStateId } = publishing
  if (history.length === 0) return <p className="m3">{t('historyEmpty')}</p>
  const newest = history[0]?.publicationId
  return (
    <>
      <ol className="agent-history">
        {history.map((publication) => {
          const { publicationId, kind, number, note, by, at, stateId } = publication
          const { word, Icon } = kinds[kind]
          const when = formatMoment(at)
          return (
            <li key={publicationId} className="row">
              <Icon size={16} className="m3 flip" />
              <div className="grow">
                <div className="h4">
                  {stateId ? (
                    <Link to={configStatePath(stateId)}>{t(word, { number: number ?? '' })}</Link>
                  ) : (
                    t(word, { number: number ?? '' })
                  )}
                </div>
                <div className="small m3">
                  <time dateTime={at}>
                    {by ? t('by', { name: by, at: when }) : t('byFirst', { at: when })}
                  </time>
                </div>
                {note && (
                  <p className="s13 wrap">
                    <bdi>{note}</bdi>
                  </p>
                )}
              </div>
              {publicationId === newest && stateId && stateId === publishedStateId ? (
                <span className="chip ok">{t('current')}</span>
              ) : (
                agent.mayPublish &&
                stateId &&
                stateId !== publishedStateId && (
                  <button type="button" className="btn soft sm" onClick={() => setWanted(publication)}>
                    {t('rollBack')}
                  </button>
                )
              )}
            </li>
          )
        })}
      </ol>
      {wanted && <RollBackDialog agent={agent} publication={wanted} close={() => setWanted(undefined)} />}
    </>
  )
}

interface Props {
  agent: OfPublishing['agent']
  publication: Publication
  close: () => void
}

function RollBackDialog({ agent: { gptSystemId, name }, publication, close }: Props) {
  const t = managementTexts.useText()
  const id = useId()
  const [reason, setReason] = useState('')
  const [rollBack, { isLoading, error }] = managementApi.useRollBackMutation()
  const { publicationId, stateId } = publication
  const number = publication.number ?? ''

  async function confirm() {
    const given = reason.trim()
    if ((await rollBack({ gptSystemId, publicationId, ...(given ? { reason: given } : {}) })).error) return
    toast.success(t('rolledBack', { number }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('rollBackTitle', { number, name })}
      text={t('rollBackText')}
      button={t('rollBack')}
      danger={false}
      wide
      dirty={reason.trim() !== ''}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      {stateId && <PublishingExposure of={{ gptSystemId, gptSystemConfigurationStateId: stateId }} />}
      <FieldFrame id={id} field="reason" label={t('rollBackReason')}>
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={2}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FieldFrame>
    </ConfirmDialog>
  )
}
