import { errors } from '@parlance/contract/errors'
import { CircleAlert, CircleStop, RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import { i18next } from '../../lang/i18n.ts'
import { errorTexts } from '../../ui/errorText.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import type { ShownSegment } from '../chatModel/branch.ts'
import { useChatFamily } from '../chatModel/chatFamily.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import type { SegmentError } from '../chatModel/segments.ts'
import { ContinueButton } from './ContinueButton.tsx'
import { refusedFor } from './refusedFor.ts'
import { isResearch } from './research/isResearch.ts'
import type { TurnChat } from './useThread.ts'

const ResearchActions = loadLater(async () => (await import('./research/ResearchActions.tsx')).default)

/** Errors, shown after the partial answer. They look the same live and after a reload. */
export function AnswerErrors({
  segment,
  page,
  last,
}: {
  segment: ShownSegment
  page: TurnChat
  last: boolean
}) {
  const t = conversationTexts.useText()
  const { help } = useChatFamily()
  const { errors, status } = segment
  if (status === 'Aborted' && errors.length === 0) {
    return (
      <div className="row stopped">
        <p className="chip">
          <CircleStop size={14} />
          {t('stopped')}
        </p>
        {last && <Going segment={segment} page={page} />}
      </div>
    )
  }
  const missing =
    errors.length === 0 && (status === 'Interrupted' ? t('interrupted') : status === 'Failed' && t('failed'))
  if (errors.length === 0 && !missing) return null
  const refused = refusedFor(segment)
  const canAsk = last && status !== 'Pending' && page.available
  const id = errors.at(-1)?.requestId
  return (
    <div className="strip e answer-error" role={last ? 'alert' : undefined}>
      <CircleAlert size={16} />
      <div className="grow">
        {errors.map((error, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: errors are only added at the end.
          <p key={index} dir="auto">
            {textOf(error)}
          </p>
        ))}
        {missing && <p>{missing}</p>}
        {help}
        {id && (
          <p className="small" dir="auto">
            {t('requestId', { id })}
          </p>
        )}
      </div>
      {canAsk && <Going segment={segment} page={page} />}
      {canAsk && (
        <span className="row answer-error-actions">
          {refused && (
            <button
              type="button"
              className="btn pri sm"
              onClick={() => page.asking.without(segment, refused)}
            >
              {refused === 'images'
                ? t(segment.visionImages.length > 1 ? 'askWithoutImages' : 'askWithoutImage')
                : t(segment.attachments.length > 1 ? 'askWithoutFiles' : 'askWithoutFile')}
            </button>
          )}
          {/* A research continues instead: the same question again would get an ordinary answer. */}
          {!isResearch(segment) && (
            <button type="button" className="btn out sm" onClick={() => page.asking.again(segment)}>
              <RotateCw size={14} />
              {t('tryAgain')}
            </button>
          )}
        </span>
      )}
    </div>
  )
}

/** How an answer that ended early goes on. */
function Going(props: { segment: ShownSegment; page: TurnChat }) {
  if (!isResearch(props.segment)) return <ContinueButton {...props} />
  return (
    <Suspense>
      <ResearchActions {...props} />
    </Suspense>
  )
}

/** The stored text is the server's, in English. Other languages have their own text for each code. */
function textOf({ code, text }: SegmentError): string {
  if (i18next.language === 'en' || !(code in errors)) return text
  return errorTexts.text(code as keyof typeof errors)
}
