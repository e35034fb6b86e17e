import { useActions } from '../currentUser/data/useActions.ts'

/** Permissions on system agents for users who can view them. Each agent adds its own. */
export function useAgentRights() {
  const { held } = useActions()
  const mayCreate = held.has('GptSystemsCreate')
  return {
    mayCreate,
    /** The guided setup also creates a library. */
    maySetUp: mayCreate && held.has('DataSourcesCreate'),
    mayWriteAll: held.has('GptSystemsWrite'),
  }
}
