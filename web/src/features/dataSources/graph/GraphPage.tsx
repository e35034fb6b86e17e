import { Waypoints } from 'lucide-react'
import { Suspense, useEffect, useId } from 'react'
import { useParams } from 'react-router'
import { useAddressParams, withValues } from '../../../ui/addressParams.ts'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { loadLater } from '../../../ui/loadLater.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { screenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { type DataSource, dataSourcesApi } from '../data/api.ts'
import { LibraryWait } from '../LibraryWait.tsx'
import { EntityPanel } from './EntityPanel.tsx'
import { GraphList } from './GraphList.tsx'
import { type Entity, type EntityKind, kinds, MOST_SHOWN } from './graphState.ts'
import { graphTexts } from './lang/en.ts'
import { useGraph } from './useGraph.ts'
import { useGraphSwitch } from './useGraphSwitch.ts'
import '../dataSources.css'
import './graph.css'

// With the layout of graphs.
const GraphDrawing = loadLater(async () => (await import('./GraphDrawing.tsx')).default)

const TYPING_MS = 300

/** /admin/datasource/{dataSourceId}/graph: what the files of a library name, and how that is connected. */
export function GraphPage() {
  const own = graphTexts.useText()
  const { dataSourceId = '' } = useParams()
  const { currentData: library, error, refetch } = dataSourcesApi.useGetDataSourceQuery({ dataSourceId })
  usePageTitle(library ? own('title', { name: library.name }) : screenTitle('fileLibraries'))
  if (library) return <LoadedGraph key={dataSourceId} library={library} />
  return <LibraryWait error={error} retry={refetch} />
}

const kindOf = (given: string | null): EntityKind | undefined => kinds.find((kind) => kind === given)

