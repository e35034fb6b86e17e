import { uiTexts } from './lang/en.ts'

/** Returns a function for the name under which an agent appears: an agent can have none. */
export function useAgentName(): (name: string) => string {
  const t = uiTexts.useText()
  return (name) => name || t('unnamedAgent')
}
