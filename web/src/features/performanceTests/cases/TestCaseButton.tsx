import { FlaskConical } from 'lucide-react'
import { Suspense, useState } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { useActions } from '../../currentUser/data/useActions.ts'

const TurnCaseDialog = loadLater(async () => (await import('./TurnCaseDialog.tsx')).TurnCaseDialog, {
  over: true,
})

/** Creates a case of a performance test from a question, for people who can change the tests of some agents. */
export function TestCaseButton({ segmentId }: { segmentId: string }) {
  const t = conversationTexts.useText()
  const { held } = useActions()
  const [open, setOpen] = useState(false)
  const makesTests = held.has('AnalyticsCreate') || held.has('AnalyticsWrite')
  const changesAgents = held.has('GptSystemsWrite') || held.has('GptSystemsWriteSpecific')
  if (!makesTests || !changesAgents) return null
  return (
    <>
      <button
        type="button"
        className="ib"
        aria-label={t('createTestCase')}
        title={t('createTestCase')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <FlaskConical size={16} />
      </button>
      <Suspense>{open && <TurnCaseDialog segmentId={segmentId} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
