import { Check, Folder, TriangleAlert } from 'lucide-react'
import { formatBytes, formatList, formatPercent } from '../../lang/format.ts'
import { type OpenRow, type RowAction, RowMenuButton } from '../../ui/admin/RowMenu.tsx'
import { FileMark } from '../../ui/files/FileMark.tsx'
import type { LibraryFile } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'
import { reasonText } from './reasonText.ts'
import { ConfirmScan } from './scans/ConfirmScan.tsx'
import { ScanNote } from './scans/ScanNote.tsx'
import { CONFIRM_SCAN } from './scans/useScanActions.ts'

const chips: Record<LibraryFile['state'], string> = {
  Queued: 'chip',
  Extracting: 'chip info',
  Indexing: 'chip p',
  Ready: 'chip ok',
  Failed: 'chip e',
}

function StateChip({ state }: { state: LibraryFile['state'] }) {
  const t = dataSourcesTexts.useText()
  return (
    <span className={chips[state]}>
      {state === 'Ready' ? (
        <Check size={12} />
      ) : state === 'Failed' ? (
        <TriangleAlert size={12} />
      ) : (
        <span className="dot" />
      )}
      {t(state)}
    </span>
  )
}

interface Props {
  file: LibraryFile
  /** Undefined for people who can't change the library. */
  chosen: boolean | undefined
  choose: () => void
  actions: RowAction[]
  open: (row: OpenRow) => void
  openFolder: () => void
}

export function FileRow({ file, chosen, choose, actions, open, openFolder }: Props) {
  const t = dataSourcesTexts.useText()
  const { name, folder, size, pages, state, fileVersion, duplicateOf, similarTo, citations } = file
  const facts = [
    formatBytes(size),
    pages === null ? '' : t('pages', { count: pages }),
    fileVersion > 1 ? t('version', { number: fileVersion }) : '',
    citations > 0 ? t('cited', { count: citations }) : '',
  ]
  return (
    <li className="file" data-state={state} data-chosen={chosen || undefined}>
      {chosen !== undefined && (
        <input
          type="checkbox"
          className="check"
          checked={chosen}
          aria-label={t('selectFile', { name })}
          onChange={choose}
        />
      )}
      <FileMark name={name} />
      <div className="file-name">
        <bdi className="trunc" title={name}>
          {name}
        </bdi>
        <div className="small m3 file-facts">
          {folder !== '' && (
            <button type="button" className="file-folder" onClick={openFolder}>
              <Folder size={12} />
              <bdi className="trunc">{folder}</bdi>
            </button>
          )}
          <span>{formatList(facts.filter(Boolean))}</span>
        </div>
        {duplicateOf && (
          <div className="small file-duplicate">
            <bdi>{t('duplicateOf', { name: duplicateOf })}</bdi>
          </div>
        )}
        {similarTo && !duplicateOf && (
          <div className="small file-duplicate">
            <bdi>{t('similarTo', { name: similarTo })}</bdi>
          </div>
        )}
        {file.scan && <ScanNote scan={file.scan} />}
      </div>
      <StateChip state={state} />
      <div className="file-progress">
        {file.scan?.state === 'Unconfirmed' ? (
          <ConfirmScan action={actions.find(({ key }) => key === CONFIRM_SCAN)} />
        ) : (
          <Progress file={file} />
        )}
      </div>
      <RowMenuButton name={name} actions={actions} open={open} />
    </li>
  )
}

function Progress({ file }: { file: LibraryFile }) {
  const t = dataSourcesTexts.useText()
  const { state, progress, passages, reason } = file
  if (state === 'Failed') {
    return (
      <div className="s13 file-error">
        <bdi>{reason !== null && reasonText(reason)}</bdi>
      </div>
    )
  }
  if (state === 'Queued' && file.scan?.state === 'Reading')
    return <Meter file={file} share={(file.scan.read + file.scan.failed) / file.scan.pages} />
  if (state === 'Queued') return <div className="small m2">{t('queuedHint')}</div>
  if (state === 'Ready') return <div className="small m3 num">{t('passages', { count: passages })}</div>
  return <Meter file={file} share={progress / 100} />
}

function Meter({ file, share }: { file: LibraryFile; share: number }) {
  const t = dataSourcesTexts.useText()
  const { name, state, passages } = file
  return (
    <>
      <div className="small m2 num row">
        <span className="grow">{passages > 0 ? t('passages', { count: passages }) : ''}</span>
        <span>{formatPercent(Math.floor(share * 100) / 100)}</span>
      </div>
      <progress
        className="meter"
        data-state={state}
        value={share}
        max={1}
        aria-label={t('progressOf', { name })}
      />
    </>
  )
}
