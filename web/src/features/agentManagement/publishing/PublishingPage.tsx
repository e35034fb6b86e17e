import { useParams } from 'react-router'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { CheckAccess } from '../../frame/CheckAccess.tsx'
import { usePageTitle } from '../../frame/useProductName.ts'
import { AgentPages } from '../AgentPages.tsx'
import { AgentUnreadable, AgentWait, isMissing, isUnreadable } from '../AgentWait.tsx'
import { agentsPath } from '../data/agentPaths.ts'
import { managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { useManagedAgent } from '../useManagedAgent.ts'
import { AgentBrand } from './AgentBrand.tsx'
import { DraftGate } from './DraftGate.tsx'
import { GateSection } from './GateSection.tsx'
import { PublishingHistory } from './PublishingHistory.tsx'
import { PublishingNow } from './PublishingNow.tsx'
import { PublishRequest } from './PublishRequest.tsx'
import { WhereFound } from './WhereFound.tsx'
import { WhoMayUseSection } from './WhoMayUseSection.tsx'
import '../agentManagement.css'
import { screenTitle } from '../../frame/screens.ts'

/**
 * /admin/gptsystem/{gptSystemId}/publish: an agent's published version, its directory listing, access and
 * history.
 */
export function PublishingPage() {
  const t = managementTexts.useText()
  const { gptSystemId = '' } = useParams()
  const agent = useManagedAgent(gptSystemId)
  const publishing = managementApi.useGetPublishingQuery({ gptSystemId }, { refetchOnMountOrArgChange: true })
  const name = agent.data?.name ?? ''
  usePageTitle(name ? t('publishingTitle', { name }) : screenTitle('agents'))
  // The publishing data confirms that the agent exists, but doesn't include its configuration.
  if (isUnreadable(agent.error) && publishing.data && !publishing.error) return <AgentUnreadable />
  if (!agent.data || !publishing.data || isMissing(agent.error)) {
    const retry = () => {
      void agent.refetch()
      void publishing.refetch()
    }
    const error = isMissing(publishing.error) ? publishing.error : (agent.error ?? publishing.error)
    return <AgentWait error={error} retry={retry} />
  }
  const shown = { agent: agent.data, publishing: publishing.data }
  return (
    <PlainEditPage
      head={
        <PageHead
          title={t('publishingTitle', { name })}
          parent={{ title: screenTitle('agents'), path: agentsPath }}
          pages={<AgentPages gptSystemId={gptSystemId} current="publishing" />}
        >
          <CheckAccess gptSystemId={gptSystemId} />
        </PageHead>
      }
    >
      <EditSection title={t('now')}>
        <PublishingNow {...shown} />
        <PublishRequest {...shown} />
      </EditSection>
      <EditSection title={t('gate')} hint={t('gateHint')}>
        <DraftGate {...shown} />
        <GateSection {...shown} />
      </EditSection>
      <EditSection title={t('whoMayUse')} hint={t('whoMayUseHint')}>
        <WhoMayUseSection {...shown} />
      </EditSection>
      <EditSection title={t('whereFound')} hint={t('whereFoundHint')}>
        <WhereFound {...shown} />
      </EditSection>
      <EditSection title={t('brand')} hint={t('brandSectionHint')}>
        <AgentBrand agent={shown.agent} />
      </EditSection>
      <EditSection title={t('history')} hint={t('historyHint')}>
        <PublishingHistory {...shown} />
      </EditSection>
    </PlainEditPage>
  )
}
