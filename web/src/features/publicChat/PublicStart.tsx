import { ArrowUpRight, Bot, Quote } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Blocks, GrowingMarkdown, plainSurroundings, SurroundingsContext } from '../../ui/markdown/index.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useMarkdownWords } from '../chatModel/useMarkdownWords.ts'
import { AgentPicture } from './AgentPicture.tsx'
import type { PublicPage } from './api.ts'
import { publicChatTexts } from './lang/en.ts'

interface Props {
  page: PublicPage
  isPopup: boolean
  ask: (question: string) => unknown
  /** The composer, shown between the introduction and the starters. */
  children: ReactNode
}

/** The chat before the first question: the agent, that it is an AI, and starter questions. */
export function PublicStart({ page, isPopup, ask, children }: Props) {
  const t = publicChatTexts.useText()
  const common = conversationTexts.useText()
  const { agentName, description, introduction, starterQuestions, ux, extracts } = page
  const starters = ux.showStarters ? starterQuestions.filter((question) => question.trim() !== '') : []
  return (
    <div className="first-run public-start" data-layout={isPopup ? 'Top' : ux.layout}>
      <div className="first-run-body">
        <div className="first-run-introduction">
          {isPopup ? (
            <h1 className="hidden">{agentName}</h1>
          ) : (
            <>
              <AgentPicture page={page} size={64} />
              <h1 className="h1" dir="auto">
                {agentName}
              </h1>
              {introduction && description && (
                <p className="m2" dir="auto">
                  {description}
                </p>
              )}
            </>
          )}
          <Introduction text={introduction || description} />
          <p className="row small m2 public-ai">
            {extracts ? <Quote size={14} /> : <Bot size={14} />}
            {t(extracts ? 'byExtracts' : 'byAssistant')}
          </p>
        </div>
        <div>{children}</div>
        <div>
          {starters.length > 0 && (
            <section className="starters" aria-labelledby="starters">
              <h2 id="starters">{common('startWith')}</h2>
              <ul>
                {starters.map((question) => (
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
        </div>
      </div>
    </div>
  )
}

function Introduction({ text }: { text: string }) {
  const words = useMarkdownWords()
  const around = useMemo(() => ({ ...plainSurroundings, words }), [words])
  const blocks = useMemo(() => {
    const read = new Blocks()
    read.push(text)
    read.end()
    return read
  }, [text])
  if (text === '') return null
  return (
    <div className="md introduction public-introduction" dir="auto">
      <SurroundingsContext value={around}>
        <GrowingMarkdown blocks={blocks} version={text.length} ended cut={false} byParagraph={false} />
      </SurroundingsContext>
    </div>
  )
}
