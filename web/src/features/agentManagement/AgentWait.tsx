import { Bot, EyeOff } from 'lucide-react'
import { problemOf } from '../../session/http.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { RecordWait } from '../../ui/admin/RecordWait.tsx'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { agentsPath } from './data/agentPaths.ts'
import { managementTexts } from './lang/en.ts'
import '../../ui/admin/list.css'
import { screenTitle } from '../frame/screens.ts'

/** Returns whether the error is "not found", which includes "not visible to you". */
export function isMissing(error: unknown): boolean {
  const code = problemOf(error)?.code
  return code === 'agent.notFound' || code === 'agent.stateNotFound' || code === 'request.invalid'
}

/** Returns whether the user can't read the configuration, either because access is denied or it isn't found. */
export const isUnreadable = (error: unknown): boolean =>
  isMissing(error) || problemOf(error)?.code === 'access.denied'

/** Shown in place of an agent while it loads, if loading fails, or if it doesn't exist. */
export function AgentWait({ error, retry }: { error: unknown; retry: () => void }) {
  const t = managementTexts.useText()
  return (
    <RecordWait
      title={screenTitle('agents')}
      parent={{ title: screenTitle('agents'), path: agentsPath }}
      Icon={Bot}
      error={error}
      missing={isMissing(error)}
      texts={{ missing: t('missing'), back: t('toAgents') }}
      retry={retry}
    />
  )
}

/** Shown on the publishing page if the user can't read the agent's configuration. */
export function AgentUnreadable() {
  const t = managementTexts.useText()
  const { fullNameOf } = usePermissionNames()
  return (
    <div className="page">
      <PageHead title={screenTitle('agents')} parent={{ title: screenTitle('agents'), path: agentsPath }} />
      <div className="page-body">
        <EmptyList
          Icon={EyeOff}
          text={t('unreadable', {
            all: fullNameOf('GptSystemConfigurationsRead'),
            writeAll: fullNameOf('GptSystemsWrite'),
            one: fullNameOf('GptSystemsReadSpecific'),
            writeOne: fullNameOf('GptSystemsWriteSpecific'),
          })}
        />
      </div>
    </div>
  )
}
