import { Gauge } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useReload } from '../../api/useReload.ts'
import { formatMoment, formatPercent } from '../../lang/format.ts'
import { conversationsApi } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'

/** Warns when the usage limit of an agent is close or reached. */
export function UsageNote({ gptSystemId }: { gptSystemId: string }) {
  const t = conversationTexts.useText()
  const query = conversationsApi.useGetUsageQuery({ gptSystemId })
  const { data } = query
  const reload = useReload(query)
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const answeredBefore = useRef(answering)
  useEffect(() => {
    // An answer's usage is known once it has ended.
    if (answeredBefore.current && !answering) reload()
    answeredBefore.current = answering
  }, [answering, reload])
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
