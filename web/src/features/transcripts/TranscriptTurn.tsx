import { CircleAlert, CircleStop, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import type { Surroundings } from '../../ui/markdown/index.ts'
import { AnswerText } from './AnswerText.tsx'
import { transcriptTexts } from './lang/en.ts'
import '../thread/chat.css'
import './transcripts.css'

interface Props {
  question: string
  answer: string
  agentName: string
  status?: 'Pending' | 'Completed' | 'Aborted' | 'Interrupted' | 'Failed' | undefined
  /** Why an answer isn't complete. */
  ending?: string | undefined
  /** What was sent with the question. */
  sent?: ReactNode
  /** Shown instead of an answer that can't be read. */
  left?: string | undefined
  surroundings?: Partial<Surroundings> | undefined
  /** The sources. */
  children?: ReactNode
}

/** A question and its answer, outside the chat. */
export function TranscriptTurn(props: Props) {
  const { question, answer, status = 'Completed', ending, sent, left, surroundings, children } = props
  const t = transcriptTexts.useText()
  const agent = useAgentName()(props.agentName)
  return (
    <div className="transcript-turn">
      <div className="question">
        {sent}
        <article className="bubble" aria-label={t('question')}>
          <p dir="auto">{question}</p>
        </article>
      </div>
      <article className="answer" aria-label={t('answerOf', { agent })}>
        <p className="small m2">
          <bdi>{agent}</bdi>
        </p>
        {left !== undefined || answer === '' ? (
          <p className="m2">{left ?? t('noAnswer')}</p>
        ) : (
          <AnswerText
            answer={answer}
            question={question}
            cut={status !== 'Completed'}
            surroundings={surroundings}
          />
        )}
        {ending !== undefined && (
          <p className="chip w transcript-ending">
            {status === 'Aborted' ? <CircleStop size={14} /> : <CircleAlert size={14} />}
            {ending}
          </p>
        )}
        {children}
      </article>
    </div>
  )
}

/** The names of the files that were sent with a question. */
export function SentFiles({ names }: { names: readonly string[] }) {
  const t = transcriptTexts.useText()
  if (names.length === 0) return null
  return (
    <ul className="transcript-files" aria-label={t('files')}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name.
        <li key={index} className="chip">
          <FileText size={14} />
          <bdi className="trunc">{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
