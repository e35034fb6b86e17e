import type { agents } from '@parlance/contract/agents'
import { limits } from '@parlance/contract/limits'
import { FileSearch, type LucideIcon, PenLine, Sparkles } from 'lucide-react'
import type { Args } from '../../api/request.ts'
import type { AgentsText } from './lang/en.ts'

/** The values of a draft, without its ID. */
export type AgentState = Omit<Args<typeof agents.updateState>, 'gptSystemConfigurationStateId'>

export interface AgentTemplate {
  key: 'documents' | 'general' | 'writer'
  Icon: LucideIcon
  /** Whether it answers from file libraries and so needs one. */
  ofLibrary: boolean
  settings: Pick<AgentState, 'capabilityTypes' | 'restrictAnswerToInformationReturnedByTools' | 'temperature'>
}

/** The templates for new agents. The instance sets the provider. */
export const agentTemplates: readonly [AgentTemplate, ...AgentTemplate[]] = [
  {
    key: 'documents',
    Icon: FileSearch,
    ofLibrary: true,
    settings: {
      capabilityTypes: ['FileSearch'],
      restrictAnswerToInformationReturnedByTools: true,
      temperature: 0.2,
    },
  },
  {
    key: 'general',
    Icon: Sparkles,
    ofLibrary: false,
    settings: {
      capabilityTypes: ['FileSearch', 'Documents'],
      restrictAnswerToInformationReturnedByTools: false,
      temperature: 0.7,
    },
  },
  {
    key: 'writer',
    Icon: PenLine,
    ofLibrary: false,
    settings: {
      capabilityTypes: ['Documents'],
      restrictAnswerToInformationReturnedByTools: false,
      temperature: 0.9,
    },
  },
]

/** Returns a template's values in the user's language. */
export const stateOf = ({ key, settings }: AgentTemplate, name: string, t: AgentsText): AgentState => ({
  ...settings,
  gptSystemName: name,
  description: t(`${key}.description`),
  introduction: t(`${key}.introduction`),
  systemPrompt: t(`${key}.systemPrompt`),
  starterQuestions: [t(`${key}.starter1`), t(`${key}.starter2`), t(`${key}.starter3`)],
})

/** Returns the text key of a name's error, if any. */
export function nameError(name: string) {
  const { length } = [...name.trim()]
  if (length === 0) return 'nameRequired'
  return length > limits.agentName ? 'nameTooLong' : undefined
}
