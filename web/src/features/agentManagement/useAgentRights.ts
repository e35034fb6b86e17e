import { useActions } from '../currentUser/data/useActions.ts'

/** Permissions on system agents for users who can view them. Each agent adds its own. */
export function useAgentRights() {
  const { held } = useActions()
  return { mayCreate: held.has('GptSystemsCreate'), mayWriteAll: held.has('GptSystemsWrite') }
}
