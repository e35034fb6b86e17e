import type { Within } from '../../../api/chatCalls.ts'
import { fetchFile } from '../../../api/fetchFile.ts'
import { errorText } from '../../../ui/errorText.ts'
import { FileMark } from '../../../ui/files/FileMark.tsx'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { toast } from '../../../ui/toast.tsx'
import { attachmentCall, type SentAttachment } from '../../chatModel/attachments/api.ts'
import { attachmentTexts } from '../../chatModel/attachments/lang/en.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import './attachments.css'

/** The files of a question, above its bubble. Each can be downloaded. */
export function QuestionAttachments({ attachments }: { attachments: readonly SentAttachment[] }) {
  const t = attachmentTexts.useText()
  const chat = useWithin()
  if (attachments.length === 0) return null
  return (
    <ul className="question-attachments" aria-label={t('attachments')}>
      {attachments.map((attachment) => (
        <li key={attachment.attachmentId}>
          <button
            type="button"
            className="attachment"
            aria-label={t('download', { name: attachment.originalFileName })}
            onClick={() => void download(chat, attachment)}
          >
            <FileMark name={attachment.originalFileName} />
            <bdi className="attachment-name" title={attachment.originalFileName}>
              {attachment.originalFileName}
            </bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

async function download(chat: Within, { attachmentId, originalFileName }: SentAttachment): Promise<void> {
  try {
    saveFile(await fetchFile(attachmentCall(chat, 'get'), { attachmentId }), originalFileName)
  } catch (error) {
    toast.error(errorText(error))
  }
}
