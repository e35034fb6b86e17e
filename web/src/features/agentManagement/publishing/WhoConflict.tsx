import { CircleAlert } from 'lucide-react'
import { formatList } from '../../../lang/format.ts'
import { useGroupName } from '../../policyText/policyGroups.ts'
import { managementTexts } from '../lang/en.ts'
import type { Who } from './useWhoMayUse.ts'
import type { WhoMayUse } from './whoMayUse.ts'

/** Edit conflict on agent access: shows both versions and lets the user keep the saved one. */
export function WhoConflict({ who: { conflict, discard } }: { who: Pick<Who, 'conflict' | 'discard'> }) {
  const t = managementTexts.useText()
  const read = useReading()
  if (!conflict) return null
  return (
    <div className="strip w who-conflict" role="alert">
      <CircleAlert size={16} />
      <div className="grow wrap">
        <p>{t('whoStale')}</p>
        <p>{t('whoTheirs', { who: read(conflict.theirs) })}</p>
        <p>{t('whoMine', { who: read(conflict.mine) })}</p>
        <button type="button" className="btn out sm" onClick={discard}>
          {t('whoTakeTheirs')}
        </button>
      </div>
    </div>
  )
}

/** Formats an answer as text, with the names of people and groups. */
function useReading() {
  const t = managementTexts.useText()
  const groupName = useGroupName()
  return ({ answer, subjects }: WhoMayUse): string => {
    if (answer === 'everyone') return t('whoEveryone')
    if (answer !== 'chosen') return t('whoOthers')
    if (subjects.length === 0) return t('whoNone')
    return formatList(
      subjects.map(({ kind, id = '', name }) => (kind === 'Group' ? groupName(id) : (name ?? id))),
    )
  }
}
