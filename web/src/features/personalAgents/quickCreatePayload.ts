import type { personalAgents } from '@parlance/contract/personalAgents'
import type { Answer } from '../../api/request.ts'
import type { AgentFields } from './errors.ts'

export type Begun = Answer<typeof personalAgents.createState>['configuration']

/** Returns the values for a new draft: its name and description, and the default configuration unchanged. */
export const payloadOf = (begun: Begun, { name, description }: AgentFields) => ({
  gptSystemName: name.trim(),
  description: description.trim(),
  systemPrompt: begun.systemPrompt,
  introduction: begun.introduction,
  topP: begun.topP,
  frequencyPenalty: begun.frequencyPenalty,
  deploymentName: begun.deploymentName,
  languageEngine: begun.languageEngine,
  capabilityTypes: begun.capabilityTypes,
  maxTokens: begun.maxTokens,
  temperature: begun.temperature,
  dataSources: begun.dataSources,
  restrictAnswerToInformationReturnedByTools: begun.restrictAnswerToInformationReturnedByTools,
})
