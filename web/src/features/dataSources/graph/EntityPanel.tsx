import { FileText, X } from 'lucide-react'
import { useId, useState } from 'react'
import { LoadError } from '../../../ui/LoadError.tsx'
import { sourcePlace } from '../../chatModel/sources.ts'
import { dataSourcesApi, type EntityPassage } from '../data/api.ts'
import { connectionsOf, type Entity, type ShownGraph } from './graphState.ts'
import { graphTexts } from './lang/en.ts'
import { PassageDocument } from './PassageDocument.tsx'

interface Props {
  dataSourceId: string
  entity: Entity
  graph: ShownGraph
  isExpanded: boolean
  choose: (entity: Entity) => void
  expand: (entity: Entity) => void
  close: () => void
}

/** What is known about an entity: what it is connected with, and the passages that name it. */
export function EntityPanel({ dataSourceId, entity, graph, isExpanded, choose, expand, close }: Props) {
  const t = graphTexts.useText()
  const id = useId()
  const { name, kind, passages, entityId } = entity
  const connections = connectionsOf(entityId, graph)
  return (
    <aside className="card graph-panel" aria-labelledby={`${id}title`}>
      <div className="row">
        <h2 className="h3 grow wrap" id={`${id}title`}>
          <bdi>{name}</bdi>
        </h2>
        <button type="button" className="ib sm" aria-label={t('close')} onClick={close}>
          <X size={16} />
        </button>
      </div>
      <p className="small m3">
        {t(kind)} · {t('inPassages', { count: passages })}
      </p>
      <div>
        <button type="button" className="btn soft sm" disabled={isExpanded} onClick={() => expand(entity)}>
          {t(isExpanded ? 'expanded' : 'expand')}
        </button>
      </div>
      <h3 className="h4" id={`${id}connections`}>
        {t('connections')}
      </h3>
      {connections.length === 0 && <p className="small m2">{t('noConnections')}</p>}
      <ul className="graph-connections" aria-labelledby={`${id}connections`}>
        {connections.map(({ other, texts }) => (
          <li key={other.entityId} className="s13">
            <span className="m3">{texts.map((text) => t(text)).join(' · ')} </span>
            <button type="button" className="graph-name" onClick={() => choose(other)}>
              <bdi>{other.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {connections.some(({ texts }) => texts.some((text) => text !== 'TogetherFrom')) && (
        <p className="hint">{t('notSure')}</p>
      )}
      <h3 className="h4" id={`${id}passages`}>
        {t('passages')}
      </h3>
      <EntityPassages
        key={entityId}
        dataSourceId={dataSourceId}
        entityId={entityId}
        labelledBy={`${id}passages`}
      />
    </aside>
  )
}

interface PassagesProps {
  dataSourceId: string
  entityId: string
  labelledBy: string
}

function EntityPassages({ dataSourceId, entityId, labelledBy }: PassagesProps) {
  const t = graphTexts.useText()
  const query = dataSourcesApi.useListEntityPassagesInfiniteQuery({ dataSourceId, entityId })
  const [opened, setOpened] = useState<EntityPassage | null>(null)
  const passages = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      {query.isLoading && <p className="m2 small">{t('loading')}</p>}
      <ol className="graph-passages" aria-labelledby={labelledBy}>
        {passages.map((passage) => {
          const { passageId, fileName, page, locator, text, name, ordinal } = passage
          return (
            <li key={passageId}>
              <p className="small m3">
                <bdi>{fileName}</bdi>
                {sourcePlace({ page, ...(locator && { locator }) })}
              </p>
              <p className="s13 passage-text graph-excerpt" dir="auto">
                <Excerpt text={text} name={name} />
              </p>
              <button
                type="button"
                className="btn ghost sm"
                aria-haspopup="dialog"
                aria-label={t('openOf', { name: fileName, number: ordinal + 1 })}
                onClick={() => setOpened(passage)}
              >
                <FileText size={14} />
                {t('open')}
              </button>
            </li>
          )
        })}
      </ol>
      {query.error && <LoadError error={query.error} retry={query.refetch} />}
      {query.hasNextPage && !query.error && (
        <button type="button" className="btn ghost sm" onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </button>
      )}
      {opened && (
        <PassageDocument dataSourceId={dataSourceId} passage={opened} close={() => setOpened(null)} />
      )}
    </>
  )
}

const AROUND = 160

/** The part of a passage around a name, which is marked. */
function Excerpt({ text, name }: { text: string; name: string }) {
  const at = text.indexOf(name)
  const middle = Math.max(0, at)
  const from = middle <= AROUND ? 0 : text.indexOf(' ', middle - AROUND) + 1
  const to = middle + name.length + AROUND
  const end = text.length <= to ? text.length : Math.max(middle + name.length, text.lastIndexOf(' ', to))
  return (
    <>
      {from > 0 && '…'}
      {at < 0 ? (
        text.slice(from, end)
      ) : (
        <>
          {text.slice(from, at)}
          <mark>{name}</mark>
          {text.slice(at + name.length, end)}
        </>
      )}
      {end < text.length && '…'}
    </>
  )
}
