import { limits } from '@parlance/contract/limits'
import { formatNumber } from '../../lang/format.ts'
import type { ErasedArea } from './data/api.ts'
import { type PersonalDataText, personalDataTexts } from './lang/en.ts'
import './personalData.css'

/** A count, which ends at a limit. */
export const countText = (count: number, t: PersonalDataText): string =>
  count >= limits.countedRows ? t('atLeast', { count: formatNumber(count) }) : formatNumber(count)

type KeptArea =
  | 'Profile'
  | 'Policies'
  | 'Uploads'
  | 'Consents'
  | 'Activity'
  | 'ReadsOfOthers'
  | 'Authorship'
  | 'AuditLog'

/** Why an area remains. */
export const whyKept = ({ area }: ErasedArea, t: PersonalDataText): string => t(`kept.${area as KeptArea}`)

/** How much of an area remains. What stays without the person is no longer counted as theirs. */
export const remaining = ({ erasedAs, count, left }: ErasedArea): number =>
  erasedAs === 'Kept' ? (left ?? count) : count

export const isDeleted = ({ erasedAs, count }: ErasedArea): boolean => erasedAs === 'Deleted' && count > 0
export const remains = ({ erasedAs, count }: ErasedArea): boolean => erasedAs !== 'Deleted' && count > 0

/** What erasing someone deletes, and what remains, with counts and reasons. */
export function ErasedAreas({ areas }: { areas: readonly ErasedArea[] }) {
  const t = personalDataTexts.useText()
  return (
    <section className="erased-areas erased-scroll" aria-label={t('eraseEffects')}>
      <div>
        <h3 className="h4">{t('toDelete')}</h3>
        <dl className="erased-list">
          {areas.filter(isDeleted).map(({ area, count }) => (
            <div key={area}>
              <dt>{t(`area.${area}`)}</dt>
              <dd className="num">{countText(count, t)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h3 className="h4">{t('remains')}</h3>
        <dl className="erased-list">
          {areas.filter(remains).map((one) => (
            <div key={one.area}>
              <dt>{t(`area.${one.area}`)}</dt>
              <dd className="num">{countText(one.count, t)}</dd>
              <dd className="erased-why">{whyKept(one, t)}</dd>
            </div>
          ))}
        </dl>
        <p className="hint">{t('alsoRemains')}</p>
      </div>
    </section>
  )
}
