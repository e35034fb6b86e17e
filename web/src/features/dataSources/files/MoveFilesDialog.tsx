import { limits } from '@parlance/contract/limits'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { dataSourcesTexts } from '../lang/en.ts'

interface Props {
  count: number
  /** Where the files are now, or empty. */
  folder: string
  busy: boolean
  error: unknown
  move: (folder: string) => void
  close: () => void
}

/** Asks for the folder to move files to. */
export function MoveFilesDialog({ count, folder: before, busy, error, move, close }: Props) {
  const t = dataSourcesTexts.useText()
  const [folder, setFolder] = useState(before)
  const wanted = folder
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/')
  const isTooLong = wanted.length > limits.folder
  return (
    <ConfirmDialog
      title={t('moveTitle', { count })}
      text={t('moveText')}
      button={t('move')}
      danger={false}
      dirty={folder !== before}
      busy={busy}
      error={error}
      confirm={isTooLong ? undefined : () => move(wanted)}
      close={close}
    >
      <TextField
        field="folder"
        label={t('folder')}
        value={folder}
        change={setFolder}
        error={isTooLong ? t('folderTooLong', { max: limits.folder }) : undefined}
        autoFocus
      />
    </ConfirmDialog>
  )
}
