import type { Within } from '../../../api/chatCalls.ts'
import { pause } from '../../../base/pause.ts'
import { ApiError } from '../../../transport/apiError.ts'
import { type Attachment, getState } from '../../chatModel/attachments/api.ts'

const FIRST_MS = 300
const LONGEST_MS = 5_000
const GROWTH = 1.6

/** Polls an attachment until it is ready or has failed, at growing intervals. Reports `null` if it is gone. */
export async function followReading(
  chat: Within,
  attachmentId: string,
  signal: AbortSignal,
  tell: (attachment: Attachment | null) => void,
): Promise<void> {
  for (let wait = FIRST_MS; !signal.aborted; wait = Math.min(wait * GROWTH, LONGEST_MS)) {
    try {
      await pause(wait, signal)
      const attachment = await getState(chat, attachmentId, signal)
      tell(attachment)
      if (attachment.state === 'Ready' || attachment.state === 'Failed') return
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      // Other errors can be temporary, such as a lost connection or a server restart.
      if (error.status === 404) return tell(null)
    }
  }
}
