import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { type ConversationRead, conversationReadsApi } from '../conversationReads/data/api.ts'
import { useWhose } from '../conversationReads/useWhose.ts'
import { readingTexts } from './lang/en.ts'

/** Withdraws a request that waits for approval. */
export function Withdraw({ read }: { read: ConversationRead }) {
  const t = readingTexts.useText()
  const person = useWhose()(read)
  const { conversationReadId } = read
  const [close, { isLoading }] = conversationReadsApi.useCloseReadMutation()

  async function withdraw() {
    const { error } = await close({ conversationReadId })
    if (error) toast.error(errorText(error))
    else toast.success(t('withdrawn', { person }))
  }

  return (
    <button
      type="button"
      className="btn out sm"
      aria-label={t('withdrawOf', { person })}
      aria-disabled={isLoading}
      onClick={() => !isLoading && void withdraw()}
    >
      {t('withdraw')}
    </button>
  )
}
