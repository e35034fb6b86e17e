import { problemOf } from '../../../transport/apiError.ts'
import { AgentFields } from '../../agentFields/AgentFields.tsx'
import { AvatarField } from '../../agentFields/AvatarField.tsx'
import type { AgentEditing } from '../../agentFields/agentEditing.ts'
import type { AgentState, Configuration } from '../../agentFields/data/api.ts'
import { LibrariesField } from '../../agentFields/LibrariesField.tsx'
import { personalAgentsApi } from '../data/api.ts'

interface Props extends AgentEditing {
  state: AgentState
}

/** All fields of a personal agent's configuration. */
export function PersonalFields({ state: { configuration }, ...editing }: Props) {
  const { readOnly } = editing
  const { configStateId, gptSystemId, avatarFileName: fileName } = configuration
  const [upload] = personalAgentsApi.useUploadPersonalAvatarMutation()
  const [remove] = personalAgentsApi.useRemovePersonalAvatarMutation()
  return (
    <AgentFields
      {...editing}
      avatar={
        <AvatarField
          id={gptSystemId}
          source={
            fileName === null
              ? null
              : { operation: 'personalAgents.getAvatar', args: { configStateId, fileName } }
          }
          readOnly={readOnly}
          upload={(picture) => upload({ configStateId, ...picture })}
          remove={() => remove({ configStateId })}
        />
      }
      libraries={<Libraries configuration={configuration} readOnly={readOnly} />}
    />
  )
}

type Link = Configuration['dataSources'][number]
type Wanted = Pick<Link, 'dataSourceId'> & Partial<Pick<Link, 'topK' | 'useGraph' | 'readMode' | 'folders'>>

const wantedOf = ({ dataSourceId, topK, useGraph, readMode, folders }: Link): Wanted => ({
  dataSourceId,
  topK,
  useGraph,
  readMode,
  folders,
})
const isOther =
  ({ dataSourceId }: Pick<Link, 'dataSourceId'>) =>
  (one: Link) =>
    one.dataSourceId !== dataSourceId

function Libraries({ configuration, readOnly }: { configuration: Configuration; readOnly: boolean }) {
  const { configStateId, version, dataSources } = configuration
  const [update] = personalAgentsApi.useUpdatePersonalStateMutation()
  /** Libraries are sent as a whole list. After a conflict, the change is applied again to the current list. */
  const set = async (change: (links: readonly Link[]) => Wanted[]) => {
    const first = await update({ configStateId, version, dataSources: change(dataSources) })
    const problem = problemOf(first.error) as { code: string; current?: AgentState } | undefined
    if (problem?.code !== 'request.stale' || !problem.current) return first
    const { version: now, configuration: current } = problem.current
    return update({ configStateId, version: now, dataSources: change(current.dataSources) })
  }
  return (
    <LibrariesField
      configuration={configuration}
      readOnly={readOnly}
      linking={{
        link: (dataSourceId) =>
          set((links) => [...links.filter(isOther({ dataSourceId })).map(wantedOf), { dataSourceId }]),
        change: (link, change) =>
          set((links) => links.map((one) => wantedOf(isOther(link)(one) ? one : { ...one, ...change }))),
        unlink: (link) => set((links) => links.filter(isOther(link)).map(wantedOf)),
      }}
    />
  )
}
