import { useState } from 'react'
import { formatBytes } from '../../../lang/format.ts'
import { CardList } from '../CardList.tsx'
import { type SupervisionExport, type SupervisionExports, supervisionApi } from '../data/supervisionApi.ts'
import { supervisionTexts } from './lang/en.ts'
import { SupervisionCard } from './SupervisionCard.tsx'
import { SupervisionDialog } from './SupervisionDialog.tsx'
import './supervision.css'

const POLL_MS = 5000
/** While entries are exported. */
const POLL_SENDING_MS = 1000
const LOW_BYTES = 1_000_000_000

/** Where the audit log is copied to, and how far each copy has come. */
export function SupervisionTab({ readOnly }: { readOnly: boolean }) {
  const t = supervisionTexts.useText()
  const [edited, setEdited] = useState<SupervisionExport | 'new' | null>(null)
  const [isSending, setSending] = useState(false)
  const { data, error, refetch } = supervisionApi.useListSupervisionExportsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isSending ? POLL_SENDING_MS : POLL_MS,
    skipPollingIfUnfocused: true,
  })
  const isSendingNow = data?.items.some(({ state }) => state === 'Sending') ?? false
  if (isSendingNow !== isSending) setSending(isSendingNow)
  return (
    <CardList
      intro={t('intro')}
      notice={data && <FolderNotice listed={data} />}
      items={data?.items}
      error={error}
      retry={() => void refetch()}
      add={readOnly ? undefined : { label: t('add'), open: () => setEdited('new') }}
      empty={t('empty')}
      card={(one) => (
        <SupervisionCard
          key={one.supervisionExportId}
          one={one}
          isStrict={data?.conversationsAreExported ?? false}
          readOnly={readOnly}
          edit={() => setEdited(one)}
        />
      )}
    >
      {edited && data && (
        <SupervisionDialog
          one={edited === 'new' ? null : edited}
          hasFolder={data.folder !== null}
          close={() => setEdited(null)}
        />
      )}
    </CardList>
  )
}

/** Exported files are never deleted here, so their disk can become full. */
function FolderNotice({ listed: { folder, items } }: { listed: SupervisionExports }) {
  const t = supervisionTexts.useText()
  if (folder === null || !items.some(({ target }) => target.kind === 'File')) return null
  if (folder.freeBytes === null)
    return (
      <p className="strip e" role="alert">
        {t('folderLost')}
      </p>
    )
  if (folder.freeBytes >= LOW_BYTES) return null
  return (
    <p className="strip w" role="status">
      {t('diskLow', { size: formatBytes(folder.freeBytes) })}
    </p>
  )
}
