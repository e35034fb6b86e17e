import { useParams } from 'react-router'
import { useNavigateIfHere } from '../../../ui/navigate.ts'
import { AgentFields } from '../../agentFields/AgentFields.tsx'
import { AvatarField } from '../../agentFields/AvatarField.tsx'
import type { AgentEditing } from '../../agentFields/agentEditing.ts'
import { LibrariesField } from '../../agentFields/LibrariesField.tsx'
import { editAgentPath } from '../data/agentPaths.ts'
import { type Configuration, type ManagedAgent, managementApi } from '../data/api.ts'

interface Props extends AgentEditing {
  agent: ManagedAgent
  configuration: Configuration
}

/** All fields of a system agent's configuration. */
export function ManagedAgentFields({ agent, configuration, ...editing }: Props) {
  const { readOnly } = editing
  const { gptSystemConfigurationStateId, avatarFileName: fileName } = configuration
  const [upload] = managementApi.useUploadAgentAvatarMutation()
  const [remove] = managementApi.useRemoveAgentAvatarMutation()
  return (
    <AgentFields
      {...editing}
      avatar={
        <AvatarField
          id={agent.gptSystemId}
          source={
            fileName === null
              ? null
              : { operation: 'agents.getAvatar', args: { gptSystemConfigurationStateId, fileName } }
          }
          readOnly={readOnly}
          upload={(picture) => upload({ gptSystemConfigurationStateId, ...picture })}
          remove={() => remove({ gptSystemConfigurationStateId })}
        />
      }
      libraries={<Libraries agent={agent} configuration={configuration} readOnly={readOnly} />}
    />
  )
}

/**
 * The URL `/edit/true` opens the dialog for adding a library. Afterwards the URL changes back to the editor's.
 */
function Libraries({ agent: { gptSystemId }, configuration, readOnly }: Omit<Props, 'form'>) {
  const { addDataSource } = useParams()
  const navigate = useNavigateIfHere()
  const [link] = managementApi.useLinkAgentLibraryMutation()
  const [change] = managementApi.useChangeAgentLibraryMutation()
  const [unlink] = managementApi.useUnlinkAgentLibraryMutation()
  const of = { gptSystemId, stateId: configuration.configStateId }
  return (
    <LibrariesField
      configuration={configuration}
      readOnly={readOnly}
      linking={{
        link: (dataSourceId) => link({ ...of, dataSourceId }),
        change: ({ gptSystemRagDataSourceId }, changed) =>
          change({ ...of, gptSystemRagDataSourceId, ...changed }),
        unlink: ({ gptSystemRagDataSourceId }) => unlink({ ...of, gptSystemRagDataSourceId }),
      }}
      adds={addDataSource === 'true'}
      added={() => {
        if (addDataSource !== undefined) void navigate(editAgentPath(gptSystemId), { replace: true })
      }}
    />
  )
}
