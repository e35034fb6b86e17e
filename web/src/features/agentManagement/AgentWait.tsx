import { Bot, EyeOff } from 'lucide-react'
import { problemOf } from '../../session/http.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { RecordWait } from '../../ui/admin/RecordWait.tsx'
import { agentsPath } from './data/agentPaths.ts'
import { managementTexts } from './managementTexts.ts'
import '../../ui/admin/list.css'

/** Whether there is no such agent or state, or none that one may see. */
export function isMissing(fault: unknown): boolean {
  const code = problemOf(fault)?.code
  return code === 'agent.notFound' || code === 'agent.stateNotFound' || code === 'request.invalid'
}

/** Whether its configuration is nothing that one may read, as far as that is told apart from there being none. */
export const isUnreadable = (fault: unknown): boolean =>
  isMissing(fault) || problemOf(fault)?.code === 'access.denied'

/** In place of an agent: while it is loaded, where it could not be, and where there is none. */
export function AgentWait({ fault, retry }: { fault: unknown; retry: () => void }) {
  const t = managementTexts.useText()
  return (
    <RecordWait
      title={t('title')}
      parent={{ title: t('title'), path: agentsPath }}
      Icon={Bot}
      fault={fault}
      missing={isMissing(fault)}
      texts={{ missing: t('missing'), back: t('toAgents') }}
      retry={retry}
    />
  )
}

/** In place of the publishing of an agent whose configuration one may not read. */
export function AgentUnreadable() {
  const t = managementTexts.useText()
  return (
    <div className="page">
      <PageHead title={t('title')} parent={{ title: t('title'), path: agentsPath }} />
      <div className="page-body">
        <EmptyList
          Icon={EyeOff}
          text={t('unreadable', {
            all: 'GptSystemConfigurationsRead',
            writeAll: 'GptSystemsWrite',
            one: 'GptSystemsReadSpecific',
            writeOne: 'GptSystemsWriteSpecific',
          })}
        />
      </div>
    </div>
  )
}
