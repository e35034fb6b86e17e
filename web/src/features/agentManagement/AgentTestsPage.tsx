import { Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { screenTitle } from '../frame/screens.ts'
import { InjectionSection } from '../performanceTests/injections/InjectionSection.tsx'
import { LiveAnswersCard } from '../performanceTests/monitoring/LiveAnswersCard.tsx'
import { NewTestDialog } from '../performanceTests/NewTestDialog.tsx'
import { TestList } from '../performanceTests/TestList.tsx'
import { useTestRights } from '../performanceTests/useTestRights.ts'
import { AgentPage } from './AgentPage.tsx'
import { AgentPages } from './AgentPages.tsx'
import { agentsPath } from './data/agentPaths.ts'
import type { ManagedAgent } from './data/api.ts'
import { managementTexts } from './lang/en.ts'
import '../../ui/admin/list.css'

/** /admin/gptsystem/{gptSystemId}/tests: the performance tests of an agent. */
export function AgentTestsPage() {
  return (
    <AgentPage title="testsTitle">
      {(agent) => <AgentTests key={agent.gptSystemId} agent={agent} />}
    </AgentPage>
  )
}

function AgentTests({ agent: { gptSystemId, name, mayChange } }: { agent: ManagedAgent }) {
  const t = managementTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { mayList, mayCreate } = useTestRights()
  const [isNew, setNew] = useState(false)
  const create = mayCreate && mayChange ? () => setNew(true) : undefined
  return (
    <div className="page">
      <PageHead
        title={t('testsTitle', { name })}
        parent={{ title: screenTitle('agents'), path: agentsPath }}
        pages={<AgentPages gptSystemId={gptSystemId} current="tests" />}
      >
        {create && (
          <button type="button" className="btn pri" onClick={create}>
            <Plus size={16} />
            {t('newTest')}
          </button>
        )}
      </PageHead>
      <div className="page-body">
        {mayList ? (
          <>
            <TestList gptSystemId={gptSystemId} create={create} />
            <InjectionSection gptSystemId={gptSystemId} name={name} />
            <LiveAnswersCard gptSystemId={gptSystemId} />
          </>
        ) : (
          <EmptyList Icon={Lock} text={t('testsDenied', { action: fullNameOf('AnalyticsRead') })} />
        )}
      </div>
      {isNew && <NewTestDialog agent={{ gptSystemId, name }} close={() => setNew(false)} />}
    </div>
  )
}
