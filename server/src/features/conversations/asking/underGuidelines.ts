import type { ConfigurationRow } from '../../agents/index.ts'
import type { AskedAgent } from '../readers/store.ts'

/** The agent’s configuration with the instructions of its guidelines after its own. They are literal text. */
export function underGuidelines({
  configuration,
  guidelines,
}: Pick<AskedAgent, 'configuration' | 'guidelines'>): ConfigurationRow {
  const instructions = guidelines.instructions.map(({ heading, text }) => `${heading}\n${text}`)
  const parts = [configuration.systemPrompt, ...instructions].filter((part) => part !== '')
  return { ...configuration, systemPrompt: parts.join('\n\n') }
}
