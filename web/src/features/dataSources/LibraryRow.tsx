import { Library } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFileDrop } from '../../ui/files/useFileDrop.ts'
import { AddFilesButton } from './AddFilesButton.tsx'
import { ArchiveList } from './archives/ArchiveList.tsx'
import type { DataSource } from './data/api.ts'
import { uploadFiles } from './data/uploads.ts'
import { ProgressBar } from './LibraryProgress.tsx'
import { dataSourcesTexts } from './lang/en.ts'
import { UploadList } from './UploadList.tsx'

export function LibraryRow({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const { dataSourceId, name, description, files, filesReady, filesFailed, passages, mayWrite } = library
  const take = (chosen: File[]) => uploadFiles(dataSourceId, chosen)
  const [row, setRow] = useState<HTMLElement | null>(null)
  const over = useFileDrop(row, take, mayWrite)
  const inWork = files - filesReady - filesFailed

  return (
    <li className="card library" data-over={over || undefined} ref={setRow}>
      <div className="row library-row">
        <span className="library-mark" aria-hidden="true">
          <Library size={18} />
        </span>
        <div className="grow">
          <Link to={`/admin/datasource/${dataSourceId}/edit`} className="library-name">
            <bdi>{name}</bdi>
          </Link>
          <div className="small m3 num">
            {over
              ? t('dropOn', { name })
              : `${t('files', { count: files })} · ${t('passages', { count: passages })}`}
          </div>
          {description && (
            <p className="s13 m2">
              <bdi>{description}</bdi>
            </p>
          )}
        </div>
        {inWork > 0 && (
          <span className="chip p">
            <span className="dot" />
            {t('inProgress', { count: inWork })}
          </span>
        )}
        {filesFailed > 0 && (
          <span className="chip e">
            <span className="dot" />
            {t('failedCount', { count: filesFailed })}
          </span>
        )}
        {mayWrite && <AddFilesButton library={name} take={take} small />}
      </div>
      {inWork > 0 && <ProgressBar library={library} />}
      <UploadList dataSourceId={dataSourceId} className="library-uploads" />
      <ArchiveList dataSourceId={dataSourceId} className="library-uploads" onlyNew />
    </li>
  )
}
