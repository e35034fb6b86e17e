import {
  ArrowUpRight,
  AudioLines,
  Eye,
  FileSearch,
  FileText,
  Globe,
  Image,
  Library,
  Quote,
  SquareTerminal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import type { GptSystemDetails } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'

const toolIcons = {
  CodeInterpreter: SquareTerminal,
  FileSearch,
  Vision: Eye,
  WebSearch: Globe,
  ImageGeneration: Image,
  Documents: FileText,
}

interface Props {
  details: GptSystemDetails | null
  ask: (question: string) => void
  /** Shown at the end. */
  offer?: ReactNode
  /** The composer, shown between the introduction and the starters. */
  children: ReactNode
}

/** The start screen before the first question: the agent, its sources, and starter questions. */
export function FirstRun({ details, ask, offer, children }: Props) {
  const t = conversationTexts.useText()
  const named = useAgentName()
  const name = details ? named(details.gptSystem.name) : ''
  return (
    <div className="first-run" data-layout={details?.ux.layout}>
      <div className="first-run-body">
        {/* Its own row, so the composer doesn't move when the introduction loads. */}
        <div className="first-run-introduction" aria-busy={details === null}>
          {details && (
            <>
              <AgentAvatar
                id={details.gptSystem.gptSystemId}
                fileName={details.gptSystem.avatarFileName}
                size={64}
              />
              <h1 className="h1" dir="auto">
                {name}
              </h1>
              <p className="introduction" dir="auto">
                {details.introduction || details.gptSystem.description}
              </p>
              <Abilities details={details} />
            </>
          )}
        </div>
        {children}
        <div>
          {details?.ux.showStarters && details.starterQuestions.length > 0 && (
            <section className="starters" aria-labelledby="starters">
              <h2 id="starters">{t('startWith')}</h2>
              <ul>
                {details.starterQuestions.map((question) => (
                  <li key={question}>
                    <button type="button" onClick={() => ask(question)}>
                      <span className="grow" dir="auto">
                        {question}
                      </span>
                      <ArrowUpRight size={16} className="flip m3" />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {offer}
        </div>
      </div>
    </div>
  )
}

function Abilities({ details: { tools, knowledge, extracts } }: { details: GptSystemDetails }) {
  const t = conversationTexts.useText()
  const items: { key: string; icon: ReactNode; text: string }[] = []
  if (knowledge.libraries > 0) {
    const files = t('documents', { count: knowledge.files })
    const text = t('knowledge', { count: knowledge.libraries, files })
    items.push({ key: 'knowledge', icon: <Library size={14} />, text })
  }
  if (extracts) items.push({ key: 'extracts', icon: <Quote size={14} />, text: t('extracts') })
  for (const { tool, state } of tools) {
    // Users can't do anything about a tool that isn't configured.
    if (state === 'NotConfigured') continue
    const Icon = toolIcons[tool] ?? AudioLines
    items.push({ key: tool, icon: <Icon size={14} />, text: t(tool) })
  }
  if (items.length === 0) return null
  return (
    <ul className="abilities">
      {items.map(({ key, icon, text }) => (
        <li key={key}>
          {icon}
          {text}
        </li>
      ))}
    </ul>
  )
}
