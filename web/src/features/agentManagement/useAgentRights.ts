import { useActions } from '../currentUser/data/useActions.ts'

/** What may be done with system agents by somebody who may look at them; each agent says more of itself. */
export function useAgentRights() {
  const { held } = useActions()
  return { mayCreate: held.has('GptSystemsCreate'), mayWriteAll: held.has('GptSystemsWrite') }
}
