import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { fetchFile } from '../../../api/fetchFile.ts'
import { formatMoment } from '../../../lang/format.ts'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useDebounced } from '../../../ui/useDebounced.ts'
import {
  type Announcement,
  type AnnouncementReader,
  announcementSettingsApi,
} from '../data/announcementsApi.ts'
import { announcementSettingsTexts } from './lang/en.ts'

const states: readonly AnnouncementReader['state'][] = ['Read', 'Missing']
const SEARCH_MS = 300

interface Props {
  announcement: Announcement
  close: () => void
}

/** Who has read an announcement, and who hasn’t. */
export function ReadersDialog({ announcement: { announcementId }, close }: Props) {
  const t = announcementSettingsTexts.useText()
  const id = useId()
  const [state, setState] = useState<AnnouncementReader['state']>('Read')
  const [search, setSearch] = useState('')
  const wanted = useDebounced(search, SEARCH_MS)
  const [exporting, setExporting] = useState(false)

  async function download() {
    if (exporting) return
    setExporting(true)
    try {
      saveFile(await fetchFile('announcements.exportReaders', { announcementId }), 'readers.csv')
    } catch (error) {
      toast.error(t('exportFailed', { reason: errorText(error) }))
    }
    setExporting(false)
  }

  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={id}>
      <div className="dialog">
        <h2 className="h3" id={id}>
          {t('readersTitle')}
        </h2>
        <div className="row announcement-readers-head">
          <ChoiceField
            field="state"
            label={t('readersShown')}
            quiet
            value={state}
            options={states.map((key) => ({ key, label: t(`reader.${key}`) }))}
            change={setState}
          />
          <button type="button" className="btn out" aria-disabled={exporting} onClick={() => void download()}>
            <Download size={16} />
            {t('exportCsv')}
          </button>
        </div>
        <SearchField label={t('searchReaders')} value={search} change={setSearch} />
        <Readers announcementId={announcementId} state={state} search={wanted.trim()} />
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {t('close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

interface ReadersProps {
  announcementId: string
  state: AnnouncementReader['state']
  search: string
}

function Readers(filter: ReadersProps) {
  const t = announcementSettingsTexts.useText()
  const { currentData, error, refetch, hasNextPage, isFetching, fetchNextPage } =
    announcementSettingsApi.useListAnnouncementReadersInfiniteQuery(filter, {
      refetchOnMountOrArgChange: true,
    })
  if (error && !currentData) return <LoadError error={error} retry={() => void refetch()} />
  if (!currentData) return <p className="m3">{t('loading')}</p>
  const items = currentData.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return <p className="m3">{t(filter.search ? 'nothingFound' : `none.${filter.state}`)}</p>
  return (
    <>
      <ul className="announcement-readers" aria-label={t(`reader.${filter.state}`)}>
        {items.map(({ person, readAt }) => (
          <li key={person.userId} className="row">
            <span className="grow">
              <bdi>{person.name}</bdi>
              {person.email && (
                <bdi className="small m3 announcement-email" dir="ltr">
                  {person.email}
                </bdi>
              )}
            </span>
            {readAt && <span className="small m2 num">{formatMoment(readAt)}</span>}
          </li>
        ))}
      </ul>
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
    </>
  )
}
