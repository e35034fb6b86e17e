import { useState } from 'react'
import { newId } from '../../../session/http.ts'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { useCopy } from '../../../ui/useCopy.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { documentsApi } from './data/api.ts'
import type { DocumentSession } from './editing/DocumentSession.ts'
import { canvasTexts } from './lang/en.ts'
import { stepToDocument } from './openDocument.ts'

/** Says that the document was deleted elsewhere, with the ways to keep the text. */
export function GoneStrip({ session }: { session: DocumentSession }) {
  const t = canvasTexts.useText()
  const within = useWithin()
  const [copied, copy] = useCopy()
  const [create] = documentsApi.useCreateDocumentMutation()
  const [key] = useState(newId)
  const { conversationId, kind, title, language } = session.state.read().document
  async function saveNew() {
    const answer = await create({
      ...within,
      ...{ conversationId, kind, title, language, content: session.text, idempotencyKey: key },
    })
    if (answer.error) toast.error(errorText(answer.error))
    else stepToDocument({ conversationId, documentId: answer.data.documentId })
  }
  return (
    <div className="strip w" role="alert">
      <p className="grow">{t('gone')}</p>
      <button type="button" className="btn soft sm" onClick={() => copy(session.text)}>
        {copied ? t('copied') : t('copy')}
      </button>
      <button type="button" className="btn soft sm" onClick={() => void saveNew()}>
        {t('saveNew')}
      </button>
    </div>
  )
}
