import { formatMoment } from '../../lang/format.ts'
import type { ConversationRead } from './data/api.ts'
import { conversationReadsTexts } from './lang/en.ts'
import './conversationReads.css'

const looks = { Waiting: 'chip w', Open: 'chip info', Ended: 'chip' } as const

export function ReadState({ state }: Pick<ConversationRead, 'state'>) {
  const t = conversationReadsTexts.useText()
  return <span className={looks[state]}>{t(`state.${state}`)}</span>
}

/** Why someone reads, who approved it, and what they opened. */
export function ReadFacts({ read }: { read: ConversationRead }) {
  const t = conversationReadsTexts.useText()
  const { reason, approvedBy, state, opened } = read
  return (
    <>
      <blockquote className="read-reason" dir="auto">
        {reason}
      </blockquote>
      {approvedBy !== null && <p className="small m2 wrap">{t('approvedBy', { name: approvedBy })}</p>}
      {opened.length > 0 ? (
        <details className="read-opened">
          <summary className="small">{t('opened', { count: opened.length })}</summary>
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
