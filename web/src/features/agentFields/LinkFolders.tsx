import { limits } from '@parlance/contract/limits'
import { Folder, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { formatList } from '../../lang/format.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { dataSourcesApi } from '../dataSources/data/api.ts'
import type { Configuration } from './data/api.ts'
import { agentFieldsTexts } from './lang/en.ts'

type Link = Configuration['dataSources'][number]

interface Props {
  link: Link
  name: string
  /** Whether the user can see the library, and thus its folders. */
  isSeen: boolean
  readOnly: boolean
  change: (folders: string[]) => void
}

/** Whether a folder is there, by itself or because of the folders in it. */
const isThere = (folder: string, listed: readonly { folder: string }[]) =>
  listed.some((one) => one.folder === folder || (folder !== '' && one.folder.startsWith(`${folder}/`)))

/** The folders of a library that a link is limited to. */
export function LinkFolders({ link, name, isSeen, readOnly, change }: Props) {
  const t = agentFieldsTexts.useText()
  const [choosing, setChoosing] = useState(false)
  const { dataSourceId, folders } = link
  const { data } = dataSourcesApi.useListFoldersQuery(
    { dataSourceId },
    { skip: !isSeen || folders.length === 0 },
  )
  const missing = data && !data.more ? folders.filter((folder) => !isThere(folder, data.items)) : []
  const nameOf = (folder: string) => (folder === '' ? t('folderTop') : folder)
  const shown =
    folders.length === 0 ? t('foldersAll') : t('foldersOnly', { names: formatList(folders.map(nameOf)) })
  if (!isSeen && folders.length === 0) return null
  return (
    <div className="agent-link-folders">
      {isSeen && !readOnly ? (
        <button
          type="button"
          className="btn ghost sm"
          aria-haspopup="dialog"
          aria-label={t('foldersOfName', { shown, name })}
          onClick={() => setChoosing(true)}
        >
          <Folder size={14} />
          <bdi className="trunc">{shown}</bdi>
        </button>
      ) : (
        <span className="hint">
          <bdi>{shown}</bdi>
        </span>
      )}
      {missing.length > 0 && (
        <p className="row s13 agent-missing-folders" role="status">
          <TriangleAlert size={14} />
          <span>
            {t('foldersMissing', { count: missing.length, names: formatList(missing.map(nameOf)) })}
          </span>
        </p>
      )}
      {choosing && (
        <FoldersDialog
          link={link}
          name={name}
          nameOf={nameOf}
          save={(chosen) => {
            setChoosing(false)
            change(chosen)
          }}
          close={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

interface Choosing {
  link: Link
  name: string
  nameOf: (folder: string) => string
  save: (folders: string[]) => void
  close: () => void
}

function FoldersDialog({ link: { dataSourceId, folders }, name, nameOf, save, close }: Choosing) {
  const t = agentFieldsTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(folders))
  const { data, error, refetch } = dataSourcesApi.useListFoldersQuery(
    { dataSourceId },
    { refetchOnMountOrArgChange: true },
  )
  const listed = new Map(data?.items.map(({ folder, files }) => [folder, files]))
  // A folder that only contains folders isn't listed, and neither is one that is gone.
  const others = folders.filter((folder) => !listed.has(folder))
  const options = data ? [...others, ...listed.keys()] : []
  const isFull = chosen.size >= limits.foldersPerLink
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={id}>
      <div className="dialog agent-folders">
        <h2 className="h3" id={id}>
          {t('foldersTitle', { name })}
        </h2>
        <p className="hint">{t('foldersHint', { max: limits.foldersPerLink })}</p>
        {error && <LoadError error={error} retry={() => void refetch()} />}
        {data && options.length === 0 && <p className="m3">{t('foldersNone')}</p>}
        {data?.more && <p className="hint">{t('foldersMore', { count: data.items.length })}</p>}
        <ul className="agent-folder-list" aria-labelledby={id}>
          {options.map((folder) => {
            const files = listed.get(folder)
            const isGone = files === undefined && data && !data.more && !isThere(folder, data.items)
            return (
              <li key={folder}>
                <label className="row">
                  <input
                    type="checkbox"
                    checked={chosen.has(folder)}
                    disabled={isFull && !chosen.has(folder)}
                    onChange={({ target }) => {
                      const next = new Set(chosen)
                      if (target.checked) next.add(folder)
                      else next.delete(folder)
                      setChosen(next)
                    }}
                  />
                  <bdi className="grow">{nameOf(folder)}</bdi>
                  {files !== undefined && (
                    <span className="m3 s13">{t('folderFiles', { count: files })}</span>
                  )}
                  {isGone && <span className="m3 s13">{t('folderGone')}</span>}
                </label>
              </li>
            )
          })}
        </ul>
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('cancel')}
          </button>
          <button type="button" className="btn pri" disabled={!data} onClick={() => save([...chosen])}>
            {chosen.size === 0 ? t('foldersUseAll') : t('foldersUse', { count: chosen.size })}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
