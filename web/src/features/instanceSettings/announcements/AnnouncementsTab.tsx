import { useState } from 'react'
import { CardList } from '../CardList.tsx'
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

/** The announcements of all times, and who has read them. */
export function AnnouncementsTab({ readOnly }: { readOnly: boolean }) {
  const t = announcementSettingsTexts.useText()
  const [edited, setEdited] = useState<Edited | null>(null)
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } =
    announcementSettingsApi.useListAnnouncementsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <CardList
      intro={t('intro')}
      items={data?.pages.flatMap((page) => page.items)}
      error={error}
      retry={() => void refetch()}
      add={
        readOnly
          ? undefined
          : {
              label: t('add'),
              open: () => setEdited({ announcement: null, values: blankValues(Date.now()) }),
            }
      }
      empty={t('empty')}
      card={(one) => (
        <AnnouncementCard
          key={one.announcementId}
          announcement={one}
          readOnly={readOnly}
          edit={() => setEdited({ announcement: one, values: valuesOf(one) })}
          duplicate={() => setEdited({ announcement: null, values: copyOf(one, Date.now()) })}
        />
      )}
    >
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
    </CardList>
  )
}
