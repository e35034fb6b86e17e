import type { agents } from '@parlance/contract/agents'
import { limits } from '@parlance/contract/limits'
import { FileSearch, type LucideIcon, PenLine, Sparkles } from 'lucide-react'
import type { Args } from '../../api/request.ts'
import type { AgentsText } from './agentsTexts.ts'

/** What a draft is set to, without the draft's id. */
export type AgentState = Omit<Args<typeof agents.updateState>, 'gptSystemConfigurationStateId'>

export interface AgentTemplate {
  key: 'documents' | 'general' | 'writer'
  Icon: LucideIcon
  /** It answers from file libraries, so that one belongs to it. */
  ofLibrary: boolean
  settings: Pick<AgentState, 'capabilityTypes' | 'restrictAnswerToInformationReturnedByTools' | 'temperature'>
}

/** What a new agent may begin with. Its engine is left to the instance. */
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
      capabilityTypes: ['FileSearch'],
      restrictAnswerToInformationReturnedByTools: false,
      temperature: 0.7,
    },
  },
  {
    key: 'writer',
    Icon: PenLine,
    ofLibrary: false,
    settings: {
      capabilityTypes: [],
      restrictAnswerToInformationReturnedByTools: false,
      temperature: 0.9,
    },
  },
]

/** A template in the language of whoever takes it. */
export const stateOf = ({ key, settings }: AgentTemplate, name: string, t: AgentsText): AgentState => ({
  ...settings,
  gptSystemName: name,
  description: t(`${key}.description`),
  introduction: t(`${key}.introduction`),
  systemPrompt: t(`${key}.systemPrompt`),
  starterQuestions: [t(`${key}.starter1`), t(`${key}.starter2`), t(`${key}.starter3`)],
})

/** What is wrong with an agent's name; its text's key. */
export function nameFault(name: string) {
  const { length } = [...name.trim()]
  if (length === 0) return 'nameRequired'
  return length > limits.agentName ? 'nameTooLong' : undefined
}
