import { Volume2 } from 'lucide-react'
import { useObservable } from '../../../base/useObservable.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { speechApi } from '../../speech/data/api.ts'
import { readAloudTexts } from './lang/en.ts'
import { canReadAloud, startReading, stopReading } from './reading.ts'
import { reading } from './readingState.ts'

/** Starts and stops reading an answer aloud. Browsers without speech don’t show it. */
export default function ReadAloudButton({
  segmentId,
  answer,
}: {
  segmentId: string
  /** The element that shows the answer’s text. */
  answer: () => HTMLElement | null | undefined
}) {
  const t = readAloudTexts.useText()
  const { tested, gptPublicEndpoint } = useWithin()
  const isOwn = !tested && gptPublicEndpoint === undefined
  const [ask] = speechApi.useLazyGetSpeechCapabilitiesQuery()
  const isRead = useObservable(reading).segmentId === segmentId
  if (!canReadAloud(isOwn)) return null
  const toggle = () => {
    if (isRead) return stopReading()
    startReading({
      segmentId,
      answer,
      capability: async () => (isOwn ? ((await ask(undefined, true)).data?.audio.state ?? null) : null),
    })
  }
  const label = isRead ? t('stop') : t('readAloud')
  return (
    <button
      type="button"
      className="ib read-aloud-start"
      aria-label={label}
      title={label}
      aria-pressed={isRead}
      onClick={toggle}
    >
      <Volume2 size={16} />
    </button>
  )
}
