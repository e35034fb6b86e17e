import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { type DataSource, dataSourcesApi } from './data/api.ts'
import { LibraryDialog, type LibraryNames } from './LibraryDialog.tsx'
import { dataSourcesTexts } from './lang/en.ts'

/** Changes the name and the description of a library. */
export function RenameButton({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const { dataSourceId, version, name, description } = library
  const [open, setOpen] = useState(false)
  const [update, { isLoading, error, reset }] = dataSourcesApi.useUpdateLibraryMutation()
  const close = () => {
    setOpen(false)
    reset()
  }

  async function save(names: LibraryNames) {
    if ((await update({ fileLibraryId: dataSourceId, version, ...names })).error) return
    close()
    toast.success(t('renamed', { name: names.name }))
  }

  return (
    <>
      <button type="button" className="btn out" onClick={() => setOpen(true)}>
        <Pencil size={16} />
        {t('rename')}
      </button>
      <LibraryDialog
        open={open}
        title={t('renameTitle')}
        button={t('save')}
        initial={{ name, description }}
        busy={isLoading}
        error={error}
        save={(names) => void save(names)}
        close={close}
      />
    </>
  )
}
