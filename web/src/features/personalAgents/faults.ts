import { limits } from '@parlance/contract/limits'

export interface AgentFields {
  name: string
  description: string
}

type Fault = 'nameRequired' | 'nameTooLong' | 'descriptionTooLong'

/** Returns the text keys of the input's errors. */
export function faultsOf({ name, description }: AgentFields): { name?: Fault; description?: Fault } {
  const length = name.trim().length
  return {
    ...(length === 0 ? { name: 'nameRequired' as const } : {}),
    ...(length > limits.agentName ? { name: 'nameTooLong' as const } : {}),
    ...(description.trim().length > limits.agentDescription
      ? { description: 'descriptionTooLong' as const }
      : {}),
  }
}
