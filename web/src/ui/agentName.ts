import { uiTexts } from './lang/en.ts'

/** The name of the own policy of an agent without a name: its ID, and a number if another policy has that name. */
const idAsName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}( \(\d+\))?$/

export const isNamed = (name: string): boolean => name !== '' && !idAsName.test(name)

/**
 * Returns a function for the name under which an agent or its own policy appears: an agent can have none. Its policy
 * needs one, which is then its ID.
 */
export function useAgentName(): (name: string) => string {
  const t = uiTexts.useText()
  return (name) => (isNamed(name) ? name : t('unnamedAgent'))
}