function LoadedGraph({ library }: { library: DataSource }) {
  const t = graphTexts.useText()
  const { dataSourceId, name, mayWrite } = library
  const [params, change] = useAddressParams()
  const q = params.get('q') ?? ''
  const kind = kindOf(params.get('kind'))
  const isList = params.get('view') === 'list'
  const chosen = params.get('entity')
  const set = (values: Record<string, string | undefined>) => change((now) => withValues(now, values))
  const searched = useDebounced(q, TYPING_MS)
  const shown = useGraph({ dataSourceId, q: searched, kind })
  const { graph, state, waitingFiles, modelFiles, error, retry, expand, expanded, startOver, more } = shown
  const turnOn = useGraphSwitch(library)
  const entity = graph.entities.find(({ entityId }) => entityId === chosen)
  const choose = ({ entityId }: Entity) => set({ entity: entityId })
  const clear = () => set({ q: undefined, kind: undefined })
  const isFiltered = searched !== '' || kind !== undefined
  useChosenShown(chosen, state !== undefined && state !== 'Off' && !entity && !isFiltered, expand)
  const isEmpty = state !== undefined && graph.entities.length === 0

  return (
    <div className="page">
      <PageHead
        title={t('title', { name })}
        parent={{ title: name, path: `/admin/datasource/${dataSourceId}/edit` }}
      />
      <div className="page-body graph-body">
        {error && !state && <LoadError error={error} retry={retry} />}
        {state === 'Off' ? (
          <EmptyList Icon={Waypoints} text={t('off')}>
            {mayWrite && (
              <button type="button" className="btn soft sm" onClick={() => void turnOn({ graphIndex: true })}>
                {t('turnOn')}
              </button>
            )}
          </EmptyList>
        ) : (
          <>
            <Tools q={q} kind={kind} isList={isList} set={set} />
            {state === 'Building' && (
              <p className="strip info" role="status">
                {waitingFiles > 0 ? t('building', { count: waitingFiles }) : t('buildingSoon')}
              </p>
            )}
            {state === 'Ready' && modelFiles > 0 && (
              <p className="strip info" role="status">
                {t('modelFiles', { count: modelFiles })}
              </p>
            )}
            {isEmpty && (
              <EmptyList Icon={Waypoints} text={t(isFiltered ? 'noMatch' : 'empty')}>
                {isFiltered && (
                  <button type="button" className="btn ghost sm" onClick={clear}>
                    {t('clear')}
                  </button>
                )}
              </EmptyList>
            )}
            {graph.entities.length > 0 && (
              <div className="graph-grid">
                <div className="col graph-main">
                  {isList ? (
                    <GraphList
                      graph={graph}
                      chosen={chosen}
                      expanded={expanded}
                      choose={choose}
                      expand={(one) => void expand(one)}
                    />
                  ) : (
                    <Suspense fallback={<div className="graph-drawing" aria-busy="true" />}>
                      <GraphDrawing
                        graph={graph}
                        chosen={chosen}
                        choose={choose}
                        expand={(one) => void expand(one)}
                      />
                    </Suspense>
                  )}
                  <div className="row graph-foot">
                    <span className="small m3 grow" role="status">
                      {t('shown', { count: graph.entities.length })}
                    </span>
                    {startOver && (
                      <button type="button" className="btn ghost sm" onClick={startOver}>
                        {t('startOver')}
                      </button>
                    )}
                    {more && (
                      <button type="button" className="btn ghost sm" onClick={more}>
                        {t('more')}
                      </button>
                    )}
                  </div>
                  {graph.isFull && <p className="hint">{t('full', { max: MOST_SHOWN })}</p>}
                  {!isList && <Legend />}
                </div>
                {entity ? (
                  <EntityPanel
                    dataSourceId={dataSourceId}
                    entity={entity}
                    graph={graph}
                    isExpanded={expanded.has(entity.entityId)}
                    choose={choose}
                    expand={(one) => void expand(one)}
                    close={() => set({ entity: undefined })}
                  />
                ) : (
                  <p className="m2 s13 graph-hint">{t('choose')}</p>
                )}
              </div>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** Loads an entity that the address names and that isn’t among those that most passages name. */
function useChosenShown(
  chosen: string | null,
  isMissing: boolean,
  expand: (entity: { entityId: string }) => Promise<void>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entity, not again if it is gone.
  useEffect(() => {
    if (chosen && isMissing) void expand({ entityId: chosen })
  }, [chosen, isMissing])
}

interface ToolsProps {
  q: string
  kind: EntityKind | undefined
  isList: boolean
  set: (values: Record<string, string | undefined>) => void
}

function Tools({ q, kind, isList, set }: ToolsProps) {
  const t = graphTexts.useText()
  const id = useId()
  return (
    <div className="row graph-tools">
      <SearchField
        label={t('search')}
        value={q}
        change={(next) => set({ q: next || undefined })}
        className="graph-search"
      />
      <label className="hidden" htmlFor={id}>
        {t('kind')}
      </label>
      <select
        id={id}
        className="in graph-kind"
        value={kind ?? ''}
        onChange={({ target }) => set({ kind: target.value || undefined })}
      >
        <option value="">{t('allKinds')}</option>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(`${one}s`)}
          </option>
        ))}
      </select>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out in its own way. */}
      <div className="row filters" role="group" aria-label={t('view')}>
        <button
          type="button"
          className="btn ghost sm"
          aria-pressed={!isList}
          onClick={() => set({ view: undefined })}
        >
          {t('drawing')}
        </button>
        <button
          type="button"
          className="btn ghost sm"
          aria-pressed={isList}
          onClick={() => set({ view: 'list' })}
        >
          {t('list')}
        </button>
      </div>
    </div>
  )
}

const signs: Record<EntityKind, string> = { Name: '●', Acronym: '▲', Code: '◆', Term: '○', Title: '■' }

function Legend() {
  const t = graphTexts.useText()
  return (
    <div className="small m3 graph-legend">
      {kinds.map((kind) => (
        <span key={kind} data-kind={kind}>
          <span aria-hidden="true">{signs[kind]}</span> {t(kind)}
        </span>
      ))}
      <span className="graph-keys">{t('keys')}</span>
    </div>
  )
}
