import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type Announcement, announcementSettingsApi } from '../data/announcementsApi.ts'
import { AnnouncementCard } from './AnnouncementCard.tsx'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { type AnnouncementValues, blankValues, copyOf, valuesOf } from './announcementForm.ts'
import { announcementSettingsTexts } from './lang/en.ts'
import './announcementSettings.css'

interface Edited {
  /** Null for a new one. */
  announcement: Announcement | null
  values: AnnouncementValues
}

/** What people are told, and who has read it. */
export function AnnouncementsTab({ readOnly }: { readOnly: boolean }) {
  const t = announcementSettingsTexts.useText()
  const [edited, setEdited] = useState<Edited | null>(null)
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } =
    announcementSettingsApi.useListAnnouncementsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  const items = data?.pages.flatMap((page) => page.items)
  return (
    <div className="settings-list">
      <p className="m2">{t('intro')}</p>
      {!readOnly && data && (
        <div>
          <button
            type="button"
            className="btn pri"
            onClick={() => setEdited({ announcement: null, values: blankValues(Date.now()) })}
          >
            <Plus size={16} />
            {t('add')}
          </button>
        </div>
      )}
      {!items && <ListSkeleton columns={1} cards="list-cards" />}
      {items?.length === 0 && <p className="m3">{t('empty')}</p>}
      {items?.map((one) => (
        <AnnouncementCard
          key={one.announcementId}
          announcement={one}
          readOnly={readOnly}
          edit={() => setEdited({ announcement: one, values: valuesOf(one) })}
          duplicate={() => setEdited({ announcement: null, values: copyOf(one, Date.now()) })}
        />
      ))}
      {hasNextPage && (
        <div>
          <button
            type="button"
            className="btn soft sm"
            aria-disabled={isFetching}
            onClick={() => !isFetching && void fetchNextPage()}
          >
            {t('more')}
          </button>
        </div>
      )}
      {edited && <AnnouncementDialog {...edited} close={() => setEdited(null)} />}
    </div>
  )
}
