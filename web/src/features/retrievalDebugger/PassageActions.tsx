import { FlaskConical, HelpCircle } from 'lucide-react'
import { useActions } from '../currentUser/data/useActions.ts'
import { debuggerTexts } from './lang/en.ts'

interface Props {
  passageId: string
  /** Undefined where the passage is explained already. */
  explain?: (passageId: string) => void
  expect: (passageId: string) => void
}

/** What can be done with a passage. */
export function PassageActions({ passageId, explain, expect }: Props) {
  const t = debuggerTexts.useText()
  const { held } = useActions()
  const makesCases = held.has('AnalyticsCreate') || held.has('AnalyticsWrite')
  return (
    <div className="row debugger-actions">
      {explain && (
        <button type="button" className="btn soft sm" onClick={() => explain(passageId)}>
          <HelpCircle size={14} />
          {t('why')}
        </button>
      )}
      {makesCases && (
        <button type="button" className="btn soft sm" onClick={() => expect(passageId)}>
          <FlaskConical size={14} />
          {t('expect')}
        </button>
      )}
    </div>
  )
}
