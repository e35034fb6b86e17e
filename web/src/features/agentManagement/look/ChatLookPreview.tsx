import { ArrowUp, Paperclip } from 'lucide-react'
import { FirstRun } from '../../firstRun/FirstRun.tsx'
import type { AgentState, ManagedAgent } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import type { ChatLookValues } from './chatLookForm.ts'
import '../../thread/chat.css'
import '../../composer/composer.css'
import '../../firstRun/firstRun.css'
import './look.css'

interface Props {
  agent: ManagedAgent
  state: AgentState
  look: ChatLookValues
}

/** A non-interactive preview of the chat before its first question. */
export default function ChatLookPreview({ agent, state, look }: Props) {
  const t = managementTexts.useText()
  const { introduction, starterQuestions, avatarFileName } = state.configuration
  const { gptSystemId, name, description, gptSystemType, brandKey } = agent
  const details = {
    gptSystem: {
      gptSystemId,
      name,
      description,
      gptSystemType,
      brandKey,
      avatarFileName,
      madeBy: null,
      mayEdit: false,
    },
    introduction,
    starterQuestions,
    ux: look,
    tools: [],
    knowledge: { libraries: 0, files: 0 },
    extracts: false,
    allowsResearch: false,
    guidelinesDocuments: [],
    deployments: [],
  }
  return (
    <section className="look-preview" aria-label={t('lookPreview')}>
      <div className="chat" inert>
        <div className="chat-column">
          <FirstRun details={details} ask={() => {}}>
            <div className="composer-area">
              <div className="composer">
                <p className="look-preview-placeholder" dir="auto">
                  {look.placeholder.trim() || t('lookAsk', { agent: name })}
                </p>
                <div className="composer-actions">
                  <span className="ib">
                    <Paperclip size={18} />
                  </span>
                  <span className="grow" />
                  <span className="send">
                    <ArrowUp size={18} />
                  </span>
                </div>
              </div>
              {look.disclaimer.trim() && (
                <p className="disclaimer" data-own dir="auto">
                  {look.disclaimer}
                </p>
              )}
            </div>
          </FirstRun>
        </div>
      </div>
    </section>
  )
}
