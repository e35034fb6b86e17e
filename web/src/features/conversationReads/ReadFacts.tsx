import { formatMoment } from '../../lang/format.ts'
import type { ConversationRead } from './data/api.ts'
import { conversationReadsTexts } from './lang/en.ts'
import './conversationReads.css'

const looks = { Waiting: 'chip w', Open: 'chip info', Ended: 'chip' } as const

export function ReadState({ state }: Pick<ConversationRead, 'state'>) {
  const t = conversationReadsTexts.useText()
  return <span className={looks[state]}>{t(`state.${state}`)}</span>
}

/** A reason in the direction of its text, with its line on the side where the page's lines start. */
export const ReadReason = ({ reason }: Pick<ConversationRead, 'reason'>) => (
  <blockquote className="read-reason">
    <bdi>{reason}</bdi>
  </blockquote>
)

/** Why someone reads, who approved it, and what they opened. */
export function ReadFacts({ read }: { read: ConversationRead }) {
  const t = conversationReadsTexts.useText()
  const { reason, approvedBy, state, opened } = read
  // Someone can open a conversation several times. Each time is listed.
  const conversations = new Set(opened.map(({ conversationId }) => conversationId)).size
  return (
    <>
      <ReadReason reason={reason} />
      {approvedBy !== null && <p className="small m2 wrap">{t('approvedBy', { name: approvedBy })}</p>}
      {opened.length > 0 ? (
        <details className="read-opened">
          <summary className="small">{t('opened', { count: conversations })}</summary>
          <ul>
            {opened.map(({ conversationId, title, at }) => (
              <li key={`${conversationId} ${at}`} className="s13">
                <bdi className="wrap">{title || t('untitled')}</bdi>
                <time className="small m3 num" dateTime={at}>
                  {formatMoment(at)}
                </time>
              </li>
            ))}
          </ul>
        </details>
      ) : (
        state !== 'Waiting' && <p className="small m3">{t('notOpened')}</p>
      )}
    </>
  )
}
