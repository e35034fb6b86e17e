import { PageHead } from '../../ui/admin/PageHead.tsx'
import { screenTitle } from '../frame/screens.ts'
import { Debugger } from '../retrievalDebugger/Debugger.tsx'
import { blankValues } from '../retrievalDebugger/debuggerForm.ts'
import { AgentPage } from './AgentPage.tsx'
import { AgentPages } from './AgentPages.tsx'
import { agentsPath } from './data/agentPaths.ts'
import { managementTexts } from './lang/en.ts'

/** /admin/gptsystem/{gptSystemId}/debugger: what a question finds as a version of the agent searches. */
export function AgentDebuggerPage() {
  const t = managementTexts.useText()
  return (
    <AgentPage title="debuggerTitle">
      {({ gptSystemId, name }) => (
        <div className="page">
          <PageHead
            title={t('debuggerTitle', { name })}
            parent={{ title: screenTitle('agents'), path: agentsPath }}
            pages={<AgentPages gptSystemId={gptSystemId} current="debugger" />}
          />
          <div className="page-body">
            <Debugger key={gptSystemId} initial={blankValues} gptSystemId={gptSystemId} />
          </div>
        </div>
      )}
    </AgentPage>
  )
}
