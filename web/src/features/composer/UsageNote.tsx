import { Gauge } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMoment, formatPercent } from '../../lang/format.ts'
import { conversationsApi } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'

/** Warns when the usage limit of an agent is close or reached. */
export function UsageNote({ gptSystemId }: { gptSystemId: string }) {
  const t = conversationTexts.useText()
  const { data, refetch, isFetching } = conversationsApi.useGetUsageQuery({ gptSystemId })
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const answeredBefore = useRef(answering)
  const isOutdated = useRef(false)
  useEffect(() => {
    // An answer's usage is known once it has ended. A request that began before doesn't know it, and can't be repeated
    // until it is answered.
    if (answeredBefore.current && !answering) isOutdated.current = true
    answeredBefore.current = answering
    if (!isOutdated.current || isFetching) return
    isOutdated.current = false
    void refetch()
  }, [answering, isFetching, refetch])
  if (data?.state === 'Unpriced') return <Note>{t('usageUnpriced')}</Note>
  if (data?.state !== 'NearEnd' && data?.state !== 'Used') return null
  if (data.budgetResetsAt)
    return <Note>{t(`usage${data.state}Budget`, { when: formatMoment(data.budgetResetsAt) })}</Note>
  const [fullest] = data.limits.toSorted((a, b) => b.used / b.amount - a.used / a.amount)
  if (!fullest) return null
  const share = formatPercent(Math.min(1, fullest.used / fullest.amount))
  const when = formatMoment(fullest.resetsAt)
  const whose = data.whose === 'Agent' || data.whose === 'Instance' ? data.whose : ''
  return <Note>{t(`usage${data.state}${whose}`, { share, when })}</Note>
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="strip w" role="status">
      <Gauge size={16} />
      {children}
    </p>
  )
}
