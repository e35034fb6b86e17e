import { CircleHelp } from 'lucide-react'
import { formatMoment } from '../../lang/format.ts'
import { useGroupNames } from '../directoryGroups/data/useGroupNames.ts'
import type { User } from './data/api.ts'
import { usersTexts } from './lang/en.ts'
import { Panel } from './Panel.tsx'

type Groups = Pick<User, 'groupIds' | 'groupsState'> & { groupsReadAt?: string | null }

/** A user's directory groups, as far as known. Unknown groups are shown as unknown, not as "in no group". */
export function GroupsPanel({ groupIds, groupsState, groupsReadAt = null }: Groups) {
  const t = usersTexts.useText()
  const { nameOf } = useGroupNames()
  const at = groupsReadAt && formatMoment(groupsReadAt)
  return (
    <Panel title={t('groups')}>
      {groupsState !== 'Known' && (
        <p className="strip w">
          <CircleHelp size={16} />
          <span className="grow">
            {groupsState === 'Unknown' ? t('groupsUnknown') : t('groupsOld', { at: at ?? '' })}
          </span>
        </p>
      )}
      {groupsState !== 'Unknown' && (
        <ul className="user-roles" aria-label={t('groups')}>
          {groupIds.map((groupId) => {
            const name = nameOf(groupId)
            return (
              <li key={groupId} className="chip" dir={name ? 'auto' : undefined} title={groupId}>
                {name ?? t('groupWithId', { id: groupId })}
              </li>
            )
          })}
        </ul>
      )}
      {groupsState === 'Known' && groupIds.length === 0 && <p className="hint">{t('noGroups')}</p>}
      {groupsState === 'Known' && at && <p className="hint">{t('groupsRead', { at })}</p>}
    </Panel>
  )
}
