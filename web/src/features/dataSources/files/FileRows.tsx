import { Download, FolderInput, List, RotateCw, ScanText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { type OpenRow, type RowAction, RowMenu } from '../../../ui/admin/RowMenu.tsx'
import { present, toggled, toggledAll } from '../../../ui/admin/selection.ts'
import { errorText } from '../../../ui/errorText.ts'
import { useKeepFocus } from '../../../ui/keepFocus.ts'
import { toast } from '../../../ui/toast.tsx'
import { type DataSource, dataSourcesApi, type LibraryFile } from '../data/api.ts'
import { FileRow } from '../FileRow.tsx'
import { dataSourcesTexts } from '../lang/en.ts'
import { RemoveFileDialog } from '../RemoveFileDialog.tsx'
import { scansTexts } from '../scans/lang/en.ts'
import { ScannedPagesDialog } from '../scans/ScannedPagesDialog.tsx'
import { useScanActions } from '../scans/useScanActions.ts'
import { MoveFilesDialog } from './MoveFilesDialog.tsx'
import { PassagesDialog } from './PassagesDialog.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { FILES_AT_ONCE, type FileAction, useFileChanges } from './useFileChanges.ts'

interface Props {
  library: DataSource
  files: LibraryFile[]
  busy: boolean
  openFolder: (folder: string) => void
}

type Shown =
  | { kind: 'passages' | 'scans' | 'remove'; file: LibraryFile }
  | { kind: 'move' | 'removeAll'; files: LibraryFile[] }

/** The files of a library, what can be done with each, and with several at once. */
export function FileRows({ library, files, busy, openFolder }: Props) {
  const t = dataSourcesTexts.useText()
  const { mayWrite, dataSourceId, name } = library
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Shown | null>(null)
  const [menu, setMenu] = useState<OpenRow | null>(null)
  const [retry] = dataSourcesApi.useRetryFileMutation()
  const scansText = scansTexts.useText()
  const scanActions = useScanActions(library)
  const changes = useFileChanges(dataSourceId)
  const keepFocus = useKeepFocus()
  const ids = files.map(({ fileId }) => fileId)
  const chosen = present(selected, ids)
  const chosenFiles = files.filter(({ fileId }) => chosen.has(fileId)).slice(0, FILES_AT_ONCE)
  const close = () => {
    setShown(null)
    changes.reset()
  }
  const run = async (of: readonly LibraryFile[], action: FileAction) => {
    const left = await changes.run(of, action)
    if (left === null) return
    setSelected(new Set(left))
    close()
  }
  const readAgain = async ({ fileId }: LibraryFile) => {
    const { error } = await retry({ dataSourceId, fileId })
    if (error) toast.error(errorText(error))
  }

  const show = (next: Shown) => () => setShown(next)
  const actionsOf = (file: LibraryFile): RowAction[] => [
    { key: 'passages', label: t('showPassages'), Icon: List, act: show({ kind: 'passages', file }) },
    ...(file.scan && file.scan.pages > 0
      ? [{ key: 'scans', label: scansText('show'), Icon: ScanText, act: show({ kind: 'scans', file }) }]
      : []),
    { key: 'download', label: t('download'), Icon: Download, act: () => void changes.download(file) },
    ...(mayWrite ? ownActionsOf(file) : []),
  ]
  const ownActionsOf = (file: LibraryFile): RowAction[] => [
    ...(file.state === 'Failed'
      ? [{ key: 'retry', label: t('retry'), Icon: RotateCw, act: () => void readAgain(file) }]
      : []),
    ...scanActions(file),
    { key: 'move', label: t('moveTo'), Icon: FolderInput, act: show({ kind: 'move', files: [file] }) },
    { key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: show({ kind: 'remove', file }) },
  ]

  return (
    <>
      <SelectionBar
        files={chosenFiles}
        retry={() => void run(chosenFiles, { action: 'Retry' })}
        move={show({ kind: 'move', files: chosenFiles })}
        remove={show({ kind: 'removeAll', files: chosenFiles })}
        clear={() => setSelected(new Set())}
      />
      <ul
        className={`card files${mayWrite ? ' selectable' : ''}`}
        aria-label={t('caption', { name })}
        aria-busy={busy}
        onFocus={keepFocus}
      >
        <li className="files-head">
          {mayWrite && (
            <input
              type="checkbox"
              className="check"
              checked={ids.every((fileId) => chosen.has(fileId))}
              aria-label={t('selectAll')}
              onChange={() => setSelected(toggledAll(chosen, ids))}
            />
          )}
          <span className="files-head-name" aria-hidden="true">
            {t('columnName')}
          </span>
          <span aria-hidden="true">{t('columnState')}</span>
          <span aria-hidden="true">{t('columnProgress')}</span>
        </li>
        {files.map((file) => (
          <FileRow
            key={file.fileId}
            file={file}
            chosen={mayWrite ? chosen.has(file.fileId) : undefined}
            choose={() => setSelected(toggled(chosen, file.fileId))}
            actions={actionsOf(file)}
            open={setMenu}
            openFolder={() => openFolder(file.folder)}
          />
        ))}
      </ul>
      <RowMenu open={menu} close={() => setMenu(null)} />
      {shown?.kind === 'passages' && <PassagesDialog file={shown.file} close={close} />}
      {shown?.kind === 'scans' && <ScannedPagesDialog file={shown.file} close={close} />}
      {shown?.kind === 'remove' && <RemoveFileDialog file={shown.file} close={close} />}
      {shown?.kind === 'move' && (
        <MoveFilesDialog
          count={shown.files.length}
          folder={shown.files.length === 1 ? (shown.files[0]?.folder ?? '') : ''}
          busy={changes.isLoading}
          error={changes.error}
          move={(folder) => void run(shown.files, { action: 'Move', folder })}
          close={close}
        />
      )}
      {shown?.kind === 'removeAll' && (
        <ConfirmDialog
          title={t('removeFilesTitle', { count: shown.files.length })}
          text={t('removeFilesText')}
          button={t('removeFiles', { count: shown.files.length })}
          busy={changes.isLoading}
          error={changes.error}
          confirm={() => void run(shown.files, { action: 'Remove' })}
          close={close}
        />
      )}
    </>
  )
}
