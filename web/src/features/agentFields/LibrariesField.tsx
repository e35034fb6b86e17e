import { limits } from '@parlance/contract/limits'
import { skipToken } from '@reduxjs/toolkit/query'
import { Library, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { formatNumber } from '../../lang/format.ts'
import { type Findable, Finder, type Found } from '../../ui/admin/fields/Finder.tsx'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { dataSourcesApi } from '../dataSources/data/api.ts'
import type { Configuration } from './data/api.ts'
import { LinkFolders } from './LinkFolders.tsx'
import { agentFieldsTexts } from './lang/en.ts'
import { useLibraries } from './useLibraries.ts'
import './agentFields.css'

const FOUND = 20
const depths = [1, 3, 5, 8, 10, 15, 20]

type Link = Configuration['dataSources'][number]
type Linked = Promise<{ error?: unknown }>
export type LinkChange = Partial<Pick<Link, 'topK' | 'useGraph' | 'readMode' | 'folders'>>

/** The option for reading the whole library, next to the numbers of passages. */
const WHOLE = 'whole'

/** The changes to a draft's libraries. Each is saved separately and immediately. */
export interface Linking {
  link: (dataSourceId: string) => Linked
  change: (link: Link, change: LinkChange) => Linked
  unlink: (link: Link) => Linked
}

interface Props {
  configuration: Configuration
  readOnly: boolean
  linking: Linking
  /** Whether the page opens with the dialog for adding a library. */
  adds?: boolean
  /** Called when that dialog closes. */
  added?: () => void
}

const changeOf = (chosen: string): LinkChange =>
  chosen === WHOLE ? { readMode: 'WholeWhenItFits' } : { readMode: 'Search', topK: Number(chosen) }

/** The libraries that a draft searches or reads. */
export function LibrariesField({ configuration, readOnly, linking, adds = false, added }: Props) {
  const t = agentFieldsTexts.useText()
  const id = useId()
  const { known, passages, maySee } = useLibraries()
  const { link, unlink, change } = useTold(linking)
  const nameOf = (dataSourceId: string) => known.get(dataSourceId) ?? t('unknownLibrary')
  /** The size of a library is unknown if the user can't see it. */
  const wholeText = (count: number | undefined) =>
    count === undefined
      ? t('wholeLibraryUnknown')
      : t('wholeLibrary', { tokens: formatNumber(count * limits.tokensPerPassage) })
  const { dataSources } = configuration
  const mayAdd = !readOnly && maySee && dataSources.length < limits.dataSourcesPerState
  const [adding, setAdding] = useState(adds)
  const close = () => {
    setAdding(false)
    added?.()
  }
  return (
    <div className="field" data-field="dataSources">
      <span className="switch-label" id={id}>
        {t('libraries')}
      </span>
      {!readOnly && <div className="hint">{t('librariesHint')}</div>}
      {dataSources.length === 0 && <p className="m3 s13">{t('librariesNone')}</p>}
      {dataSources.length > 0 && (
        <ul className="agent-libraries" aria-labelledby={id}>
          {dataSources.map((one) => {
            const name = nameOf(one.dataSourceId)
            const more = depths.includes(one.topK) ? depths : [...depths, one.topK].sort((a, b) => a - b)
            return (
              <li key={one.gptSystemRagDataSourceId} className="card row">
                <Library size={16} className="m3" />
                <bdi className="grow trunc">{name}</bdi>
                <select
                  className="in agent-depth"
                  aria-label={name}
                  value={one.readMode === 'WholeWhenItFits' ? WHOLE : one.topK}
                  disabled={readOnly}
                  onChange={(event) => void change(one, changeOf(event.target.value))}
                >
                  {more.map((topK) => (
                    <option key={topK} value={topK}>
                      {t('topK', { count: topK })}
                    </option>
                  ))}
                  <option value={WHOLE}>{wholeText(passages.get(one.dataSourceId))}</option>
                </select>
                <LinkFolders
                  link={one}
                  name={name}
                  isSeen={known.has(one.dataSourceId)}
                  readOnly={readOnly}
                  change={(folders) => void change(one, { folders })}
                />
                <label className="row s13 agent-link-graph" title={t('useGraphHint')}>
                  <input
                    type="checkbox"
                    aria-label={t('useGraphOf', { name })}
                    checked={one.useGraph}
                    disabled={readOnly}
                    onChange={({ target }) => void change(one, { useGraph: target.checked })}
                  />
                  {t('useGraph')}
                </label>
                {!readOnly && (
                  <button
                    type="button"
                    className="ib sm"
                    aria-label={t('unlinkName', { name })}
                    onClick={() => void unlink(one, name)}
                  >
                    <X size={14} />
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {mayAdd && (
        <div>
          <button
            type="button"
            className="btn soft sm"
            aria-haspopup="dialog"
            onClick={() => setAdding(true)}
          >
            <Plus size={14} />
            {t('addLibrary')}
          </button>
        </div>
      )}
      {mayAdd && adding && (
        <AddLibraryDialog
          without={new Set(dataSources.map(({ dataSourceId }) => dataSourceId))}
          choose={({ key, name }) => {
            close()
            void link(key, name)
          }}
          close={close}
        />
      )}
    </div>
  )
}

interface Adding {
  without: ReadonlySet<string>
  choose: (item: Findable) => void
  close: () => void
}

function AddLibraryDialog({ without, choose, close }: Adding) {
  const t = agentFieldsTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={id}>
      <div className="dialog agent-add-library">
        <h2 className="h3" id={id}>
          {t('addLibrary')}
        </h2>
        <Finder
          label={t('findLibrary')}
          useFound={useFoundLibraries}
          without={without}
          choose={choose}
          autoFocus
          atOnce
        />
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('cancel')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** Searches by name the libraries that the user can see. */
function useFoundLibraries(search: string | null): Found<Findable> {
  const { data, isFetching, error } = dataSourcesApi.useSearchDataSourcesQuery(
    search === null ? skipToken : { search: search || undefined, pageSize: FOUND },
  )
  return {
    items: (data?.items ?? []).map(({ dataSourceId, name }) => ({ key: dataSourceId, name, Icon: Library })),
    searching: isFetching,
    error,
  }
}

/** Wraps the link actions with toasts for success and failure. */
function useTold(linking: Linking) {
  const t = agentFieldsTexts.useText()
  const told = ({ error }: { error?: unknown }, done?: string) => {
    if (error) toast.error(errorText(error))
    else if (done) toast.success(done)
  }
  return {
    link: async (dataSourceId: string, name: string) =>
      told(await linking.link(dataSourceId), t('linked', { name })),
    change: async (link: Link, change: LinkChange) => told(await linking.change(link, change)),
    unlink: async (link: Link, name: string) => told(await linking.unlink(link), t('unlinked', { name })),
  }
}
