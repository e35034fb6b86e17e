import type { ReactNode } from 'react'
import { EditSection } from '../../ui/admin/PlainEditPage.tsx'
import type { AgentEditing } from './agentEditing.ts'
import { InstructionFields } from './InstructionFields.tsx'
import { agentFieldsTexts } from './lang/en.ts'
import { ModelFields } from './ModelFields.tsx'
import { StarterFields } from './StarterFields.tsx'
import { ToolFields } from './ToolFields.tsx'
import { WebSearchFields } from './WebSearchFields.tsx'
import './agentFields.css'

interface Props extends AgentEditing {
  avatar: ReactNode
  /** The linked libraries, if the agent can have any. */
  libraries?: ReactNode
}

/** The fields of an agent configuration. */
export function AgentFields({ form, readOnly, avatar, libraries }: Props) {
  const t = agentFieldsTexts.useText()
  const editing = { form, readOnly }
  return (
    <>
      <EditSection title={t('instructions')} hint={t('instructionsHint')}>
        {avatar}
        <InstructionFields {...editing} />
        <StarterFields {...editing} />
      </EditSection>
      <EditSection title={t('model')} hint={t('modelHint')}>
        <ModelFields {...editing} />
      </EditSection>
      <EditSection title={t('tools')} hint={t('toolsHint')}>
        <ToolFields {...editing} />
        <WebSearchFields {...editing} />
        {libraries}
      </EditSection>
    </>
  )
}
