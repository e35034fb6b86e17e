import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PublishingExposure } from '../../exposure/Exposures.tsx'
import { editAgentPath } from '../data/agentPaths.ts'
import { type ManagedAgent, managementApi, type Publishing } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'

export interface OfPublishing {
  agent: ManagedAgent
  publishing: Publishing
}

/** The published version, and the button to unpublish it. */
export function PublishingNow({ agent: { gptSystemId, name, mayPublish }, publishing }: OfPublishing) {
  const t = managementTexts.useText()
  const [asked, setAsked] = useState(false)
  const [set, { isLoading, error }] = managementApi.useSetPublishingMutation()
  const { publishedStateId, history } = publishing
  const current = history.find(({ stateId }) => stateId === publishedStateId)

  async function takeOff() {
    if ((await set({ gptSystemId, gptSystemConfigurationStateId: null })).error) return
    toast.success(t('unpublishDone', { name }))
    setAsked(false)
  }

  return (
    <>
      <p className="row agent-now">
        <span className={publishedStateId ? 'chip ok' : 'chip'}>
          {t(publishedStateId ? 'published' : 'unpublished')}
        </span>
        <span className="grow">
          {publishedStateId ? t('nowPublished', { number: current?.number ?? '' }) : t('nowNone')}
        </span>
        <Link to={editAgentPath(gptSystemId)} className="btn soft sm">
          {t('edit')}
        </Link>
        {publishedStateId && mayPublish && (
          <button type="button" className="btn out sm" onClick={() => setAsked(true)}>
            {t('unpublish')}
          </button>
        )}
      </p>
      {asked && (
        <ConfirmDialog
          title={t('unpublishTitle', { name })}
          text={t('unpublishText')}
          button={t('unpublish')}
          wide
          busy={isLoading}
          error={error}
          confirm={() => void takeOff()}
          close={() => setAsked(false)}
        >
          <PublishingExposure of={{ gptSystemId, gptSystemConfigurationStateId: null }} taking />
        </ConfirmDialog>
      )}
    </>
  )
}
