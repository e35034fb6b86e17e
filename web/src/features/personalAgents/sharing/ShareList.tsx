import { UserRound, UsersRound, X } from 'lucide-react'
import { useGroupNames } from '../../directoryGroups/data/useGroupNames.ts'
import { sharingTexts } from './lang/en.ts'
import { keyOf, type Share } from './shareRows.ts'
import '../../../ui/admin/fields/finder.css'

interface Props {
  shares: readonly Share[]
  change: (shares: readonly Share[]) => void
}

/** The people and groups an agent is shared with, each with a permission that can be changed or revoked. */
export function ShareList({ shares, change }: Props) {
  const t = sharingTexts.useText()
  const { nameOf } = useGroupNames()
  const others = (share: Share) => shares.filter((one) => keyOf(one) !== keyOf(share))
  return (
    <ul className="chosen share-list" aria-label={t('shareList')}>
      {shares.map((share) => {
        const { userId, groupId, right } = share
        const name = share.name ?? nameOf(groupId ?? '') ?? groupId ?? userId ?? ''
        const Icon = userId ? UserRound : UsersRound
        return (
          <li key={keyOf(share)} className="chosen-item">
            <Icon size={16} className="m3" />
            <span className="grow">
              <bdi>{name}</bdi>
              {groupId && <span className="small m3 share-kind">{t('group')}</span>}
            </span>
            <select
              className="in share-right"
              aria-label={t('shareRight', { name })}
              value={right}
              onChange={(event) =>
                change(
                  shares.map((one) =>
                    keyOf(one) === keyOf(share)
                      ? { ...one, right: event.target.value as Share['right'] }
                      : one,
                  ),
                )
              }
            >
              <option value="Use">{t('mayUse')}</option>
              <option value="Edit">{t('mayEdit')}</option>
            </select>
            <button
              type="button"
              className="ib sm"
              aria-label={t('shareTake', { name })}
              onClick={() => change(others(share))}
            >
              <X size={14} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
