import { FileSearch } from 'lucide-react'
import { formatCost } from '../../../lang/format.ts'
import { storedErrorText } from '../runs/runText.ts'
import { generatingTexts } from './lang/en.ts'
import type { Outcome } from './useProposing.ts'

/** What the last file came to, and what it cost. */
export function OutcomeNotes({ outcome }: { outcome: Outcome }) {
  const t = generatingTexts.useText()
  if (outcome === null) return null
  if (outcome === 'Stopped')
    return (
      <p className="strip info" role="status">
        {t('stopped')}
      </p>
    )
  const { added, fileName, byModel, passagesRead, passages, unreadable, errorCode, costUsd } = outcome
  const said = [
    ...(added > 0 ? [t('found', { count: added, name: fileName })] : []),
    ...(passagesRead < passages ? [t('partly', { read: passagesRead, all: passages })] : []),
    ...(byModel ? [costUsd === null ? t('costUnknown') : t('cost', { cost: formatCost(costUsd) })] : []),
  ]
  const problems = [
    ...(unreadable > 0 ? [t('unreadable', { count: unreadable })] : []),
    ...(errorCode === null ? [] : [t('stoppedEarly', { reason: storedErrorText(errorCode) })]),
  ]
  return (
    <div className="generating-notes" role="status">
      {added === 0 && errorCode === null && (
        <p className="strip w">
          <FileSearch size={16} />
          {t(byModel ? 'nothingByModel' : 'nothingByRules')}
        </p>
      )}
      {said.length > 0 && <p className="strip info">{said.join(' ')}</p>}
      {problems.length > 0 && <p className="strip w">{problems.join(' ')}</p>}
    </div>
  )
}
