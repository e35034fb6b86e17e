import { limits } from '@parlance/contract/limits'

export interface AgentFields {
  name: string
  description: string
}

type Error = 'nameRequired' | 'nameTooLong' | 'descriptionTooLong'

/** Returns the text keys of the input's errors. */
export function errorsOf({ name, description }: AgentFields): { name?: Error; description?: Error } {
  const length = name.trim().length
  return {
    ...(length === 0 ? { name: 'nameRequired' as const } : {}),
    ...(length > limits.agentName ? { name: 'nameTooLong' as const } : {}),
    ...(description.trim().length > limits.agentDescription
      ? { description: 'descriptionTooLong' as const }
      : {}),
  }
}
