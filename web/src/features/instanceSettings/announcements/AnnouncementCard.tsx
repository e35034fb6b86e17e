import { limits } from '@parlance/contract/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList, formatMoment, formatNumber } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { LinkedText } from '../../announcements/LinkedText.tsx'
import { shownText } from '../../announcements/shownText.ts'
import { useBrands } from '../../brandName/BrandName.tsx'
import { useActions } from '../../currentUser/data/useActions.ts'
import { useGroupName } from '../../policyText/policyGroups.ts'
import { type Announcement, announcementSettingsApi } from '../data/announcementsApi.ts'
import { announcementSettingsTexts } from './lang/en.ts'
import { ReadersDialog } from './ReadersDialog.tsx'

const stateChips = { Scheduled: 'chip info', Shown: 'chip ok', Over: 'chip' } as const
const importanceChips = { Info: 'chip', Important: 'chip e', Maintenance: 'chip w' } as const

/** Enough to tell announcements apart. */
const NAME_LENGTH = 60

interface Props {
  announcement: Announcement
  readOnly: boolean
  edit: () => void
  duplicate: () => void
}

export function AnnouncementCard({ announcement, readOnly, edit, duplicate }: Props) {
  const t = announcementSettingsTexts.useText()
  const { i18n } = useTranslation()
  const { importance, state, from, to, startsAt } = announcement
  const { text, lang, dir } = shownText(announcement.text, i18n.language)
  return (
    <section className="card settings-card" aria-label={text.slice(0, NAME_LENGTH)}>
      <div className="row settings-actions">
        <span className={stateChips[state]}>{t(`state.${state}`)}</span>
        <span className={importanceChips[importance]}>{t(`importance.${importance}`)}</span>
      </div>
      <p className="announcement-card-text" lang={lang} dir={dir}>
        <LinkedText text={text} />
      </p>
      <p className="s13 m2 num">{t('period', { from: formatMoment(from), to: formatMoment(to) })}</p>
      {startsAt && <p className="s13 m2 num">{t('maintenanceFrom', { when: formatMoment(startsAt) })}</p>}
      <Audience announcement={announcement} />
      <Reach announcement={announcement} />
      {!readOnly && <Actions announcement={announcement} edit={edit} duplicate={duplicate} />}
    </section>
  )
}

function Audience({
  announcement: { groupIds, brandKey, visitors, importance },
}: {
  announcement: Announcement
}) {
  const t = announcementSettingsTexts.useText()
  const groupName = useGroupName()
  const { brands } = useBrands()
  const groups = formatList(groupIds.map(groupName))
  const brand = brands.find((one) => one.brandKey === brandKey)?.name ?? brandKey
  const withVisitors = visitors && groupIds.length === 0 && importance !== 'Info'
  return (
    <p className="s13 m2">
      {groups ? t('forGroups', { groups }) : t(withVisitors ? 'forEveryoneAndVisitors' : 'forEveryone')}
      {brand && ` ${t('onBrand', { brand })}`}
    </p>
  )
}

const upTo = (count: number) =>
  count < limits.countedPeople ? formatNumber(count) : `${formatNumber(count)}+`

/** Counted at once only while people still read it, because counting takes a while with many people. */
function Reach({ announcement: { announcementId, importance, state } }: { announcement: Announcement }) {
  const t = announcementSettingsTexts.useText()
  const [wanted, setWanted] = useState(state !== 'Over')
  const { data } = announcementSettingsApi.useGetAnnouncementReachQuery(
    { announcementId },
    { skip: !wanted, refetchOnMountOrArgChange: true },
  )
  if (!wanted)
    return (
      <div>
        <button type="button" className="text-button s13" onClick={() => setWanted(true)}>
          {t('count')}
        </button>
      </div>
    )
  // Its height stays, so that the card doesn't grow under the pointer.
  if (!data) return <p className="s13 m3">{t('counting')}</p>
  const { people, read } = data
  return (
    <div>
      <p className="s13">{t(`reach.${importance}`, { read: upTo(read), people: upTo(people) })}</p>
      <progress
        className="meter announcement-meter"
        value={read}
        max={Math.max(people, read, 1)}
        aria-hidden
      />
    </div>
  )
}

function Actions({ announcement, edit, duplicate }: Omit<Props, 'readOnly'>) {
  const t = announcementSettingsTexts.useText()
  const { held } = useActions()
  const [open, setOpen] = useState<'removing' | 'readers' | null>(null)
  const [remove, removing] = announcementSettingsApi.useRemoveAnnouncementMutation()
  async function confirm() {
    const { error } = await remove({ announcementId: announcement.announcementId })
    if (!error) toast.success(t('removed'))
  }
  return (
    <div className="row settings-actions">
      <button type="button" className="btn out" onClick={edit}>
        {t('edit')}
      </button>
      {held.has('UserRead') && (
        <button type="button" className="btn out" onClick={() => setOpen('readers')}>
          {t('readers')}
        </button>
      )}
      <button type="button" className="btn ghost" onClick={duplicate}>
        {t('duplicate')}
      </button>
      <button type="button" className="btn ghost" onClick={() => setOpen('removing')}>
        {t('remove')}
      </button>
      {open === 'readers' && <ReadersDialog announcement={announcement} close={() => setOpen(null)} />}
      {open === 'removing' && (
        <ConfirmDialog
          title={t('removeTitle')}
          text={t('removeText')}
          button={t('removeButton')}
          busy={removing.isLoading}
          error={removing.error}
          confirm={() => void confirm()}
          close={() => setOpen(null)}
        />
      )}
    </div>
  )
}
